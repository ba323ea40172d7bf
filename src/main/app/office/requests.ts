import { z } from "zod";
import type { OfficeRequests } from "../../../shared/office";
import { documentId } from "../core/session";

const index = z.number().int().min(0).max(10_000_000);
const line = z.number().int().min(1).max(10_000_000);
const sheet = z.string().min(1).max(1000);
const paragraph = z.string().min(1).max(100);
/** As large as a clipboard can be, so that no pasted text is rejected by validation, which the user would not see. */
const text = z.string().max(64 * 1024 * 1024);
const address = z.string().regex(/^[A-Za-z]{1,7}[0-9]{1,8}$/);
const cells = z.record(address, text).refine((each) => Object.keys(each).length <= 100_000);
const asked = { doc: documentId, from: index };

/** Schemas for the arguments of Office requests. */
export const officeRequestSchemas: { [K in keyof OfficeRequests]: z.ZodType<Parameters<OfficeRequests[K]>[0]> } = {
  "office:content": documentId,
  "office:paragraphs": z.strictObject({ ...asked, count: z.number().int().min(1).max(500) }),
  "office:slides": z.strictObject({ ...asked, count: z.number().int().min(1).max(50) }),
  "office:cells": z.strictObject({
    doc: documentId,
    sheet,
    range: z.strictObject({ top: line, left: line, bottom: line, right: line }),
  }),
  "office:outline": documentId,
  "office:find": z.strictObject({
    doc: documentId,
    sought: z.string().max(20_000),
    caseSensitive: z.boolean(),
    searcher: z.string().max(100),
  }),
  "office:edit": z.strictObject({
    doc: documentId,
    edits: z
      .array(
        z.discriminatedUnion("edit", [
          z.strictObject({ edit: z.literal("text"), paragraph, before: text, text }),
          z.strictObject({ edit: z.literal("insert"), after: paragraph.nullable(), text }),
          z.strictObject({ edit: z.literal("delete"), paragraph, before: text }),
          z.strictObject({ edit: z.literal("cells"), sheet, cells, before: cells }),
        ]),
      )
      .min(1)
      .max(1000),
    how: z.enum(["written", "suggested"]),
  }),
  "office:undo": documentId,
  "office:redo": documentId,
  "office:typed": z.strictObject({
    doc: documentId,
    drafts: z
      .array(
        z.union([
          z.strictObject({ paragraph, before: text, text }),
          z.strictObject({ sheet, address, before: text, text }),
        ]),
      )
      .max(1000),
  }),
  "office:drafts": documentId,
  "office:text": documentId,
  "office:open-in-program": documentId,
  "office:suggestions": documentId,
  "office:settle": z.strictObject({
    doc: documentId,
    ids: z.union([z.literal("all"), z.array(z.string().max(100)).max(100_000)]),
    how: z.enum(["accept", "reject"]),
  }),
  "office:hunks": documentId,
  "office:export": z.strictObject({
    doc: documentId,
    kind: z.enum(["pdf", "html", "md", "txt", "docx", "odt", "xlsx", "ods", "pptx", "odp"]),
  }),
  "office:stop-export": documentId,
};
