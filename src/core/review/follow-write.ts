/** Updates pending edits after a write, by the kind of document. */
import { applyChanges, type Change } from "../text/change";
import { officeFormatOf } from "../text/format";
import { followCells } from "./follow-cells";
import { addAgentEdits, followEdits, type ReviewedText } from "./follow-edits";
import type { EndedHunks, PendingEdits } from "./pending-edits";
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

/** The pending edits after a write by `write` (an agent's, which is pending from now on), or by anyone else (null). */
export function followWrite(
  kind: ReviewedKind,
  pending: PendingEdits,
  text: ReviewedText,
  { before, changes, from, to }: FollowedWrite,
  write: string | null,
): EndedHunks & { pending: PendingEdits } {
  if (kind !== "text" && (pending.length > 0 || write !== null)) {
    const whole = { before, after: applyChanges(before, changes), from, to };
    if (isFollowedAsWhole(pending, whole)) return followWholeDocument(pending, whole, write);
    if (kind === "cells") return followCells(pending, { ...whole, agentOf: text.agentOf }, write);
  }
  if (write === null) return followEdits(pending, text, changes);
  return { pending: addAgentEdits(pending, text, changes, write), undone: [], overwritten: [] };
}
