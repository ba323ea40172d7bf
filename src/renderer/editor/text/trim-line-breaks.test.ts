import { Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { trimLineBreaks } from "./trim-line-breaks";

const within = (text: string) => {
  const { from, to } = trimLineBreaks(Text.of(text.split("\n")), { from: 0, to: text.length });
  return text.slice(from, to);
};

test("empty lines at the ends of a range are trimmed, and those inside are not", () => {
  expect(within("\n\nA line")).toBe("A line");
  expect(within("A line\n\n")).toBe("A line");
  expect(within("\nOne\n\nTwo\n")).toBe("One\n\nTwo");
  expect(within("within a line")).toBe("within a line");
});

test("a range of only line breaks is not trimmed", () => {
  expect(within("\n\n")).toBe("\n\n");
  expect(within("")).toBe("");
  expect(within("\n".repeat(30))).toBe("\n".repeat(30));
});
