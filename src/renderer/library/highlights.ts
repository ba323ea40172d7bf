/** A piece of a text; `isHit` where it is one of the words that were looked for. */
export type Piece = { text: string; isHit: boolean };

/** Shorter words would mark half a text. */
const SHORTEST = 2;

/** Characters of an excerpt, and before its first hit. */
const EXCERPT = { length: 140, before: 40 };

/** The words of a query that are worth marking, the longest first. */
export function queryWords(query: string): string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const worth = words.filter((word) => word.length >= SHORTEST || /\p{Script=Han}/u.test(word));
  return [...new Set(worth)].sort((a, b) => b.length - a.length).slice(0, 12);
}

/** The text in pieces, with every beginning of a word that was looked for marked; Chinese words wherever they stand. */
export function marked(text: string, words: readonly string[]): Piece[] {
  if (words.length === 0) return [{ text, isHit: false }];
  const choices = words.map((word) => (/\p{Script=Han}/u.test(word) ? word : `(?<![\\p{L}\\p{N}])${word}`));
  const pieces: Piece[] = [];
  let done = 0;
  for (const { 0: hit, index } of text.matchAll(new RegExp(choices.join("|"), "giu"))) {
    if (index > done) pieces.push({ text: text.slice(done, index), isHit: false });
    pieces.push({ text: hit, isHit: true });
    done = index + hit.length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), isHit: false });
  return pieces;
}

/** A line of an entry's text around the first word that was looked for, or its beginning; without Markdown's marks. */
export function excerpt(text: string, words: readonly string[]): string {
  const plain = text
    .slice(0, 20_000)
    .replace(/[*_`#>|]+|\[(?=[^\]]*\]\()|\]\([^)]*\)/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const lower = plain.toLowerCase();
  const hits = words.map((word) => lower.search(new RegExp(`(?<![\\p{L}\\p{N}])${word}`, "u"))).filter((at) => at >= 0);
  const first = hits.length > 0 ? Math.min(...hits) : 0;
  let from = Math.max(0, first - EXCERPT.before);
  if (from > 0) from = plain.indexOf(" ", from) + 1 || from;
  const part = plain.slice(from, from + EXCERPT.length).toWellFormed();
  return `${from > 0 ? "…" : ""}${part}${from + EXCERPT.length < plain.length ? "…" : ""}`;
}
