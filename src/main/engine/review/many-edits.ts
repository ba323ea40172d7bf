/** Pending edits by the ten thousand: whatever goes through all of them lets other tasks of this thread run in between. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { type PackedEdits, packEdits, unpackEdits } from "../../../core/review/packed-edits";
import { joinPieces, type PendingEdits, pieceLength } from "../../../core/review/pending-edits";
import { MAX_EDITS_AT_ONCE } from "../ports/limits";
import { jsonOfList } from "../storage/databases/packed-json";

/** `unpackEdits`, in several turns. */
export async function unpackInTurns(packed: PackedEdits, text: string): Promise<PendingEdits | null> {
  const pieces: PendingEdits[number][] = [];
  let start = 0;
  for (let index = 0; index < packed.length; ) {
    let end = Math.min(index + MAX_EDITS_AT_ONCE, packed.length);
    // Up to an edit: accepted text behind the last one is left out.
    while (end < packed.length && typeof packed[end - 1] === "number") end++;
    const from = start;
    const rest = { length: text.length - from, slice: (a: number, b: number) => text.slice(from + a, from + b) };
    const some = unpackEdits(packed.slice(index, end), rest);
    if (some === null) return null;
    for (const piece of some) {
      pieces.push(piece);
      start += pieceLength(piece);
    }
    index = end;
    if (index < packed.length) await nextTurn();
  }
  return joinPieces(pieces);
}

/** Pending edits for the window, which sends the many as one text and not as objects. */
export async function editsToSend(pending: PendingEdits): Promise<PackedEdits | string> {
  const packed = packEdits(pending);
  return packed.length > MAX_EDITS_AT_ONCE ? jsonOfList(packed) : packed;
}
