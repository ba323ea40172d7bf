/** Pending edits as they are stored and sent: without what the text now says anyway. */
import { type HunkId, joinPieces, type PendingEdit, type PendingEdits } from "./pending-edits";
import { joinRuns, type Run } from "./runs";

/** Text that was accepted with who took it out, and how many characters now stand there with who put them in. */
export type PackedEdit = {
  hunk: HunkId;
  accepted: [string, string | null][];
  now: [number, string | null][];
  isCleared?: true;
};

/** `PendingEdits` for one who has the text: as long as what was taken out, however much was put in. Plain JSON. */
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

/** The edits with the words of the text that they are of; null where that text is too short to be it. */
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

/** What an earlier Galley stored: pieces of text with the hunk that put each in and the one that took it out again. */
export type EarlierPieces = readonly (number | { text: string; insertedBy: HunkId | null; removedBy: HunkId | null })[];

/** The same as edits, still of the words that each write touched: `settleEdits` makes whole words of them. */
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
