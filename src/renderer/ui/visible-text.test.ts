import { expect, it } from "vitest";
import { visibleText } from "./visible-text";

it("control characters become visible, and scripts and emoji stay as they are", () => {
  expect(visibleText("in\u202evoice\n.md\u0000\u007f")).toBe("in‹202E›voice␊.md␀␡");
  expect(visibleText("a\u200bb\ufeffc\u2028\ud800")).toBe("a‹200B›b‹FEFF›c‹2028›‹D800›");
  for (const plain of ["笔记 קובץ café", "👩‍🚀🏳️‍🌈", "नमस्ते", "می‌خواهم"]) expect(visibleText(plain)).toBe(plain);
});
