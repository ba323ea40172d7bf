import type { HunkId, UndoManner } from "../../../core/review/pending-edits";
import type { Writer } from "../../../core/review/writer";
import { ToolError } from "../ports/tool-error";

/** The hunks to undo in a document, and how to treat hunks in which the user wrote. */
export type UndoRequest = { realPath: string; hunks: readonly HunkId[]; manner: UndoManner; by: Writer };

/** The result of undoing hunks: `gone` no longer apply, `left` are those in which the user wrote. */
export type UndoneHunks = { undone: HunkId[]; gone: HunkId[]; left: HunkId[] };

/** The error if none of the hunks is still pending. */
export const nothingLeft = (count: number): ToolError =>
  new ToolError(
    "stale",
    count === 1
      ? "this edit no longer applies: the text has changed since"
      : `these ${count} edits no longer apply: the text has changed since`,
    { hint: "The history has every earlier version of the document." },
  );

/** The error for undoing the whole text of an Office document: without text it would be a package of empty parts. */
export const nothingElse = (name: string): ToolError =>
  new ToolError("wrong_state", `${name} was made by an agent, and undoing this would leave nothing in it`, {
    hint: "Move it to the trash instead: its versions stay in the history.",
  });
