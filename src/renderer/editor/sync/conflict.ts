import type { ChangeDesc } from "@codemirror/state";
import type { Writer } from "../../../shared/contract";

/** A range in which the user and somebody else changed the same words, open until the user resolves it. */
export type Conflict = {
  id: number;
  /** The user's version, in the text of the editor. May be empty. */
  from: number;
  to: number;
  /** The version on disk, in the saved text. May be empty. */
  baseFrom: number;
  baseTo: number;
  by: Writer;
};

/** A conflict as shown in the editor. */
export type VisibleConflict = Pick<Conflict, "id" | "from" | "to" | "by"> & { theirs: string };

/** How the user resolves a conflict. */
export type Choice = "mine" | "theirs" | "both";

/** Maps a range through an edit of the user: text inserted at its ends belongs to it. */
export function growingRange<T extends { from: number; to: number }>(range: T, changes: ChangeDesc): T {
  return { ...range, from: changes.mapPos(range.from, -1), to: changes.mapPos(range.to, 1) };
}

/** Maps a range through a remote change: text inserted at its ends does not belong to it. */
export function fixedRange<T extends { from: number; to: number }>(range: T, changes: ChangeDesc): T {
  if (range.from === range.to) {
    const at = changes.mapPos(range.from, -1);
    return { ...range, from: at, to: at };
  }
  const from = changes.mapPos(range.from, 1);
  return { ...range, from, to: Math.max(from, changes.mapPos(range.to, -1)) };
}

/** Sorts conflicts and merges those that overlap or touch. The merged conflict has the writer of the newest. */
export function mergeOverlapping(conflicts: readonly Conflict[]): Conflict[] {
  const sorted = [...conflicts].sort((a, b) => a.from - b.from || a.to - b.to || a.id - b.id);
  const out: Conflict[] = [];
  for (const next of sorted) {
    const last = out.at(-1);
    const overlaps =
      last && (next.from < last.to || next.baseFrom < last.baseTo || (next.from === last.from && next.to === last.to));
    if (!last || !overlaps) out.push(next);
    else
      out[out.length - 1] = {
        id: Math.min(last.id, next.id),
        from: Math.min(last.from, next.from),
        to: Math.max(last.to, next.to),
        baseFrom: Math.min(last.baseFrom, next.baseFrom),
        baseTo: Math.max(last.baseTo, next.baseTo),
        by: next.id > last.id ? next.by : last.by,
      };
  }
  return out;
}
