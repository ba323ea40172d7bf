import { z } from "zod";
import { assistantRequestSchemas } from "../assistant/requests";
import { bookRequestSchemas } from "../books/requests";
import { commentRequestSchemas } from "../comments/requests";
import { absolutePath, documentId } from "../core/session";
import { unsavedEditsSchema } from "../documents/requests";
import { officeRequestSchemas } from "../office/requests";

/** Edits that a renderer may send; validated on receipt and again when read from disk. */
export const typingSchema = z.discriminatedUnion("name", [
  z.strictObject({ name: z.literal("document:typed"), argument: unsavedEditsSchema }),
  z.strictObject({ name: z.literal("office:typed"), argument: officeRequestSchemas["office:typed"] }),
  z.strictObject({ name: z.literal("book:keep-targets"), argument: bookRequestSchemas["book:keep-targets"] }),
  z.strictObject({
    name: z.literal("assistant:keep-draft"),
    argument: assistantRequestSchemas["assistant:keep-draft"],
  }),
  z.strictObject({
    name: z.literal("comments:keep-drafts"),
    argument: commentRequestSchemas["comments:keep-drafts"],
  }),
]);

/** What is needed to recover an open document from its edits alone. */
const knownDocumentSchema = z.strictObject({
  doc: documentId,
  path: absolutePath.nullable(),
  name: z.string().max(1000),
  encoding: z.string().max(100),
  lineEnding: z.string().max(20),
  /** For a document without a file: the base text and its version. */
  base: z.strictObject({ version: z.string().max(128), text: z.string() }).nullable(),
});

export type KnownDocument = z.infer<typeof knownDocumentSchema>;

const subject = z.string().min(1).max(5000);
const count = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** Messages of a renderer to the journal process: `RendererToJournal`. */
export const rendererToJournalSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("typed"), subject, count, typing: typingSchema }),
  z.strictObject({ kind: z.literal("answered"), subject, count }),
]);

/** Unacknowledged edits as stored on disk. */
export const unansweredSchema = z.strictObject({
  typing: typingSchema,
  /** The id of the window in which they were made. */
  window: z.string().min(1).max(64),
  document: knownDocumentSchema.nullable(),
  /** ISO 8601. Only decides which of two drafts of one subject is newer. */
  at: z.string().max(40),
});

export type Unanswered = z.infer<typeof unansweredSchema>;
