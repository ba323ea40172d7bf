import type { ChangeSet, Text } from "@codemirror/state";
import { editRanges, joinPieces, type PendingEdit, type PendingEdits } from "../../../core/review/pending-edits";

/** Longer texts are not looked for among what a change inserts, in characters. */
const MAX_LENGTH = 1_000_000;

/** The pending edits of a range of the text. */
export type EditsOfRange = { from: number; to: number; pieces: PendingEdits };

/** A part of a text; `at` is where it is, or was, in the other text. */
type Part = { from: number; at: number; text: string };

/**
 * The pending edits of what a change moves and of what it moves past, by where they are in the new text. What one change deletes and another inserts is
 * moved, also if the line break that was behind it is before it now.
 */
export function movedEdits(pending: PendingEdits, doc: Text, changes: ChangeSet): EditsOfRange[] {
  const edits = editRanges(pending);
  const [removed, inserted]: [Part[], Part[]] = [[], []];
  changes.iterChanges((fromA, toA, fromB, _toB, text) => {
    if (Math.max(toA - fromA, text.length) > MAX_LENGTH) return;
    const [before, now] = [doc.sliceString(fromA, toA), text.toString()];
    if (fromA < toA && now === "") removed.push({ from: fromA, at: fromB, text: before });
    else if (fromA === toA) inserted.push({ from: fromA, at: fromB, text: now });
    else if (isPastEmptyLine(before, now)) {
      removed.push({ from: fromA, at: fromB, text: before });
      inserted.push({ from: before.endsWith("\n") ? toA : fromA, at: fromB, text: now });
    }
  });
  return inserted.flatMap((now) => {
    const before = removed.find(({ text }) => rotation(text, now.text) >= 0);
    if (!before) return [];
    const start = Math.min(before.from, now.from);
    const end = Math.max(before.from + before.text.length, now.from);
    const within = edits.filter(({ from, to }) => from >= start && to <= end);
    if (within.length === 0) return [];
    const positionOf = positionsAfter(before, now, changes);
    const moved = within.map(({ edit, from, to }) =>
      from === to
        ? { edit, from: positionOf(from, "gone"), to: positionOf(from, "gone") }
        : { edit, from: positionOf(from, "start"), to: positionOf(to, "end") },
    );
    const range = { from: changes.mapPos(start, -1), to: changes.mapPos(end, 1) };
    // An edit that what is moved cuts through is compared.
    return moved.some(({ from, to }) => from > to || from < range.from || to > range.to) ? [] : [rangeOf(moved, range)];
  });
}

/** Whether a line is replaced by itself with its line break on the other side. All else that is replaced is compared. */
const isPastEmptyLine = (before: string, now: string): boolean =>
  before !== now && (`${now}\n` === `\n${before}` || `\n${now}` === `${before}\n`);

/**
 * Where a position in what is moved, or in what it is moved past, is afterwards: that of the start or the end of an edit, or of one that only deletes, which
 * belongs to the line that it is in.
 */
function positionsAfter(before: Part, now: Part, changes: ChangeSet) {
  const [first, last] = [before.from, before.from + before.text.length];
  const isUp = now.from <= first;
  const startsWithBreak = before.text.startsWith("\n");
  const endsWithBreak = before.text.endsWith("\n");
  const isBreak = before.text === "\n";
  // From here on, what was moved is at its start afterwards.
  const turn = first + rotation(before.text, now.text);
  const inMoved = (position: number) => {
    if (isBreak) return isUp ? now.at : now.at + 1;
    const isBehind = turn === last - 1 && !startsWithBreak ? position > turn : position >= turn;
    return isBehind ? now.at + position - turn : now.at + (last - turn) + position - first;
  };
  return (position: number, kind: "start" | "end" | "gone"): number => {
    if (kind === "start") return position >= first && position < last ? inMoved(position) : changes.mapPos(position, 1);
    if (kind === "end")
      return position > first && position <= last ? inMoved(position - 1) + 1 : changes.mapPos(position, -1);
    if (position > first && position < last) return inMoved(position);
    if (position === now.from && position === (isUp ? first : last)) return isUp ? now.at + now.text.length : now.at;
    if (position === now.from) {
      const isPassed = isUp ? now.text.endsWith("\n") : now.text.startsWith("\n");
      return changes.mapPos(position, isUp === isPassed ? 1 : -1);
    }
    const isFirstMoved = isUp ? !startsWithBreak : endsWithBreak;
    const isLastMoved = isUp ? startsWithBreak : !endsWithBreak;
    const isMoved = (position === first && isFirstMoved) || (position === last && isLastMoved);
    return isMoved ? inMoved(position) : changes.mapPos(position, position === last ? 1 : -1);
  };
}

/** How many characters from the start of a text are at its end in the other one; -1 if that is not the only difference. */
const rotation = (before: string, now: string): number =>
  before.length === now.length ? (before + before).indexOf(now) : -1;

function rangeOf(
  edits: readonly { edit: PendingEdit; from: number; to: number }[],
  { from, to }: { from: number; to: number },
): EditsOfRange {
  let at = from;
  const pieces = edits
    .toSorted((a, b) => a.from - b.from)
    .flatMap(({ edit, from: start, to: end }) => {
      const gap = start - at;
      at = end;
      return [gap, edit];
    });
  return { from, to, pieces: joinPieces(pieces) };
}
