import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ExcerptPiece, excerptOf } from "./excerpt";

const shown = (pieces: readonly ExcerptPiece[]) =>
  pieces.map(({ kind, text }) => ({ text, match: `[${text}]`, gap: "…" })[kind]).join("");
const all = (text: string, word: string) =>
  [...text.matchAll(new RegExp(word, "gu"))].map(({ index }) => ({ from: index, to: index + word.length }));
const excerpt = (text: string, word: string) => shown(excerptOf(text, all(text, word)));

describe("the excerpt of a paragraph", () => {
  it("is the whole text if it is short, with every match", () => {
    expect(excerpt("one apple, two apples", "apple")).toBe("one [apple], two [apple]s");
    expect(excerpt("苹果和苹果", "苹果")).toBe("[苹果]和[苹果]");
    expect(excerpt("nothing here", "apple")).toBe("nothing here");
  });

  it("shows line breaks and runs of blanks as one blank", () => {
    expect(excerpt("- an\n      apple\n\tand   more", "apple")).toBe("- an [apple] and more");
  });

  it("is a window around the match in a long text, from word to word", () => {
    const text = `${"before ".repeat(60)}apple ${"behind ".repeat(60)}`;
    const found = excerpt(text, "apple");
    expect(found).toMatch(/^…(before )+\[apple\]( behind)+…$/);
    expect(found.length).toBeLessThan(140);
  });

  it("is several windows if the matches are far apart, and one if they are close", () => {
    const far = `${"x ".repeat(100)}apple${" y".repeat(100)} apple${" z".repeat(100)}`;
    expect(excerpt(far, "apple")).toMatch(/^…[x ]+\[apple\][y ]+…[y ]+\[apple\][z ]+…$/);
    const near = `${"x ".repeat(100)}apple and apple${" z".repeat(100)}`;
    expect(excerpt(near, "apple")).toMatch(/^…[x ]+\[apple\] and \[apple\][z ]+…$/);
  });

  it("cuts a very long match, and a line without a blank", () => {
    const text = "ab".repeat(1_000_000);
    const pieces = excerptOf(text, [{ from: 500_000, to: 1_500_000 }]);
    expect(pieces.reduce((sum, piece) => sum + piece.text.length, 0)).toBeLessThan(300);
    expect(pieces.some(({ kind }) => kind === "match")).toBe(true);
  });

  it("never splits a surrogate pair, is never long, and shows the first match", () => {
    const words = fc.array(fc.constantFrom("a", "🍎", "词", " ", "\n", "xyz", "\ud83c"), { maxLength: 400 });
    fc.assert(
      fc.property(words, fc.array(fc.nat(800), { maxLength: 8 }), (parts, positions) => {
        const text = parts.join("");
        const starts = [...new Set(positions)].sort((a, b) => a - b).filter((at) => at < text.length);
        const spans = starts.flatMap((from, index) => {
          const to = Math.min(starts[index + 1] ?? text.length, from + 5, text.length);
          const cuts = /[\udc00-\udfff]/.test(text[from] ?? "") || /[\udc00-\udfff]/.test(text[to] ?? "");
          return cuts ? [] : [{ from, to }];
        });
        const pieces = excerptOf(text, spans);
        expect(pieces.reduce((sum, piece) => sum + piece.text.length, 0)).toBeLessThan(420);
        for (const piece of pieces) expect(text.replace(/\s+/gu, " ")).toContain(piece.text);
        if (text.isWellFormed()) for (const piece of pieces) expect(piece.text.isWellFormed()).toBe(true);
        const [first] = spans;
        if (first && text.slice(first.from, first.to).trim() !== "")
          expect(pieces.find(({ kind }) => kind === "match")?.text.trim()).toBe(
            text.slice(first.from, first.to).replace(/\s+/gu, " ").trim(),
          );
      }),
    );
  });
});
