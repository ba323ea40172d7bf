import type { Change } from "../text/change";
import {
  type EditRange,
  editRanges,
  firstReaching,
  joinPieces,
  type PendingEdit,
  type PendingEdits,
  pieceLength,
} from "./pending-edits";
import type { ReviewedText } from "./reviewed-text";
import { lengthOf, textOf } from "./runs";

/** Two edits with more text between them are not compared as one. */
const MAX_MOVE = 20_000;

/** At most this many edits in a row cancel each other. */
const MAX_GROUP = 4;

/**
 * Removes edits that cancel each other, such as a line removed at one of two equal places and inserted at the other. `changes` are those that made
 * `pending` of edits that did not cancel each other: only edits at or around them are compared.
 */
export function withoutMoves(
  pending: PendingEdits,
  slice: ReviewedText["slice"],
  changes: readonly Change[],
): PendingEdits {
  const ranges = editRanges(pending);
  const isSame = (first: number, last: number) => {
    const [from, to] = [(ranges[first] as EditRange).from, (ranges[last] as EditRange).to];
    if (to - from > MAX_MOVE) return false;
    let accepted = "";
    let at = from;
    for (let index = first; index <= last; index++) {
      const { edit, from: start, to: end } = ranges[index] as EditRange;
      accepted += slice(at, start) + textOf(edit.accepted);
      at = end;
    }
    return accepted === slice(from, to);
  };
  const growth = ({ edit }: EditRange): number => lengthOf(edit.now) - lengthOf(edit.accepted);
  const gone = new Set<PendingEdit>();
  let next = 0;
  for (const { from, to } of changedRanges(changes)) {
    const reached = firstReaching(ranges, from);
    for (let first = Math.max(next, reached - MAX_GROUP + 1); first < ranges.length; first++) {
      if ((ranges[first] as EditRange).from > to) break;
      next = first + 1;
      let sum = 0;
      for (let last = first; last < Math.min(ranges.length, first + MAX_GROUP); last++) {
        sum += growth(ranges[last] as EditRange);
        if (last === first || sum !== 0 || !isSame(first, last)) continue;
        for (let index = first; index <= last; index++) gone.add((ranges[index] as EditRange).edit);
        first = last;
        next = first + 1;
        break;
      }
    }
  }
  if (gone.size === 0) return pending;
  return joinPieces(
    pending.map((piece) => (typeof piece !== "number" && gone.has(piece) ? pieceLength(piece) : piece)),
  );
}

/** The ranges that changes have written, in the text after them. */
function* changedRanges(changes: readonly Change[]): Generator<{ from: number; to: number }> {
  let moved = 0;
  for (const { from, to, insert } of changes) {
    yield { from: from + moved, to: from + moved + insert.length };
    moved += insert.length - (to - from);
  }
}
