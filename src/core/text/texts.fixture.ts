/** Texts and edits for property tests. Alphabets are short, so that text repeats and edits collide. */
import fc from "fast-check";
import type { Change } from "./change";

const piece = fc.constantFrom(
  "a",
  "b",
  "word",
  "other",
  "Word",
  " ",
  "  ",
  "\n",
  "\n\n",
  "你",
  "好",
  "。",
  ". ",
  "é",
  "e\u0301",
  "😀",
  "👩‍👧",
  "\ud83d",
  "\udc80",
  "- item\n",
  "# Title\n",
  "ไทย",
  "",
);

/** Texts of a few repeated pieces: words, CJK, emoji, lone surrogates, combining marks, lines. */
export const someText = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

/** A text with a list of changes to it. */
export function edited(texts: fc.Arbitrary<string>, most = 5): fc.Arbitrary<{ text: string; changes: Change[] }> {
  return texts.chain((text) => someChanges(text, most).map((changes) => ({ text, changes })));
}

/** Changes to `text`. They may cut characters in two, as hostile callers do. */
export function someChanges(text: string, most = 5): fc.Arbitrary<Change[]> {
  const span = fc.tuple(
    fc.nat({ max: text.length }),
    fc.nat({ max: 6 }),
    fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join("")),
  );
  return fc.array(span, { maxLength: most }).map((spans) => {
    const changes: Change[] = [];
    let last = 0;
    for (const [from, length, insert] of spans.sort((a, b) => a[0] - b[0])) {
      if (from < last) continue;
      const to = Math.min(text.length, from + length);
      changes.push({ from, to, insert });
      last = to;
    }
    return changes;
  });
}

/** How many cases to try of a property: a quarter of `usual`, or fifty times as many in the long run. */
export function runs(usual: number): { numRuns: number } {
  return { numRuns: process.env["GALLEY_LONG"] ? usual * 50 : Math.ceil(usual / 4) };
}

/** As many cases as `usual` in the long run, a fifth of them in the short one: for properties that find what is wrong in few. */
export function fewer(usual: number): { numRuns: number } {
  return { numRuns: process.env["GALLEY_LONG"] ? usual : Math.ceil(usual / 5) };
}
