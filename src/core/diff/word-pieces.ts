import type { Change } from "../text/change";
import { isWordAt, wordEnd, wordStart } from "../text/characters";
import { difference } from "./difference";

/** A piece of a comparison: in both texts, only in the newer one, or only in the older one. */
export type Piece = { kind: "same" | "added" | "removed"; text: string };

/** The maximum number of characters of context around a change. */
const MAX_CONTEXT_LENGTH = 300;
/** The maximum number of characters of one piece. */
const MAX_PIECE_LENGTH = 20_000;

/** A word-level diff of a short text, in reading order. */
export function wordPieces(before: string, after: string): Piece[] {
  return piecesOf(before, difference(before, after), { from: 0, to: before.length, head: 0, tail: before.length })
    .pieces;
}

/**
 * The pieces of the text from `head` to `tail`, of which `changes` affect `from` to `to`. Long context and long pieces are cropped;
 * `isCut` reports the latter.
 */
export function piecesOf(
  before: string,
  changes: readonly Change[],
  { from, to, head, tail }: { from: number; to: number; head: number; tail: number },
): { pieces: Piece[]; isCut: boolean } {
  const pieces: Piece[] = [];
  let isCut = false;
  const add = (kind: Piece["kind"], text: string) => {
    if (text === "") return;
    if (text.length > MAX_PIECE_LENGTH) isCut = true;
    pieces.push({ kind, text: cropped(text, MAX_PIECE_LENGTH, "end") });
  };
  add("same", cropped(before.slice(head, from), MAX_CONTEXT_LENGTH, "start"));
  let at = from;
  for (const change of toWholeWords(before, changes)) {
    add("same", before.slice(at, change.from));
    add("removed", before.slice(change.from, change.to));
    add("added", change.insert);
    at = change.to;
  }
  add("same", before.slice(at, Math.max(at, to)));
  add("same", cropped(before.slice(Math.max(at, to), tail), MAX_CONTEXT_LENGTH, "end"));
  return { pieces, isCut };
}

/** Extends the changes to whole words, which are easier to read. */
function toWholeWords(text: string, changes: readonly Change[]): Change[] {
  const whole: Change[] = [];
  for (const { from, to, insert } of changes) {
    const [first, last] =
      insert === ""
        ? [isWordAt(text, to), isWordAt(text, from - 1)]
        : [isWordAt(insert, 0), isWordAt(insert, insert.length - 1)];
    const begins = isWordAt(text, from - 1) && (isWordAt(text, from) || first) ? wordStart(text, from) : from;
    const ends = isWordAt(text, to) && (isWordAt(text, to - 1) || last) ? wordEnd(text, to) : to;
    const before = whole.at(-1);
    if (before && begins < before.to) {
      const kept = before.insert.slice(0, before.insert.length - Math.max(0, before.to - from));
      before.insert = kept + text.slice(before.to, from) + insert + text.slice(to, ends);
      before.to = Math.max(before.to, ends);
    } else whole.push({ from: begins, to: ends, insert: text.slice(begins, from) + insert + text.slice(to, ends) });
  }
  return whole;
}

/** Crops a text with `…`, never inside a surrogate pair. */
function cropped(text: string, maxLength: number, cutEnd: "start" | "end"): string {
  if (text.length <= maxLength) return text;
  const kept = cutEnd === "end" ? text.slice(0, maxLength) : text.slice(-maxLength);
  return cutEnd === "end" ? `${kept.replace(/[\ud800-\udbff]$/, "")}…` : `…${kept.replace(/^[\udc00-\udfff]/, "")}`;
}
