import { z } from "zod";
import type { NoteIndexRequests } from "../../../shared/note-index";

const refresh = z.enum(["all", "changed"]);
const documentId = z.string().max(100);
const offset = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const mention = z.strictObject({
  path: z.string().max(4096),
  line: offset,
  text: z.string().max(1000),
  from: offset,
  words: z.string().min(1).max(1000),
});

/** Schemas for the arguments of the requests about the notes of a folder. */
export const noteIndexRequestSchemas: {
  [K in keyof NoteIndexRequests]: z.ZodType<Parameters<NoteIndexRequests[K]>[0]>;
} = {
  "index:tags": refresh,
  "index:tag-places": z.string().min(1).max(400),
  "index:unresolved": refresh,
  "index:mentions": documentId,
  "index:link-mention": z.strictObject({ doc: documentId, mention }),
  "index:undo-link": offset,
  "index:aliases": z.undefined(),
  "index:folder-rules": z.undefined(),
};
