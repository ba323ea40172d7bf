import { z } from "zod";
import { isSuggestion } from "../../../core/review/suggestions";
import { documentId } from "../core/session";

export const position = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Changes as sent by the renderer; `applyChanges` checks whether they fit their text. */
export const changesSchema = z
  .array(z.strictObject({ from: position, to: position, insert: z.string() }))
  .max(1_000_000);

/** A write with pending edits, as the renderer reports it. */
export const reviewedWriteSchema = z.strictObject({
  id: z.string().max(60),
  by: z.string().max(1000),
  reason: z.string().max(1000),
  request: z.string().max(1000).exactOptional(),
  at: z.string().max(40),
});

/** The write of suggestions. One that is invalid is dropped; the edits are not rejected. */
export const suggestedSchema = reviewedWriteSchema
  .refine(({ id }) => isSuggestion(id))
  .optional()
  .catch(undefined);

/** Unsaved edits of a text. */
export const unsavedEditsSchema = z.strictObject({
  doc: documentId,
  base: z.string().max(128),
  seq: position,
  changes: changesSchema,
  suggested: suggestedSchema,
});
