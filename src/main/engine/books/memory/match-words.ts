/** Scripts that are written without blanks between words, or whose words are long enough to be compared by their signs. */
export const signs =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const word = new RegExp(`[${signs}]\\p{M}*|(?:(?![${signs}])[\\p{L}\\p{N}\\p{M}])+`, "gu");

/** Marks for the elements of an EPUB. */
export const elements = /<\/?[gx]\d+\/?>/g;

/** What fuzzy matches are compared by: words without case, and single signs of Chinese, Japanese, Korean and scripts without blanks. */
export const matchWords = (text: string): string[] =>
  text.normalize("NFKC").replace(elements, " ").toLowerCase().match(word) ?? [];
