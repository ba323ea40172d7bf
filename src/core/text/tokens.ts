/** Estimates how many language model tokens a text costs, without any model's own tables. */
import { splitsPair } from "./characters";

/** Costs are counted in twentieths of a token: whole numbers, so that the costs of parts add up to that of the whole. */
export const costOfToken = 20;

// The cost of one UTF-16 unit: four ASCII characters are one token; letters of other alphabets are half a token each;
// ideographs, kana, hangul and symbols are a little more than one; an emoji (two units) is about two.
const asciiCost = 5;
const alphabetCost = 10;
const ideographCost = 22;

function costOf(unit: number): number {
  if (unit < 0x80) return asciiCost;
  if (unit < 0x1100) return alphabetCost;
  return unit < 0x1200 || unit >= 0x2e80 ? ideographCost : alphabetCost;
}

/**
 * The estimated number of tokens of a text: a quarter for an ASCII character, a half for one of another alphabet, 1.1 for an ideograph,
 * kana, hangul or half an emoji; rounded up.
 */
export const estimateTokens = (text: string): number => Math.ceil(estimateCost(text) / costOfToken);

/** What `estimateTokens` rounds: the estimated tokens of a text, times `costOfToken`. */
export function estimateCost(text: string): number {
  let cost = 0;
  for (let at = 0; at < text.length; at++) cost += costOf(text.charCodeAt(at));
  return cost;
}

/** The text itself if it has at most `limit` tokens, otherwise as much of its beginning as fits, followed by `...`. */
export function cropToTokens(text: string, limit: number): string {
  let cost = 0;
  for (let at = 0; at < text.length; at++) {
    cost += costOf(text.charCodeAt(at));
    if (cost > limit * costOfToken) return `${text.slice(0, splitsPair(text, at) ? at - 1 : at)}...`;
  }
  return text;
}
