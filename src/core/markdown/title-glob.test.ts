import fc from "fast-check";
import { expect, test } from "vitest";
import { compileGlob } from "./title-glob";

const matches = (pattern: string, text: string): boolean => {
  const glob = compileGlob(pattern);
  if (glob.status !== "compiled") throw new Error(glob.message);
  return glob.matches(text);
};

test("a pattern matches whole texts in any letter case", () => {
  expect(matches("Auth*", "authentication")).toBe(true);
  expect(matches("auth", "authentication")).toBe(false);
  expect(matches("*ENT*", "Authentication")).toBe(true);
  expect(matches("*", "")).toBe(true);
  expect(matches("", "")).toBe(true);
  expect(matches("?", "")).toBe(false);
  expect(matches("?", "😀")).toBe(true);
  expect(matches("概*", "概要")).toBe(true);
  expect(matches("caf\u00e9", "CAFE\u0301")).toBe(true);
});

test("classes contain characters and ranges, or exclude them", () => {
  expect(matches("v[0-9].[!0-9]", "v1.x")).toBe(true);
  expect(matches("v[0-9].[^0-9]", "v1.2")).toBe(false);
  expect(matches("[]x]", "]")).toBe(true);
  expect(matches("[a-]", "-")).toBe(true);
  expect(matches("[А-Я]", "б")).toBe(true);
  expect(matches("\\[x\\*", "[x*")).toBe(true);
  expect(matches("\\", "\\")).toBe(true);
});

test("an unclosed class and a very long pattern are errors", () => {
  expect(compileGlob("a[b")).toMatchObject({ status: "bad_pattern", message: expect.stringContaining("never closed") });
  expect(compileGlob("[]")).toMatchObject({ status: "bad_pattern" });
  expect(compileGlob("a".repeat(257))).toMatchObject({ status: "bad_pattern" });
  expect(matches(`*${"a".repeat(255)}`, "a".repeat(400))).toBe(true);
});

test("a pattern matches like the equivalent regular expression", () => {
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), maxLength: 70 });
  const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 70 });
  fc.assert(
    fc.property(pattern, text, (glob, title) => {
      const expression = glob.replace(/\*+/g, "*").replaceAll("*", "[^]*").replaceAll("?", "[^]");
      // A regular expression with many stars backtracks almost for ever. Ours does not, but the comparison must end.
      fc.pre(glob.replace(/[^*]+/g, " ").split(" ").length < 5);
      expect(matches(glob, title)).toBe(new RegExp(`^${expression}$`).test(title));
    }),
  );
});
