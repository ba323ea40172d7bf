/** Updates pending edits after a write, by the kind of document. */
import { applyChanges, type Change } from "../text/change";
import { officeFormatOf } from "../text/format";
import { followCells } from "./follow-cells";
import { addAgentEdits, followEdits } from "./follow-edits";
import type { EndedHunks, PendingEdits } from "./pending-edits";
import type { ReviewedText } from "./reviewed-text";
import { followWholeDocument, isFollowedAsWhole } from "./whole-document";

/** A text is compared as it is, an Office document by its text projection: a paragraph or a cell on each line. */
export type ReviewedKind = "text" | "paragraphs" | "cells";

/** The kind for a path, by its extension. */
export function reviewedKind(path: string): ReviewedKind {
  const format = officeFormatOf(path);
  return format === null ? "text" : format === "xlsx" || format === "ods" ? "cells" : "paragraphs";
}

/** A write: the text before it, its changes, and the versions before and after. */
export type FollowedWrite = { before: string; changes: readonly Change[]; from: string | null; to: string };

/** The pending edits after a write, and the hunks that it ended. */
export type FollowResult = EndedHunks & { pending: PendingEdits };

/** All that decides how pending edits follow a write: plain values, which can be sent to a worker process. */
export type WriteToFollow = {
  kind: ReviewedKind;
  pending: PendingEdits;
  change: FollowedWrite;
  /** The agents' names by the ids of their writes. */
  agents: ReadonlyMap<string, string>;
  /** The id of the agent's write, which is pending from now on; null if anyone else wrote. */
  write: string | null;
};

/** Work beyond one of these limits takes more than about 20 ms: changes to follow, pending pieces to go through, characters to compare. */
const [MAX_QUICK_CHANGES, MAX_QUICK_PIECES, MAX_QUICK_CHARACTERS, MAX_QUICK_CELLS] = [500, 20_000, 1_000_000, 400_000];

/** Whether following a write takes long enough to hold up others. */
export function takesLong({ kind, pending, change: { before, changes }, write }: WriteToFollow): boolean {
  if (pending.length === 0 && write === null) return false;
  if (changes.length > MAX_QUICK_CHANGES || pending.length > MAX_QUICK_PIECES) return true;
  if (kind === "cells" && before.length > MAX_QUICK_CELLS) return true;
  let characters = 0;
  for (const { from, to, insert } of changes) characters += to - from + insert.length;
  return characters > MAX_QUICK_CHARACTERS;
}

/** The pending edits after a write. */
export function followWrite({ kind, pending, change, agents, write }: WriteToFollow): FollowResult {
  const { before, changes, from, to } = change;
  const text = reviewedText(before, agents);
  if (kind !== "text" && (pending.length > 0 || write !== null)) {
    const whole = { before, after: applyChanges(before, changes), from, to };
    if (isFollowedAsWhole(pending, whole)) return followWholeDocument(pending, whole, write);
    if (kind === "cells") return followCells(pending, { ...whole, agentOf: text.agentOf }, write);
  }
  if (write === null) return followEdits(pending, text, changes);
  return { pending: addAgentEdits(pending, text, changes, write), undone: [], overwritten: [] };
}

/** A text with the agents' names by the ids of their writes. */
export const reviewedText = (text: string, agents: ReadonlyMap<string, string>): ReviewedText => ({
  slice: (from, to) => text.slice(from, to),
  agentOf: (write) => agents.get(write) ?? "",
});
