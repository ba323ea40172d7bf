/** Suggestions: what the user typed in the mode *Suggesting*. They are pending like the edits of an agent, under the user's name. */
import { type HunkId, type PendingEdits, pieceLength, type ReviewedWrite, writeOfHunk } from "./pending-edits";
import { writesIn } from "./runs";

const PREFIX = "you-";

/** The stored reason of a suggestion. */
export const SUGGESTED = "suggested";

/** The id of a new suggestion; `random` is hexadecimal. Ids of all other writes are UUIDs, which never begin like this. */
export const suggestionId = (random: string): string => `${PREFIX}${random.replaceAll("-", "").slice(0, 16)}`;

/** Whether the id of a write, or of a hunk that is named after it, is that of a suggestion. */
export const isSuggestion = (id: string): boolean => id.startsWith(PREFIX);

/** The hunks of suggestions among these whose words are no longer the same. `before` and `now` are from `wordsOfHunks`. */
export const changedSuggestions = (
  hunks: readonly HunkId[],
  before: ReadonlyMap<HunkId, string>,
  now: ReadonlyMap<HunkId, string>,
): HunkId[] => hunks.filter((hunk) => isSuggestion(writeOfHunk(hunk)) && before.get(hunk) !== now.get(hunk));

/**
 * Whose edits become one hunk with those of a write: all of the same agent or program, but of the user's suggestions only its own. Each is
 * decided separately.
 */
export const hunkOwner = ({ id, by }: Pick<ReviewedWrite, "id" | "by">): string => (isSuggestion(id) ? id : by);

/** The id under which a suggestion goes on once a hunk of it was kept: the same in every editor. */
export function continuedId(id: string): string {
  const [, first = id, count = "1"] = /^(.*)_(\d+)$/.exec(id) ?? [];
  return `${first}_${Number(count) + 1}`;
}

/**
 * The suggestion that changes go on with, because each of them touches its words; null if they begin a new one. The changes are in text order. The cost
 * depends on the pieces up to the last change.
 */
export function suggestionAt(pending: PendingEdits, changes: readonly { from: number; to: number }[]): string | null {
  let common: string[] | null = null;
  let index = 0;
  let at = 0;
  for (const { from, to } of changes) {
    // The pieces that end before the change touch no later one either; those after may touch the next one, too.
    for (let piece = pending[index]; piece !== undefined; piece = pending[index]) {
      const end = at + pieceLength(piece);
      if (end >= from) break;
      at = end;
      index += 1;
    }
    const touched = suggestionsFrom(pending, index, at, to);
    common = common === null ? touched : common.filter((write) => touched.includes(write));
    if (common.length === 0) return null;
  }
  return common?.[0] ?? null;
}

/** The suggestions in the edits from piece `index`, which begins at `at`, up to position `to`. */
function suggestionsFrom(pending: PendingEdits, index: number, at: number, to: number): string[] {
  const found: string[] = [];
  for (let next = index; next < pending.length && at <= to; next++) {
    const piece = pending[next] as PendingEdits[number];
    at += pieceLength(piece);
    if (typeof piece !== "number") found.push(...writesIn(piece.now, piece.accepted).filter(isSuggestion));
  }
  return found;
}
