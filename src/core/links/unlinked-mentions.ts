/** Where a text names a note without linking to it. */

import { readParagraphs } from "../markdown/paragraphs";
import { hiddenSpans } from "./hidden-spans";

/** A mention: its range in UTF-16 units, its words as written, and whether it is in a table. */
export type Mention = { from: number; to: number; words: string; isInCell: boolean };

/** Shorter names would be found in every text. */
const MIN_NAME = 2;

const LETTER = String.raw`[\p{L}\p{M}\p{N}_]`;
/** Scripts that are written without spaces: a word may begin anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** A pattern for whole words that are one of these names, in any letter case; null if none is long enough. */
function namesPattern(names: readonly string[]): RegExp | null {
  const known = [...new Set(names.map((name) => name.normalize("NFC").trim()))].filter(
    (name) => name.length >= MIN_NAME,
  );
  if (known.length === 0) return null;
  const alternatives = known
    .sort((a, b) => b.length - a.length)
    .map((name) => {
      const [first, last] = [[...name][0] ?? "", [...name].at(-1) ?? ""];
      const before = /[\p{L}\p{N}_]/u.test(first) && !UNSPACED.test(first) ? `(?<!${LETTER})` : "";
      const after = /[\p{L}\p{N}_]/u.test(last) && !UNSPACED.test(last) ? `(?!${LETTER})` : "";
      return `${before}${name.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")}${after}`;
    });
  return new RegExp(alternatives.join("|"), "giu");
}

/**
 * Finds the mentions of a note's names in a text with `\n` line breaks: whole words outside links, code, formulas, HTML and front matter. The returned
 * function can be used for many texts.
 */
export function mentionFinder(names: readonly string[]): (text: string, most: number) => Mention[] {
  const pattern = namesPattern(names);
  return (text, most) => {
    if (pattern === null || text.search(pattern) < 0) return [];
    const found: Mention[] = [];
    for (const { kind, from, to } of readParagraphs(text, "markdown")) {
      if (kind === "code" || kind === "html" || kind === "front_matter" || kind === "reference") continue;
      const block = text.slice(from, to);
      let hidden: ReturnType<typeof hiddenSpans> | null = null;
      for (const { 0: words, index } of block.matchAll(pattern)) {
        if (found.length >= most) return found;
        const [start, end] = [from + index, from + index + words.length];
        hidden ??= hiddenSpans(text, from, to);
        if (!hidden.some((span) => span.from < end && start < span.to))
          found.push({ from: start, to: end, words, isInCell: kind === "table_row" });
      }
    }
    return found;
  };
}
