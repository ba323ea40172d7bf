/** Merges two sides' changes to one text: changes that do not touch are merged, changes that do are a conflict. */
import { type Change, shifted } from "../text/change";
import { isWordAt, wordEnd, wordStart } from "../text/characters";
import { refineChanges } from "./refine-changes";

/** Both sides changed the same words in different ways. */
export type Conflict = {
  /** Its range in the merged text, which shows my version: `from`–`to` holds `mine`. */
  from: number;
  to: number;
  /** The base text and each side's version, in whole words. */
  base: string;
  mine: string;
  theirs: string;
};

/** The changes that turn each side into the merged text. */
export type Merge = {
  /** Applied to my text: their changes. */
  mineToMerged: Change[];
  /** Applied to their text: my changes. */
  theirsToMerged: Change[];
  /** In text order. */
  conflicts: Conflict[];
};

/** One side's change with the words that it reaches into. `both`: the two sides made the same change. */
type Span = Change & { side: "mine" | "theirs" | "both"; start: number; end: number };

/**
 * Merges two lists of changes to the same base. Changes are first reduced to the words that they really change (a paragraph that was
 * replaced because of one word counts as that word). Changes of different words are merged, a change that both made is made once, and
 * everything else that touches is a conflict. The merged text shows my version of a conflict.
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
      spans.push(withTouchedWords(base, theirs[j++] as Change, "theirs"));
    }
    const other = theirs[j];
    const isSame = other?.from === change.from && other.to === change.to && other.insert === change.insert;
    if (isSame) j++;
    spans.push(withTouchedWords(base, change, isSame ? "both" : "mine"));
  }
  for (; j < theirs.length; j++) spans.push(withTouchedWords(base, theirs[j] as Change, "theirs"));
  return spans.sort((a, b) => a.start - b.start || a.from - b.from);
}

// A change touches a word if it cuts into it, joins something to it, or cuts something off.
function withTouchedWords(base: string, change: Change, side: Span["side"]): Span {
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

// One side's version of `start`–`end`.
function rewrite(base: string, start: number, end: number, spans: readonly Span[]): string {
  let text = "";
  let at = start;
  for (const { from, to, insert } of [...spans].sort((a, b) => a.from - b.from)) {
    text += base.slice(at, from) + insert;
    at = to;
  }
  return text + base.slice(at, end);
}
