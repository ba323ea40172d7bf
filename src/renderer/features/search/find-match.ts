import type { Text } from "@codemirror/state";
import type { ParagraphMatch } from "../../../shared/contract";

/** The largest distance from the old position at which a match is searched, in characters. */
const MAX_DISTANCE = 200_000;

/** The maximum number of candidates compared, and the characters of context around each. */
const MAX_CANDIDATES = 500;
const CONTEXT_LENGTH = 24;

/**
 * Finds a match in the current text, which may differ from the searched one: at its position, else with the same context, else
 * nearest to it, else (`isExact` false) at the start of its line.
 */
export function findMatch(
  doc: Text,
  hit: Pick<ParagraphMatch, "from" | "to" | "match" | "line" | "excerpt">,
): { from: number; to: number; isExact: boolean } {
  const { from, to, match, line } = hit;
  if (to <= doc.length && doc.sliceString(from, from + match.length) === match) return { from, to, isExact: true };
  const start = Math.max(0, from - MAX_DISTANCE);
  const near = doc.sliceString(start, Math.min(doc.length, from + MAX_DISTANCE));
  const offset = match === "" ? -1 : bestCandidate(near, hit, from - start);
  if (offset >= 0) {
    const found = start + offset;
    return { from: found, to: Math.min(doc.length, found + to - from), isExact: true };
  }
  const at = doc.line(Math.max(1, Math.min(line, doc.lines))).from;
  return { from: at, to: at, isExact: false };
}

function bestCandidate(
  text: string,
  { match, excerpt }: Pick<ParagraphMatch, "match" | "excerpt">,
  at: number,
): number {
  const first = excerpt.findIndex(({ kind }) => kind === "match");
  const before = excerpt[first - 1]?.text.slice(-CONTEXT_LENGTH) ?? "";
  const behind = excerpt[first + 1]?.text.slice(0, CONTEXT_LENGTH) ?? "";
  let best = { offset: -1, score: -1, distance: 0 };
  let offset = text.indexOf(match);
  for (let count = 0; offset >= 0 && count < MAX_CANDIDATES; count++, offset = text.indexOf(match, offset + 1)) {
    const end = offset + match.length;
    // The excerpt has single spaces where the text may have several, or a line break.
    const followsSame = plain(text.slice(Math.max(0, offset - 2 * CONTEXT_LENGTH), offset)).endsWith(before);
    const precedesSame = plain(text.slice(end, end + 2 * CONTEXT_LENGTH)).startsWith(behind);
    const score = Number(followsSame) + Number(precedesSame);
    const distance = Math.abs(offset - at);
    if (score > best.score || (score === best.score && distance < best.distance)) best = { offset, score, distance };
  }
  return best.offset;
}

const plain = (text: string): string => text.replace(/\s+/gu, " ");
