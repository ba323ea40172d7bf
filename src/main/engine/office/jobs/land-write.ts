import { type EndedHunk, endedHunks } from "../../../../core/review/ended-hunks";
import { followWrite, type ReviewedKind } from "../../../../core/review/follow-write";
import { type PackedEdits, packEdits, unpackEdits } from "../../../../core/review/packed-edits";
import { type HunkId, hunksIn, writesOf } from "../../../../core/review/pending-edits";
import { type PackedChanges, unpackChanges } from "../../../../core/text/packed-changes";
import { type PackedJson, packJson, unpackJson } from "../../storage/databases/packed-json";

/** A write in a document with so many pending edits that the main process handles them only in their stored form. */
export type WriteToLand = {
  kind: ReviewedKind;
  /** The pending edits before the write as they are stored; null if there were none. */
  stored: PackedJson | null;
  before: string;
  changes: PackedChanges;
  from: string | null;
  to: string;
  /** The agents' names by the ids of their writes. */
  agents: ReadonlyMap<string, string>;
  /** The id of the agent's write; null if anyone else wrote. */
  write: string | null;
};

/** The pending edits after the write to store (null: none), the writes they name, and the hunks that the write ended. */
export type LandResult = { stored: PackedJson | null; writes: string[]; ended: EndedHunk[] };

/** Follows a write from stored to stored. Null if what is stored does not fit the text. */
export function landWrite({ kind, stored, before, changes, from, to, agents, write }: WriteToLand): LandResult | null {
  const pending = stored === null ? [] : unpackEdits(unpackJson(stored) as PackedEdits, before);
  if (pending === null) return null;
  const change = { before, changes: unpackChanges(changes), from, to };
  const after = followWrite({ kind, pending, change, agents, write });
  const still = new Set(hunksIn(after.pending));
  const gone = (hunks: readonly HunkId[]) => hunks.filter((hunk) => !still.has(hunk));
  const ended = endedHunks(pending, before, { undone: gone(after.undone), overwritten: gone(after.overwritten) });
  const packed = packEdits(after.pending);
  return { stored: packed.length === 0 ? null : packJson(packed), writes: writesOf(after.pending), ended };
}
