import { z } from "zod";
import type { Argument, RequestName } from "../../../shared/contract";
import { absolutePath } from "../core/session";

type FolderRequest = Exclude<
  Extract<RequestName, `workspace:${string}` | `search:${string}` | `replace:${string}`>,
  "workspace:open" | "workspace:close" | "workspace:watch"
>;

const nothing = z.union([z.undefined(), z.null()]).transform(() => undefined);
const seq = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const ticket = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
/** Longer than any pattern the search accepts, so that the search itself can report one that is too long. */
const searched = z.string().max(20_000);
const folderQuery = z.strictObject({
  text: searched,
  regex: z.boolean(),
  caseSensitive: z.boolean(),
  wholeWord: z.boolean(),
  include: searched,
  exclude: searched,
});

/** Schemas for the arguments of requests about the files of the open folder, and search and replace in them. */
export const folderRequestSchemas: { [K in FolderRequest]: z.ZodType<Argument<K>> } = {
  "workspace:list": absolutePath,
  "workspace:files": nothing,
  "workspace:create": z.strictObject({ path: absolutePath, kind: z.enum(["file", "folder"]) }),
  "workspace:rename": z.strictObject({ from: absolutePath, to: absolutePath }),
  "workspace:copy": z.strictObject({ from: absolutePath, folder: absolutePath, taken: z.enum(["refuse", "both"]) }),
  "workspace:trash": absolutePath,
  "workspace:reveal": absolutePath,
  "search:begin": folderQuery.extend({ search: seq, unsaved: z.enum(["included", "left out"]) }),
  "search:more": seq,
  "search:stop": nothing,
  "search:files": z.strictObject({ query: folderQuery, paths: z.array(absolutePath).max(1000) }),
  "replace:plan": z.strictObject({
    query: folderQuery,
    template: searched,
    keepCase: z.boolean(),
    files: z
      .array(
        z.strictObject({
          path: absolutePath,
          paragraphs: z
            .array(z.strictObject({ key: z.string().max(100), line: z.number().int().min(0) }))
            .max(10_000)
            .nullable(),
        }),
      )
      .max(200_000),
  }),
  "replace:run": ticket,
  "replace:stop": nothing,
  "replace:undo": ticket,
};
