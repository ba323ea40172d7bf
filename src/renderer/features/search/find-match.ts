import type { Text } from "@codemirror/state";
import type { FoundParagraph } from "../../../shared/contract";

/** The largest distance from the old position at which a match is searched, in characters. */
const REACH = 200_000;

/** The most candidates compared, and the characters of context around each. */
const MOST_PLACES = 500;
const AROUND = 24;

/**
 * Finds a match in the current text, which may differ from the searched one: at its position, else with the same context, else
 * nearest to it, else (`isExact` false) at the start of its line.
 */
export function findMatch(
  doc: Text,
  hit: Pick<FoundParagraph, "from" | "to" | "match" | "line" | "excerpt">,
): { from: number; to: number; isExact: boolean } {
  const { from, to, match, line } = hit;
  if (to <= doc.length && doc.sliceString(from, from + match.length) === match) return { from, to, isExact: true };
  const start = Math.max(0, from - REACH);
  const near = doc.sliceString(start, Math.min(doc.length, from + REACH));
  const place = match === "" ? -1 : likeliest(near, hit, from - start);
  if (place >= 0) {
    const found = start + place;
    return { from: found, to: Math.min(doc.length, found + to - from), isExact: true };
  }
  const at = doc.line(Math.max(1, Math.min(line, doc.lines))).from;
  return { from: at, to: at, isExact: false };
}

function likeliest(text: string, { match, excerpt }: Pick<FoundParagraph, "match" | "excerpt">, at: number): number {
  const first = excerpt.findIndex(({ kind }) => kind === "match");
  const before = excerpt[first - 1]?.text.slice(-AROUND) ?? "";
  const behind = excerpt[first + 1]?.text.slice(0, AROUND) ?? "";
  let best = { place: -1, score: -1, distance: 0 };
  let place = text.indexOf(match);
  for (let count = 0; place >= 0 && count < MOST_PLACES; count++, place = text.indexOf(match, place + 1)) {
    const end = place + match.length;
    // The excerpt has single spaces where the text may have several, or a line break.
    const followsSame = plain(text.slice(Math.max(0, place - 2 * AROUND), place)).endsWith(before);
    const precedesSame = plain(text.slice(end, end + 2 * AROUND)).startsWith(behind);
    const score = Number(followsSame) + Number(precedesSame);
    const distance = Math.abs(place - at);
    if (score > best.score || (score === best.score && distance < best.distance)) best = { place, score, distance };
  }
  return best.place;
}

const plain = (text: string): string => text.replace(/\s+/gu, " ");
