/**
 * A document that is too large to be compared piece by piece waits as one hunk: all of it. What stands for its text names the
 * version of its bytes, so that undoing the hunk brings those bytes back.
 */
import { applyChanges } from "../text/change";
import {
  type Ended,
  type HunkId,
  hunksIn,
  type PendingEdit,
  type PendingEdits,
  undoHunks,
  writesOf,
} from "./pending-edits";
import { hasUser, joinRuns, type Run, textOf, USER } from "./runs";

/** No document that is compared piece by piece can say this: XML has no such character. */
const sign = "\u0001version ";

/** The text projection of a document that is too large, or that cannot be read. */
export const wholeProjection = (version: string): string => sign + version;

/** The version that such a text stands for; null for every other text. */
export const versionOfWhole = (text: string): string | null =>
  text.startsWith(sign) && !/\s/.test(text.slice(sign.length, sign.length + 200)) ? text.slice(sign.length) : null;

/** A write as far as a whole document is concerned: the texts before and after it, and their versions. */
export type WholeWrite = { before: string; after: string; from: string | null; to: string };

/** The name of the one hunk that a whole document waits as; null where edits wait piece by piece. */
export function wholeHunk(pending: PendingEdits): HunkId | null {
  const [first] = pending;
  if (first === undefined || typeof first === "number") return null;
  return isWholeText(textOf(first.accepted)) || isWholeText(textOf(first.now)) ? first.hunk : null;
}

const isWholeText = (text: string): boolean => versionOfWhole(text) !== null;

/** Whether a write is followed as a whole: what waits before it, or the text before or after it, cannot be compared. */
export const isFollowedWhole = (pending: PendingEdits, { before, after }: WholeWrite): boolean =>
  wholeHunk(pending) !== null || isWholeText(before) || isWholeText(after);

/** What waits after a write, by `write` (an agent's) or by the user or another program (null). */
export function followWhole(
  pending: PendingEdits,
  { before, after, from, to }: WholeWrite,
  write: string | null,
): Ended & { pending: PendingEdits } {
  if (pending.length === 0 && write === null) return { pending, undone: [], overwritten: [] };
  const waited = hunksIn(pending);
  const accepted =
    pending.length > 0
      ? applyChanges(before, undoHunks(pending, waited, "with the user's words").changes)
      : from === null
        ? ""
        : wholeProjection(from);
  if (accepted === after || accepted === wholeProjection(to)) return { pending: [], undone: waited, overwritten: [] };
  const hunk = write === null ? (waited.at(-1) ?? "") : `${write}.0`;
  const edits = pending.filter((piece): piece is PendingEdit => typeof piece !== "number");
  const isMixed = write === null || edits.some((edit) => hasUser(edit.now) || hasUser(edit.accepted));
  const writes = [...writesOf(pending).filter((each) => each !== write), ...(write === null ? [] : [write])];
  const authors = [...(isMixed ? [USER] : []), ...writes.slice(-MAX_WRITES)];
  const last = writes.at(-1) ?? "";
  const isInNow = isWholeText(after) || (!isWholeText(accepted) && after.length > accepted.length);
  const edit: PendingEdit = {
    hunk,
    accepted: isInNow ? joinRuns([{ text: accepted, by: last }]) : byAuthors(accepted, authors),
    now: isInNow ? byAuthors(after, authors) : joinRuns([{ text: after, by: last }]),
  };
  return { pending: [edit], undone: [], overwritten: [] };
}

/** So many writes are remembered of a whole document, the last ones. */
const MAX_WRITES = 40;

/** A text as of several authors: who wrote which part of it is not known, and a character each says who had a hand in it. */
function byAuthors(text: string, authors: readonly string[]): Run[] {
  const runs: Run[] = authors.slice(0, -1).map((by, index) => ({ text: text.slice(index, index + 1), by }));
  return joinRuns([...runs, { text: text.slice(runs.length), by: authors.at(-1) ?? null }]);
}
