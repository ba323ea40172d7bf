import { z } from "zod";
import { MAX_COMMENT } from "../../../core/limits";
import type { CommentDraft, CommentRequests } from "../../../shared/comments";
import { documentId } from "../core/session";

const thread = z.string().max(100);
const message = z.string().min(1).max(MAX_COMMENT);
const position = z.int().min(0);
/** A cell or slide may have none. */
const words = z.string().max(10_000);
const address = z.string().min(1).max(1_000).optional();
const at = z.string().max(40);
/** Longer than a message may be: the user may cut it before it is sent. */
const unsent = z.string().max(1_000_000);
const undo = z.string().max(40);

/** What the user has not sent yet in one document; validated again when it is read from disk. */
export const commentDraftsSchema: z.ZodType<CommentDraft[]> = z
  .array(
    z.discriminatedUnion("kind", [
      z.strictObject({
        kind: z.literal("new"),
        id: z.string().min(1).max(40),
        from: position,
        words,
        address,
        needsMe: z.boolean(),
        text: unsent,
      }),
      z.strictObject({ kind: z.literal("reply"), thread, text: unsent }),
      z.strictObject({ kind: z.literal("edit"), thread, at, before: z.string().max(MAX_COMMENT), text: unsent }),
    ]),
  )
  .max(1_000);

/** Schemas for the arguments of the requests about comments. */
export const commentRequestSchemas: { [K in keyof CommentRequests]: z.ZodType<Parameters<CommentRequests[K]>[0]> } = {
  "comments:list": documentId,
  "comments:folder": z.union([z.undefined(), z.null()]).transform(() => undefined),
  "comments:read": z.strictObject({ doc: documentId, threads: z.array(thread).max(10_000) }),
  "comments:place": z.strictObject({
    doc: documentId,
    paragraph: z.string().max(100_000),
    offset: position,
    share: z.number().min(0).max(1),
  }),
  "comments:add": z.strictObject({
    doc: documentId,
    from: position,
    words,
    address,
    text: message,
    needsMe: z.boolean(),
  }),
  "comments:reply": z.strictObject({ doc: documentId, thread, text: message }),
  "comments:set": z.strictObject({
    doc: documentId,
    thread,
    status: z.enum(["open", "resolved"]).optional(),
    needsMe: z.boolean().optional(),
  }),
  "comments:edit": z.strictObject({
    doc: documentId,
    thread,
    at,
    before: z.string().max(MAX_COMMENT),
    text: message.nullable(),
  }),
  "comments:delete": z.strictObject({ doc: documentId, thread }),
  "comments:undo": z.strictObject({ doc: documentId, undo }),
  "comments:drafts": documentId,
  "comments:keep-drafts": z.strictObject({ doc: documentId, drafts: commentDraftsSchema }),
  "comments:protect": z.strictObject({
    doc: documentId,
    from: position,
    to: position,
    kind: z.enum(["document", "section", "paragraph", "cells", "slide"]),
    address,
    words: words.optional(),
    page: z.strictObject({ first: position, last: position, text: z.string().max(1_000_000) }).optional(),
    mode: z.enum(["locked", "suggest"]),
    share: z.int().min(1).max(100).optional(),
  }),
  "comments:set-lock": z.strictObject({ doc: documentId, lock: thread, mode: z.enum(["locked", "suggest"]) }),
  "comments:unprotect": z.strictObject({ doc: documentId, lock: thread }),
};
