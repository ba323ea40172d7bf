import type { ChangeSet, Text } from "@codemirror/state";
import { difference } from "../../../core/diff/difference";
import { mergeChanges } from "../../../core/diff/merge";
import { shrinkChanges } from "../../../core/text/change";
import type { Change } from "../../../shared/contract";
import { toChangeSet, toChanges } from "../text/change-sets";

/** Two change sets from the same text, merged. */
export type MergedSteps = {
  mineToMerged: ChangeSet;
  theirsToMerged: ChangeSet;
  /** Where both changed the same words: ranges of the merged text, which contains mine there. */
  conflicts: { from: number; to: number }[];
};

/** Changes of both sides that are so close that they have to be merged together. */
type Neighbours = { from: number; to: number; mine: Change[]; theirs: Change[] };

/**
 * Merges the user's edits with a remote change, both based on `base`. Looks only at the lines around changes of both
 * sides, so that the cost does not grow with the text.
 */
export function mergeSteps(base: Text, mine: ChangeSet, theirs: ChangeSet): MergedSteps {
  const mineToMerged: Change[] = [];
  const theirsToMerged: Change[] = [];
  const conflicts: MergedSteps["conflicts"] = [];
  const shift = { mine: 0, theirs: 0, merged: 0 };
  for (const group of neighbours(base, toChanges(mine), toChanges(theirs))) {
    const at = { mine: group.from + shift.mine, theirs: group.from + shift.theirs, merged: group.from + shift.merged };
    const local = {
      mine: group.mine.map((change) => moved(change, -group.from)),
      theirs: group.theirs.map((change) => moved(change, -group.from)),
    };
    let merged: Pick<ReturnType<typeof mergeChanges>, "mineToMerged" | "theirsToMerged" | "conflicts">;
    if (group.mine.length > 0 && group.theirs.length > 0) {
      const text = base.sliceString(group.from, group.to);
      merged = mergeChanges({
        base: text,
        mine: shrinkChanges(text, local.mine),
        theirs: shrinkChanges(text, local.theirs),
      });
    } else merged = { mineToMerged: local.theirs, theirsToMerged: local.mine, conflicts: [] };
    for (const change of merged.mineToMerged) mineToMerged.push(moved(change, at.mine));
    for (const change of merged.theirsToMerged) theirsToMerged.push(moved(change, at.theirs));
    for (const { from, to } of merged.conflicts) conflicts.push({ from: from + at.merged, to: to + at.merged });
    shift.mine += growth(local.mine);
    shift.theirs += growth(local.theirs);
    shift.merged += growth(local.mine) + growth(merged.mineToMerged);
  }
  return {
    mineToMerged: toChangeSet(mineToMerged, mine.newLength),
    theirsToMerged: toChangeSet(theirsToMerged, theirs.newLength),
    conflicts,
  };
}

/** The changes from `base` to a complete text that somebody else wrote. */
export function differenceOf(base: Text, whole: string): ChangeSet {
  return toChangeSet(difference(base.sliceString(0), whole), base.length);
}

const moved = ({ from, to, insert }: Change, by: number): Change => ({ from: from + by, to: to + by, insert });

const growth = (changes: readonly Change[]) =>
  changes.reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0);

/** Groups the changes of both sides; between two groups there is at least one unchanged line. */
function neighbours(base: Text, mine: readonly Change[], theirs: readonly Change[]): Neighbours[] {
  const groups: Neighbours[] = [];
  let current: (Neighbours & { lastLine: number }) | null = null;
  let m = 0;
  let t = 0;
  for (;;) {
    const my = mine[m];
    const their = theirs[t];
    const takeMine = my !== undefined && (their === undefined || my.from <= their.from);
    const change = takeMine ? my : their;
    if (!change) return groups;
    if (takeMine) m++;
    else t++;
    const first = base.lineAt(change.from);
    const last = base.lineAt(change.to);
    if (!current || first.number > current.lastLine + 1) {
      current = { from: first.from, to: last.to, mine: [], theirs: [], lastLine: last.number };
      groups.push(current);
    } else if (last.number > current.lastLine) {
      current.to = last.to;
      current.lastLine = last.number;
    }
    (takeMine ? current.mine : current.theirs).push(change);
  }
}
