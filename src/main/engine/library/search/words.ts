import { stemmer } from "stemmer";
import { bareLetters } from "../entries/bare-letters";

/** Runs of a script without blanks between words, or of letters and digits. */
const runs = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}ー々〆]+|[\p{L}\p{N}]+/gu;
const isUnspaced = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}ー々〆]/u;
/** Longer runs of letters are not words: they are cut. */
const LONGEST_WORD = 64;

/**
 * The normalized words of a text: lower case without accents, `thieves'` as `thieves` and `hunter's` as `hunter`. In a script without
 * blanks, each pair of neighbouring characters is a word.
 */
export function wordsOf(text: string): string[] {
  const bare = plain(text);
  if (isAscii(bare))
    return (bare.match(asciiRuns) ?? []).map((run) => (run.length > LONGEST_WORD ? run.slice(0, LONGEST_WORD) : run));
  const words: string[] = [];
  for (const [run] of bare.matchAll(runs)) {
    if (!isUnspaced.test(run)) words.push(run.slice(0, LONGEST_WORD));
    else {
      const characters = Array.from(run);
      if (characters.length === 1) words.push(run);
      for (let index = 1; index < characters.length; index++)
        words.push(`${characters[index - 1]}${characters[index]}`);
    }
  }
  return words;
}

/** The single characters of scripts without blanks: *狐狸* has one in common with *九尾狐*. */
export const charactersOf = (text: string): string[] =>
  isAscii(text)
    ? []
    : Array.from(plain(text).matchAll(runs), ([run]) => run).flatMap((run) =>
        isUnspaced.test(run) ? Array.from(run) : [],
      );

/** Most texts; they need no Unicode, which takes most of the time. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);
const asciiRuns = /[a-z0-9]+/g;

function plain(text: string): string {
  if (isAscii(text)) {
    const lower = text.toLowerCase();
    return lower.includes("'") ? lower.replace(/'s\b|'/g, "") : lower;
  }
  const bare = bareLetters(text.normalize("NFKC").toLowerCase());
  return bare.replace(/[\u2018\u2019\u02bc]/g, "'").replace(/'s\b|'/g, "");
}

const stems = new Map<string, string>();

/** The stem of a word: `heal` for `heals` and `healing` (Porter's rules for English). */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  // Bounded: a text of random words must not stay in memory.
  if (stems.size > 50_000) stems.clear();
  const stem = /^[a-z]{3,}$/.test(word) ? stemmer(word) : word;
  stems.set(word, stem);
  return stem;
}
