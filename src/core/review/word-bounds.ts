/** Word boundaries for reviews: no hunk begins or ends inside a word. */
import { kind, kindAt, splitsPair } from "../text/characters";

/** Characters that join two parts of a word: `9:30`, `don't`, `well-known`, `3.14`, `2026/11/22`, `me@example.org`. */
const joiners = new Set([..."'’-‐‑.,:/@_&+"].map((sign) => sign.charCodeAt(0)));

const zeroWidthJoiner = 0x200d;

const isWordUnit = (text: string, at: number): boolean => {
  if (at < 0 || at >= text.length) return false;
  const code = kindAt(text, splitsPair(text, at) ? at - 1 : at);
  return code === kind.letter || code === kind.mark;
};

/** Whether a word, or a single character of any script, continues across `at`. */
export function isInsideWord(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  if (splitsPair(text, at) || text.charCodeAt(at - 1) === zeroWidthJoiner) return true;
  if (kindAt(text, at) === kind.mark) return true;
  const isBefore = isWordUnit(text, at - 1);
  const isAfter = isWordUnit(text, at);
  if (isBefore && isAfter) return true;
  if (isBefore) return joiners.has(text.charCodeAt(at)) && isWordUnit(text, at + 1);
  return isAfter && joiners.has(text.charCodeAt(at - 1)) && isWordUnit(text, at - 2);
}

/** Whether no word can include the character at `at`: a blank, a line break, or a character that is a word by itself. */
export function isGapAt(text: string, at: number): boolean {
  if (splitsPair(text, at)) return false;
  const code = kindAt(text, at);
  // A mark after it would belong to it.
  if (at + 1 < text.length && kindAt(text, at + 1) === kind.mark) return false;
  return code === kind.space || code === kind.break || code === kind.ideograph || code === kind.unspaced;
}
