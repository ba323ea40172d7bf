import { z } from "zod";
import type { SharingRequests } from "../../../shared/sharing";
import { absolutePath } from "../core/session";

const nothing = z.union([z.undefined(), z.null()]).transform(() => undefined);

const position = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Schemas for the arguments of the requests about shared folders. */
export const sharingRequestSchemas: { [K in keyof SharingRequests]: z.ZodType<Parameters<SharingRequests[K]>[0]> } = {
  "sharing:state": nothing,
  "sharing:join": z.string().max(4096),
  "sharing:leave": nothing,
  "sharing:look": z
    .strictObject({ path: absolutePath, selection: z.strictObject({ anchor: position, head: position }).nullable() })
    .nullable(),
};
