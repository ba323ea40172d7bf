import { dirname, join } from "node:path";
import { type LinkStyle, wikiTarget } from "../../../core/links/wiki-target";
import type { Handlers, Notice, SaveResult } from "../../../shared/contract";
import { folderPath, linkFolder } from "../core/folder-paths";
import type { HandlerWindow } from "../core/handler-window";
import { t } from "../core/messages";
import { addImage } from "./add-image";
import type { AppCanvas } from "./app-canvas";
import type { WindowContext } from "./context";
import { refresh } from "./external-changes";
import { findImage } from "./images";
import { close, createUntitled, saveAs, setConflict } from "./open-documents";
import { outcomeIn } from "./outcome";
import type { ReadRanges } from "./read-ranges";
import { save } from "./saving";
import { keepUnsavedEdits } from "./unsaved-text";
import type { ViewRequests } from "./view-requests";

/** Documents are picked and opened by the window, which may open a folder instead. */
type DocumentRequest = Exclude<Extract<keyof Handlers, `document:${string}`>, "document:pick" | "document:open">;

type DocumentDeps = {
  window: Pick<HandlerWindow, "workspace">;
  canvas: Pick<AppCanvas, "answered">;
  viewRequests: Pick<ViewRequests, "answered">;
  readRanges: Pick<ReadRanges, "clear">;
  /** Where new images go, and how links to them are written; null: in Markdown. */
  newImages(): Promise<{ folder: string; linkStyle: LinkStyle | null }>;
  wasOpened(path: string): void;
};

/** Requests about the documents of one window: typing, saving, images, conflicts, closing. */
export function documentHandlers(
  ctx: WindowContext,
  { window, canvas, viewRequests, readRanges, newImages, wasOpened }: DocumentDeps,
): Pick<Handlers, DocumentRequest> {
  const { openDocuments } = ctx;
  const outcome = outcomeIn(ctx);
  return {
    "document:piece": (asked) => outcome(async () => ({ piece: await ctx.loader.piece(ctx, asked) })),
    "document:create": async () => createUntitled(ctx).snapshot(),
    "document:typed": async (typed) => {
      // The renderer may have closed the document while this was in flight.
      if (!openDocuments.has(typed.doc)) return;
      await keepUnsavedEdits(ctx, openDocuments.of(typed.doc), typed).catch((error: unknown) =>
        ctx.reportError(t.parts.journal, error),
      );
    },
    "document:save": async ({ why, ...typed }): Promise<SaveResult> =>
      openDocuments.has(typed.doc)
        ? save(ctx, openDocuments.of(typed.doc), typed, why)
        : { status: "refused", error: notOpen() },
    "document:save-as": (typed) =>
      outcome(async () => {
        const document = await saveAs(ctx, openDocuments.of(typed.doc), typed, window.workspace?.root ?? null);
        if (document?.path) wasOpened(document.path);
        return { document };
      }),
    "document:image": (image) => outcome(() => findImage(ctx, window.workspace?.root ?? null, image)),
    "document:add-image": (image) =>
      outcome(async () => {
        const { folder, linkStyle } = await newImages();
        const root = window.workspace?.root ?? null;
        const { path } = await addImage(ctx, { folder, root }, image);
        return { path, embed: await embedName(ctx, { root, linkStyle, doc: image.doc, path }) };
      }),
    "document:text": (doc) =>
      outcome(async () => {
        const { text, version, encoding, lineEnding } = openDocuments.of(doc).at;
        return { text, version, encoding, lineEnding };
      }),
    "document:keep-undo": async ({ doc, version, steps }) => {
      const path = openDocuments.has(doc) ? openDocuments.of(doc).location?.realPath : undefined;
      if (path) await ctx.undoSteps.keep(path, { version, steps });
    },
    "document:undo-steps": async ({ doc, version }) => {
      const path = openDocuments.has(doc) ? openDocuments.of(doc).location?.realPath : undefined;
      return path ? ctx.undoSteps.find(path, version) : null;
    },
    "document:close": ({ doc, discard }) =>
      outcome(async () => {
        const isUnread = ctx.loader.pathOf(doc) !== null;
        if (!isUnread) await close(ctx, openDocuments.of(doc), discard ? "discard" : "keep");
        ctx.loader.drop(doc);
        return {};
      }),
    "document:conflict": async ({ doc, mine }) => {
      if (!openDocuments.has(doc)) return;
      await setConflict(ctx, openDocuments.of(doc), mine).catch((error: unknown) =>
        ctx.reportError(t.parts.history, error),
      );
    },
    "document:handed-over": async (requestId) => canvas.answered(ctx.window, requestId),
    "document:views": async ({ requestId, views }) => viewRequests.answered(ctx.window, requestId, views),
    "document:clear-readings": async (doc) => readRanges.clear(doc),
    "document:check": async (doc) => {
      if (!openDocuments.has(doc)) return;
      await refresh(ctx, openDocuments.of(doc)).catch((error: unknown) =>
        ctx.reportError(openDocuments.of(doc).name, error),
      );
    },
  };
}

const notOpen = (): Notice => ({ code: "not_found", message: t.notOpen });

/** The name for `![[name]]` of an image that was stored at `path` relative to the document; null where links are written in Markdown. */
async function embedName(
  ctx: WindowContext,
  { root, linkStyle, doc, path }: { root: string | null; linkStyle: LinkStyle | null; doc: string; path: string },
): Promise<string | null> {
  const location = ctx.openDocuments.of(doc).location;
  if (root === null || location === null || linkStyle?.syntax !== "wiki") return null;
  const full = join(dirname(location.path), ...path.split("/"));
  const [own, image] = [folderPath(root, location.path), folderPath(root, full)];
  if (own === null || image === null) return null;
  const { names } = await linkFolder(await ctx.engine(), root, { also: [full, location.path] });
  return wikiTarget(names, own, image, linkStyle);
}
