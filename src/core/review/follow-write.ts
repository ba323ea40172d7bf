/** How pending edits follow a write, by what kind of document it is. */
import { applyChanges, type Change } from "../text/change";
import { officeFormatOf } from "../text/format";
import { followCells } from "./follow-cells";
import { addAgentEdits, followEdits, type ReviewedText } from "./follow-edits";
import type { Ended, PendingEdits } from "./pending-edits";
import { followWhole, isFollowedWhole } from "./whole-document";

/** A text is compared as it is, an Office document as its text projection: a paragraph or a cell a line. */
export type ReviewedKind = "text" | "paragraphs" | "cells";

/** By the ending of the name. */
export function reviewedKind(path: string): ReviewedKind {
  const format = officeFormatOf(path);
  return format === null ? "text" : format === "xlsx" || format === "ods" ? "cells" : "paragraphs";
}

/** A write: the text before it, what it changed, and the versions that it leads from and to. */
export type FollowedWrite = { before: string; changes: readonly Change[]; from: string | null; to: string };

/** What waits after a write by `write` (an agent's, which waits from now on), or by anybody else (null). */
export function followWrite(
  kind: ReviewedKind,
  pending: PendingEdits,
  text: ReviewedText,
  { before, changes, from, to }: FollowedWrite,
  write: string | null,
): Ended & { pending: PendingEdits } {
  if (kind !== "text" && (pending.length > 0 || write !== null)) {
    const whole = { before, after: applyChanges(before, changes), from, to };
    if (isFollowedWhole(pending, whole)) return followWhole(pending, whole, write);
    if (kind === "cells") return followCells(pending, { ...whole, agentOf: text.agentOf }, write);
  }
  if (write === null) return followEdits(pending, text, changes);
  return { pending: addAgentEdits(pending, text, changes, write), undone: [], overwritten: [] };
}
