/** Suggestions: what the user typed in the mode *Suggesting*. They are pending like the edits of an agent, under the user's name. */
import { editRanges, type PendingEdits, type ReviewedWrite } from "./pending-edits";
import { writesIn } from "./runs";

const PREFIX = "you-";

/** The stored reason of a suggestion. */
export const SUGGESTED = "suggested";

/** The id of a new suggestion; `random` is hexadecimal. Ids of all other writes are UUIDs, which never begin like this. */
export const suggestionId = (random: string): string => `${PREFIX}${random.replaceAll("-", "").slice(0, 16)}`;

/** Whether the id of a write, or of a hunk that is named after it, is that of a suggestion. */
export const isSuggestion = (id: string): boolean => id.startsWith(PREFIX);

/**
 * Whose edits become one hunk with those of a write: all of the same agent or program, but of the user's suggestions only its own. Each is
 * decided separately.
 */
export const hunkOwner = ({ id, by }: Pick<ReviewedWrite, "id" | "by">): string => (isSuggestion(id) ? id : by);

/** The suggestion that changes go on with, because each of them touches its words; null if they begin a new one. */
export function suggestionAt(pending: PendingEdits, changes: readonly { from: number; to: number }[]): string | null {
  const own = editRanges(pending).filter(({ edit }) => writesIn(edit.now, edit.accepted).some(isSuggestion));
  const touched = changes.map(({ from, to }) =>
    own.flatMap((range) =>
      range.from <= to && range.to >= from ? writesIn(range.edit.now, range.edit.accepted).filter(isSuggestion) : [],
    ),
  );
  return touched[0]?.find((write) => touched.every((writes) => writes.includes(write))) ?? null;
}
