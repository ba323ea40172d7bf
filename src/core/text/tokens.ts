/** Estimates how many language model tokens a text costs, without any model's own tables. */
import { splitsPair } from "./characters";

// The tokens of one UTF-16 unit: four ASCII characters are one token; letters of other alphabets are half a token each;
// ideographs, kana, hangul and symbols are a little more than one; an emoji (two units) is about two.
const asciiCost = 0.25;
const alphabetCost = 0.5;
const ideographCost = 1.1;

function costOf(unit: number): number {
  if (unit < 0x80) return asciiCost;
  if (unit < 0x1100) return alphabetCost;
  return unit < 0x1200 || unit >= 0x2e80 ? ideographCost : alphabetCost;
}

/**
 * The estimated number of tokens of a text: a quarter for an ASCII character, a half for one of another alphabet, 1.1 for an ideograph,
 * kana, hangul or half an emoji; rounded up.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at++) tokens += costOf(text.charCodeAt(at));
  return Math.ceil(tokens);
}

/** The text itself if it has at most `limit` tokens, otherwise as much of its beginning as fits, followed by `...`. */
export function cropToTokens(text: string, limit: number): string {
  let tokens = 0;
  for (let at = 0; at < text.length; at++) {
    tokens += costOf(text.charCodeAt(at));
    if (tokens > limit) return `${text.slice(0, splitsPair(text, at) ? at - 1 : at)}...`;
  }
  return text;
}
