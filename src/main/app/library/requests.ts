import { z } from "zod";
import type { LibraryRequests } from "../../../shared/library";
import { absolutePath } from "../core/session";

const nothing = z.union([z.undefined(), z.null()]).transform(() => undefined);
const kind = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);
const key = z.string().min(1).max(1000);
const document = z.string().min(1).max(200);
/** Identifies a library entry. */
export const entryName = z.strictObject({ document, kind, key, name: z.string().min(1).max(1000) });

/** Schemas for the arguments of content library requests. */
export const libraryRequestSchemas: { [K in keyof LibraryRequests]: z.ZodType<Parameters<LibraryRequests[K]>[0]> } = {
  "library:shelf": nothing,
  "library:switch": z.strictObject({ documents: z.array(document).max(10_000), isOn: z.boolean() }),
  "library:search": z.strictObject({
    query: z.string().max(2000),
    kinds: z.array(kind).max(5),
    filters: z.record(
      z.string().regex(/^[a-z][a-z0-9_]{0,39}(?::from|:to)?$/),
      z.union([z.string().max(200), z.number(), z.boolean()]),
    ),
    favourites: z.boolean().default(false),
    limit: z.number().int().min(1).max(1000),
  }),
  "library:names": z.strictObject({ kind, name: z.string().max(300) }),
  "library:favourite": z.strictObject({ entry: entryName, isFavourite: z.boolean() }),
  "library:new-entry": z.strictObject({ kind, name: z.string().trim().min(1).max(300) }),
  "library:copy-entry": entryName,
  "library:markdown": entryName,
  "library:open": z.strictObject({ document, entry: entryName.nullable() }),
  "library:add": z.array(absolutePath).max(200).nullable(),
  "library:replace": z.array(z.string().min(1).max(4096)).max(200),
  "library:stop": nothing,
  "library:remove": document,
  "library:restore": document,
};
