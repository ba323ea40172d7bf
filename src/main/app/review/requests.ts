import { z } from "zod";
import type { Argument, RequestName } from "../../../shared/contract";
import { absolutePath, documentId } from "../core/session";

type ReviewRequest = Extract<RequestName, `review:${string}`>;

const nothing = z.union([z.undefined(), z.null()]).transform(() => undefined);
const decided = z.strictObject({ path: absolutePath, hunks: z.array(z.string().max(80)).max(100_000) });

/** Schemas for the arguments of requests about pending edits. */
export const reviewRequestSchemas: { [K in ReviewRequest]: z.ZodType<Argument<K>> } = {
  "review:list": z.enum(["counts", "hunks"]),
  "review:suggest": documentId,
  "review:keep": decided,
  "review:undo": decided.extend({ manner: z.enum(["whole", "with the user's words", "beside the user's words"]) }),
  "review:asked": nothing,
  "review:done": z.string().max(100),
};
