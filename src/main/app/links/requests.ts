import { z } from "zod";
import type { Argument, RequestName } from "../../../shared/contract";
import { absolutePath, documentId } from "../core/session";

type LinkRequest = Extract<RequestName, `links:${string}`>;

const nothing = z.union([z.undefined(), z.null()]).transform(() => undefined);
/** `from`: the path of an embedded note in the open folder, in which the link is. */
const linkQuery = {
  doc: documentId,
  target: z.string().max(8192),
  from: z.string().min(1).max(4096).optional(),
};
const headingRename = z.strictObject({
  doc: documentId,
  line: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  source: z.string().max(1_000_000),
  title: z.string().max(10_000),
});

/** Schemas for the arguments of requests about links. */
export const linkRequestSchemas: { [K in LinkRequest]: z.ZodType<Argument<K>> } = {
  "links:place": z.strictObject({ ...linkQuery, kind: z.enum(["address", "wiki"]) }),
  "links:embed": z.strictObject(linkQuery),
  "links:names": nothing,
  "links:headings": z.string().max(4096),
  "links:back": documentId,
  "links:plan-move": z.strictObject({ from: absolutePath, to: absolutePath }),
  "links:move": z.strictObject({ from: absolutePath, to: absolutePath }),
  "links:plan-heading": headingRename,
  "links:rename-heading": headingRename,
  "links:unfinished": nothing,
  "links:finish": z.string().max(64),
  "links:leave": z.string().max(64),
  "links:undo": z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
};
