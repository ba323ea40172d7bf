/** A text in pieces; `isHit` where it is what was looked for. */
export type MarkedPiece = { from: number; text: string; isHit: boolean };

/** More hits than these are not marked in one paragraph. */
const MOST = 200;

/** What a search for words as they stand, or for a regular expression, finds in a paragraph; null where it is empty, or cannot be read. */
export function searchExpression(sought: string, isRegex: boolean): RegExp | null {
  if (sought.trim() === "") return null;
  try {
    if (isRegex) return new RegExp(sought, "giu");
    return new RegExp(sought.trim().replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), "gi");
  } catch {
    return null;
  }
}

/** The places of a text that an expression of `searchExpression` matches. */
export function hitsIn(text: string, expression: RegExp | null): { from: number; to: number }[] {
  if (expression === null) return [];
  const hits: { from: number; to: number }[] = [];
  for (const { 0: hit, index } of text.matchAll(expression)) {
    if (hit !== "") hits.push({ from: index, to: index + hit.length });
    if (hits.length === MOST) break;
  }
  return hits;
}

/** A text cut at the ends of its hits. */
export function piecesOf(text: string, hits: readonly { from: number; to: number }[]): MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  let done = 0;
  for (const { from, to } of hits) {
    if (from > done) pieces.push({ from: done, text: text.slice(done, from), isHit: false });
    pieces.push({ from, text: text.slice(from, to), isHit: true });
    done = to;
  }
  if (done < text.length) pieces.push({ from: done, text: text.slice(done), isHit: false });
  return pieces;
}
