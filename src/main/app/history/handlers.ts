import { lstat, mkdir, writeFile } from "node:fs/promises";
import { dirname, relative, sep } from "node:path";
import type { Authorship } from "../../../shared/authorship";
import type { Handlers } from "../../../shared/contract";
import type { DeletedFile } from "../../../shared/history";
import { userName } from "../../engine/comments";
import { ToolError } from "../../engine/ports/tool-error";
import { isWithin } from "../../engine/storage";
import { realPathOf } from "../core/grants";
import type { HandlerWindow } from "../core/handler-window";
import { MAX_LISTED_VERSIONS } from "../core/limits";
import { t } from "../core/messages";
import { type AppCanvas, noVersion, outcomeIn, restore, savedPlace, type WindowContext } from "../documents";
import { authorsOf } from "./authors";
import { restoreDocumentSection } from "./restore-section";
import { searchVersions } from "./search-versions";
import { versionText } from "./version-text";

const MAX_GONE = 500;
/** How many files of the history are checked for existence. */
const MAX_FILES = 20_000;

type HistoryRequest = Extract<keyof Handlers, `history:${string}`>;
type HistoryDeps = {
  window: Pick<HandlerWindow, "workspace">;
  canvas: Pick<AppCanvas, "handOver">;
  /** Throws unless the path is inside the open folder. */
  checkChangeable(path: string): Promise<void>;
};

/** History requests of one window, about its documents and deleted files of its folder. */
export function historyHandlers(
  ctx: WindowContext,
  { window, canvas, checkChangeable }: HistoryDeps,
): Pick<Handlers, HistoryRequest> {
  const { openDocuments } = ctx;
  const outcome = outcomeIn(ctx);

  async function deletedFiles(): Promise<{ files: DeletedFile[]; isAll: boolean }> {
    if (!window.workspace) throw new ToolError("not_found", t.noFolderOpen);
    const root = await realPathOf(window.workspace.root);
    const known = await (await ctx.engine()).history.filesIn(root, MAX_FILES);
    const files: DeletedFile[] = [];
    for (const { realPath, newest, versions } of known) {
      if (files.length >= MAX_GONE) break;
      const isThere = await lstat(realPath).then(
        () => true,
        ({ code }: NodeJS.ErrnoException) => code !== "ENOENT" && code !== "ENOTDIR",
      );
      if (isThere) continue;
      files.push({ path: realPath, name: relative(root, realPath).split(sep).join("/"), newest, versions });
    }
    return { files, isAll: known.length < MAX_FILES && files.length < MAX_GONE };
  }

  /** Throws unless the real path is inside the open folder. */
  async function checkRemembered(path: string): Promise<void> {
    const root = window.workspace && (await realPathOf(window.workspace.root));
    if (!root || !isWithin(await realPathOf(path), root)) throw new ToolError("outside_workspace", t.notInFolder(path));
  }

  async function restoreFile(path: string, versionId: string): Promise<{ path: string }> {
    await checkRemembered(path);
    await checkChangeable(path);
    const { documents, history } = await ctx.engine();
    const bytes = await history.read(path, versionId);
    if (bytes === null) throw noVersion(path);
    await mkdir(dirname(path), { recursive: true });
    await documents.change(path, [path], {
      by: ctx.by,
      reason: "brought back",
      asker: "person",
      edit(current) {
        if (current !== null) throw new ToolError("wrong_state", t.timeline.thereAgain(path));
        return { bytes };
      },
    });
    return { path };
  }

  async function authorsAt(path: string): Promise<Authorship> {
    await ctx.grants.check(path);
    return authorsOf(await ctx.engine(), await realPathOf(path));
  }

  return {
    "history:list": (doc) =>
      outcome(async () => {
        const { location } = openDocuments.of(doc);
        return {
          versions: location ? await (await ctx.engine()).history.list(location.realPath, MAX_LISTED_VERSIONS) : [],
        };
      }),
    "history:text": ({ doc, version_id }) =>
      outcome(async () => {
        const document = openDocuments.of(doc);
        return { text: await versionText(ctx, savedPlace(document).realPath, version_id, document.name) };
      }),
    "history:restore": ({ doc, version_id }) =>
      outcome(async () => {
        const document = openDocuments.of(doc);
        // Unsaved edits become a version first, so that restoring loses nothing.
        await canvas.handOver(savedPlace(document).realPath);
        await restore(ctx, document, version_id);
        return {};
      }),
    "history:restore-section": (asked) => outcome(() => restoreDocumentSection(ctx, canvas, asked)),
    "history:search": (asked) => outcome(() => searchVersions(ctx, asked)),
    "history:authors": (doc) =>
      outcome(async () => ({
        authorship: await authorsOf(await ctx.engine(), savedPlace(openDocuments.of(doc)).realPath),
        user: userName(),
        owner: ctx.by.kind === "you" ? null : userName() || t.guests.owner,
      })),
    "history:authors-of": (path) => outcome(async () => ({ authorship: await authorsAt(path), user: userName() })),
    "history:save-authors": (path) =>
      outcome(async () => {
        const authorship = await authorsAt(path);
        const target = await ctx.window.desktop.pickSavePath(`${path.replace(/\.[^./\\]*$/, "")}.authorship.json`);
        // The dialog asked before replacing a file.
        if (target !== null) await writeFile(target, `${JSON.stringify(authorship, null, 2)}\n`);
        return { path: target };
      }),
    "history:mark": ({ doc, version_id, name }) =>
      outcome(async () => {
        const { realPath } = savedPlace(openDocuments.of(doc));
        await (await ctx.engine()).history.mark(realPath, version_id, name);
        return {};
      }),
    "history:gone": () => outcome(deletedFiles),
    "history:gone-versions": (path) =>
      outcome(async () => {
        await checkRemembered(path);
        return { versions: await (await ctx.engine()).history.list(path, MAX_LISTED_VERSIONS) };
      }),
    "history:gone-text": ({ path, version_id }) =>
      outcome(async () => {
        await checkRemembered(path);
        return { text: await versionText(ctx, path, version_id, path.slice(path.lastIndexOf(sep) + 1)) };
      }),
    "history:bring-back": ({ path, version_id }) => outcome(() => restoreFile(path, version_id)),
  };
}
