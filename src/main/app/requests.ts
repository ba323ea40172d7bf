import { z } from "zod";
import { needNames } from "../../shared/commands";
import type { Argument, RequestName } from "../../shared/contract";
import { agentsRequestSchemas } from "./agents/requests";
import { assistantRequestSchemas } from "./assistant/requests";
import { bookRequestSchemas } from "./books/requests";
import { commentRequestSchemas } from "./comments/requests";
import { absolutePath, documentId, sessionSchema, spot, tabView } from "./core/session";
import { diagnosticsRequestSchemas } from "./diagnostics/requests";
import { documentRequestSchemas, unsavedEditsSchema } from "./documents/requests";
import { externalRequestSchemas } from "./external/requests";
import { folderRequestSchemas } from "./folder/requests";
import { historyRequestSchemas } from "./history/requests";
import { libraryRequestSchemas } from "./library/requests";
import { linkRequestSchemas } from "./links/requests";
import { noteIndexRequestSchemas } from "./note-index/requests";
import { notesRequestSchemas } from "./notes/requests";
import { officeRequestSchemas } from "./office/requests";
import { reviewRequestSchemas } from "./review/requests";
import { someSettings } from "./settings/requests";
import { sharingRequestSchemas } from "./sharing/requests";
import { styleRequestSchemas } from "./styles/requests";
import { viewerRequestSchemas } from "./viewer/requests";

const nothing = z.union([z.undefined(), z.null()]).transform(() => undefined);
const menuEntry = z.strictObject({
  id: z.string().max(200),
  label: z.string().max(500),
  enabled: z.boolean().exactOptional(),
  role: z.enum(["cut", "copy", "paste", "pasteAndMatchStyle", "selectAll"]).exactOptional(),
});
const menuItem = z.union([
  z.literal("separator"),
  menuEntry.extend({
    submenu: z
      .array(z.union([z.literal("separator"), menuEntry]))
      .max(100)
      .exactOptional(),
  }),
]);

/**
 * A schema for the argument of every request. The renderer is ours but could be compromised, so whatever does not match
 * is rejected before a handler sees it.
 */
export const requestSchemas: { [K in RequestName]: z.ZodType<Argument<K>> } = {
  "app:start": nothing,
  "app:painted": nothing,
  "app:save-session": sessionSchema,
  "app:save-settings": someSettings,
  "app:open-settings-file": nothing,
  "app:connection-guide": nothing,
  "app:toggle-full-screen": nothing,
  "app:copy": z.string().max(64 * 1024 * 1024),
  "app:copy-rich": z.strictObject({ html: z.string().max(64 * 1024 * 1024), text: z.string().max(64 * 1024 * 1024) }),
  "app:copied-address": nothing,
  "app:open-link": z.string().max(8192),
  "app:menu": z.array(menuItem).max(100),
  "app:available": z.array(z.enum(needNames)).max(needNames.length),
  "app:ready-to-close": z.enum(["ready", "asking", "stays"]),
  "window:new": nothing,
  "window:open-folder": absolutePath.nullable(),
  "window:move-tab": z.strictObject({ doc: documentId, view: tabView, typed: unsavedEditsSchema.nullable() }),
  "window:show-spot": z.strictObject({ path: absolutePath, spot }),
  "window:close": nothing,
  "workspace:open": absolutePath.nullable(),
  "workspace:close": nothing,
  "workspace:watch": z.array(absolutePath).max(10_000),
  "document:pick": nothing,
  "document:open": absolutePath,
  "spelling:start": z.array(z.string().max(100)).max(20),
  "spelling:languages": nothing,
  "spelling:add": z.string().max(200),
  ...documentRequestSchemas,
  ...folderRequestSchemas,
  ...externalRequestSchemas,
  ...reviewRequestSchemas,
  ...assistantRequestSchemas,
  ...bookRequestSchemas,
  ...agentsRequestSchemas,
  ...libraryRequestSchemas,
  ...diagnosticsRequestSchemas,
  ...officeRequestSchemas,
  ...viewerRequestSchemas,
  ...notesRequestSchemas,
  ...sharingRequestSchemas,
  ...styleRequestSchemas,
  ...noteIndexRequestSchemas,
  ...linkRequestSchemas,
  ...historyRequestSchemas,
  ...commentRequestSchemas,
};
