/** How many tokens of a language model a text costs, estimated without any model's own tables. */
import { splitsPair } from "./characters";

// Tokens that one UTF-16 unit costs: four ASCII characters make a token; letters of other alphabets take half a token
// each; ideographs, kana, hangul and symbols a little more than one; an emoji (two units) about two.
const asciiCost = 0.25;
const alphabetCost = 0.5;
const ideographCost = 1.1;

function costOf(unit: number): number {
  if (unit < 0x80) return asciiCost;
  if (unit < 0x1100) return alphabetCost;
  return unit < 0x1200 || unit >= 0x2e80 ? ideographCost : alphabetCost;
}

/**
 * Tokens in a text, estimated: a quarter for an ASCII character, a half for one of another alphabet, 1.1 for an
 * ideograph, kana, hangul or half an emoji; rounded up.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at++) tokens += costOf(text.charCodeAt(at));
  return Math.ceil(tokens);
}

/** The text itself if it has no more than `limit` tokens, else as much of its beginning as fits, then `...`. */
export function cropToTokens(text: string, limit: number): string {
  let tokens = 0;
  for (let at = 0; at < text.length; at++) {
    tokens += costOf(text.charCodeAt(at));
    if (tokens > limit) return `${text.slice(0, splitsPair(text, at) ? at - 1 : at)}...`;
  }
  return text;
}
