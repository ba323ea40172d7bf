import { computed, type ReadableAtom } from "nanostores";
import { isWhole } from "../../../../core/text/whole-words";
import type { BookOverview } from "../../../../shared/book";

/** A glossary term in a source text; `from` and `to` are offsets into the original text. */
export type TermSpan = { from: number; to: number; term: string };

/** Finds the terms of one glossary in a text; created once for all paragraphs. */
export type TermFinder = (text: string) => TermSpan[];

/** The maximum number of characters of a source that are searched. */
const MAX_SCANNED_LENGTH = 20_000;

/**
 * Creates a finder that prefers the longest term at each position and ignores case. Terms in a script with blanks match whole
 * words only, like the glossary check in main.
 */
export function termFinder(terms: readonly string[]): TermFinder {
  const byFirst = new Map<string, { folded: string; term: string }[]>();
  for (const term of terms) {
    const folded = fold(term);
    const first = folded[0];
    // `*` stands for any source, and is not a term of it.
    if (first === undefined || term === "*") continue;
    byFirst.set(first, [...(byFirst.get(first) ?? []), { folded, term }]);
  }
  for (const each of byFirst.values()) each.sort((a, b) => b.folded.length - a.folded.length);
  if (byFirst.size === 0) return () => [];
  return (text) => {
    const source = fold(text.slice(0, MAX_SCANNED_LENGTH));
    const spans: TermSpan[] = [];
    for (let at = 0; at < source.length; ) {
      const found = byFirst
        .get(source[at] ?? "")
        ?.find(({ folded }) => source.startsWith(folded, at) && isWhole(source, at, at + folded.length));
      if (found) spans.push({ from: at, to: at + found.folded.length, term: found.term });
      at += found?.folded.length ?? 1;
    }
    return spans;
  };
}

/** Lower-cases a text without changing its length: letters whose lower case is longer stay. */
const fold = (text: string): string => {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : [...text].map((each) => sameLength(each)).join("");
};

const sameLength = (letter: string): string => {
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? lower : letter;
};

/** Finds the terms of a book's current glossary; a new finder only for a new version of it. */
export function finderOfTerms($shown: ReadableAtom<BookOverview>): ReadableAtom<TermFinder> {
  const $glossary = computed($shown, ({ glossary }) => glossary);
  let finder = { version: "", find: termFinder([]) };
  return computed($glossary, ({ version, entries }) => {
    if (finder.version !== version || version === "")
      finder = { version, find: termFinder(entries.map(({ term }) => term)) };
    return finder.find;
  });
}
