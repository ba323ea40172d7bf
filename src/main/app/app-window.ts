import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type {
  Argument,
  Events,
  Handlers,
  Requester,
  Session,
  StartState,
  TextLocation,
  Workspace,
} from "../../shared/contract";
import { isWithin } from "../engine/storage";
import type { DesktopWindow, WindowHandle, WindowListener, WindowPlacement } from "./core/desktop";
import { realPathSync } from "./core/grants";
import { t } from "./core/messages";
import type { StoredWindow } from "./core/session";
import {
  type AppContext,
  changeSince,
  close,
  createExports,
  type Exports,
  type JournalRecord,
  noticeOf,
  type OpenDocument,
  openDocumentsOf,
  recover,
  type WindowContext,
} from "./documents";
import { createFolderSearch, type FolderSearch, openFolder } from "./folder";
import { createHandlers } from "./handlers";
import { createIndexOnUse, type NoteIndex } from "./note-index";
import type { RunningApp } from "./running-app";
import { isGrantedByTab, openOrView } from "./viewer";
import { NoticeService } from "./windows";

const MAX_FOLDERS = 1000;
const CATCH_UP_AFTER_MS = 50;
const PAINTED_AFTER_MS = 5000;
const HAND_OVER_AT_CLOSE_MS = 2000;
const LAST_WRITES_MS = 5000;

/** Why a window closes: `window` forgets its tabs, `quit` restores them at the next start. */
export type ClosingWhy = Events["app:closing"]["why"];
/** The renderer's answer to `app:closing`. */
type ClosingAnswer = Argument<"app:ready-to-close">;
/** Cursor, scroll position, folds and mode of a tab. */
export type TabView = Argument<"window:move-tab">["view"];

/**
 * One window of the running app: its renderer, folder, tabs and request handlers. It exists before the desktop shows it
 * and, on macOS, after it was closed.
 */
export class AppWindow implements WindowHandle, WindowListener {
  /** Stays the same across restarts. */
  id: string;
  readonly handlers: Handlers;
  readonly exports: Exports;
  readonly ctx: WindowContext;
  workspace: Workspace | null = null;
  /** The last session that the renderer sent. */
  session: Session | null;

  readonly #app: RunningApp;
  readonly #notices: NoticeService;
  /** Files of this window whose opening ended the app last time. They are offered, not reopened. */
  readonly #heldBack: string[] = [];
  readonly #search: FolderSearch;
  readonly #noteIndex: NoteIndex;
  #indexedFolders: readonly string[] = [];
  /** Whether the open folder was not among the recent ones before. */
  #isNewFolder = false;
  #desktop: DesktopWindow | null = null;
  #bounds: StoredWindow["bounds"];
  #active: string | null = null;
  /** Paths to show once the renderer has painted, with who asked for them. */
  #asked: { path: string; by: Requester }[] = [];
  /** Documents moved here from another window while this renderer was starting. */
  #movedIn: { document: OpenDocument; view: TabView | null }[] = [];
  #isStarted = false;
  #hasPainted = false;
  /** Real paths of the last search results; the renderer is notified when these files change. */
  #searchResults: readonly string[] = [];
  /** Folders that the file tree shows: real path to the path that the renderer uses. */
  #folders = new Map<string, string>();
  #closing: { why: ClosingWhy; isOver: Promise<boolean>; answered(answer: ClosingAnswer): void } | null = null;

  constructor(app: RunningApp, ctx: AppContext, stored: Omit<StoredWindow, "workspace"> | null = null) {
    this.#app = app;
    this.id = stored?.id ?? randomUUID();
    this.session = stored?.session ?? null;
    this.#bounds = stored?.bounds ?? null;
    this.#notices = new NoticeService({
      deliver: (notice) => this.send("app:notice", notice),
      describeError: (error) => noticeOf(ctx, error).message,
    });
    this.ctx = {
      ...ctx,
      openDocuments: openDocumentsOf(this, ctx.openDocuments),
      reportError: (what, error) => this.#notices.reportError(what, error),
      window: this,
    };
    this.exports = createExports(this.ctx, app.options.dataDir);
    this.#search = createFolderSearch(this.ctx, {
      folder: () => this.workspace,
      watch: (realPaths) => {
        this.#searchResults = realPaths;
        app.openDocumentsChanged();
      },
    });
    this.#noteIndex = createIndexOnUse(this.ctx, {
      folder: () => this.workspace,
      watch: (realPaths) => {
        this.#indexedFolders = realPaths;
        app.watchedFoldersChanged();
      },
    });
    this.handlers = createHandlers(this.ctx, this, app, { search: this.#search, noteIndex: this.#noteIndex });
  }

  get desktop(): DesktopWindow {
    if (this.#desktop === null) throw new Error("The desktop does not show this window.");
    return this.#desktop;
  }

  /** Whether the desktop shows the window. */
  get isOnDesktop(): boolean {
    return this.#desktop !== null;
  }

  get isClosing(): boolean {
    return this.#closing !== null;
  }

  get searchResults(): readonly string[] {
    return this.#searchResults;
  }

  /** Real paths of the folders with notes, once they are indexed. */
  get indexedFolders(): readonly string[] {
    return this.#indexedFolders;
  }

  get folders(): ReadonlyMap<string, string> {
    return this.#folders;
  }

  send: WindowHandle["send"] = (name, event) => this.#isStarted && (this.#desktop?.send(name, event) ?? false);

  /** Opens the window on the desktop, if it is not open. */
  appear(placement: Partial<WindowPlacement> = {}): void {
    if (this.#desktop !== null) return;
    const { bounds = this.#bounds, beside = null, focus = "taken" } = placement;
    this.#desktop = this.ctx.desktop.openWindow(this, { bounds, beside, focus });
  }

  /** Brings the window to the front, opening it if needed. */
  bringToFront(): void {
    if (this.#desktop === null) this.appear();
    else this.#desktop.focus();
  }

  /** What is stored for the next start. */
  stored(): StoredWindow {
    if (this.#desktop !== null) this.#bounds = this.#desktop.bounds();
    return { id: this.id, workspace: this.workspace?.root ?? null, session: this.session, bounds: this.#bounds };
  }

  own(): OpenDocument[] {
    return this.ctx.openDocuments.all().filter(({ window }) => window === this);
  }

  /**
   * Returns the state that a renderer starts with. After a renderer crash it contains the open documents and their
   * unsaved edits.
   */
  async start(): Promise<StartState> {
    await this.#app.prepare(this);
    await this.#takeLeftoverTyping();
    const asked = this.#asked.splice(0);
    for (const { path, by } of asked) if (by.kind === "user") await this.openAtStart(path);
    // At startup the active tab has the focus, so files that an agent asked for wait until the first paint, when they
    // can open without focus.
    this.#asked.unshift(...asked.filter(({ by }) => by.kind === "agent"));
    const { options, appState, settings, agents } = this.#app;
    const welcome = await this.#app.unchangedWelcome(this);
    this.#movedIn = [];
    const { loader } = this.ctx;
    const own = this.own();
    for (const document of own) document.startCounting();
    for (const copy of own) copy.conflict = "none";
    // The renderer gets the text that the unsaved edits are based on. If the file is newer, the change follows after
    // this reply and the renderer merges it.
    const behind = own.flatMap((copy) => {
      const base = copy.snapshot().version;
      return base === copy.at.version ? [] : [{ copy, base }];
    });
    setTimeout(() => {
      for (const { copy, base } of behind)
        if (copy.window === this) this.send("document:changed", changeSince(copy, base));
      this.#app.readRanges.sendAll();
      this.#app.reviews.sendAll();
    }, CATCH_UP_AFTER_MS);
    this.#isStarted = true;
    // If the renderer never paints, agents and the file watcher must still start.
    setTimeout(() => {
      this.painted().catch((error: unknown) => this.ctx.reportError(t.parts.start, error));
    }, PAINTED_AFTER_MS).unref();
    return {
      version: options.version,
      platform: options.platform,
      workspace: this.workspace,
      recent: appState.recent,
      session: this.session,
      documents: [...loader.begun(this), ...own.map((document) => loader.snapshot(document))],
      active: this.#active,
      welcome,
      settings: settings.now,
      systemLanguage: options.systemLanguage(),
      agents: agents.list(),
      areAgentsPaused: agents.isAllPaused(),
      pendingApprovals: this.#app.assistant.approvals.conversations(),
      notices: [...this.#app.takeNotices(), ...this.#notices.take()],
      heldBack: this.#heldBack.splice(0),
    };
  }

  /** Replays edits that the previous renderer sent while main was busy and main never acknowledged. */
  async #takeLeftoverTyping(): Promise<void> {
    const { typing } = this.#app;
    for (const { name, argument } of await typing.unanswered(this)) {
      const handle = this.handlers[name] as (argument: unknown) => Promise<unknown>;
      await handle(argument).catch((error: unknown) => this.ctx.reportError(t.parts.journal, error));
    }
    await typing.forget(this);
  }

  /** The renderer has painted its start state and now receives events. */
  async painted(): Promise<void> {
    if (!this.#hasPainted) {
      this.#hasPainted = true;
      for (const { document, view } of this.#movedIn.splice(0)) this.#sendMovedIn(document, view);
      for (const { path, by } of this.#asked.splice(0))
        await this.show(path, by).catch((error: unknown) => this.ctx.reportError(path, error));
    }
    await this.#app.painted();
    this.#app.external.remind();
    if (this.#desktop !== null) this.#app.typing.connect(this);
    await this.ctx.loader.readAll(this);
  }

  /** Restores the folder and tabs of the last session, in order, with their unsaved text. */
  async restoreTabs(folder: string | null, records: ReadonlyMap<string, JournalRecord>): Promise<void> {
    if (folder !== null) await this.#enter(folder).catch(() => this.#notices.keep(t.folderGone(folder)));
    const { session } = this;
    for (const { doc, path, room } of session?.tabs ?? [])
      if (!room) await this.#restoreTab(doc, path, records.get(doc));
      else if (isGrantedByTab(room) && path !== null) await this.ctx.grants.add(path).catch(() => {});
    const active = session?.active ?? null;
    const isOpen = active !== null && (this.ctx.openDocuments.has(active) || this.ctx.loader.pathOf(active) !== null);
    this.#active = isOpen ? active : null;
  }

  /** Restores journal records that belong to no window's tabs. */
  async recoverAll(records: Iterable<JournalRecord>): Promise<void> {
    for (const record of records) await this.#restoreTab(record.doc, record.path, record);
  }

  async #restoreTab(doc: string, path: string | null, record: JournalRecord | undefined): Promise<void> {
    const failures = path === null ? 0 : this.ctx.openings.unfinished(path);
    // A file whose opening ended the app would end it at every start, so it is offered instead. One with unsaved edits
    // gets one more attempt.
    if (path !== null && failures > (record ? 1 : 0)) {
      if (!this.#heldBack.includes(path)) this.#heldBack.push(path);
      return;
    }
    try {
      if (record) {
        const recovered = await recover(this.ctx, record);
        if (recovered?.notice) this.#notices.keep(recovered.notice);
      } else if (path) await this.ctx.loader.open(this.ctx, path, doc);
    } catch (error) {
      this.#notices.keep(noticeOf(this.ctx, error).message);
    }
  }

  /** Opens a path that the command line or the system passed before the renderer started. */
  async openAtStart(path: string): Promise<void> {
    try {
      const info = await stat(path).catch(() => null);
      if (info?.isDirectory()) await this.#enter(path);
      else {
        const asked = await openOrView(this.ctx, path);
        // A renderer does not start with a viewer's tab: that is shown after the first paint.
        if (asked.status === "here" && asked.document.room) this.#asked.push({ path, by: { kind: "user" } });
        else if (asked.status === "here") this.#active = asked.document.doc;
      }
      this.#app.wasOpened(path, info?.isDirectory() ? "folder" : "file");
      await this.#app.storeSession();
    } catch (error) {
      this.#notices.keep(noticeOf(this.ctx, error).message);
    }
  }

  /** Makes this the active tab at the renderer's next start. */
  activate(document: OpenDocument): void {
    if (document.window === this) this.#active = document.doc;
  }

  /**
   * Opens a file in a tab, or a folder as the workspace; queued until the first paint. Only a request of the user
   * brings the window to the front: keyboard input goes to the focused window.
   */
  async show(path: string, by: Requester = { kind: "user" }): Promise<void> {
    const bringToFront = () => {
      if (by.kind === "user") this.bringToFront();
      else if (this.#desktop === null) this.appear({ focus: "behind" });
      else this.#desktop.askForAttention();
    };
    if (!this.#hasPainted) {
      this.#asked.push({ path, by });
      bringToFront();
      return;
    }
    const info = await stat(path).catch(() => null);
    if (info?.isDirectory()) {
      const workspace = await this.openWorkspace(path);
      if (workspace !== null) {
        this.send("workspace:opened", workspace);
        bringToFront();
      }
      return;
    }
    const asked = await openOrView(this.ctx, path);
    this.#app.wasOpened(path, "file");
    if (asked.status === "elsewhere") {
      if (by.kind === "user") this.#app.list.bringDocumentForward(asked.openDocument);
      else await this.#app.list.of(asked.openDocument)?.show(path, by);
      return;
    }
    if (by.kind === "user" && !asked.document.room) this.#active = asked.document.doc;
    this.send("document:show", { document: asked.document, by });
    bringToFront();
  }

  /** Activates one of its tabs because the user asked for the document in another window. */
  bringTabForward(document: OpenDocument, location?: TextLocation): void {
    this.#active = document.doc;
    this.send("document:forward", { doc: document.doc, ...(location ? { spot: location } : {}) });
    this.bringToFront();
  }

  /**
   * Moves a document to this window. `view` is its view state in the other window; the tab is activated only if it is
   * given.
   */
  receive(copy: OpenDocument, view: TabView | null): void {
    copy.window = this;
    this.#app.typing.documentsChanged();
    copy.startCounting();
    copy.conflict = "none";
    if (view) this.#active = copy.doc;
    if (this.#hasPainted) this.#sendMovedIn(copy, view);
    else if (this.#isStarted) this.#movedIn.push({ document: copy, view });
    if (view) this.bringToFront();
  }

  #sendMovedIn(copy: OpenDocument, view: TabView | null): void {
    if (copy.window !== this || copy.closed) return;
    const snapshot = this.ctx.loader.snapshot(copy);
    this.send("document:arrived", { document: snapshot, view });
    // If the file is newer than the base of the unsaved edits, the renderer merges, as at start.
    if (snapshot.version !== copy.at.version) this.send("document:changed", changeSince(copy, snapshot.version));
    this.#app.readRanges.sendAll();
  }

  /** Null if another window has this folder open and was brought to the front. `shared` opens it in both. */
  async openWorkspace(path: string, how: "alone" | "shared" = "alone"): Promise<Workspace | null> {
    const other = how === "alone" ? this.#app.list.ofFolder(path) : null;
    if (other !== null && other !== this) {
      other.bringToFront();
      return null;
    }
    const workspace = await this.#enter(path);
    this.#app.wasOpened(path, "folder");
    await this.#app.storeSession();
    return workspace;
  }

  async #enter(path: string): Promise<Workspace> {
    const workspace = await openFolder(path);
    await this.ctx.grants.add(path);
    // Even a granted folder is rejected if it is Galley's own data.
    await this.ctx.grants.check(path);
    // A folder that is opened again at once is among the recent ones by then.
    if (this.workspace?.root !== workspace.root)
      this.#isNewFolder = !this.#app.appState.recent.some((recent) => recent.path === path);
    this.workspace = workspace;
    this.#app.openDocumentsChanged();
    return workspace;
  }

  /** Whether the open folder is new to Galley; true only once. */
  takeIsNewFolder(): boolean {
    const isNew = this.#isNewFolder;
    this.#isNewFolder = false;
    return isNew;
  }

  async closeWorkspace(): Promise<void> {
    this.workspace = null;
    this.#indexedFolders = [];
    this.watchFolders([]);
    this.#app.openDocumentsChanged();
    await this.#app.storeSession();
  }

  watchFolders(folders: readonly string[]): void {
    const { workspace } = this;
    const shown = workspace ? folders.filter((folder) => isWithin(folder, workspace.root)).slice(0, MAX_FOLDERS) : [];
    this.#folders = new Map(shown.map((folder) => [realPathSync(folder), folder]));
    this.#app.watchedFoldersChanged();
  }

  /** The entries of a folder changed; `realPath` is the folder. */
  folderChanged(realPath: string): void {
    this.#noteIndex.folderChanged(realPath);
    const folder = this.#folders.get(realPath);
    if (folder !== undefined) this.send("workspace:changed", { folders: [folder] });
  }

  /** A file was written or deleted. */
  touched(realPath: string): void {
    this.#search.touched(realPath);
    this.#noteIndex.touched(realPath);
    this.#app.libraryTouched(this.workspace?.root ?? null, realPath);
  }

  saveSession(session: Session): Promise<void> {
    const { goals = [] } = session;
    if (JSON.stringify(goals) !== JSON.stringify(this.session?.goals ?? []))
      this.#app.list.broadcastToOthers(this, "goals:changed", goals);
    this.session = session;
    // A renderer that restarts after a crash gets the same active tab.
    this.#active = session.active;
    return this.#app.storeSession();
  }

  focused(): void {
    this.#app.windowFocused(this);
  }

  async dropped(path: string): Promise<void> {
    if (isAbsolute(path) && !path.includes("\0")) await this.ctx.grants.add(path).catch(() => undefined);
  }

  rendererStopped(why: string): void {
    this.#isStarted = false;
    this.#hasPainted = false;
    this.#notices.keep(why);
    // A pending close can no longer be answered: a window that was closing stays open with its new renderer, a quit
    // continues.
    this.#closing?.answered(this.#closing.why === "quit" ? "ready" : "stays");
  }

  /** The renderer's progress with closing. */
  closingAnswered(answer: ClosingAnswer): void {
    this.#closing?.answered(answer);
  }

  requestClose(): Promise<boolean> {
    if (this.#closing) {
      // A dialog keeps this window open, but now the whole app quits, and tabs are stored instead of forgotten.
      if (this.#app.list.isQuitting && this.#closing.why === "window") {
        this.#closing.why = "quit";
        this.#closing.answered("ready");
      }
      return this.#closing.isOver;
    }
    let answered: (answer: ClosingAnswer) => void = () => undefined;
    const answer = new Promise<"ready" | "stays">((resolve) => {
      const impatience = setTimeout(() => resolve("ready"), HAND_OVER_AT_CLOSE_MS);
      answered = (answer) => {
        clearTimeout(impatience);
        if (answer !== "asking") resolve(answer);
      };
    });
    const why = this.#app.list.whyClosing(this);
    const closing = { why, isOver: Promise.resolve(false), answered };
    this.#closing = closing;
    closing.isOver = this.#close(answer).finally(() => {
      this.#closing = null;
    });
    if (!this.send("app:closing", { why })) answered("ready");
    return closing.isOver;
  }

  /** Waits for the renderer to hand over unsaved edits, then for main to write them, each within its limit. */
  async #close(answer: Promise<"ready" | "stays">): Promise<boolean> {
    if ((await answer) === "stays") return false;
    this.stored();
    if (this.#closing?.why === "window") await this.#releaseDocuments();
    void this.#app.storeSession();
    await Promise.race([this.#app.flush(), wait(LAST_WRITES_MS)]);
    return true;
  }

  /** Closes all documents. One that still has unsaved edits moves to another window. */
  async #releaseDocuments(): Promise<void> {
    this.ctx.loader.dropAll(this);
    for (const document of this.own()) {
      await document.journaled();
      await close(this.ctx, document, "keep").catch(() => this.#app.list.adopt(document));
    }
    this.#app.forget(this);
  }

  closed(): void {
    this.#desktop = null;
    void this.#app.typing.forget(this);
    this.#isStarted = false;
    this.#hasPainted = false;
    this.#search.stop();
    this.watchFolders([]);
    this.#app.windowClosed(this);
  }
}
