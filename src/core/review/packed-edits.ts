/** Pending edits in the form in which they are stored and sent: without the text that the document contains anyway. */
import { type HunkId, joinPieces, type PendingEdit, type PendingEdits } from "./pending-edits";
import { joinRuns, type Run } from "./runs";

/** Accepted text with who removed it, and the lengths of the current text with who inserted it. */
export type PackedEdit = {
  hunk: HunkId;
  accepted: [string, string | null][];
  now: [number, string | null][];
  isCleared?: true;
};

/** `PendingEdits` for a receiver that has the text: as long as the removed text, however much was inserted. Plain JSON. */
export type PackedEdits = readonly (number | PackedEdit)[];

export const packEdits = (pending: PendingEdits): PackedEdits =>
  pending.map((piece) =>
    typeof piece === "number"
      ? piece
      : {
          ...piece,
          accepted: piece.accepted.map(({ text, by }): [string, string | null] => [text, by]),
          now: piece.now.map(({ text, by }): [number, string | null] => [text.length, by]),
        },
  );

/** Restores the edits with the words of their text; null if the text is too short to be that text. */
export function unpackEdits(
  packed: PackedEdits,
  text: { length: number; slice(from: number, to: number): string },
): PendingEdits | null {
  let at = 0;
  const pieces = packed.map((piece): number | PendingEdit => {
    if (typeof piece === "number") {
      at += piece;
      return piece;
    }
    const now = piece.now.map(([length, by]): Run => {
      at += length;
      return { text: text.slice(at - length, at), by };
    });
    return { ...piece, accepted: joinRuns(piece.accepted.map(([text, by]) => ({ text, by }))), now: joinRuns(now) };
  });
  return at > text.length ? null : joinPieces(pieces);
}

/** The format of an earlier version of Galley: pieces of text with the hunk that inserted each and the hunk that removed it. */
export type EarlierPieces = readonly (number | { text: string; insertedBy: HunkId | null; removedBy: HunkId | null })[];

/** The same as edits of the words that each write touched; `alignEditsToWords` extends them to whole words. */
export function editsOfPieces(pieces: EarlierPieces): PackedEdits {
  const edits: (number | PackedEdit)[] = [];
  const writeOf = (hunk: HunkId) => hunk.slice(0, hunk.lastIndexOf("."));
  for (const piece of pieces) {
    if (typeof piece === "number") edits.push(piece);
    else if (piece.insertedBy !== null && piece.removedBy !== null) continue;
    else if (piece.insertedBy !== null)
      edits.push({ hunk: piece.insertedBy, accepted: [], now: [[piece.text.length, writeOf(piece.insertedBy)]] });
    else if (piece.removedBy !== null)
      edits.push({ hunk: piece.removedBy, accepted: [[piece.text, writeOf(piece.removedBy)]], now: [] });
    else edits.push(piece.text.length);
  }
  return edits;
}
