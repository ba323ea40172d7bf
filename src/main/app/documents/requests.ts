import { z } from "zod";
import { isSuggestion } from "../../../core/review/suggestions";
import type { Argument, RequestName } from "../../../shared/contract";
import { MAX_UNDO_STEPS } from "../../../shared/limits";
import { pandocFormats } from "../../../shared/pandoc";
import { absolutePath, documentId } from "../core/session";

type DocumentRequest = Exclude<
  Extract<RequestName, `document:${string}` | `export:${string}`>,
  "document:pick" | "document:open"
>;

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
const followedSchema = z.strictObject({
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

const nothing = z.union([z.undefined(), z.null()]).transform(() => undefined);
const seq = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const ticket = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
/** HTML with inlined images. */
const page = z.string().max(400 * 1024 * 1024);
const version = z.string().max(128);
/** The path of an embedded note in the open folder, in which an image or a link is. */
const embedded = z.string().min(1).max(4096).optional();
const imageQuery = z.strictObject({ doc: documentId, path: z.string().max(4096), from: embedded });

/** Schemas for the arguments of requests about open documents and exports. */
export const documentRequestSchemas: { [K in DocumentRequest]: z.ZodType<Argument<K>> } = {
  "document:piece": z.strictObject({ doc: documentId, version, from: seq }),
  "document:create": nothing,
  "document:typed": unsavedEditsSchema,
  "document:save": unsavedEditsSchema.extend({
    why: z.enum(["auto", "while typing", "by hand", "recreate", "restored"]),
    // Invalid review data is dropped; the save itself is not rejected.
    followed: followedSchema.optional().catch(undefined),
    pasted: z
      .array(z.tuple([seq, seq]))
      .max(1000)
      .optional()
      .catch(undefined),
  }),
  "document:save-as": unsavedEditsSchema,
  "document:image": imageQuery,
  "document:add-image": z.strictObject({
    doc: documentId,
    name: z.string().max(1000).nullable(),
    bytes: z.instanceof(Uint8Array),
  }),
  "document:text": documentId,
  "document:keep-undo": z.strictObject({ doc: documentId, version, steps: z.string().max(MAX_UNDO_STEPS) }),
  "document:undo-steps": z.strictObject({ doc: documentId, version }),
  "document:close": z.strictObject({ doc: documentId, discard: z.boolean() }),
  "document:conflict": z.strictObject({ doc: documentId, mine: z.string().nullable() }),
  "document:views": z.strictObject({
    requestId: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
    views: z.strictObject({
      front: documentId.nullable(),
      texts: z
        .array(
          z.strictObject({
            doc: documentId,
            line: z.int().min(1),
            selection: z
              .strictObject({ lineFrom: z.int().min(1), lineTo: z.int().min(1), text: z.string().max(10_000) })
              .nullable(),
          }),
        )
        .max(1000),
    }),
  }),
  "document:handed-over": z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  "document:clear-readings": documentId,
  "document:check": documentId,
  "export:pick": z.strictObject({ doc: documentId, kind: z.enum(["pdf", "html", "docx", "epub", ...pandocFormats]) }),
  "export:write": z.strictObject({ ticket, bytes: z.instanceof(Uint8Array) }),
  "export:pdf": z.strictObject({
    ticket,
    html: page,
    about: z
      .strictObject({
        title: z.string().max(10_000),
        authors: z.array(z.string().max(300)).max(50),
        created: z
          .string()
          .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)
          .nullable(),
        subject: z.string().max(10_000).optional(),
      })
      .optional(),
  }),
  "export:cancel": ticket,
  "export:reveal": absolutePath,
  "export:print": page,
  "export:has-pandoc": nothing,
  "export:pandoc": z.strictObject({
    ticket,
    page: z.strictObject({ html: page, pageBreak: z.string().regex(/^[a-z]{16,100}$/), hasContents: z.boolean() }),
    to: z.enum(pandocFormats),
  }),
  "export:image": imageQuery,
};
