/** Counts words as readers do, in every script. */
import { kind, kindAt, splitsPair } from "./characters";

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

// ' ’ - ‐ ‑ join the parts of a word, . and , those of a number.
function joinsWord(text: string, at: number, end: number): boolean {
  const unit = text.charCodeAt(at);
  const isHyphen = unit === 0x27 || unit === 0x2019 || unit === 0x2d || unit === 0x2010 || unit === 0x2011;
  const isPoint = unit === 0x2e || unit === 0x2c;
  if ((!isHyphen && !isPoint) || at + 1 >= end) return false;
  if (isPoint) return isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at + 1));
  return kindAt(text, at + 1) === kind.letter;
}

/**
 * The number of words in `from`–`to`: each ideograph is one; elsewhere, the text between blanks and punctuation (`don't`, `well-known` and
 * `3.14` are one word each; a run of Thai or similar counts once).
 */
export function countWords(text: string, from = 0, to = text.length): number {
  let count = 0;
  let previous: number = kind.space;
  for (let at = from; at < to; at++) {
    const code = kindAt(text, at);
    if (code === kind.mark) continue;
    if (code === kind.ideograph) count++;
    else if ((code === kind.letter || code === kind.unspaced) && previous !== code) count++;
    if (code === kind.other && previous === kind.letter && joinsWord(text, at, to)) continue;
    previous = code;
    if (splitsPair(text, at + 1)) at++;
  }
  return count;
}
