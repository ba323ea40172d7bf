import { z } from "zod";
import type { Argument, RequestName } from "../../../shared/contract";
import { absolutePath } from "../core/session";

type ExternalRequest = Extract<RequestName, `external:${string}`>;

/** Schemas for the arguments of requests about writes of external programs. */
export const externalRequestSchemas: { [K in ExternalRequest]: z.ZodType<Argument<K>> } = {
  "external:answer": z.strictObject({
    folder: absolutePath,
    by: z.string().max(1000),
    answer: z.enum(["review", "accept"]),
  }),
};
