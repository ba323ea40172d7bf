import type { Change } from "../../../../core/text/change";

/** A range of a piece of text, and whether it is kept, deleted or inserted. */
export type PieceSegment = { kind: "kept" | "deleted" | "inserted"; text: string };

/** A piece that an edit changes, by its index in the list of pieces. */
export type EditedPiece = { index: number; segments: PieceSegment[] };

/**
 * Distributes changes of a paragraph's text over the pieces that it consists of (runs, tabs, breaks). The replacement of a range goes to
 * the first piece of that range, and so gets its formatting; an insertion goes to the piece before it. Unchanged pieces are not listed.
 */
export function editPieces(texts: readonly string[], changes: readonly Change[]): EditedPiece[] {
  const edited: EditedPiece[] = [];
  let from = 0;
  for (const [index, text] of texts.entries()) {
    const to = from + text.length;
    const isFirst = from === 0;
    const touching = changes.filter((change) =>
      change.from === change.to
        ? (change.from > from && change.from <= to) || (isFirst && change.from === 0 && to > 0)
        : change.from < to && change.to > from,
    );
    if (touching.length > 0) edited.push({ index, segments: segmentsOf(text, from, touching) });
    from = to;
  }
  return edited;
}

function segmentsOf(text: string, from: number, changes: readonly Change[]): PieceSegment[] {
  const segments: PieceSegment[] = [];
  const add = (kind: PieceSegment["kind"], piece: string): void => {
    if (piece !== "") segments.push({ kind, text: piece });
  };
  let at = 0;
  for (const change of changes) {
    const start = Math.max(0, change.from - from);
    const end = Math.min(text.length, change.to - from);
    add("kept", text.slice(at, start));
    add("deleted", text.slice(start, end));
    if (change.from >= from) add("inserted", change.insert);
    at = end;
  }
  add("kept", text.slice(at));
  return segments;
}

/** The text of a piece after its edit. */
export const textAfter = (segments: readonly PieceSegment[]): string =>
  segments.flatMap(({ kind, text }) => (kind === "deleted" ? [] : [text])).join("");

/**
 * The change that replaces `find` at `from` with `replace`: whole words that both begin or end with stay, so that they keep their
 * formatting.
 */
export function narrowedChange(from: number, find: string, replace: string): Change {
  const most = Math.min(find.length, replace.length);
  let head = 0;
  while (head < most && find[head] === replace[head]) head++;
  let tail = 0;
  while (tail < most - head && find.at(-1 - tail) === replace.at(-1 - tail)) tail++;
  while (head > 0 && !(isEdge(find, head) && isEdge(replace, head))) head--;
  while (tail > 0 && !(isEdge(find, find.length - tail) && isEdge(replace, replace.length - tail))) tail--;
  return { from: from + head, to: from + find.length - tail, insert: replace.slice(head, replace.length - tail) };
}

/** Whether there is a word boundary at `at`; never inside a surrogate pair. */
function isEdge(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true;
  return !(inWord.test(text.slice(at - 1, at)) && inWord.test(text.slice(at, at + 1)));
}

const inWord = /[\p{L}\p{M}\p{N}_\ud800-\udfff]/u;
