/** The maximum number of characters of a text that are compared: enough to tell whether two passages are alike. */
const MAX_COMPARED = 4_000;

/** How alike two texts are, from 0 to 1: the pairs of neighbouring letters that both have. Blanks, punctuation and letter case do not count. */
export function likeness(a: string, b: string): number {
  const [one, other] = [letters(a), letters(b)];
  if (one === other) return one === "" ? (a.trim() === b.trim() ? 1 : 0) : 1;
  if (one.length < 2 || other.length < 2) return 0;
  const counts = new Map<string, number>();
  for (let at = 0; at + 2 <= one.length; at++) {
    const pair = one.slice(at, at + 2);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  let shared = 0;
  for (let at = 0; at + 2 <= other.length; at++) {
    const pair = other.slice(at, at + 2);
    const left = counts.get(pair) ?? 0;
    if (left === 0) continue;
    counts.set(pair, left - 1);
    shared++;
  }
  return (2 * shared) / (one.length + other.length - 2);
}

const letters = (text: string): string =>
  text
    .slice(0, MAX_COMPARED)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
