import { z } from "zod";
import type { SharingRequests } from "../../../shared/sharing";
import { absolutePath } from "../core/session";

const nothing = z.union([z.undefined(), z.null()]).transform(() => undefined);

/** Schemas for the arguments of the requests about shared folders. */
export const sharingRequestSchemas: { [K in keyof SharingRequests]: z.ZodType<Parameters<SharingRequests[K]>[0]> } = {
  "sharing:state": nothing,
  "sharing:join": z.string().max(4096),
  "sharing:leave": nothing,
  "sharing:look": absolutePath.nullable(),
};
