/** Two people's changes to one text brought together: what does not touch is merged, what does is a conflict. */
import { type Change, shifted } from "../text/change";
import { isWordAt, wordEnd, wordStart } from "../text/characters";
import { refineChanges } from "./refine-changes";

/** Where both sides changed the same words in different ways. */
export type Conflict = {
  /** Where the merged text shows it, as mine: `from`–`to` holds `mine`. */
  from: number;
  to: number;
  /** What stood there before, and what each side made of it; whole words. */
  base: string;
  mine: string;
  theirs: string;
};

/** How each side gets to the merged text, which is the same from both. */
export type Merge = {
  /** Over my text: what they did. */
  mineToMerged: Change[];
  /** Over their text: what I did. */
  theirsToMerged: Change[];
  /** In the order of the text. */
  conflicts: Conflict[];
};

/** One side's span, with the words it reaches into. `both` was changed in the same way by the two. */
type Span = Change & { side: "mine" | "theirs" | "both"; start: number; end: number };

/**
 * Merges two lists of changes to the same base. Changes are first brought down to the words they really change (a
 * paragraph that was replaced because of one word counts as that word); changes of different words merge, the same
 * change made twice is made once, and what touches otherwise is a conflict, which the merged text shows as mine.
 */
export function mergeChanges(edits: { base: string; mine: readonly Change[]; theirs: readonly Change[] }): Merge {
  const { base } = edits;
  const spans = pairUp(base, refineChanges(base, edits.mine), refineChanges(base, edits.theirs));
  const merge: Merge = { mineToMerged: [], theirsToMerged: [], conflicts: [] };
  // How far a position of the base has moved in each text.
  const moved = { mine: 0, theirs: 0, merged: 0 };
  for (const group of groupTouching(spans)) {
    const first = group[0] as Span;
    const start = first.start;
    const end = group.reduce((most, span) => Math.max(most, span.end), first.end);
    const mine = group.filter((span) => span.side !== "theirs");
    const theirs = group.filter((span) => span.side !== "mine");
    const isMine = mine.length === group.length;
    const isTheirs = theirs.length === group.length;
    if (isMine || isTheirs) {
      for (const span of group) {
        const grown = span.insert.length - (span.to - span.from);
        if (span.side === "theirs") merge.mineToMerged.push(shifted(span, moved.mine));
        else moved.mine += grown;
        if (span.side === "mine") merge.theirsToMerged.push(shifted(span, moved.theirs));
        else moved.theirs += grown;
        moved.merged += grown;
      }
      continue;
    }
    const conflict = {
      from: start + moved.merged,
      to: 0,
      base: base.slice(start, end),
      mine: rewrite(base, start, end, mine),
      theirs: rewrite(base, start, end, theirs),
    };
    conflict.to = conflict.from + conflict.mine.length;
    if (conflict.mine !== conflict.theirs) {
      const from = start + moved.theirs;
      merge.theirsToMerged.push({ from, to: from + conflict.theirs.length, insert: conflict.mine });
      merge.conflicts.push(conflict);
    }
    moved.mine += conflict.mine.length - (end - start);
    moved.theirs += conflict.theirs.length - (end - start);
    moved.merged += conflict.mine.length - (end - start);
  }
  return merge;
}

function pairUp(base: string, mine: readonly Change[], theirs: readonly Change[]): Span[] {
  const spans: Span[] = [];
  let j = 0;
  for (const change of mine) {
    while (j < theirs.length && (theirs[j] as Change).from < change.from) {
      spans.push(withWords(base, theirs[j++] as Change, "theirs"));
    }
    const other = theirs[j];
    const isSame = other?.from === change.from && other.to === change.to && other.insert === change.insert;
    if (isSame) j++;
    spans.push(withWords(base, change, isSame ? "both" : "mine"));
  }
  for (; j < theirs.length; j++) spans.push(withWords(base, theirs[j] as Change, "theirs"));
  return spans.sort((a, b) => a.start - b.start || a.from - b.from);
}

// A word is touched where a change cuts into it, and where it glues something to it or cuts something off.
function withWords(base: string, change: Change, side: Span["side"]): Span {
  const { from, to, insert } = change;
  const wasInside = isWordAt(base, from);
  const isInside = insert === "" ? isWordAt(base, to) : isWordAt(insert, 0);
  const start = isWordAt(base, from - 1) && (wasInside || isInside) ? wordStart(base, from) : from;
  const wasBehind = isWordAt(base, to - 1);
  const isBehind = insert === "" ? isWordAt(base, from - 1) : isWordAt(insert, insert.length - 1);
  const end = isWordAt(base, to) && (wasBehind || isBehind) ? wordEnd(base, to) : to;
  return { ...change, side, start, end };
}

function groupTouching(spans: readonly Span[]): Span[][] {
  const groups: Span[][] = [];
  let end = -1;
  for (const span of spans) {
    if (span.start <= end) groups.at(-1)?.push(span);
    else groups.push([span]);
    end = Math.max(end, span.end);
  }
  return groups;
}

// What one side made of `start`–`end`.
function rewrite(base: string, start: number, end: number, spans: readonly Span[]): string {
  let text = "";
  let at = start;
  for (const { from, to, insert } of [...spans].sort((a, b) => a.from - b.from)) {
    text += base.slice(at, from) + insert;
    at = to;
  }
  return text + base.slice(at, end);
}
