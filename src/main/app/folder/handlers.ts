import type { Handlers } from "../../../shared/contract";
import { ToolError } from "../../engine/ports/tool-error";
import { isWithin } from "../../engine/storage";
import { checkFileName } from "../core/file-names";
import { realPathOf } from "../core/grants";
import type { HandlerWindow } from "../core/handler-window";
import { t } from "../core/messages";
import { type AppCanvas, outcomeIn, type WindowContext } from "../documents";
import { copyEntry } from "./copy-entry";
import { createFolderFiles } from "./folder-files";
import { createFolderReplace } from "./folder-replace";
import type { FolderSearch } from "./folder-search";
import { createEntry, listFolder, trashEntry } from "./workspace";

/** The requests that open, close or watch a folder are the window's own. */
type FolderRequest = Extract<
  keyof Handlers,
  | `workspace:${"list" | "files" | "create" | "rename" | "copy" | "trash" | "reveal"}`
  | `search:${string}`
  | `replace:${string}`
>;

type FolderDeps = {
  window: Pick<HandlerWindow, "workspace">;
  canvas: Pick<AppCanvas, "handOver">;
  search: FolderSearch;
  /** Throws unless the path is inside the open folder. */
  checkInside(path: string): Promise<void>;
  /** Throws unless the path is inside the open folder and not Galley's own. */
  checkChangeable(path: string): Promise<void>;
  /** Throws if another window has this folder open. */
  rejectOpenFolder(path: string): void;
  rename(move: { from: string; to: string }): Promise<void>;
};

/** Requests about the files of one window's folder: listing and changing them, search and replace in them. */
export function folderHandlers(
  ctx: WindowContext,
  { window, canvas, search, checkInside, checkChangeable, rejectOpenFolder, rename }: FolderDeps,
): Pick<Handlers, FolderRequest> {
  const { openDocuments, desktop, grants } = ctx;
  const outcome = outcomeIn(ctx);
  const folderFiles = createFolderFiles(ctx.engine);
  const replacing = createFolderReplace(ctx, { folder: () => window.workspace });

  /**
   * Saves unsaved edits of other windows before their files are moved or deleted. The requesting renderer has saved its
   * own.
   */
  async function handOverOthers(path: string): Promise<void> {
    const real = await realPathOf(path);
    const others = openDocuments
      .all()
      .filter(({ window: other, location }) => other !== ctx.window && location !== null);
    const inside = others.flatMap(({ location }) =>
      location && isWithin(location.realPath, real) ? [location.realPath] : [],
    );
    await Promise.all(inside.map((realPath) => canvas.handOver(realPath)));
  }

  return {
    "workspace:list": (folder) =>
      outcome(async () => {
        await checkInside(folder);
        await grants.check(folder);
        return listFolder(folder);
      }),
    "workspace:files": () =>
      outcome(async () => {
        if (!window.workspace) throw new ToolError("not_found", t.noFolderOpen);
        return folderFiles(window.workspace.root);
      }),
    "workspace:create": ({ path, kind }) =>
      outcome(async () => {
        checkFileName(path);
        await checkChangeable(path);
        await createEntry(path, kind);
        return { path };
      }),
    "workspace:rename": ({ from, to }) =>
      outcome(async () => {
        await rename({ from, to });
        return { path: to };
      }),
    "workspace:copy": ({ from, folder, taken }) =>
      outcome(async () => {
        await grants.check(from);
        await grants.checkNotOwn(from);
        await checkChangeable(folder);
        return { path: await copyEntry(from, folder, taken, (await ctx.engine()).temporaries) };
      }),
    "workspace:trash": (path) =>
      outcome(async () => {
        await checkInside(path);
        rejectOpenFolder(path);
        await grants.checkNotOwn(path);
        await handOverOthers(path);
        await trashEntry(ctx, path);
        return { path };
      }),
    "workspace:reveal": async (path) => {
      if (await grants.allows(path)) desktop.reveal(path);
    },

    "search:begin": (query) => outcome(async () => ({ page: await search.begin(query) })),
    "search:more": (number) => outcome(async () => ({ page: await search.more(number) })),
    "search:stop": async () => search.stop(),
    "search:files": (asked) => outcome(async () => ({ files: await search.files(asked) })),

    "replace:plan": (asked) => outcome(async () => ({ plan: await replacing.plan(asked) })),
    "replace:run": (undoId) => outcome(async () => ({ report: await replacing.run(undoId) })),
    "replace:stop": async () => replacing.stop(),
    "replace:undo": (ticket) => outcome(async () => ({ report: await replacing.undo(ticket) })),
  };
}
