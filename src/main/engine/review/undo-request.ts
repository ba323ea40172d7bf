import type { HunkId, UndoManner } from "../../../core/review/pending-edits";
import type { Writer } from "../../../core/review/writer";
import { ToolError } from "../ports/tool-error";

/** Hunks to be undone in a document, and how where the user wrote inside them. */
export type UndoRequest = { realPath: string; hunks: readonly HunkId[]; manner: UndoManner; by: Writer };

/** What undoing hunks came to: those that no longer apply are `gone`, those in which the user wrote are `left`. */
export type UndoneHunks = { undone: HunkId[]; gone: HunkId[]; left: HunkId[] };

/** Refuses to undo hunks of which nothing is pending any longer. */
export const nothingLeft = (count: number): ToolError =>
  new ToolError(
    "stale",
    count === 1
      ? "this edit no longer applies: the text has changed since"
      : `these ${count} edits no longer apply: the text has changed since`,
    { hint: "The history has every earlier version of the document." },
  );

/** Refuses to undo all that an Office document says: without words it would be a package of empty parts. */
export const nothingElse = (name: string): ToolError =>
  new ToolError("wrong_state", `${name} was made by an agent, and undoing this would leave nothing in it`, {
    hint: "Move it to the trash instead: its versions stay in the history.",
  });
