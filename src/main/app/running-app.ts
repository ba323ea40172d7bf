import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseToolSets, toolSets } from "../../core/tools/tool-sets";
import type { ConnectionGuide, DocumentId, Events, Language, Session } from "../../shared/contract";
import { type Settings, spokenLanguage } from "../../shared/settings";
import type { Typing } from "../../shared/typing";
import { type Engine, loadCleanUp } from "../engine";
import { heldAgentsPath } from "../engine/documents";
import type { Canvas, ExternalWrites } from "../engine/ports/documents";
import { ToolError } from "../engine/ports/tool-error";
import { isWithin } from "../engine/storage";
import {
  type AgentHolds,
  type Agents,
  type AgentsServer,
  createAgentHolds,
  createAgents,
  createAgentsServer,
  createClientNotices,
  createHttpServerService,
  guideForWindow,
  type HttpServerService,
  type ServeHttp,
} from "./agents";
import { AppWindow, type TabView } from "./app-window";
import {
  type AssistantService,
  createAnswerNotices,
  createAssistantService,
  createPendingApprovals,
} from "./assistant";
import type { BookService, JobService } from "./books";
import { type CommentState, createCommentState } from "./comments";
import type { Desktop, Recent, Send } from "./core/desktop";
import { createGrants, realPathSync } from "./core/grants";
import { createLinkUpdateRecords } from "./core/link-update-records";
import { t } from "./core/messages";
import type { StoredWindow } from "./core/session";
import type { DiagnosticsService } from "./diagnostics";
import {
  type AppCanvas,
  type AppContext,
  createAppCanvas,
  createDocumentLoader,
  createJournal,
  createOpenDocuments,
  createOpeningRecords,
  createReadRanges,
  createSpelling,
  createUndoSteps,
  createViewRequests,
  type ImageFile,
  type JournalRecord,
  noticeOf,
  type OfficeService,
  type OpenDocument,
  type ReadRanges,
  readShownImage,
  type Spelling,
  shownDocuments,
  you,
} from "./documents";
import { AT_WORK_MS, createAnnouncedCalls, createExternalService, type ExternalService } from "./external";
import { followEngine } from "./follow-engine";
import { FollowedFiles } from "./followed-files";
import {
  createJournalClient,
  type JournalClient,
  type LeftoverTyping,
  mergeLeftoverTyping,
  readLeftoverTyping,
} from "./journal-process";
import { LazyServices } from "./lazy-services";
import type { LibraryService } from "./library";
import type { MainWatch } from "./main-watch";
import type { OfficeProcess } from "./office";
import { createReviews, type Reviews } from "./review";
import { type AppState, createAppState, createSettingsService, type SettingsService } from "./settings";
import { SharingService } from "./sharing";
import { StartUp } from "./start-up";
import { type OpenedPdf, openPdf } from "./viewer";
import { WelcomeDocument } from "./welcome-document";
import { WindowList } from "./window-list";
import { createWaitingNotices, NoticeService, type WaitingNotices } from "./windows";

export type RunningAppOptions = {
  version: string;
  platform: "linux" | "darwin" | "win32";
  dataDir: string;
  /** If false, agents must be given `dataDir` explicitly. */
  isUsualDataDir: boolean;
  /** The program and arguments that start the command line interface, for agents. */
  command: readonly string[];
  /** The absolute path of the welcome document. */
  welcome: string;
  desktop: Desktop;
  watch: MainWatch;
  /** Milliseconds that count as a second for jobs and for the start of the journal process; tests use fewer. */
  jobSecondMs?: number;
  /** Milliseconds that a tool waits for what a renderer has not saved; tests in which one answers wait longer. */
  handOverMs?: number | undefined;
  /** Runs the models of open Office documents. */
  officeProcess(): Promise<OfficeProcess>;
  /** Called when the renderer starts. */
  systemLanguage(): Language;
  loadEngine(options: {
    canvas: Canvas;
    external: ExternalWrites;
    defaultLineCount: () => number;
    commentsFolder: () => "folder" | "data";
    batchLimit: () => number;
    reviewEdits: () => boolean;
  }): Promise<Engine>;
  /** Loads the HTTP server. Called once the user has switched it on. */
  serveHttp: ServeHttp;
};

/** The app without Electron: the services that all windows share, and the list of windows. */
export class RunningApp {
  readonly options: RunningAppOptions;
  readonly appState: AppState;
  readonly agents: Agents;
  readonly canvas: AppCanvas;
  readonly viewRequests = createViewRequests();
  readonly readRanges: ReadRanges;
  readonly settings: SettingsService;
  readonly spelling: Spelling;
  /** Serves agents on the local socket. */
  readonly local: AgentsServer;
  /** Serves agents over HTTP. */
  readonly http: HttpServerService;
  readonly list: WindowList;
  /** Keeps unsaved edits in a separate process while main is busy. */
  readonly typing: JournalClient;

  readonly reviews: Reviews;
  readonly comments: CommentState;
  /** Writes of external programs. */
  readonly external: ExternalService;
  readonly assistant: AssistantService;
  /** Open folders that are members of shared folders. */
  readonly sharing: SharingService;
  readonly #ctx: AppContext;
  readonly #holds: AgentHolds;
  readonly #notices: NoticeService;
  readonly #waiting: WaitingNotices;
  readonly #files: FollowedFiles;
  readonly #lazy: LazyServices;
  readonly #welcome: WelcomeDocument;
  readonly #startUp: StartUp;
  #hasPainted = false;
  #engine: Promise<Engine> | null = null;
  readonly #openDocumentsListeners = new Set<() => void>();

  constructor(options: RunningAppOptions) {
    const { dataDir, desktop } = options;
    this.options = options;
    this.#notices = new NoticeService({
      deliver: (notice) => this.broadcast("app:notice", notice),
      describeError: (error) => noticeOf(this.#ctx, error).message,
    });
    const reportError = (what: string, error: unknown) => this.#notices.reportError(what, error);
    this.spelling = createSpelling(dataDir);
    const recentChanged = (recent: Recent) => {
      desktop.recentChanged(recent);
      this.broadcast("recent:changed", recent);
    };
    this.appState = createAppState(dataDir, { recentChanged }, reportError);
    this.settings = createSettingsService(this.appState.settings, {
      desktop,
      changed: (settings, by) => this.#applySettings(settings, by),
      systemLanguage: options.systemLanguage,
      showNotice: (notice) => this.#notices.show(notice),
      reportError,
    });
    // Before the first window is created, because its initial colours depend on the settings.
    desktop.settingsChanged(this.settings.now);
    const journal = createJournal(join(dataDir, "journal"));
    const openDocuments = createOpenDocuments(() => this.typing.documentsChanged());
    this.typing = createJournalClient({
      folder: join(dataDir, "journal"),
      start: (...asked) => desktop.startProcess(...asked),
      delayMs: options.jobSecondMs ?? 1000,
      documents: () => openDocuments.all(),
      failed: (why) => reportError(t.parts.journal, new ToolError("failed", why)),
      log: (line, level) => desktop.log(line, level),
    });
    const { typing } = this;
    this.#ctx = {
      by: you,
      engine: () => this.engine(),
      desktop,
      journal: {
        ...journal,
        async clear(doc, seq) {
          await typing.clear(doc, seq);
          await journal.clear(doc, seq);
        },
      },
      linkUpdateRecords: createLinkUpdateRecords(join(dataDir, "mends")),
      grants: createGrants(dataDir),
      openDocuments,
      loader: createDocumentLoader(),
      openings: createOpeningRecords(join(dataDir, "opening")),
      undoSteps: createUndoSteps(join(dataDir, "undo")),
      office: () => this.office(),
      officeLockSeen: (realPath) => this.external.lockSeen(realPath),
      openDocumentsChanged: () => this.openDocumentsChanged(),
      reportError,
    };
    this.#lazy = this.#createLazyServices();
    this.#welcome = new WelcomeDocument({
      path: options.welcome,
      language: () => spokenLanguage(this.settings.now, options.systemLanguage()),
    });
    this.external = this.#createExternal();
    this.sharing = this.#createSharing();
    const holds = createAgentHolds(heldAgentsPath(dataDir), (error) => reportError(t.parts.agents, error));
    this.#holds = holds;
    if (holds.notice) this.#notices.keep(t.agentsUnread(holds.notice));
    this.agents = createAgents(holds, (agents) => {
      this.broadcast("agents:changed", agents);
      this.broadcast("agents:state-changed", null);
      if (this.#hasPainted) this.external.update();
    });
    this.readRanges = createReadRanges(this.#ctx, (id) => this.agents.has(id));
    this.canvas = createAppCanvas(
      this.#ctx,
      {
        show: async (realPath, { name, isUser }) => {
          await this.list.for(realPath).show(realPath, isUser ? { kind: "user" } : { kind: "agent", name });
          return true;
        },
        shownIn: async (roots) => {
          const views = await this.viewRequests.ask(this.windows);
          return shownDocuments(roots, { windows: this.windows, documents: this.#ctx.openDocuments.all(), views });
        },
        rejectOpenFolder: (realPath) => this.list.rejectOpenFolder(realPath, null),
      },
      options.handOverMs,
    );
    this.comments = createCommentState({
      dataDir,
      leftovers: () => this.leftoverTyping("comments:keep-drafts"),
      log: (line) => desktop.log(line, "warning"),
    });
    this.reviews = createReviews(this.#ctx, this.canvas, () => this.broadcast("review:changed", null));
    this.#waiting = createWaitingNotices(desktop, () => this.settings.now);
    const { agents, canvas } = this;
    const waiting = this.#waiting;
    const broadcast: Send = (...args) => this.broadcast(...args);
    const windowOf = (folder: string | null) => this.list.ofAny(folder === null ? [] : [folder]);
    const approvals = createPendingApprovals(waiting, { broadcast, windowOf });
    this.assistant = createAssistantService(this.#ctx, {
      approvals,
      answered: createAnswerNotices(waiting, windowOf),
      dataDir,
      home: options.isUsualDataDir ? homedir() : dataDir, // Another data folder is independent of the user's skills.
      agents,
      canvas,
      library: () => this.library(),
      leftoverDrafts: () => this.leftoverTyping("assistant:keep-draft"),
      broadcast,
      toolSets: () => parseToolSets(this.settings.now.panelTools) ?? toolSets,
      acp: {
        version: options.version,
        command: options.command,
        ownAgents: () => this.settings.now.agentCommands,
        registry: () => this.settings.now.agentRegistry,
        protocol: () => (this.settings.now.agentProtocol === "2" ? 2 : 1),
        // What an agent writes with tools of its own is an external change, by its name.
        announced: createAnnouncedCalls((write) => this.external.announce(write)),
      },
      compareFiles: (realPaths) => this.#files.compare(realPaths),
    });
    this.#files = new FollowedFiles({
      ctx: this.#ctx,
      windows: () => this.windows,
      external: this.external,
      reviews: this.reviews,
      settings: { path: this.appState.settings.path, service: this.settings },
      reportError,
    });
    this.local = this.#createAgentsServer();
    this.http = this.#createHttpServer(holds);
    this.list = new WindowList(this.#ctx.openDocuments);
    this.#startUp = this.#createStartUp();
    this.list.add(new AppWindow(this, this.#ctx, { session: null, bounds: this.appState.firstBounds() }), "in front");
  }

  #applySettings(settings: Settings, by: Parameters<WindowList["broadcastToOthers"]>[0]): void {
    this.options.desktop.settingsChanged(settings);
    if (this.#hasPainted) this.external.update();
    if (this.#hasPainted) void this.http.applySettings();
    this.assistant.settingsChanged();
    this.list.broadcastToOthers(by, "settings:changed", settings);
  }

  #createSharing(): SharingService {
    const { dataDir, desktop } = this.options;
    return new SharingService({
      dataDir,
      keySafe: desktop.keySafe,
      engine: () => this.engine(),
      openFolders: () => this.windows.flatMap(({ workspace }) => (workspace ? [realPathSync(workspace.root)] : [])),
      changed: (root) => {
        for (const window of this.windows)
          if (window.workspace !== null && realPathSync(window.workspace.root) === root)
            window.send("sharing:changed", null);
      },
      notice: (message) => this.#notices.show({ code: "failed", message }),
      reportError: (error) => this.#notices.reportError(t.parts.sharing, error),
    });
  }

  #createAgentsServer(): AgentsServer {
    return createAgentsServer(this.#ctx, {
      agents: this.agents,
      folders: () => this.windows.flatMap(({ workspace }) => workspace?.root ?? []),
      show: (path, where) => this.#show(path, where),
      engine: () => this.engine(),
      announce: (write) => this.external.announce(write),
      session: (secret) => this.assistant.sessionTools(secret),
      answer: async (question, context) => (await this.assistant.assistant()).answerCommand(question, context),
    });
  }

  #createHttpServer(holds: AgentHolds): HttpServerService {
    const notices = createClientNotices(this.#waiting, () => this.front);
    return createHttpServerService({
      version: this.options.version,
      dataDir: this.options.dataDir,
      settings: () => this.settings.now,
      serve: this.options.serveHttp,
      agents: this.agents,
      holds,
      server: this.local,
      folders: () => this.windows.flatMap(({ workspace }) => workspace?.root ?? []),
      engine: () => this.engine(),
      changed: () => {
        notices.update(this.http.blockedClients());
        this.broadcast("agents:state-changed", null);
      },
      asked: notices.asked,
      failed: (error) => this.#notices.reportError(t.parts.http, error),
      log: (line) => this.options.desktop.log(line, "error"),
    });
  }

  #createExternal(): ExternalService {
    const { dataDir, desktop } = this.options;
    return createExternalService({
      dataDir,
      openDocuments: this.#ctx.openDocuments,
      engine: () => this.engine(),
      mode: () => (this.settings.now.reviewEdits ? this.settings.now.reviewExternal : "never"),
      openFolders: () => this.windows.flatMap(({ workspace }) => (workspace ? [realPathSync(workspace.root)] : [])),
      agents: {
        atWork: (realPath) => this.agents.atWork(realPath, AT_WORK_MS),
        isConnectedIn: (folder) => this.agents.isConnectedIn(folder),
      },
      ask: (question) => {
        for (const window of this.windows)
          if (window.workspace === null || realPathSync(window.workspace.root) === question.folder)
            window.send("external:question", question);
      },
      watchedChanged: () => {
        this.watchedFoldersChanged();
        this.#watchFiles();
      },
      reportError: (error) => this.#ctx.reportError(t.parts.review, error),
      log: (error) => desktop.log(String(error), "warning"),
    });
  }

  /** The windows, the last active one first. */
  get windows(): readonly AppWindow[] {
    return this.list.all;
  }

  /** The target of menu commands. */
  get front(): AppWindow {
    return this.list.front;
  }

  /** Sends an event to every renderer; false if there is none. */
  broadcast<K extends keyof Events>(name: K, event: Events[K]): boolean {
    return this.list.broadcast(name, event);
  }

  /** Created on first use. */
  engine(): Promise<Engine> {
    this.#engine ??= this.#makeEngine();
    return this.#engine;
  }

  #createLazyServices(): LazyServices {
    return new LazyServices({
      ctx: this.#ctx,
      options: this.options,
      broadcast: (...args) => this.broadcast(...args),
      assistant: () => this.assistant,
      windowExists: (id) => this.windows.some((window) => window.id === id),
      leftoverTargets: () => this.leftoverTyping("book:keep-targets"),
      httpStatus: () => this.http.state().status,
    });
  }

  library(): Promise<LibraryService> {
    return this.#lazy.library();
  }

  libraryTouched(folder: string | null, realPath: string): void {
    this.#lazy.libraryTouched(folder, realPath);
  }

  diagnostics(): Promise<DiagnosticsService> {
    return this.#lazy.diagnostics();
  }

  books(): Promise<BookService> {
    return this.#lazy.books();
  }

  jobs(): Promise<JobService> {
    return this.#lazy.jobs();
  }

  office(): Promise<OfficeService> {
    return this.#lazy.office();
  }

  /** Rejects calls of external agents until resumed. Running answers and jobs are stopped; the user starts them again. */
  async pauseAgents(isPaused: boolean): Promise<void> {
    this.agents.pauseAll(isPaused);
    if (isPaused) await Promise.all([this.assistant.stopAll(), this.#lazy.pauseJobs()]);
  }

  async #makeEngine(): Promise<Engine> {
    const engine = await this.options.loadEngine({
      canvas: this.canvas,
      external: this.external.authors,
      defaultLineCount: () => this.settings.now.defaultLineCount,
      commentsFolder: () => this.settings.now.commentsFolder,
      batchLimit: () => this.settings.now.batchLimit,
      reviewEdits: () => this.settings.now.reviewEdits,
    });
    followEngine(engine, {
      ctx: this.#ctx,
      windows: () => this.windows,
      windowOfAny: (folders) => this.list.ofAny(folders),
      windowOfFile: (realPath) => this.list.for(realPath),
      broadcast: (...args) => this.broadcast(...args),
      reportError: (what, error) => this.#notices.reportError(what, error),
      startedOffice: () => this.#lazy.startedOffice,
      agents: this.agents,
      assistant: this.assistant,
      external: this.external,
      reviews: this.reviews,
      readRanges: this.readRanges,
      waiting: this.#waiting,
      comments: this.comments,
    });
    const { watch } = this.options;
    const watched =
      <Call extends { name: string }, Answer>(run: (call: Call) => Promise<Answer>) =>
      (call: Call): Promise<Answer> => {
        const end = watch.begin(call.name);
        return run(call).finally(end);
      };
    return { ...engine, run: watched(engine.run), plan: watched(engine.plan) };
  }

  #createStartUp(): StartUp {
    return new StartUp({
      appState: this.appState,
      windows: () => this.windows,
      front: () => this.front,
      addWindow: (stored) => {
        const window = new AppWindow(this, this.#ctx, stored);
        this.list.add(window, "behind");
        return window;
      },
      grant: (path) => this.#ctx.grants.add(path),
      unsaved: () => this.#unsaved(),
      settingsProblems: () => this.settings.problems().map(({ message }) => message),
      keepNotices: (...notices) => this.#notices.keep(...notices),
      windowFor: (path) => this.list.for(path),
      show: (path, where) => this.#show(path, where).catch((error: unknown) => this.#notices.reportError(path, error)),
      hasDocuments: () => this.#ctx.openDocuments.all().length > 0,
      showWelcome: (window) => this.#welcome.show(window),
    });
  }

  /** Reads everything that the renderer of `window` starts with, or of all windows; the windows may still be opening. */
  prepare(window?: AppWindow): Promise<void> {
    return this.#startUp.prepare(window);
  }

  /** Reads the journal and merges what the journal process kept for it. */
  async #unsaved(): Promise<{ records: JournalRecord[]; notices: string[] }> {
    const { records, notices } = await this.#ctx.journal.load();
    const left = await this.leftoverTyping("document:typed", "office:typed");
    return { records: await mergeLeftoverTyping(this.#ctx.journal, records, left), notices };
  }

  /** Edits that earlier runs received and never acknowledged, of these kinds, oldest first. */
  async leftoverTyping(...names: Typing["name"][]): Promise<LeftoverTyping[]> {
    const { left, notices } = await readLeftoverTyping(join(this.options.dataDir, "journal"), names, this.typing.own);
    for (const message of notices) this.#notices.show({ code: "failed", message });
    return left;
  }

  /** The window's welcome document, if it has no file and its text is as it came. */
  unchangedWelcome(window: AppWindow): Promise<DocumentId | null> {
    return this.#welcome.unchangedIn(window);
  }

  /** Opens paths from the command line, a second instance or the system: files in tabs, a folder as the workspace. */
  open(paths: readonly string[], where?: "a new window"): Promise<void> {
    return this.#startUp.open(paths, where);
  }

  #show(path: string, where?: "a new window"): Promise<void> {
    return where === undefined ? this.list.for(path).show(path) : this.openInNewWindow(path);
  }

  /** Opens a new window beside the front one, with the same layout, and with `folder` as its workspace if given. */
  async openWindow(folder: string | null = null, tabs: Session["tabs"] = []): Promise<AppWindow> {
    const other = folder === null || tabs.length > 0 ? null : this.list.ofFolder(folder);
    if (other) {
      other.bringToFront();
      return other;
    }
    const { front } = this;
    const { groups: _, ...past } = front.session ?? { sidebar: { open: true, width: 0 } };
    const session: Session = {
      ...past,
      tabs,
      active: tabs[0]?.doc ?? null,
      sidebar: { ...past.sidebar, open: tabs.length === 0 && past.sidebar.open },
      expanded: [],
    };
    const window = new AppWindow(this, this.#ctx, { session, bounds: null });
    if (folder !== null) await window.openWorkspace(folder, "shared");
    this.list.add(window, "in front");
    window.appear({ beside: front.isOnDesktop ? front.desktop : null });
    this.openDocumentsChanged();
    return window;
  }

  /** Opens a file or folder in a new window; if some window has it open, shows it there. */
  async openInNewWindow(path: string): Promise<void> {
    const real = realPathSync(path);
    const info = await stat(path).catch(() => null);
    if (info?.isDirectory()) await this.openWindow(path);
    else if (this.#ctx.openDocuments.at(real)) await this.list.for(path).show(path);
    else await (await this.openWindow()).show(path);
  }

  /**
   * Moves a tab, whose unsaved edits the renderer has handed over, to a new window. The folder is opened there too if
   * it contains the document.
   */
  async moveTab(from: AppWindow, document: OpenDocument, view: TabView): Promise<void> {
    // Requests that are in progress for the old renderer finish first.
    await document.enqueue(async () => undefined);
    await document.journaled();
    const path = document.location?.path ?? null;
    const root = from.workspace?.root ?? null;
    const isInFolder = root !== null && path !== null && isWithin(realPathSync(path), realPathSync(root));
    const window = await this.openWindow(isInFolder ? root : null, [{ doc: document.doc, path, ...view }]);
    window.receive(document, view);
    await this.storeSession();
  }

  windowFocused(window: AppWindow): void {
    this.#waiting.keepOnly("answer ", []);
    this.list.focused(window);
    this.checkAll();
  }

  /** Removes the window from the stored session. */
  forget(window: AppWindow): void {
    this.list.remove(window);
    void this.storeSession();
  }

  windowClosed(window: AppWindow): void {
    this.assistant.windowClosed(window.id);
    // On macOS the app keeps running without a window and reopens this one with its state.
    if (!this.windows.includes(window)) this.openDocumentsChanged();
  }

  /** The first renderer has painted: restores the other windows and starts watching files. */
  async painted(): Promise<void> {
    if (this.#hasPainted) return;
    this.#hasPainted = true;
    this.options.desktop.painted();
    // Not awaited: a network drive may hang.
    void this.#cleanUp().catch((error: unknown) => this.options.desktop.log(String(error), "warning"));
    await this.engine();
    // A file that is watched for the first time is checked once: it may have changed during startup.
    this.openDocumentsChanged();
    await this.prepare();
    this.#notices.keep(...(await this.sharing.load()));
    await this.sharing.update();
    for (const window of this.windows) if (!this.list.isQuitting) window.appear({ focus: "behind" });
    await this.http.applySettings();
  }

  /** Removes leftovers of killed Galley processes. */
  async #cleanUp(): Promise<void> {
    const { cleanUp } = await loadCleanUp();
    await cleanUp(this.options.dataDir);
    if (!existsSync(join(this.options.dataDir, "running-programs"))) return;
    const { endLeftoverPrograms } = await import("./acp/running-programs");
    await endLeftoverPrograms(this.options.dataDir);
  }

  /** A window got the focus: compares every open document and shown folder with the disk. */
  checkAll(): void {
    this.#files.checkAll();
  }

  /** Whether the first renderer has painted. Until then only work that its text needs is done. */
  get hasPainted(): boolean {
    return this.#hasPainted;
  }

  #watchFiles(): void {
    if (this.#hasPainted) this.#files.updateFiles();
  }

  openDocumentsChanged(): void {
    if (this.#hasPainted) this.external.update();
    this.#watchFiles();
    this.readRanges.openDocumentsChanged();
    this.typing.documentsChanged();
    if (this.#hasPainted) this.reviews.sendAll();
    if (this.#hasPainted) void this.sharing.update();
    for (const changed of this.#openDocumentsListeners) changed();
    this.http.foldersChanged();
  }

  /** The set of folders shown in file trees changed. */
  watchedFoldersChanged(): void {
    this.#files.updateFolders();
  }

  /** Calls `changed` when documents or folders are opened or closed, since agents reach only those. */
  onOpenDocumentsChanged(changed: () => void): void {
    this.#openDocumentsListeners.add(changed);
  }

  wasOpened(path: string, kind: Recent[number]["kind"]): void {
    this.appState.wasOpened({ path, kind });
  }

  clearRecent(): void {
    this.appState.clearRecent();
  }

  /** Stores the windows for the next start. */
  storeSession(): Promise<void> {
    return this.#startUp.isLoaded ? this.appState.saveWindows(this.windows.map(stored)) : Promise.resolve();
  }

  /** An image that a document refers to, or one that is viewed by itself; null if it cannot be shown. */
  image(doc: DocumentId, path: string, from?: string): Promise<ImageFile | null> {
    const rootOf = (document: OpenDocument) => this.list.of(document)?.workspace?.root ?? null;
    return readShownImage(this.#ctx, { doc, path, from }, rootOf);
  }

  /** A PDF that is viewed, opened to be read; null if it cannot be shown. The caller closes it. */
  async pdf(path: string): Promise<OpenedPdf | null> {
    return openPdf(this.#ctx, path).catch(() => null);
  }

  /** Instructions for connecting agents to what a window has open. */
  connectionGuide(window: AppWindow): ConnectionGuide {
    return guideForWindow(window, this.options, this.http.state());
  }

  /** Keeps a notice for the next renderer that starts. */
  keepNotice(notice: string): void {
    this.#notices.keep(notice);
  }

  /** Takes the notices kept for the first renderer. */
  takeNotices(): string[] {
    return this.#notices.take();
  }

  /** Resolves when all pending writes are on disk. The app can still be used afterwards. */
  async flush(): Promise<void> {
    const { openDocuments, journal } = this.#ctx;
    await Promise.all(openDocuments.all().map((document) => document.enqueue(async () => undefined)));
    await Promise.all(openDocuments.all().map((document) => document.journaled()));
    await Promise.all([
      journal.idle(),
      this.appState.idle(),
      this.#holds.idle(),
      this.external.idle(),
      this.#lazy.idle(),
    ]);
  }

  /** Shuts down all services; the last call. */
  async close(): Promise<void> {
    this.#hasPainted = true;
    this.#files.close();
    this.external.close();
    await this.http.close();
    await this.sharing.close();
    await this.#lazy.closeBooks();
    await this.assistant.close();
    await this.flush();
    await this.typing.close();
    await this.#lazy.closeOffice();
    if (this.#engine) await (await this.#engine).close();
  }
}

const stored = (window: AppWindow): StoredWindow => window.stored();
