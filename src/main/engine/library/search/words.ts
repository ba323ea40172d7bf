import { stemmer } from "stemmer";

/** Runs of scripts that set no blanks between words, or of letters and digits. */
const runs = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}ー々〆]+|[\p{L}\p{N}]+/gu;
const isUnspaced = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}ー々〆]/u;
/** Longer runs of letters are nobody's word: they are cut. */
const longestWord = 64;

/**
 * The words of a text as they are compared: small letters without accents, `thieves'` as `thieves` and `hunter's` as `hunter`. Where a
 * script sets no blanks every pair of neighbouring characters is a word.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [run] of plain(text).matchAll(runs)) {
    if (!isUnspaced.test(run)) words.push(run.slice(0, longestWord));
    else {
      const characters = Array.from(run);
      if (characters.length === 1) words.push(run);
      for (let index = 1; index < characters.length; index++)
        words.push(`${characters[index - 1]}${characters[index]}`);
    }
  }
  return words;
}

function plain(text: string): string {
  const small = text.normalize("NFKC").toLowerCase();
  // Most texts have no accents, and taking them off is dear.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  const bare = /^[\x00-\x7f]*$/.test(small)
    ? small
    : small
        .normalize("NFD")
        .replace(/[\u0300-\u036f]/g, "")
        .normalize("NFC");
  return bare.replace(/[\u2018\u2019\u02bc]/g, "'").replace(/'s\b|'/g, "");
}

const stems = new Map<string, string>();

/** What a word shares with its other forms: `heal` for `heals` and `healing` (Porter's rules for English). */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  // Bounded: a text of random words must not stay in memory for ever.
  if (stems.size > 50_000) stems.clear();
  const stem = /^[a-z]{3,}$/.test(word) ? stemmer(word) : word;
  stems.set(word, stem);
  return stem;
}
