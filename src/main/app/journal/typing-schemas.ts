import { z } from "zod";
import { assistantRequestSchemas } from "../assistant/requests";
import { bookRequestSchemas } from "../books/requests";
import { absolutePath, documentId } from "../core/session";
import { typedSchema } from "../documents/typed-schema";
import { officeRequestSchemas } from "../office/requests";

/** What a page may hand over as typed, checked where it crosses a border, and again where it is read from the disk. */
export const typingSchema = z.discriminatedUnion("name", [
  z.strictObject({ name: z.literal("document:typed"), argument: typedSchema }),
  z.strictObject({ name: z.literal("office:typed"), argument: officeRequestSchemas["office:typed"] }),
  z.strictObject({ name: z.literal("book:keep-targets"), argument: bookRequestSchemas["book:keep-targets"] }),
  z.strictObject({
    name: z.literal("assistant:keep-draft"),
    argument: assistantRequestSchemas["assistant:keep-draft"],
  }),
]);

/** What main says of an open document, for the case that its typing is all that is left of it. */
const knownDocumentSchema = z.strictObject({
  doc: documentId,
  path: absolutePath.nullable(),
  name: z.string().max(1000),
  encoding: z.string().max(100),
  lineEnding: z.string().max(20),
  /** Of a document without a file: the text that is typed over, and its version. */
  base: z.strictObject({ version: z.string().max(128), text: z.string() }).nullable(),
});

export type KnownDocument = z.infer<typeof knownDocumentSchema>;

const subject = z.string().min(1).max(5000);
const count = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** What a page may send to the journal's process: `PageToJournal`. */
export const pageToJournalSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("typed"), subject, count, typing: typingSchema }),
  z.strictObject({ kind: z.literal("answered"), subject, count }),
]);

/** Typing that main had not answered, as it is kept on the disk. */
export const unansweredSchema = z.strictObject({
  typing: typingSchema,
  /** The id of the window in which it was typed. */
  window: z.string().min(1).max(64),
  document: knownDocumentSchema.nullable(),
  /** ISO 8601. Decides only which of two drafts of one subject is the newer. */
  at: z.string().max(40),
});

export type Unanswered = z.infer<typeof unansweredSchema>;
