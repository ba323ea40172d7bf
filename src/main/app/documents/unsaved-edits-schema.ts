import { z } from "zod";
import { documentId } from "../core/session";

export const position = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Changes as sent by the renderer; `applyChanges` checks whether they fit their text. */
export const changesSchema = z
  .array(z.strictObject({ from: position, to: position, insert: z.string() }))
  .max(1_000_000);

/** Unsaved edits of a text. */
export const unsavedEditsSchema = z.strictObject({
  doc: documentId,
  base: z.string().max(128),
  seq: position,
  changes: changesSchema,
});
