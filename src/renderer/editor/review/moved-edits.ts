import type { ChangeSet, Text } from "@codemirror/state";
import { editRanges, joinPieces, type PendingEdit, type PendingEdits } from "../../../core/review/pending-edits";

/** Longer texts are not looked for among what a change inserts, in characters. */
const MAX_LENGTH = 1_000_000;

/** The pending edits of a range of the text. */
export type EditsOfRange = { from: number; to: number; pieces: PendingEdits };

type Part = { from: number; text: string };

/**
 * The pending edits of what a change moves, by where it is in the new text. What one change deletes and another inserts is moved, also if the line break
 * that was behind it is before it now.
 */
export function movedEdits(pending: PendingEdits, doc: Text, changes: ChangeSet): EditsOfRange[] {
  const edits = editRanges(pending);
  const [removed, inserted]: [Part[], Part[]] = [[], []];
  changes.iterChanges((fromA, toA, fromB, _toB, text) => {
    if (Math.max(toA - fromA, text.length) > MAX_LENGTH) return;
    // What is replaced beside itself is compared, as all that is replaced.
    if (text.length === 0) removed.push({ from: fromA, text: doc.sliceString(fromA, toA) });
    else if (fromA === toA) inserted.push({ from: fromB, text: text.toString() });
  });
  return inserted.flatMap((now) => {
    const before = removed.find(({ text }) => rotation(text, now.text) >= 0);
    if (!before) return [];
    const [start, end] = [before.from, before.from + before.text.length];
    const first = start + rotation(before.text, now.text);
    const found = edits.filter(
      ({ from, to }) => (from >= first ? to <= end : to <= first) && isIn(doc, from, to, start, end),
    );
    const moved = found.map(({ edit, from, to }) => {
      const by = from >= first ? now.from - first : now.from + (end - first) - start;
      return { edit, from: from + by, to: to + by };
    });
    return moved.length === 0 ? [] : [rangeOf(moved)];
  });
}

/** How many characters from the start of a text are at its end in the other one; -1 if that is not the only difference. */
const rotation = (before: string, now: string): number =>
  before.length === now.length ? (before + before).indexOf(now) : -1;

/** Whether an edit belongs to a range that was deleted. An edit that only deletes belongs to the line that it is in. */
const isIn = (doc: Text, from: number, to: number, start: number, end: number): boolean =>
  from >= start &&
  to <= end &&
  (from < to ||
    (from > start && from < end) ||
    (from === start ? doc.lineAt(start).from === start : doc.lineAt(end).to === end));

function rangeOf(edits: readonly { edit: PendingEdit; from: number; to: number }[]): EditsOfRange {
  const sorted = edits.toSorted((a, b) => a.from - b.from);
  const range = { from: sorted[0]?.from ?? 0, to: sorted.at(-1)?.to ?? 0 };
  let at = range.from;
  const pieces = sorted.flatMap(({ edit, from, to }) => {
    const gap = from - at;
    at = to;
    return [gap, edit];
  });
  return { ...range, pieces: joinPieces(pieces) };
}
