import type { Span } from "../../../../core/text/excerpt";
import { isWordStart } from "../../../../core/text/whole-words";
import { elements, signs } from "./match-words";

/** `phrase`: the words as they were written; `words`: all of them in any order; `forms`: some of them in another form. */
export type SoughtRank = "phrase" | "words" | "forms";

/** Where the words are in a text, in order and without overlaps. */
export type SoughtHit = { rank: SoughtRank; spans: Span[] };

/** Finds words in a text; null unless it has all of them. */
export type SoughtWords = (text: string) => SoughtHit | null;

/** More words are not looked for. */
const MAX_WORDS = 24;
/** The spans of one text. */
const MAX_SPANS = 100;

const token = new RegExp(`(?:[${signs}]\\p{M}*)+|(?:(?![${signs}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
const isSigns = new RegExp(`^[${signs}]`, "u");

type Term = { exact: string; isWord: boolean; forms: RegExp };

/**
 * What finds the words of a query: each of them, in any order and letter case, and in other forms of it. Chinese, Japanese and other scripts without
 * blanks are found by their signs, as written in the query. Null if it has no words.
 */
export function soughtWords(query: string): SoughtWords | null {
  const words = [...new Set(query.normalize("NFC").replace(elements, " ").toLowerCase().match(token) ?? [])];
  if (words.length === 0) return null;
  // The longest word rules out most texts.
  const terms = words.slice(0, MAX_WORDS).map(termOf);
  const byLength = terms.toSorted((a, b) => b.exact.length - a.exact.length);
  const phrase = new RegExp(terms.map(({ exact }) => lettersOf(exact)).join("[^\\p{L}\\p{N}\\p{M}]*"), "iu");
  return (text) => {
    const spans: Span[] = [];
    let isExact = true;
    for (const term of byLength) {
      const found = spansOf(term, text);
      if (found.length === 0) return null;
      isExact &&= found.some(({ from, to }) => text.slice(from, to).toLowerCase() === term.exact);
      spans.push(...found);
    }
    const rank = !isExact ? "forms" : phrase.test(text) ? "phrase" : "words";
    return { rank, spans: merged(spans) };
  };
}

function termOf(exact: string): Term {
  if (isSigns.test(exact)) return { exact, isWord: false, forms: new RegExp(lettersOf(exact), "giu") };
  const letters = [...exact];
  const cut = /^\p{N}/u.test(exact) ? 0 : cutOf(letters);
  const stem = letters.slice(0, letters.length - cut).join("");
  const more = letters.length < 3 || /^\p{N}/u.test(exact) ? 0 : letters.length === 3 ? 1 : cut + 3;
  const ending = more === 0 ? "" : `[\\p{L}\\p{M}]{0,${more}}`;
  return { exact, isWord: true, forms: new RegExp(`${lettersOf(stem)}${ending}(?![\\p{L}\\p{N}\\p{M}])`, "giu") };
}

/** How many letters at the end of a word may be other ones in another form of it: `burning` and `burned`, `city` and `cities`. */
function cutOf(letters: readonly string[]): number {
  if (letters.length < 4) return 0;
  if (letters.length === 4) return /[ey]/.test(letters[3] ?? "") ? 1 : 0;
  return Math.min(3, letters.length - 4);
}

/** A pattern for letters that may have other marks on them or none, such as the vowels of Arabic and Hebrew. */
const lettersOf = (word: string): string =>
  [...word.normalize("NFC")]
    .filter((letter) => !/^\p{M}$/u.test(letter))
    .map((letter) => {
      if (letter <= "\u007f") return letter;
      const [base = letter] = letter.normalize("NFD");
      return base === letter ? `${letter}\\p{M}*` : `[${letter}${base}]\\p{M}*`;
    })
    .join("");

function spansOf({ forms, isWord }: Term, text: string): Span[] {
  const spans: Span[] = [];
  forms.lastIndex = 0;
  for (let found = forms.exec(text); found !== null && spans.length < MAX_SPANS; found = forms.exec(text)) {
    const from = found.index;
    if (!isWord || isWordStart(text, from)) spans.push({ from, to: from + found[0].length });
    // A word may begin inside of what is not one. From the middle of a pair of surrogates, the search would find the same place again.
    else forms.lastIndex = from + ((text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1);
  }
  return spans;
}

function merged(spans: Span[]): Span[] {
  const found: Span[] = [];
  for (const { from, to } of spans.sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = found.at(-1);
    if (last !== undefined && from < last.to) last.to = Math.max(last.to, to);
    else found.push({ from, to });
  }
  return found.slice(0, MAX_SPANS);
}
