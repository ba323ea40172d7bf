/** Two edits with more text between them are not compared as one. */
import {
  type EditRange,
  editRanges,
  joinPieces,
  type PendingEdit,
  type PendingEdits,
  pieceLength,
} from "./pending-edits";
import type { ReviewedText } from "./reviewed-text";
import { lengthOf, textOf } from "./runs";

const MAX_MOVE = 20_000;

/** Removes edits that cancel each other, such as a line removed at one of two equal places and inserted at the other. */
export function withoutMoves(pending: PendingEdits, slice: ReviewedText["slice"]): PendingEdits {
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
  const growth = ranges.map(({ edit }) => lengthOf(edit.now) - lengthOf(edit.accepted));
  const gone = new Set<PendingEdit>();
  for (let first = 0; first < ranges.length; first++) {
    let sum = 0;
    for (let last = first; last < Math.min(ranges.length, first + 4); last++) {
      sum += growth[last] as number;
      if (last === first || sum !== 0 || !isSame(first, last)) continue;
      for (let index = first; index <= last; index++) gone.add((ranges[index] as EditRange).edit);
      first = last;
      break;
    }
  }
  if (gone.size === 0) return pending;
  return joinPieces(
    pending.map((piece) => (typeof piece !== "number" && gone.has(piece) ? pieceLength(piece) : piece)),
  );
}
