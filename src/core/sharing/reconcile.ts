/** Brings a file and its shared text together: two branches of the text that they last had in common. */
import { difference } from "../diff/difference";
import { mergeChanges } from "../diff/merge";
import { applyChanges, type Change, invertChanges, mapPosition, shrinkChanges } from "../text/change";

/** Both texts, and what they last had in common; null if they never had anything, as when a file is joined that exists on both sides. */
export type Branches = { common: string | null; file: string; shared: string };

/** What leads both to one text. */
export type Reconciled = {
  /** Of the file: what others wrote, where nobody here wrote. */
  toFile: Change[];
  /** Of the shared text: what was written here, where nobody else wrote. */
  toShared: Change[];
  /**
   * Of the file after `toFile`: where both wrote the same words, the others' replace this file's. Both versions must be shown to the user, since the words
   * here are then in no text. Nothing of it is in `toShared`.
   */
  contested: Change[];
  /** The text that both have then. */
  text: string;
};

/**
 * Merges a file and its shared text. Where both changed the same words, the shared text stands: everybody else has it already, so only this side has
 * something to decide. Texts without a common base lose nothing: what only one of them has goes into the other.
 */
export function reconcile({ common, file, shared }: Branches): Reconciled {
  if (file === shared) return { toFile: [], toShared: [], contested: [], text: shared };
  const { base, mine, theirs } = common === null ? withoutBase(file, shared) : withBase(common, file, shared);
  // The merge shows `mine` in a conflict, which here is the shared side.
  const merge = mergeChanges({ base, mine: theirs, theirs: mine });
  const text = applyChanges(shared, merge.mineToMerged);
  const undecided = merge.conflicts.map(({ from, to, theirs: here }) => ({ from, to, insert: here }));
  const before = applyChanges(text, undecided);
  return {
    toFile: difference(file, before),
    toShared: shrinkChanges(shared, merge.mineToMerged),
    contested: invertChanges(text, undecided),
    text,
  };
}

const withBase = (base: string, file: string, shared: string) =>
  withSameStarts(base, difference(base, file), difference(base, shared));

/**
 * What both sides begin with where they changed the same range is part of the base: after a kill, the shared text may have what was written here, and the
 * file more of it. The two agree on it.
 */
function withSameStarts(base: string, mine: readonly Change[], theirs: readonly Change[]) {
  const same = new Map<number, { to: number; start: string }>();
  for (const { from, to, insert } of mine) {
    const other = theirs.find((each) => each.from === from && each.to === to);
    const length = other === undefined ? 0 : sameStart(insert, other.insert);
    if (length > 0) same.set(from, { to, start: insert.slice(0, length) });
  }
  const toBase = [...same].map(([from, { to, start }]) => ({ from, to, insert: start }));
  const moved = (changes: readonly Change[]): Change[] =>
    changes.map(({ from, to, insert }) => {
      const found = same.get(from);
      // Positions at an end of a range that both changed are outside of it.
      if (found?.to !== to)
        return { from: mapPosition(toBase, from, "after"), to: mapPosition(toBase, to, "before"), insert };
      const at = mapPosition(toBase, from, "before") + found.start.length;
      return { from: at, to: at, insert: insert.slice(found.start.length) };
    });
  return { base: applyChanges(base, toBase), mine: moved(mine), theirs: moved(theirs) };
}

/** How many characters two insertions begin with alike, in whole words. */
function sameStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  const isInWord = (text: string) => /^\S\S$/.test(text.slice(length - 1, length + 1));
  while (length > 0 && (isInWord(a) || isInWord(b))) length -= 1;
  return length;
}

/** The base is what is in both texts: each of them has added the rest. */
function withoutBase(file: string, shared: string) {
  const changes = difference(file, shared);
  const mine: Change[] = [];
  const theirs: Change[] = [];
  let base = "";
  let at = 0;
  for (const { from, to, insert } of changes) {
    base += file.slice(at, from);
    const place = base.length;
    if (to > from) mine.push({ from: place, to: place, insert: file.slice(from, to) });
    if (insert !== "") theirs.push({ from: place, to: place, insert });
    at = to;
  }
  return { base: base + file.slice(at), mine, theirs };
}
