import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import type {
  ConnectionGuide,
  Handlers,
  Language,
  Session,
  Settings,
  StartState,
  Workspace,
} from "../../shared/contract";
import type { Canvas } from "../engine/documents";
import type { Engine } from "../engine/engine";
import { type Watcher, watchFiles } from "../engine/files/watcher";
import { ToolError } from "../engine/tool-error";
import { type Agents, createAgents } from "./agents";
import { type AgentsDoor, createAgentsDoor, realPathSync } from "./agents-door";
import { connectionGuide } from "./connection-guide";
import { type AppContext, createCopies, noticeOf } from "./context";
import type { Desktop } from "./desktop";
import { createExports, type Exports } from "./exports";
import { createFolderSearch, type FolderSearch } from "./folder-search";
import { createGrants, isInside } from "./grants";
import { createHandOver, type HandOver } from "./hand-over";
import { createHandlers } from "./handlers";
import { type ImageFile, readImage } from "./images";
import { createJournal } from "./journal";
import { createMendRecords } from "./mend-records";
import { NoticeDesk } from "./notice-desk";
import { createUntitled, openFile } from "./open-documents";
import { changeSince, heard, look } from "./outside-changes";
import { createReadings, type Readings } from "./readings";
import { recover } from "./recovery";
import { createRemembered, type Remembered } from "./remembered";
import { createSettingsDesk, type SettingsDesk } from "./settings-desk";
import { createSpelling, type Spelling } from "./spelling";
import { told } from "./words";
import type { WorkingCopy } from "./working-copy";
import { openFolder } from "./workspace";

const MOST_FOLDERS = 1000;
const CATCH_UP_AFTER_MS = 50;
const PAINTED_AFTER_MS = 5000;

/** What a running app is made of. */
export type RunningAppOptions = {
  version: string;
  platform: "linux" | "darwin" | "win32";
  dataDir: string;
  /** What agents must be told where `dataDir` is not the usual one. */
  isUsualDataDir: boolean;
  /** Absolute paths: the launcher that agents run, and the text of the welcome document. */
  command: string;
  welcome: string;
  desktop: Desktop;
  /** Asked when the page starts. */
  systemLanguage(): Language;
  loadEngine(options: { canvas: Canvas; defaultLineCount: () => number }): Promise<Engine>;
};

/** The app without Electron: open documents, the open folder, and everything that the page can ask for. */
export class RunningApp {
  readonly handlers: Handlers;
  /** What the local socket needs. */
  readonly local: AgentsDoor;
  readonly readings: Readings;
  readonly exports: Exports;
  workspace: Workspace | null = null;

  readonly #options: RunningAppOptions;
  readonly #ctx: AppContext;
  readonly #notices: NoticeDesk;
  readonly #agents: Agents;
  readonly #canvas: HandOver;
  readonly #search: FolderSearch;
  /** Real paths of what a search has found: the page is told when they change. */
  #found: readonly string[] = [];
  readonly #watcher: Watcher;
  /** Shown folders by their real paths: the page knows them as it named them. */
  #folders = new Map<string, string>();
  readonly #remembered: Remembered;
  readonly settings: SettingsDesk;
  readonly spelling: Spelling;
  #active: string | null = null;
  #asked: string[] = [];
  #started: Promise<void> | null = null;
  #isStarted = false;
  #hasPainted = false;
  #engine: Promise<Engine> | null = null;
  #placesHeard = new Set<() => void>();

  constructor(options: RunningAppOptions) {
    const { dataDir, desktop } = options;
    this.#options = options;
    this.#notices = new NoticeDesk({
      deliver: (notice) => this.#isStarted && desktop.send("app:notice", notice),
      inWords: (error) => noticeOf(this.#ctx, error).message,
    });
    const surprise = (what: string, error: unknown) => this.#notices.surprise(what, error);
    this.spelling = createSpelling(dataDir);
    this.#remembered = createRemembered(dataDir, desktop, surprise);
    this.settings = createSettingsDesk(this.#remembered.settings, {
      desktop,
      systemLanguage: options.systemLanguage,
      tell: (notice) => this.#notices.tell(notice),
      surprise,
    });
    // Before the window is made: its first colours depend on them.
    desktop.settingsChanged(this.settings.now);
    this.#ctx = {
      engine: () => this.engine(),
      desktop,
      journal: createJournal(join(dataDir, "journal")),
      mends: createMendRecords(join(dataDir, "mends")),
      grants: createGrants(dataDir),
      copies: createCopies(),
      placesChanged: () => this.#placesChanged(),
      surprise,
    };
    this.#agents = createAgents((agents) => desktop.send("agents:changed", agents));
    this.readings = createReadings(this.#ctx, (id) => this.#agents.has(id));
    this.exports = createExports(this.#ctx, options.dataDir);
    this.#canvas = createHandOver(this.#ctx);
    this.#watcher = watchFiles({
      suspect: (realPath) => this.#touched(realPath),
      folderChanged: (realPath) => {
        const folder = this.#folders.get(realPath);
        if (folder !== undefined) desktop.send("workspace:changed", { folders: [folder] });
      },
    });
    this.#search = createFolderSearch(this.#ctx, {
      folder: () => this.workspace,
      watch: (realPaths) => {
        this.#found = realPaths;
        this.#placesChanged();
      },
    });
    this.handlers = createHandlers(this.#ctx, this, { canvas: this.#canvas, search: this.#search });
    this.local = createAgentsDoor(this.#ctx, {
      agents: this.#agents,
      folder: () => this.workspace?.root ?? null,
      show: (path) => this.#show(path),
      engine: () => this.engine(),
    });
  }

  /** Made at the first call. */
  engine(): Promise<Engine> {
    this.#engine ??= this.#makeEngine();
    return this.#engine;
  }

  async #makeEngine(): Promise<Engine> {
    const engine = await this.#options.loadEngine({
      canvas: this.#canvas,
      defaultLineCount: () => this.settings.now.defaultLineCount,
    });
    engine.documents.onChange((change) => {
      heard(this.#ctx, change);
      this.readings.followed(change);
    });
    engine.onRead((news) => this.readings.heard(news));
    return engine;
  }

  /** What the page needs first. A page that comes back after a crash gets what is open, with what it had handed over. */
  async start(): Promise<StartState> {
    await this.prepare();
    for (const path of this.#asked.splice(0)) await this.#openAsked(path);
    const { copies, desktop } = this.#ctx;
    for (const copy of copies.all()) copy.startCounting();
    for (const copy of copies.all()) copy.conflict = "none";
    // The page is given the text that unsaved typing stands on; where the file is further, it hears so after the
    // answer, and merges.
    const behind = copies.all().flatMap((copy) => {
      const base = copy.handOut().version;
      return base === copy.at.version ? [] : [{ copy, base }];
    });
    setTimeout(() => {
      for (const { copy, base } of behind) desktop.send("document:changed", changeSince(copy, base));
      this.readings.tellAll();
    }, CATCH_UP_AFTER_MS);
    this.#isStarted = true;
    // A page that cannot paint must not keep agents and the watcher away.
    setTimeout(
      () => void this.painted().catch((error: unknown) => this.#notices.surprise(told.parts.start, error)),
      PAINTED_AFTER_MS,
    ).unref();
    return {
      version: this.#options.version,
      platform: this.#options.platform,
      workspace: this.workspace,
      recent: this.#remembered.recent,
      session: this.#remembered.session,
      documents: copies.all().map((copy) => copy.handOut()),
      active: this.#active,
      settings: this.settings.now,
      systemLanguage: this.#options.systemLanguage(),
      agents: this.#agents.list(),
      notices: this.#notices.take(),
    };
  }

  /** Reads everything that `start` answers with; the window may still be on its way. */
  prepare(): Promise<void> {
    this.#started ??= this.#startUp();
    return this.#started;
  }

  async #startUp(): Promise<void> {
    const [{ folder, isFirstStart, notices }, unsaved] = await Promise.all([
      this.#remembered.load(),
      this.#ctx.journal.load(),
    ]);
    this.#notices.keep(...this.settings.problems().map(({ message }) => message), ...notices, ...unsaved.notices);
    for (const { path } of this.#remembered.recent) await this.#ctx.grants.add(path).catch(() => undefined);

    if (folder) {
      await this.#enter(folder).catch(() => this.#notices.keep(told.folderGone(folder)));
    }
    await this.#bringBack(unsaved.records);
    for (const path of this.#asked.splice(0)) await this.#openAsked(path);
    if (isFirstStart && this.#ctx.copies.all().length === 0 && !this.workspace) {
      const text = await readFile(this.#options.welcome, "utf8").catch(() => "");
      if (text)
        this.#active = createUntitled(this.#ctx, { name: told.welcome, text: text.replaceAll("\r\n", "\n") }).doc;
    }
  }

  /** Tabs of the last session in their order, with their unsaved text, and whatever else the journal holds. */
  async #bringBack(records: Parameters<typeof recover>[1][]): Promise<void> {
    const left = new Map(records.map((record) => [record.doc, record]));
    const tabs = this.#remembered.session?.tabs ?? [];
    const wanted = [...tabs, ...records.filter(({ doc }) => !tabs.some((tab) => tab.doc === doc))];
    for (const { doc, path } of wanted) {
      const record = left.get(doc);
      left.delete(doc);
      try {
        if (record) {
          const recovered = await recover(this.#ctx, record);
          if (recovered?.notice) this.#notices.keep(recovered.notice);
        } else if (path) await openFile(this.#ctx, path, doc);
      } catch (error) {
        this.#notices.keep(noticeOf(this.#ctx, error).message);
      }
    }
    const active = this.#remembered.session?.active ?? null;
    this.#active = active !== null && this.#ctx.copies.has(active) ? active : null;
  }

  async #openAsked(path: string): Promise<void> {
    try {
      const info = await stat(path).catch(() => null);
      if (info?.isDirectory()) {
        await this.#enter(path);
        await this.#storeSession();
      } else this.#active = (await openFile(this.#ctx, path)).doc;
      this.wasOpened(path, info?.isDirectory() ? "folder" : "file");
    } catch (error) {
      this.#notices.keep(noticeOf(this.#ctx, error).message);
    }
  }

  /** Opens what the command line, a second start or the system named: files in tabs, a folder as the workspace. */
  async open(paths: readonly string[]): Promise<void> {
    for (const path of paths) await this.#show(path).catch((error: unknown) => this.#notices.surprise(path, error));
  }

  async #show(path: string): Promise<void> {
    if (!this.#isStarted) {
      this.#asked.push(path);
      this.#options.desktop.focus();
      return;
    }
    const info = await stat(path).catch(() => null);
    if (info?.isDirectory()) {
      this.#options.desktop.send("workspace:opened", await this.openWorkspace(path));
    } else {
      const copy = await openFile(this.#ctx, path);
      this.wasOpened(path, "file");
      this.#active = copy.doc;
      this.#options.desktop.send("document:show", copy.handOut());
    }
    this.#options.desktop.focus();
  }

  /** The page shows what `start` brought: watching begins, and the engine is made if nobody needed it yet. */
  async painted(): Promise<void> {
    if (this.#hasPainted) return;
    this.#hasPainted = true;
    this.#options.desktop.painted();
    await this.engine();
    // Everything that is watched for the first time is looked at once: it may have changed while we started.
    this.#placesChanged();
  }

  /** The person is back: compares every open document, and every folder shown, with the disk. */
  lookAtAll(): void {
    this.#watcher.checkAll();
    const limit = this.#watcher.limited();
    if (limit) this.#notices.surprise(told.parts.watching, new ToolError("failed", limit));
  }

  #touched(realPath: string): void {
    if (realPath === this.#remembered.settings.path) void this.settings.look();
    const copy = this.#ctx.copies.at(realPath);
    if (copy) this.#look(copy);
    this.#search.touched(realPath);
  }

  #look(copy: WorkingCopy): void {
    look(this.#ctx, copy).catch((error: unknown) => {
      // It cannot be read as text any more: the page keeps what it shows, and a save will say why it cannot.
      this.#options.desktop.log(`${copy.name}: ${String(error)}`);
    });
  }

  #placesChanged(): void {
    const open = this.#ctx.copies.all().flatMap(({ place }) => place?.realPath ?? []);
    if (this.#hasPainted) this.#watcher.setFiles([...open, ...this.#found, this.#remembered.settings.path]);
    this.readings.placesChanged();
    for (const changed of this.#placesHeard) changed();
  }

  /** Hears when other documents or another folder are open: agents come into view, or go. */
  onPlaces(changed: () => void): void {
    this.#placesHeard.add(changed);
  }

  async openWorkspace(path: string): Promise<Workspace> {
    const workspace = await this.#enter(path);
    this.wasOpened(path, "folder");
    await this.#storeSession();
    return workspace;
  }

  async #enter(path: string): Promise<Workspace> {
    const workspace = await openFolder(path);
    await this.#ctx.grants.add(path);
    // Galley's own data is refused all the same.
    await this.#ctx.grants.check(path);
    this.workspace = workspace;
    this.#placesChanged();
    return workspace;
  }

  async closeWorkspace(): Promise<void> {
    this.workspace = null;
    this.watchFolders([]);
    this.#placesChanged();
    await this.#storeSession();
  }

  watchFolders(folders: readonly string[]): void {
    const { workspace } = this;
    const shown = workspace ? folders.filter((folder) => isInside(workspace.root, folder)).slice(0, MOST_FOLDERS) : [];
    this.#folders = new Map(shown.map((folder) => [realPathSync(folder), folder]));
    this.#watcher.setFolders([...this.#folders.keys()]);
  }

  /** Refuses to rename or trash the open folder itself from within. */
  refuseRoot(path: string): void {
    if (this.workspace && realPathSync(path) === realPathSync(this.workspace.root))
      throw new ToolError("unsupported", told.openFolder);
  }

  wasOpened(path: string, kind: "folder" | "file"): void {
    this.#remembered.wasOpened({ path, kind });
  }

  clearRecent(): void {
    this.#remembered.clearRecent();
  }

  saveSession(session: Session): Promise<void> {
    return this.#remembered.saveSession(session, this.workspace?.root ?? null);
  }

  #storeSession(): Promise<void> {
    return this.#remembered.saveSession(this.#remembered.session, this.workspace?.root ?? null);
  }

  /** From the menu: saved, and told to the page. */
  async changeSettings(settings: Partial<Settings>): Promise<void> {
    this.#options.desktop.send("settings:changed", await this.settings.save(settings));
  }

  /** An image for the page, by the document that names it; null for what is refused. */
  async image(doc: string, path: string): Promise<ImageFile | null> {
    return readImage(this.#ctx, this.workspace?.root ?? null, { doc, path }).catch(() => null);
  }

  connectionGuide(): ConnectionGuide {
    const { command, dataDir, isUsualDataDir, platform } = this.#options;
    const saved = this.#ctx.copies.all().find(({ place }) => place !== null)?.place;
    const root = this.workspace?.root ?? (saved ? dirname(saved.path) : join(homedir(), "Documents"));
    return connectionGuide({ root, command, dataDir: isUsualDataDir ? null : dataDir, platform });
  }

  /** The page's process ended and a new page is loading; `why` is told there. */
  pageStopped(why: string): void {
    this.#isStarted = false;
    this.tellAtStart(why);
  }

  /** Something that the person should know when the page comes up. */
  tellAtStart(notice: string): void {
    this.#notices.keep(notice);
  }

  /** A file or folder that the person dropped on the window: theirs to open. */
  async grant(path: string): Promise<void> {
    if (isAbsolute(path) && !path.includes("\0")) await this.#ctx.grants.add(path).catch(() => undefined);
  }

  /** Everything of ours is on the disk. The app may be used on. */
  async settle(): Promise<void> {
    const { copies, journal } = this.#ctx;
    await Promise.all(copies.all().map((copy) => copy.inTurn(async () => undefined)));
    await Promise.all(copies.all().map((copy) => copy.kept()));
    await Promise.all([journal.settled(), this.#remembered.settled()]);
  }

  /** The last thing that happens. */
  async close(): Promise<void> {
    this.#hasPainted = true;
    this.#watcher.close();
    await this.settle();
    if (this.#engine) await (await this.#engine).close();
  }
}
