/** A piece of text; `isHit` if it matches a word of the query. */
export type Piece = { text: string; isHit: boolean };

/** Shorter words would mark half of the text. */
const MIN_WORD_LENGTH = 2;

/** Words that say nothing, unless the query has no others. */
const COMMON_WORDS = new Set(
  "a about all an and any are as at be by can do for from has have he her here how i if in into is it its my of on or she so that the their them they this to was what when where which who with you your".split(
    " ",
  ),
);

/** Characters of an excerpt, and of it before the first match. */
const EXCERPT = { length: 140, before: 40 };

const HAN = /\p{Script=Han}/u;

/** Ends with a letter or digit. */
const WITHIN_WORD = /[\p{L}\p{N}]$/u;

/** The words of a query that are highlighted, longest first. */
function queryWords(query: string): string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const worth = words.filter((word) => word.length >= MIN_WORD_LENGTH || HAN.test(word));
  const telling = worth.filter((word) => !COMMON_WORDS.has(word));
  return [...new Set(telling.length > 0 ? telling : worth)].sort((a, b) => b.length - a.length).slice(0, 12);
}

/** Highlights the words of a query. Created once per query: compiling the expression is the expensive part. */
export type Marker = {
  /** Splits a text into pieces. A match is the start of a word, or any position for Chinese. */
  marked(text: string): Piece[];
  /** An excerpt around the first match, or the beginning of the text, without Markdown syntax. */
  excerpt(text: string): string;
};

/** Creates a marker for the words of `query`. */
export function createMarker(query: string): Marker {
  const words = queryWords(query);
  const anywhere = words.length === 0 ? null : new RegExp(words.join("|"), "giu");
  const isHit = ({ 0: hit, index, input }: RegExpExecArray): boolean =>
    HAN.test(hit) || !WITHIN_WORD.test(input.slice(Math.max(0, index - 2), index));
  const hitsIn = (text: string) => (anywhere === null ? [] : [...text.matchAll(anywhere)].filter(isHit));
  return {
    marked(text) {
      const pieces: Piece[] = [];
      let done = 0;
      for (const { 0: hit, index } of hitsIn(text)) {
        if (index > done) pieces.push({ text: text.slice(done, index), isHit: false });
        pieces.push({ text: hit, isHit: true });
        done = index + hit.length;
      }
      if (done < text.length) pieces.push({ text: text.slice(done), isHit: false });
      return pieces;
    },
    excerpt(text) {
      const plain = text
        .slice(0, 20_000)
        .replace(/[*_`#>|]+|\[(?=[^[\]]{1,200}\]\()|\]\([^()]{0,500}\)/g, "")
        .replace(/\s+/g, " ")
        .trim();
      const first = hitsIn(plain)[0]?.index ?? 0;
      let from = Math.max(0, first - EXCERPT.before);
      if (from > 0) from = plain.indexOf(" ", from) + 1 || from;
      const part = plain.slice(from, from + EXCERPT.length).toWellFormed();
      return `${from > 0 ? "…" : ""}${part}${from + EXCERPT.length < plain.length ? "…" : ""}`;
    },
  };
}
