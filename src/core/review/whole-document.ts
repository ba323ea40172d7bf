/**
 * Reviews a document that is too large to be compared piece by piece: it is pending as a single hunk. Its text is replaced with a
 * placeholder that names the version of its bytes, so that undoing the hunk restores those bytes.
 */
import { applyChanges } from "../text/change";
import {
  type EndedHunks,
  type HunkId,
  hunksIn,
  type PendingEdit,
  type PendingEdits,
  undoHunks,
  writesOf,
} from "./pending-edits";
import { hasUser, joinRuns, type Run, textOf, USER } from "./runs";

/** The prefix of placeholders. It cannot occur in a document that is compared: XML has no such character. */
const sign = "\u0001version ";

/** The placeholder for a document that is too large, or that cannot be read. */
export const versionPlaceholder = (version: string): string => sign + version;

/** The version in a placeholder; null for any other text. */
export const versionInPlaceholder = (text: string): string | null =>
  text.startsWith(sign) && !/\s/.test(text.slice(sign.length, sign.length + 200)) ? text.slice(sign.length) : null;

/** A write to a document that is reviewed as a whole: the texts before and after it, and their versions. */
export type WholeDocumentWrite = { before: string; after: string; from: string | null; to: string };

/** The id of the single hunk of a document that is reviewed as a whole; null if its edits are reviewed piece by piece. */
export function wholeDocumentHunk(pending: PendingEdits): HunkId | null {
  const [first] = pending;
  if (first === undefined || typeof first === "number") return null;
  return isPlaceholder(textOf(first.accepted)) || isPlaceholder(textOf(first.now)) ? first.hunk : null;
}

const isPlaceholder = (text: string): boolean => versionInPlaceholder(text) !== null;

/** Whether a write must be reviewed as a whole: the pending edits before it, or the text before or after it, cannot be compared. */
export const isFollowedAsWhole = (pending: PendingEdits, { before, after }: WholeDocumentWrite): boolean =>
  wholeDocumentHunk(pending) !== null || isPlaceholder(before) || isPlaceholder(after);

/** The pending edits after a write by `write` (an agent's), or by the user or another program (null). */
export function followWholeDocument(
  pending: PendingEdits,
  { before, after, from, to }: WholeDocumentWrite,
  write: string | null,
): EndedHunks & { pending: PendingEdits } {
  if (pending.length === 0 && write === null) return { pending, undone: [], overwritten: [] };
  const pendingHunks = hunksIn(pending);
  const accepted =
    pending.length > 0
      ? applyChanges(before, undoHunks(pending, pendingHunks, "with the user's words").changes)
      : from === null
        ? ""
        : versionPlaceholder(from);
  if (accepted === after || accepted === versionPlaceholder(to))
    return { pending: [], undone: pendingHunks, overwritten: [] };
  const hunk = write === null ? (pendingHunks.at(-1) ?? "") : `${write}.0`;
  const edits = pending.filter((piece): piece is PendingEdit => typeof piece !== "number");
  const isMixed = write === null || edits.some((edit) => hasUser(edit.now) || hasUser(edit.accepted));
  const writes = [...writesOf(pending).filter((each) => each !== write), ...(write === null ? [] : [write])];
  const authors = [...(isMixed ? [USER] : []), ...writes.slice(-MAX_WRITES)];
  const last = writes.at(-1) ?? "";
  const isInNow = isPlaceholder(after) || (!isPlaceholder(accepted) && after.length > accepted.length);
  const edit: PendingEdit = {
    hunk,
    accepted: isInNow ? joinRuns([{ text: accepted, by: last }]) : byAuthors(accepted, authors),
    now: isInNow ? byAuthors(after, authors) : joinRuns([{ text: after, by: last }]),
  };
  return { pending: [edit], undone: [], overwritten: [] };
}

/** How many writes of a document that is reviewed as a whole are remembered: the last ones. */
const MAX_WRITES = 40;

/** Runs for a text of several authors. Who wrote which part is not known, so one character is attributed to each of them. */
function byAuthors(text: string, authors: readonly string[]): Run[] {
  const runs: Run[] = authors.slice(0, -1).map((by, index) => ({ text: text.slice(index, index + 1), by }));
  return joinRuns([...runs, { text: text.slice(runs.length), by: authors.at(-1) ?? null }]);
}
