/** Letters that have no separable accent, with plain letters for them. */
const plainForms: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  ß: "ss",
  ð: "d",
  đ: "d",
  ł: "l",
  þ: "th",
  ı: "i",
};

/** A lower-case text without accents and ligatures: `évocation` as `evocation`, `ælfwine` as `aelfwine`. */
export function bareLetters(text: string): string {
  // Most texts have neither, and removing them is expensive.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replace(/[æœøßðđłþı]/g, (letter) => plainForms[letter] ?? letter);
}
