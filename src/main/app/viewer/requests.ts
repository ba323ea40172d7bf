import type { z } from "zod";
import type { ViewerRequests } from "../../../shared/viewer";
import { absolutePath } from "../core/session";

/** Schemas for the arguments of the viewer's requests. */
export const viewerRequestSchemas: { [K in keyof ViewerRequests]: z.ZodType<Parameters<ViewerRequests[K]>[0]> } = {
  "viewer:look": absolutePath,
  "viewer:open-in-program": absolutePath,
  "viewer:open-as-text": absolutePath,
};
