import { Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { withoutBreaks } from "./without-breaks";

const within = (text: string) => {
  const { from, to } = withoutBreaks(Text.of(text.split("\n")), { from: 0, to: text.length });
  return text.slice(from, to);
};

test("the empty lines at the edges of what was put in are not what was written, those inside are", () => {
  expect(within("\n\nA line")).toBe("A line");
  expect(within("A line\n\n")).toBe("A line");
  expect(within("\nOne\n\nTwo\n")).toBe("One\n\nTwo");
  expect(within("within a line")).toBe("within a line");
});

test("breaks alone stay as they are", () => {
  expect(within("\n\n")).toBe("\n\n");
  expect(within("")).toBe("");
  expect(within("\n".repeat(30))).toBe("\n".repeat(30));
});
