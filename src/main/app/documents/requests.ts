import { z } from "zod";
import { isSuggestion } from "../../../core/review/suggestions";
import { documentId } from "../core/session";

export const position = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Changes as sent by the renderer; `applyChanges` checks whether they fit their text. */
export const changesSchema = z
  .array(z.strictObject({ from: position, to: position, insert: z.string() }))
  .max(1_000_000);

/** A write with pending edits, as the renderer reports it. */
const reviewedWriteSchema = z.strictObject({
  id: z.string().max(60),
  by: z.string().max(1000),
  reason: z.string().max(1000),
  request: z.string().max(1000).exactOptional(),
  at: z.string().max(40),
});

const author = z.string().max(80).nullable();
/** Pending edits of a text with their writes, as the editor has tracked them. */
export const followedSchema = z.strictObject({
  pending: z
    .array(
      z.union([
        z.number().int().min(0),
        z.strictObject({
          hunk: z.string().max(80),
          accepted: z.array(z.tuple([z.string(), author])),
          now: z.array(z.tuple([z.number().int().min(0), author])),
          isCleared: z.literal(true).exactOptional(),
        }),
      ]),
    )
    .max(200_000)
    .readonly(),
  writes: z.array(reviewedWriteSchema).max(100_000),
});

/** What is suggested of unsaved edits. If it is invalid it is dropped; the edits are not rejected. */
export const suggestedSchema = z
  .union([reviewedWriteSchema.refine(({ id }) => isSuggestion(id)), followedSchema])
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
