import { stat } from "node:fs/promises";
import type {
  DocumentId,
  DocumentSnapshot,
  Handlers,
  Notice,
  Outcome,
  SaveResult,
  Session,
  Workspace,
} from "../../shared/contract";
import { ToolError } from "../engine/ports/tool-error";
import { agentsHandlers } from "./agents/handlers";
import type { AppWindow } from "./app-window";
import { assistantHandlers } from "./assistant/handlers";
import { bookHandlers } from "./books/handlers";
import { checkFileName } from "./core/file-names";
import { isInside, realPathOf } from "./core/grants";
import { t } from "./core/messages";
import { diagnosticsHandlers } from "./diagnostics/handlers";
import { addImage } from "./documents/add-image";
import { noticeOf, type WindowContext } from "./documents/context";
import { refresh } from "./documents/external-changes";
import { findImage, readImage } from "./documents/images";
import { close, createUntitled, saveAs, setConflict } from "./documents/open-documents";
import { save } from "./documents/saving";
import { keepUnsavedEdits } from "./documents/unsaved-text";
import { copyEntry } from "./folder/copy-entry";
import { createFolderFiles } from "./folder/folder-files";
import { createFolderReplace } from "./folder/folder-replace";
import type { FolderSearch } from "./folder/folder-search";
import { createEntry, listFolder, renameEntry, trashEntry } from "./folder/workspace";
import { historyHandlers } from "./history/handlers";
import { libraryHandlers } from "./library/handlers";
import { createBackLinks } from "./links/back-links";
import { linkHeadings, linkNames } from "./links/link-lists";
import { resolveLinkDestination } from "./links/link-targets";
import { createLinkUpdates } from "./links/update-links";
import { officeHandlers } from "./office/handlers";
import { reviewHandlers } from "./review/handlers";
import type { RunningApp } from "./running-app";
import { copiedAddress } from "./windows/copied-address";

/**
 * All request handlers of one window. Expected failures are returned, not thrown. Arguments were validated by
 * `requests.ts`, and `ctx` resolves only documents of this window.
 */
export function createHandlers(ctx: WindowContext, window: AppWindow, app: RunningApp, search: FolderSearch): Handlers {
  const { openDocuments, desktop, grants } = ctx;
  const { canvas } = app;

  const folderFiles = createFolderFiles(ctx.engine);

  /** The renderer may list and change only what is inside the open folder. */
  async function checkInside(path: string): Promise<void> {
    const root = window.workspace && (await realPathOf(window.workspace.root));
    if (!root || !isInside(root, await realPathOf(path))) throw new ToolError("outside_workspace", t.notInFolder(path));
  }

  async function checkChangeable(path: string): Promise<void> {
    await checkInside(path);
    await grants.checkNotOwn(path);
  }

  async function checkReviewable(realPath: string): Promise<void> {
    if (openDocuments.at(realPath)?.window !== window) await checkChangeable(realPath);
  }

  async function opened(path: string): Promise<{ document: DocumentSnapshot | null; workspace: Workspace | null }> {
    await grants.check(path);
    const info = await stat(path).catch(() => null);
    if (info?.isDirectory()) return { document: null, workspace: await window.openWorkspace(path) };
    const asked = await ctx.loader.open(ctx, path);
    app.wasOpened(path, "file");
    if (asked.status === "here") {
      if (app.hasPainted && asked.document) await app.reviews.opened(asked.document.doc);
      return { document: asked.document, workspace: null };
    }
    app.list.bringDocumentForward(asked.openDocument);
    return { document: null, workspace: null };
  }

  async function rename({ from, to }: { from: string; to: string }): Promise<void> {
    checkFileName(to);
    await checkChangeable(from);
    await checkChangeable(to);
    app.list.rejectOpenFolder(from, window);
    await renameEntry(ctx, from, to);
  }

  /**
   * Saves unsaved edits of other windows before their files are moved or deleted. The requesting renderer has saved its
   * own.
   */
  async function handOverOthers(path: string): Promise<void> {
    const real = await realPathOf(path);
    const others = openDocuments.all().filter(({ window: other, location }) => other !== window && location !== null);
    const inside = others.flatMap(({ location }) =>
      location && isInside(real, location.realPath) ? [location.realPath] : [],
    );
    await Promise.all(inside.map((realPath) => canvas.handOver(realPath)));
  }

  const backLinks = createBackLinks(ctx, () => window.workspace);
  const replacing = createFolderReplace(ctx, { folder: () => window.workspace });
  const links = createLinkUpdates(ctx, { folder: () => window.workspace, canvas, rename });

  /**
   * Keeps only tabs whose documents are open, with their current paths: the next start opens these files without
   * asking.
   */
  function sessionOfOpenTabs(session: Session): Session {
    const { pathOf } = ctx.loader;
    const open = session.tabs.filter(({ doc, room }) => room || openDocuments.has(doc) || pathOf(doc) !== null);
    const pathNow = (doc: string) =>
      openDocuments.has(doc) ? (openDocuments.of(doc).location?.path ?? null) : pathOf(doc);
    return { ...session, tabs: open.map((tab) => (tab.room ? tab : { ...tab, path: pathNow(tab.doc) })) };
  }

  const outcome = async <T extends object>(work: () => Promise<T>): Promise<Outcome<T>> => {
    try {
      return { ok: true, ...(await work()) };
    } catch (error) {
      return { ok: false, error: noticeOf(ctx, error) };
    }
  };

  return afterLoading(ctx.loader, {
    "app:start": () => window.start(),
    "app:painted": async () => window.painted(),
    "app:save-session": (session) => window.saveSession(sessionOfOpenTabs(session)),
    "app:save-settings": (settings) => app.settings.save(settings, window),
    "app:open-settings-file": () => outcome(async () => ({ path: await app.settings.openFile() })),
    "app:connection-guide": async () => app.connectionGuide(window),
    "app:toggle-full-screen": async () => window.desktop.toggleFullScreen(),
    "app:copy": async (text) => desktop.copy(text),
    "app:copy-rich": async (copied) => desktop.copyRich(copied),
    "app:copied-address": async () => copiedAddress(await desktop.copiedText()),
    "app:open-link": (url) => window.desktop.offerLink(url),
    "app:menu": (items) => window.desktop.showMenu(items),
    "app:ready-to-close": async (answer) => window.closingAnswered(answer),

    "window:new": async () => void (await app.openWindow()),
    "window:open-folder": (path) =>
      outcome(async () => {
        if (path !== null) await grants.check(path);
        const folder = path ?? (await window.desktop.pickFolder());
        if (folder !== null) await app.openWindow(folder);
        return {};
      }),
    "window:move-tab": ({ doc, view, typed }) =>
      outcome(async () => {
        const document = openDocuments.of(doc);
        if (typed !== null) await keepUnsavedEdits(ctx, document, { ...typed, doc });
        await app.moveTab(window, document, view);
        return {};
      }),
    "window:show-spot": async ({ path, spot }) => {
      const document = openDocuments.at(await realPathOf(path));
      if (document && document.window !== window && (await grants.allows(path)))
        app.list.bringDocumentForward(document, spot);
    },
    "window:close": async () => window.desktop.close(),

    "workspace:open": (path) =>
      outcome(async () => {
        if (path !== null) await grants.check(path);
        const folder = path ?? (await window.desktop.pickFolder());
        return { workspace: folder === null ? null : await window.openWorkspace(folder) };
      }),
    "workspace:close": () => window.closeWorkspace(),
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
    "workspace:watch": async (folders) => window.watchFolders(folders),
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
        app.list.rejectOpenFolder(path, window);
        await grants.checkNotOwn(path);
        await handOverOthers(path);
        await trashEntry(ctx, path);
        return { path };
      }),
    "workspace:reveal": async (path) => {
      if (await grants.allows(path)) desktop.reveal(path);
    },

    "document:pick": () =>
      outcome(async () => {
        const path = await window.desktop.pickFile();
        if (path === null) return { document: null };
        await grants.add(path);
        return { document: (await opened(path)).document };
      }),
    "document:open": (path) => outcome(() => opened(path)),
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
        if (document?.path) app.wasOpened(document.path, "file");
        return { document };
      }),
    "document:image": (image) => outcome(() => findImage(ctx, window.workspace?.root ?? null, image)),
    "document:add-image": (image) =>
      outcome(() =>
        addImage(ctx, { folder: app.settings.now.imageFolder, root: window.workspace?.root ?? null }, image),
      ),
    "document:text": (doc) =>
      outcome(async () => {
        const { text, version, encoding, lineEnding } = openDocuments.of(doc).at;
        return { text, version, encoding, lineEnding };
      }),
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
    "document:handed-over": async (requestId) => canvas.answered(window, requestId),
    "document:clear-readings": async (doc) => app.readRanges.clear(doc),
    "document:check": async (doc) => {
      if (!openDocuments.has(doc)) return;
      await refresh(ctx, openDocuments.of(doc)).catch((error: unknown) =>
        ctx.reportError(openDocuments.of(doc).name, error),
      );
    },

    "links:place": (link) =>
      outcome(async () => ({ place: await resolveLinkDestination(ctx, window.workspace, link) })),
    "links:names": () => outcome(() => linkNames(ctx, window.workspace)),
    "links:headings": (path) => outcome(() => linkHeadings(ctx, window.workspace, path)),
    "links:back": (doc) => outcome(() => backLinks(doc)),
    "links:plan-move": (move) =>
      outcome(async () => {
        await checkChangeable(move.from);
        return { plan: await links.planMove(move) };
      }),
    "links:move": (move) => outcome(() => links.move(move)),
    "links:plan-heading": (heading) => outcome(async () => ({ plan: await links.planHeading(heading) })),
    "links:rename-heading": (heading) => outcome(() => links.renameHeading(heading)),
    "links:unfinished": () => outcome(async () => ({ unfinished: await links.unfinished.list() })),
    "links:finish": (id) => outcome(async () => ({ report: await links.unfinished.finish(id) })),
    "links:leave": (id) =>
      outcome(async () => {
        await links.unfinished.leave(id);
        return {};
      }),
    "links:undo": (undoId) => outcome(() => links.undo(undoId)),

    "search:begin": (query) => outcome(async () => ({ page: await search.begin(query) })),
    "search:more": (number) => outcome(async () => ({ page: await search.more(number) })),
    "search:stop": async () => search.stop(),
    "search:files": (asked) => outcome(async () => ({ files: await search.files(asked) })),

    "replace:plan": (asked) => outcome(async () => ({ plan: await replacing.plan(asked) })),
    "replace:run": (undoId) => outcome(async () => ({ report: await replacing.run(undoId) })),
    "replace:stop": async () => replacing.stop(),
    "replace:undo": (ticket) => outcome(async () => ({ report: await replacing.undo(ticket) })),

    "export:pick": ({ doc, kind }) => outcome(async () => ({ place: await window.exports.pick(doc, kind) })),
    "export:write": ({ ticket, bytes }) => outcome(() => window.exports.write(ticket, bytes)),
    "export:pdf": ({ ticket, html }) => outcome(() => window.exports.pdf(ticket, html)),
    "export:cancel": async (ticket) => window.exports.cancel(ticket),
    "export:reveal": async (path) => window.exports.reveal(path),
    "export:print": (html) =>
      outcome(async () => {
        const printed = await desktop.print(html);
        if (typeof printed === "string") throw new ToolError("unsupported", `It could not be printed: ${printed}.`);
        return { isPrinted: printed };
      }),
    "export:image": (image) => outcome(() => readImage(ctx, window.workspace?.root ?? null, image)),

    "spelling:start": (languages) => outcome(() => app.spelling.start(languages)),
    "spelling:languages": () => outcome(async () => ({ languages: await app.spelling.languages() })),
    "spelling:add": (word) =>
      outcome(async () => {
        await app.spelling.add(word);
        app.list.broadcastToOthers(window, "spelling:added", word);
        return {};
      }),

    ...agentsHandlers(ctx, {
      ...{ agents: app.agents, http: app.http },
      pauseAgents: (isPaused) => app.pauseAgents(isPaused),
    }),
    ...assistantHandlers(ctx, app.assistant),
    ...bookHandlers(ctx, { window, books: () => app.books(), jobs: () => app.jobs() }),
    ...libraryHandlers(ctx, { window, library: () => app.library() }),
    ...diagnosticsHandlers(ctx, { service: () => app.diagnostics(), agents: () => app.agents.list().length }),
    ...officeHandlers(ctx, (path) => window.exports.exported(path)),

    ...reviewHandlers(ctx, { window, reviews: app.reviews, checkReviewable }),
    ...historyHandlers(ctx, { window, canvas, checkChangeable }),
  });
}

/** Delays requests about a document that is still loading: the renderer cannot know about it. */
function afterLoading(loader: WindowContext["loader"], handlers: Handlers): Handlers {
  const waiting = Object.entries(handlers).map(([name, handler]) => {
    const answer = handler as (argument: unknown) => Promise<unknown>;
    if (name === "document:piece" || name === "document:close") return [name, answer];
    return [
      name,
      (argument: unknown) => {
        const doc = docIn(argument);
        if (doc === null || loader.pathOf(doc) === null) return answer(argument);
        return loader.loaded(doc).then(() => answer(argument));
      },
    ];
  });
  return Object.fromEntries(waiting);
}

function docIn(argument: unknown): DocumentId | null {
  if (typeof argument === "string") return argument;
  if (typeof argument !== "object" || argument === null || !("doc" in argument)) return null;
  return typeof argument.doc === "string" ? argument.doc : null;
}

const notOpen = (): Notice => ({ code: "not_found", message: t.notOpen });
