/** Character classes and word boundaries for reading a text word by word. */

/**
 * `letter`: words in scripts with spaces consist of these (also digits and `_`). `ideograph`: a word by itself (Han, kana). `unspaced`: a
 * letter of a script that writes words without spaces (Thai, Khmer …). `mark`: belongs to the character before it.
 */
export const kind = { other: 0, letter: 1, ideograph: 2, unspaced: 3, space: 4, break: 5, mark: 6 } as const;

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}ー]/u;
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const mark = /[\p{M}\u200d]/u;
const letter = /[\p{L}\p{N}_]/u;

function findKind(character: string): number {
  if (character === "\n") return kind.break;
  if (/\s/u.test(character)) return kind.space;
  if (mark.test(character)) return kind.mark;
  if (!letter.test(character)) return kind.other;
  if (ideograph.test(character)) return kind.ideograph;
  return unspaced.test(character) ? kind.unspaced : kind.letter;
}

// One byte for each character of the first two planes, filled on first use: regular expressions are too slow for every
// character.
const unknown = 255;
const known = new Uint8Array(0x20000).fill(unknown);

/** The kind of the character that starts at `at`, one of `kind`. `at` must be inside the text and not between the halves of a pair. */
export function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const point = unit >= 0xd800 && unit <= 0xdbff ? (text.codePointAt(at) as number) : unit;
  // After the ideographs of planes 2 and 3 come variation selectors, and the tags in flags.
  if (point >= 0x20000) return point <= 0x3ffff ? kind.ideograph : kind.mark;
  const code = known[point] as number;
  if (code !== unknown) return code;
  const found = findKind(String.fromCodePoint(point));
  known[point] = found;
  return found;
}

/** Whether `at` is between the two halves of a surrogate pair. */
export function splitsPair(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const after = text.charCodeAt(at);
  if (after < 0xdc00 || after > 0xdfff) return false;
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff;
}

function nextCharacter(text: string, at: number): number {
  return splitsPair(text, at + 1) ? at + 2 : at + 1;
}

function previousCharacter(text: string, at: number): number {
  return splitsPair(text, at - 1) ? at - 2 : at - 1;
}

/**
 * The end of the token that starts at `at`: a word, an ideograph or any other single character with its marks, a run of blanks, or one line
 * break. Tokens cover a text without gaps, and no token splits a surrogate pair.
 */
export function tokenEnd(text: string, at: number, end = text.length): number {
  const first = kindAt(text, at);
  let next = nextCharacter(text, at);
  if (first === kind.break) return next;
  while (next < end) {
    const code = kindAt(text, next);
    const continues =
      code === kind.mark
        ? first !== kind.space
        : code === first && (first === kind.letter || first === kind.space || first === kind.mark);
    if (!continues) break;
    next = nextCharacter(text, next);
  }
  return Math.min(next, end);
}

const isWordCode = (code: number): boolean => code === kind.letter || code === kind.mark;

/** Whether the character at `at` is part of a word as `wordStart` defines it; false outside the text. */
export function isWordAt(text: string, at: number): boolean {
  return at >= 0 && at < text.length && isWordCode(kindAt(text, splitsPair(text, at) ? at - 1 : at));
}

const MAX_WORD = 256;

/** The start of the word that ends at `at`; `at` itself if there is none. Looks back 256 characters at most. */
export function wordStart(text: string, at: number): number {
  let start = splitsPair(text, at) ? at - 1 : at;
  for (let steps = 0; steps < MAX_WORD && start > 0; steps++) {
    const before = previousCharacter(text, start);
    if (!isWordCode(kindAt(text, before))) break;
    start = before;
  }
  // Marks at the start belong to the character before the word.
  while (start < at && kindAt(text, start) === kind.mark && nextCharacter(text, start) <= at) {
    start = nextCharacter(text, start);
  }
  return start;
}

/** The end of the word that continues at `at`; `at` itself if there is none. Looks 256 characters ahead at most. */
export function wordEnd(text: string, at: number): number {
  let end = splitsPair(text, at) ? at + 1 : at;
  for (let steps = 0; steps < MAX_WORD && end < text.length; steps++) {
    if (!isWordCode(kindAt(text, end))) break;
    end = nextCharacter(text, end);
  }
  return end;
}

/** The text itself if it has at most `most` UTF-16 units, otherwise as much as fits, followed by `...`. */
export function cropText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, splitsPair(text, most) ? most - 1 : most)}...`;
}
