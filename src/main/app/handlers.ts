import { stat } from "node:fs/promises";
import type { DocumentId, DocumentSnapshot, Handlers, Session, Workspace } from "../../shared/contract";
import { ToolError } from "../engine/ports/tool-error";
import { isWithin } from "../engine/storage";
import { agentsHandlers } from "./agents/handlers";
import type { AppWindow } from "./app-window";
import { assistantHandlers } from "./assistant/handlers";
import { bookHandlers } from "./books/handlers";
import { commentRequestSchemas } from "./comments/requests";
import { checkFileName } from "./core/file-names";
import { NO_RULES, readFolderRules } from "./core/folder-rules";
import { realPathOf } from "./core/grants";
import { handlersOnUse } from "./core/handlers-on-use";
import { t } from "./core/messages";
import { diagnosticsHandlers } from "./diagnostics/handlers";
import { exportHandlers, keepUnsavedEdits, outcomeIn, type WindowContext } from "./documents";
import { documentHandlers } from "./documents/handlers";
import { externalHandlers } from "./external/handlers";
import { type FolderSearch, renameEntry } from "./folder";
import { folderHandlers } from "./folder/handlers";
import { historyRequestSchemas } from "./history/requests";
import { libraryHandlers } from "./library/handlers";
import { linkRequestSchemas } from "./links/requests";
import type { NoteIndex } from "./note-index";
import { noteIndexRequestSchemas } from "./note-index/requests";
import { notesRequestSchemas } from "./notes/requests";
import { officeHandlers } from "./office/handlers";
import { reviewHandlers } from "./review/handlers";
import type { RunningApp } from "./running-app";
import { sharingHandlers } from "./sharing/handlers";
import { styleHandlers } from "./styles/handlers";
import { openOrView, withGrantedViews } from "./viewer";
import { viewerHandlers } from "./viewer/handlers";
import { copiedAddress } from "./windows";

/**
 * All request handlers of one window. Expected failures are returned, not thrown. Arguments were validated by
 * `requests.ts`, and `ctx` resolves only documents of this window.
 */
export function createHandlers(
  ctx: WindowContext,
  window: AppWindow,
  app: RunningApp,
  { search, noteIndex }: { search: FolderSearch; noteIndex: NoteIndex },
): Handlers {
  const { openDocuments, desktop, grants } = ctx;
  const { canvas } = app;

  const outcome = outcomeIn(ctx);
  const rules = () => rulesOf(app.settings.now.vaultSettings ? window.workspace : null);

  const { checkInside, checkChangeable, checkReviewable } = pathChecks(ctx, window);

  async function opened(path: string): Promise<{ document: DocumentSnapshot | null; workspace: Workspace | null }> {
    await grants.check(path);
    const info = await stat(path).catch(() => null);
    if (info?.isDirectory()) return { document: null, workspace: await window.openWorkspace(path) };
    const asked = await openOrView(ctx, path);
    app.wasOpened(path, "file");
    if (asked.status === "here") {
      if (app.hasPainted && asked.document.room !== "viewer") await app.reviews.opened(asked.document.doc);
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
    app.broadcast("workspace:moved", { from, to });
  }

  /** Keeps only open tabs, with their current paths: the next start opens these files without asking. */
  async function sessionOfOpenTabs(session: Session): Promise<Session> {
    const { pathOf } = ctx.loader;
    const known = await withGrantedViews(session.tabs, grants);
    const open = known.filter(({ doc, room }) => room || openDocuments.has(doc) || pathOf(doc) !== null);
    const pathNow = (doc: string) =>
      openDocuments.has(doc) ? (openDocuments.of(doc).location?.path ?? null) : pathOf(doc);
    return { ...session, tabs: open.map((tab) => (tab.room ? tab : { ...tab, path: pathNow(tab.doc) })) };
  }

  return afterLoading(ctx.loader, {
    "app:start": () => window.start(),
    "app:painted": async () => window.painted(),
    "app:save-session": async (session) => window.saveSession(await sessionOfOpenTabs(session)),
    "app:save-settings": (settings) => app.settings.save(settings, window),
    "app:open-settings-file": () => outcome(async () => ({ path: await app.settings.openFile() })),
    "app:connection-guide": async () => app.connectionGuide(window),
    "app:toggle-full-screen": async () => window.desktop.toggleFullScreen(),
    "app:copy": async (text) => desktop.copy(text),
    "app:copy-rich": async (copied) => desktop.copyRich(copied),
    "app:copied-address": async () => copiedAddress(await desktop.copiedText()),
    "app:open-link": async (url) => void (await window.desktop.offerLink(url)),
    "app:menu": (items) => window.desktop.showMenu(items),
    "app:available": async (needs) => window.desktop.setAvailable(needs),
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
    "workspace:watch": async (folders) => window.watchFolders(folders),
    "document:pick": () =>
      outcome(async () => {
        const path = await window.desktop.pickFile();
        if (path === null) return { document: null };
        await grants.add(path);
        return { document: (await opened(path)).document };
      }),
    "document:open": (path) => outcome(() => opened(path)),
    ...spellingHandlers(ctx, app, window),
    ...documentHandlers(ctx, {
      window,
      canvas,
      viewRequests: app.viewRequests,
      readRanges: app.readRanges,
      newImages: async () => {
        const { imageFolder, linkStyle } = await rules();
        return { folder: imageFolder ?? app.settings.now.imageFolder, linkStyle };
      },
      wasOpened: (path) => app.wasOpened(path, "file"),
    }),
    ...exportHandlers(ctx, { window, exports: window.exports }),
    ...folderHandlers(ctx, {
      window,
      canvas,
      search,
      checkInside,
      checkChangeable,
      rejectOpenFolder: (path) => app.list.rejectOpenFolder(path, window),
      rename,
    }),
    ...agentsHandlers(ctx, {
      agents: app.agents,
      http: app.http,
      pauseAgents: (isPaused) => app.pauseAgents(isPaused),
    }),
    ...assistantHandlers(ctx, app.assistant),
    ...bookHandlers(ctx, { window, books: () => app.books(), jobs: () => app.jobs() }),
    ...libraryHandlers(ctx, { window, library: () => app.library(), checkChangeable }),
    ...diagnosticsHandlers(ctx, { service: () => app.diagnostics(), agents: () => app.agents.list().length }),
    ...viewerHandlers(ctx),
    ...sharingHandlers(ctx, window, app.sharing),
    ...styleHandlers(ctx, app.options.dataDir),
    ...handlersLoadedLater(ctx, window, app, { canvas, rename, rules, checkChangeable, noteIndex }),
    ...officeHandlers(ctx, (path) => window.exports.exported(path)),

    ...externalHandlers(ctx, app.external),
    ...reviewHandlers(ctx, { window, reviews: app.reviews, checkReviewable }),
  });
}

type LaterDeps = {
  canvas: RunningApp["canvas"];
  noteIndex: NoteIndex;
  rename(entry: { from: string; to: string }): Promise<void>;
  rules(): ReturnType<typeof rulesOf>;
  checkChangeable(path: string): Promise<void>;
};

/** Requests whose code the first paint does not need. */
function handlersLoadedLater(
  ctx: WindowContext,
  window: AppWindow,
  app: RunningApp,
  { canvas, noteIndex, rename, rules, checkChangeable }: LaterDeps,
) {
  const root = () => window.workspace?.root ?? null;
  return {
    ...handlersOnUse(linkRequestSchemas, async () =>
      (await import("./links/handlers")).linkHandlers(ctx, {
        window,
        canvas,
        rename,
        checkChangeable,
        index: noteIndex,
        rules,
        entryAt: async (target) => (await app.library()).linked(root(), target),
        entryText: async (entry) => (await app.library()).embedded(root(), entry),
      }),
    ),
    ...handlersOnUse(noteIndexRequestSchemas, async () =>
      (await import("./note-index/handlers")).noteIndexHandlers(ctx, {
        window,
        index: noteIndex,
        rules,
        takeIsNew: () => window.takeIsNewFolder(),
        isEntryLink: async (target) => (await app.library()).isEntryLink(target),
      }),
    ),
    ...handlersOnUse(notesRequestSchemas, async () =>
      (await import("./notes/handlers")).notesHandlers(ctx, {
        window,
        settings: () => app.settings.now,
        checkChangeable,
      }),
    ),
    ...handlersOnUse(commentRequestSchemas, async () =>
      (await import("./comments/handlers")).commentsHandlers(ctx, {
        window,
        canvas,
        ...app.comments,
      }),
    ),
    ...handlersOnUse(historyRequestSchemas, async () =>
      (await import("./history/handlers")).historyHandlers(ctx, { window, canvas, checkChangeable }),
    ),
  };
}

function spellingHandlers(
  ctx: WindowContext,
  app: RunningApp,
  window: AppWindow,
): Pick<Handlers, "spelling:start" | "spelling:languages" | "spelling:add"> {
  const outcome = outcomeIn(ctx);
  return {
    "spelling:start": (languages) => outcome(() => app.spelling.start(languages)),
    "spelling:languages": () => outcome(async () => ({ languages: await app.spelling.languages() })),
    "spelling:add": (word) =>
      outcome(async () => {
        await app.spelling.add(word);
        app.list.broadcastToOthers(window, "spelling:added", word);
        return {};
      }),
  };
}

/** What an open folder says about how its notes are written. */
const rulesOf = async (workspace: Workspace | null) =>
  workspace === null ? NO_RULES : readFolderRules(workspace.root);

/** What the renderer of a window may do with a path. */
function pathChecks({ grants, openDocuments }: WindowContext, window: AppWindow) {
  /** The renderer may list and change only what is inside the open folder. */
  async function checkInside(path: string): Promise<void> {
    const root = window.workspace && (await realPathOf(window.workspace.root));
    if (!root || !isWithin(await realPathOf(path), root)) throw new ToolError("outside_workspace", t.notInFolder(path));
  }

  async function checkChangeable(path: string): Promise<void> {
    await checkInside(path);
    await grants.checkNotOwn(path);
  }

  /** A document of this window, or a file of its folder. */
  async function checkReviewable(realPath: string): Promise<void> {
    if (openDocuments.at(realPath)?.window !== window) await checkChangeable(realPath);
  }

  return { checkInside, checkChangeable, checkReviewable };
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
