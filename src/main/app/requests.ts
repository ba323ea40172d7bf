import { z } from "zod";
import { needNames } from "../../shared/commands";
import type { Argument, RequestName } from "../../shared/contract";
import { pandocFormats } from "../../shared/pandoc";
import { MAX_UNDO_STEPS } from "../../shared/undo-steps";
import { agentsRequestSchemas } from "./agents/requests";
import { assistantRequestSchemas } from "./assistant/requests";
import { bookRequestSchemas } from "./books/requests";
import { commentRequestSchemas } from "./comments/requests";
import { absolutePath, documentId, sessionSchema, spot, tabView } from "./core/session";
import { diagnosticsRequestSchemas } from "./diagnostics/requests";
import { followedSchema, unsavedEditsSchema } from "./documents/requests";
import { historyRequestSchemas } from "./history/requests";
import { libraryRequestSchemas } from "./library/requests";
import { linkRequestSchemas } from "./links/requests";
import { noteIndexRequestSchemas } from "./note-index/requests";
import { notesRequestSchemas } from "./notes/requests";
import { officeRequestSchemas } from "./office/requests";
import { someSettings } from "./settings/requests";
import { sharingRequestSchemas } from "./sharing/requests";
import { styleRequestSchemas } from "./styles/requests";
import { viewerRequestSchemas } from "./viewer/requests";

const nothing = z.union([z.undefined(), z.null()]).transform(() => undefined);
const seq = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const ticket = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
/** HTML with inlined images. */
const page = z.string().max(400 * 1024 * 1024);
const version = z.string().max(128);
/** The path of an embedded note in the open folder, in which an image or a link is. */
const embedded = z.string().min(1).max(4096).optional();
const imageQuery = z.strictObject({ doc: documentId, path: z.string().max(4096), from: embedded });
const decided = z.strictObject({ path: absolutePath, hunks: z.array(z.string().max(80)).max(100_000) });
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
  "workspace:list": absolutePath,
  "workspace:files": nothing,
  "workspace:watch": z.array(absolutePath).max(10_000),
  "workspace:create": z.strictObject({ path: absolutePath, kind: z.enum(["file", "folder"]) }),
  "workspace:rename": z.strictObject({ from: absolutePath, to: absolutePath }),
  "workspace:copy": z.strictObject({ from: absolutePath, folder: absolutePath, taken: z.enum(["refuse", "both"]) }),
  "workspace:trash": absolutePath,
  "workspace:reveal": absolutePath,
  "document:pick": nothing,
  "document:open": absolutePath,
  "document:piece": z.strictObject({ doc: documentId, version, from: seq }),
  "document:create": nothing,
  "document:typed": unsavedEditsSchema,
  "document:save": unsavedEditsSchema.extend({
    why: z.enum(["auto", "while typing", "by hand", "recreate", "restored"]),
    // Invalid review data is dropped; the save itself is not rejected.
    followed: followedSchema.optional().catch(undefined),
    pasted: z
      .array(z.tuple([seq, seq]))
      .max(1000)
      .optional()
      .catch(undefined),
  }),
  "document:save-as": unsavedEditsSchema,
  "document:image": imageQuery,
  "document:add-image": z.strictObject({
    doc: documentId,
    name: z.string().max(1000).nullable(),
    bytes: z.instanceof(Uint8Array),
  }),
  "document:text": documentId,
  "document:keep-undo": z.strictObject({ doc: documentId, version, steps: z.string().max(MAX_UNDO_STEPS) }),
  "document:undo-steps": z.strictObject({ doc: documentId, version }),
  "document:close": z.strictObject({ doc: documentId, discard: z.boolean() }),
  "document:conflict": z.strictObject({ doc: documentId, mine: z.string().nullable() }),
  "document:views": z.strictObject({
    requestId: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
    views: z.strictObject({
      front: documentId.nullable(),
      texts: z
        .array(
          z.strictObject({
            doc: documentId,
            line: z.int().min(1),
            selection: z
              .strictObject({ lineFrom: z.int().min(1), lineTo: z.int().min(1), text: z.string().max(10_000) })
              .nullable(),
          }),
        )
        .max(1000),
    }),
  }),
  "document:handed-over": z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  "document:clear-readings": documentId,
  "document:check": documentId,
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
  "export:pick": z.strictObject({ doc: documentId, kind: z.enum(["pdf", "html", "docx", "epub", ...pandocFormats]) }),
  "export:write": z.strictObject({ ticket, bytes: z.instanceof(Uint8Array) }),
  "export:pdf": z.strictObject({
    ticket,
    html: page,
    about: z
      .strictObject({
        title: z.string().max(10_000),
        authors: z.array(z.string().max(300)).max(50),
        created: z
          .string()
          .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)
          .nullable(),
        subject: z.string().max(10_000).optional(),
      })
      .optional(),
  }),
  "export:cancel": ticket,
  "export:reveal": absolutePath,
  "export:print": page,
  "export:has-pandoc": nothing,
  "export:pandoc": z.strictObject({
    ticket,
    page: z.strictObject({ html: page, pageBreak: z.string().regex(/^[a-z]{16,100}$/), hasContents: z.boolean() }),
    to: z.enum(pandocFormats),
  }),
  "export:image": imageQuery,
  "spelling:start": z.array(z.string().max(100)).max(20),
  "spelling:languages": nothing,
  "spelling:add": z.string().max(200),
  "external:answer": z.strictObject({
    folder: absolutePath,
    by: z.string().max(1000),
    answer: z.enum(["review", "accept"]),
  }),
  "review:list": z.enum(["counts", "hunks"]),
  "review:suggest": documentId,
  "review:keep": decided,
  "review:undo": decided.extend({ manner: z.enum(["whole", "with the user's words", "beside the user's words"]) }),
  "review:asked": nothing,
  "review:done": z.string().max(100),
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
