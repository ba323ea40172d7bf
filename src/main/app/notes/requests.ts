import { z } from "zod";
import type { NotesRequests } from "../../../shared/notes";
import { absolutePath } from "../core/session";

/** Schemas for the arguments of the requests about daily notes and templates. */
export const notesRequestSchemas: { [K in keyof NotesRequests]: z.ZodType<Parameters<NotesRequests[K]>[0]> } = {
  "notes:today": z.undefined(),
  "notes:templates": z.undefined(),
  "notes:template": z.strictObject({ path: absolutePath, title: z.string().max(1000) }),
};
