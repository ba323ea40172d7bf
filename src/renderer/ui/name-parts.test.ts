import fc from "fast-check";
import { expect, test } from "vitest";
import { nameParts } from "./name-parts";

test("the extension stays whole, with some letters before it", () => {
  expect(nameParts("A very long name of a chapter, draft 12.md")).toEqual({
    start: "A very long name of a chapter, dra",
    end: "ft 12.md",
  });
  expect(nameParts("注释与年表之第二稿.md")).toEqual({ start: "注释与年", end: "表之第二稿.md" });
  expect(nameParts("Makefile")).toEqual({ start: "Makefile", end: "" });
  expect(nameParts(".env")).toEqual({ start: "", end: ".env" });
  expect(nameParts("v1.2.3")).toEqual({ start: "v1.", end: "2.3" });
});

test("a right-to-left name stays in one part", () => {
  expect(nameParts("שיר ארוך מאוד.md")).toEqual({ start: "שיר ארוך מאוד.md", end: "" });
});

test("no letter is split from its marks, and no Korean syllable is split", () => {
  const decomposed = `${"é".normalize("NFD").repeat(6)}.md`;
  expect(nameParts(decomposed).end).toBe(".md");
  const korean = `${"한국어".normalize("NFD").repeat(4)}.md`;
  const { start, end } = nameParts(korean);
  expect(start.normalize("NFC") + end.normalize("NFC")).toBe(korean.normalize("NFC"));
  expect(nameParts("👩‍👩‍👧.md")).toEqual({ start: "👩‍👩‍👧", end: ".md" });
});

test("both parts together are the name", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "é", "\u0301", "가", "\u1161", ".", " ", "ש", "👩", "\u200d")),
      (letters) => {
        const { start, end } = nameParts(letters.join(""));
        expect(start + end).toBe(letters.join(""));
      },
    ),
  );
});
