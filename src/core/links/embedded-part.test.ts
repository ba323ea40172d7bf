import { expect, test } from "vitest";
import { embeddedPart } from "./embedded-part";

const note =
  "---\ntitle: A\n---\n# One\n\nfirst\n\n## Two\n\nsecond ^id\n\n- item ^it\n  - below\n- other\n\n# Three\n";

test("an embed shows a section with all below it, a block, or the note without its front matter", () => {
  expect(embeddedPart(note, "Two")).toEqual({
    text: "## Two\n\nsecond ^id\n\n- item ^it\n  - below\n- other\n\n",
    line: 8,
    isCropped: false,
  });
  expect(embeddedPart(note, "One")?.text.startsWith("# One\n\nfirst\n\n## Two")).toBe(true);
  expect(embeddedPart(note, "One")?.text).not.toContain("# Three");
  expect(embeddedPart(note, "^id")).toEqual({ text: "second\n", line: 10, isCropped: false });
  expect(embeddedPart(note, "^it")?.text).toBe("- item\n  - below\n");
  expect(embeddedPart(note, null)).toMatchObject({ text: note.slice(note.indexOf("# One")), line: 4 });
  expect(embeddedPart(note, "Four")).toBeNull();
  expect(embeddedPart(note, "^none")).toBeNull();
});

test("a nested item is shown from the margin, and a table without the id below it", () => {
  expect(embeddedPart("- a\n    - b ^id\n      - c\n    - d\n", "^id")?.text).toBe("- b\n  - c\n");
  expect(embeddedPart("| a |\n|---|\n| 1 |\n\n^id\n\nnext\n", "^id")?.text).toBe("| a |\n|---|\n| 1 |\n");
});

test("a long part ends after a whole line", () => {
  const part = embeddedPart("some words\n".repeat(10_000), null);
  expect(part?.isCropped).toBe(true);
  expect(part?.text.endsWith("words\n")).toBe(true);
  expect(part?.text.length).toBeLessThanOrEqual(50_001);
});
