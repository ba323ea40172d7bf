import fc from "fast-check";
import { expect, test } from "vitest";
import type { OfficeRun } from "../../../../shared/office";
import { runPieces, type TextMark } from "./run-pieces";

const text = (words: string, suggestion?: "inserted" | "deleted"): OfficeRun => ({
  kind: "text",
  text: words,
  style: {},
  ...(suggestion ? { suggestion: { id: "1", kind: suggestion } } : {}),
});

/** Pieces in short notation: marked text in brackets, removed text in braces, suggested deletions struck through. */
const line = (pieces: ReturnType<typeof runPieces>) =>
  pieces
    .map((piece) => {
      if (piece.kind === "removed") return `{${piece.text}}`;
      const { run, marks } = piece;
      const words = run.kind === "text" ? run.text : "*";
      const struck = run.suggestion?.kind === "deleted" ? `-${words}-` : words;
      return marks.length > 0 ? `[${struck}]` : struck;
    })
    .join("");

test("runs are split at the ends of marks, and removed text appears at its offset", () => {
  const mark: TextMark = { from: 2, to: 7, kind: "inserted" };
  expect(line(runPieces([text("abcd"), text("efgh")], [mark]))).toBe("ab[cd][efg]h");
  expect(line(runPieces([text("abcd")], [], [{ at: 2, text: "x" }]))).toBe("ab{x}cd");
  expect(line(runPieces([text("ab")], [], [{ at: 2, text: "end" }]))).toBe("ab{end}");
  expect(line(runPieces([], [], [{ at: 0, text: "all" }]))).toBe("{all}");
});

test("suggested deletions, images and notes do not count as text of a paragraph", () => {
  const runs: OfficeRun[] = [
    text("ab"),
    text("old", "deleted"),
    text("new", "inserted"),
    { kind: "note", note: "footnote", label: "1" },
    text("cd"),
  ];
  expect(line(runPieces(runs, [{ from: 2, to: 6, kind: "found" }]))).toBe("ab-old-[new]*[c]d");
});

test("the pieces contain the whole text in order, however it is split", () => {
  const mark = fc.tuple(fc.nat(20), fc.nat(20)).map(([a, b]): TextMark => ({ from: a, to: a + b, kind: "found" }));
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 6 })), fc.array(mark, { maxLength: 4 }), (words, marks) => {
      const pieces = runPieces(
        words.map((each) => text(each)),
        marks,
      );
      expect(
        pieces.map((piece) => (piece.kind === "run" && piece.run.kind === "text" ? piece.run.text : "")).join(""),
      ).toBe(words.join(""));
    }),
  );
});
