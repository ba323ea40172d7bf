import { z } from "zod";
import { documentId } from "../core/session";

export const position = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Spans as they cross the process border; whether they fit their text is for `applyChanges` to say. */
export const changesSchema = z
  .array(z.strictObject({ from: position, to: position, insert: z.string() }))
  .max(1_000_000);

/** What the page hands over of a text. */
export const typedSchema = z.strictObject({
  doc: documentId,
  base: z.string().max(128),
  seq: position,
  changes: changesSchema,
});
