/** A piece of text; `isHit` if it matches the search. */
export type MarkedPiece = { from: number; text: string; isHit: boolean };

/** The maximum number of matches marked per paragraph. */
const MAX_MATCHES = 200;

/** The expression that a plain or regular-expression search compiles to; null if it is empty or invalid. */
export function searchExpression(sought: string, isRegex: boolean): RegExp | null {
  if (sought.trim() === "") return null;
  try {
    if (isRegex) return new RegExp(sought, "giu");
    return new RegExp(sought.trim().replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), "gi");
  } catch {
    return null;
  }
}

/** The ranges of a text that match an expression of `searchExpression`. */
export function hitsIn(text: string, expression: RegExp | null): { from: number; to: number }[] {
  if (expression === null) return [];
  const hits: { from: number; to: number }[] = [];
  for (const { 0: hit, index } of text.matchAll(expression)) {
    if (hit !== "") hits.push({ from: index, to: index + hit.length });
    if (hits.length === MAX_MATCHES) break;
  }
  return hits;
}

/** Splits a text at the ends of its matches. */
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
