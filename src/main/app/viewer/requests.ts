import { z } from "zod";
import { pdfActions, type ViewerRequests } from "../../../shared/viewer";
import { absolutePath } from "../core/session";

/** Schemas for the arguments of the viewer's requests. */
export const viewerRequestSchemas: { [K in keyof ViewerRequests]: z.ZodType<Parameters<ViewerRequests[K]>[0]> } = {
  "viewer:look": absolutePath,
  "viewer:pdf": z.strictObject({ url: z.string().max(16_384), action: z.enum(pdfActions) }),
  "viewer:open-in-program": absolutePath,
  "viewer:open-as-text": absolutePath,
};
