import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Argument, Events, Handlers, Session, ShownBy, Spot, StartState, Workspace } from "../../shared/contract";
import type { DesktopWindow, WindowFace, WindowListener, WindowPlace } from "./core/desktop";
import { isInside, realPathSync } from "./core/grants";
import { told } from "./core/messages";
import type { StoredWindow } from "./core/session";
import { type AppContext, copiesOf, noticeOf, type WindowContext } from "./documents/context";
import { createExports, type Exports } from "./documents/exports";
import { changeSince } from "./documents/external-changes";
import type { JournalRecord } from "./documents/journal";
import type { WorkingCopy } from "./documents/open-document";
import { close } from "./documents/open-documents";
import { recover } from "./documents/recovery";
import { createFolderSearch, type FolderSearch } from "./folder/folder-search";
import { openFolder } from "./folder/workspace";
import { createHandlers } from "./handlers";
import type { RunningApp } from "./running-app";
import { NoticeDesk } from "./windows/notice-service";

const MOST_FOLDERS = 1000;
const CATCH_UP_AFTER_MS = 50;
const PAINTED_AFTER_MS = 5000;
const HAND_OVER_AT_CLOSE_MS = 2000;
const LAST_WRITES_MS = 5000;

/** Why a window goes: its tabs are forgotten, or they come back with it at the next start. */
export type ClosingWhy = Events["app:closing"]["why"];
/** What the page says to that. */
type ClosingAnswer = Argument<"app:ready-to-close">;
/** Where a tab stood in its text. */
export type TabView = Argument<"window:move-tab">["view"];

/**
 * One window of the running app: its page, its folder, its tabs, and everything that its page can ask for. It is there
 * before the desktop shows it, and on macOS after.
 */
export class AppWindow implements WindowFace, WindowListener {
  /** The same after a restart. */
  id: string;
  readonly handlers: Handlers;
  readonly exports: Exports;
  readonly ctx: WindowContext;
  workspace: Workspace | null = null;
  /** As its page sent it last. */
  session: Session | null;

  readonly #app: RunningApp;
  readonly #notices: NoticeDesk;
  /** What ended the app when it was opened last, of this window's tabs. */
  readonly #heldBack: string[] = [];
  readonly #search: FolderSearch;
  #desktop: DesktopWindow | null = null;
  #bounds: StoredWindow["bounds"];
  #active: string | null = null;
  /** What it is to show once its page can, and who asked. */
  #asked: { path: string; by: ShownBy }[] = [];
  /** Documents that came from another window while the page was about to begin. */
  #arriving: { copy: WorkingCopy; view: TabView | null }[] = [];
  #isStarted = false;
  #hasPainted = false;
  /** Real paths of what its search has found: the page is told when they change. */
  #found: readonly string[] = [];
  /** The folders that its page shows, by their real paths: the page knows them as it named them. */
  #folders = new Map<string, string>();
  #closing: { why: ClosingWhy; isOver: Promise<boolean>; answered(answer: ClosingAnswer): void } | null = null;

  constructor(app: RunningApp, ctx: AppContext, stored: Omit<StoredWindow, "workspace"> | null = null) {
    this.#app = app;
    this.id = stored?.id ?? randomUUID();
    this.session = stored?.session ?? null;
    this.#bounds = stored?.bounds ?? null;
    this.#notices = new NoticeDesk({
      deliver: (notice) => this.send("app:notice", notice),
      inWords: (error) => noticeOf(ctx, error).message,
    });
    this.ctx = {
      ...ctx,
      copies: copiesOf(this, ctx.copies),
      surprise: (what, error) => this.#notices.surprise(what, error),
      window: this,
    };
    this.exports = createExports(this.ctx, app.options.dataDir);
    this.#search = createFolderSearch(this.ctx, {
      folder: () => this.workspace,
      watch: (realPaths) => {
        this.#found = realPaths;
        app.placesChanged();
      },
    });
    this.handlers = createHandlers(this.ctx, this, app, this.#search);
  }

  get desktop(): DesktopWindow {
    if (this.#desktop === null) throw new Error("This window is not on the desktop.");
    return this.#desktop;
  }

  /** Whether the person can see it. */
  get isOnDesktop(): boolean {
    return this.#desktop !== null;
  }

  get isClosing(): boolean {
    return this.#closing !== null;
  }

  get found(): readonly string[] {
    return this.#found;
  }

  get folders(): ReadonlyMap<string, string> {
    return this.#folders;
  }

  send: WindowFace["send"] = (name, event) => this.#isStarted && (this.#desktop?.send(name, event) ?? false);

  /** The desktop makes a window of it. */
  appear(place: Partial<WindowPlace> = {}): void {
    if (this.#desktop !== null) return;
    const { bounds = this.#bounds, beside = null, focus = "taken" } = place;
    this.#desktop = this.ctx.desktop.openWindow(this, { bounds, beside, focus });
  }

  /** To the front, made where it is not there. */
  comeForward(): void {
    if (this.#desktop === null) this.appear();
    else this.#desktop.focus();
  }

  /** What is kept of it for the next start. */
  stored(): StoredWindow {
    if (this.#desktop !== null) this.#bounds = this.#desktop.bounds();
    return { id: this.id, workspace: this.workspace?.root ?? null, session: this.session, bounds: this.#bounds };
  }

  own(): WorkingCopy[] {
    return this.ctx.copies.all().filter(({ window }) => window === this);
  }

  /** What the page needs first. A page that comes back after a crash gets what is open, with what it had handed over. */
  async start(): Promise<StartState> {
    await this.#app.prepare(this);
    await this.#takeLeft();
    const asked = this.#asked.splice(0);
    for (const { path, by } of asked) if (by.kind === "user") await this.openAtStart(path);
    // The tab in front at a start has the focus: what an agent asked for waits until the page can keep it apart.
    this.#asked.unshift(...asked.filter(({ by }) => by.kind === "agent"));
    const { options, remembered, settings, agents } = this.#app;
    this.#arriving = [];
    const { arrivals } = this.ctx;
    const own = this.own();
    for (const copy of own) copy.startCounting();
    for (const copy of own) copy.conflict = "none";
    // The page is given the text that unsaved typing stands on; where the file is further, it hears so after the
    // answer, and merges.
    const behind = own.flatMap((copy) => {
      const base = copy.handOut().version;
      return base === copy.at.version ? [] : [{ copy, base }];
    });
    setTimeout(() => {
      for (const { copy, base } of behind)
        if (copy.window === this) this.send("document:changed", changeSince(copy, base));
      this.#app.readings.tellAll();
      this.#app.reviews.tellAll();
    }, CATCH_UP_AFTER_MS);
    this.#isStarted = true;
    // A page that cannot paint must not keep agents and the watcher away.
    setTimeout(() => {
      this.painted().catch((error: unknown) => this.ctx.surprise(told.parts.start, error));
    }, PAINTED_AFTER_MS).unref();
    return {
      version: options.version,
      platform: options.platform,
      workspace: this.workspace,
      recent: remembered.recent,
      session: this.session,
      documents: [...arrivals.begun(this), ...own.map((copy) => arrivals.handOut(copy))],
      active: this.#active,
      settings: settings.now,
      systemLanguage: options.systemLanguage(),
      agents: agents.list(),
      areAgentsPaused: agents.isAllPaused(),
      pendingApprovals: this.#app.assistant.approvals.conversations(),
      notices: [...this.#app.takeNotices(), ...this.#notices.take()],
      heldBack: this.#heldBack.splice(0),
    };
  }

  /** What the page before this one typed while main was busy, and main did not answer before that page was gone. */
  async #takeLeft(): Promise<void> {
    const { typing } = this.#app;
    for (const { name, argument } of await typing.left(this)) {
      const handle = this.handlers[name] as (argument: unknown) => Promise<unknown>;
      await handle(argument).catch((error: unknown) => this.ctx.surprise(told.parts.journal, error));
    }
    await typing.forget(this);
  }

  /** The page shows what `start` brought, and hears what it is told. */
  async painted(): Promise<void> {
    if (!this.#hasPainted) {
      this.#hasPainted = true;
      for (const { copy, view } of this.#arriving.splice(0)) this.#tellArrival(copy, view);
      for (const { path, by } of this.#asked.splice(0))
        await this.show(path, by).catch((error: unknown) => this.ctx.surprise(path, error));
    }
    await this.#app.painted();
    if (this.#desktop !== null) this.#app.typing.connect(this);
    await this.ctx.arrivals.readAll(this);
  }

  /** The folder and the tabs of the last time in their order, with their unsaved text. */
  async bringBack(folder: string | null, records: ReadonlyMap<string, JournalRecord>): Promise<void> {
    if (folder !== null) await this.#enter(folder).catch(() => this.#notices.keep(told.folderGone(folder)));
    const { session } = this;
    for (const { doc, path, room } of session?.tabs ?? [])
      if (!room) await this.#bringBackOne(doc, path, records.get(doc));
    const active = session?.active ?? null;
    const isOpen = active !== null && (this.ctx.copies.has(active) || this.ctx.arrivals.pathOf(active) !== null);
    this.#active = isOpen ? active : null;
  }

  /** What the journal holds besides the tabs of all windows. */
  async recoverAll(records: Iterable<JournalRecord>): Promise<void> {
    for (const record of records) await this.#bringBackOne(record.doc, record.path, record);
  }

  async #bringBackOne(doc: string, path: string | null, record: JournalRecord | undefined): Promise<void> {
    const failures = path === null ? 0 : this.ctx.openings.unfinished(path);
    // What ended the app is offered, and not opened by itself: else it would end it at every start. What has typing to bring back gets another try.
    if (path !== null && failures > (record ? 1 : 0)) {
      if (!this.#heldBack.includes(path)) this.#heldBack.push(path);
      return;
    }
    try {
      if (record) {
        const recovered = await recover(this.ctx, record);
        if (recovered?.notice) this.#notices.keep(recovered.notice);
      } else if (path) await this.ctx.arrivals.open(this.ctx, path, doc);
    } catch (error) {
      this.#notices.keep(noticeOf(this.ctx, error).message);
    }
  }

  /** What the command line or the system named before there was a page. */
  async openAtStart(path: string): Promise<void> {
    try {
      const info = await stat(path).catch(() => null);
      if (info?.isDirectory()) await this.#enter(path);
      else {
        const asked = await this.ctx.arrivals.open(this.ctx, path);
        if (asked.status === "here") this.#active = asked.document.doc;
      }
      this.#app.wasOpened(path, info?.isDirectory() ? "folder" : "file");
      await this.#app.storeSession();
    } catch (error) {
      this.#notices.keep(noticeOf(this.ctx, error).message);
    }
  }

  /** In front at the page's next start. */
  activate(copy: WorkingCopy): void {
    if (copy.window === this) this.#active = copy.doc;
  }

  /**
   * Shows a file in a tab, or a folder as this window's; once there is a page where there is none yet. The window comes to
   * the front only where the user asked: what they type goes into whichever window has the focus.
   */
  async show(path: string, by: ShownBy = { kind: "user" }): Promise<void> {
    const bringForward = () => {
      if (by.kind === "user") this.comeForward();
      else if (this.#desktop === null) this.appear({ focus: "behind" });
      else this.#desktop.askForAttention();
    };
    if (!this.#hasPainted) {
      this.#asked.push({ path, by });
      bringForward();
      return;
    }
    const info = await stat(path).catch(() => null);
    if (info?.isDirectory()) {
      const workspace = await this.openWorkspace(path);
      if (workspace !== null) {
        this.send("workspace:opened", workspace);
        bringForward();
      }
      return;
    }
    const asked = await this.ctx.arrivals.open(this.ctx, path);
    this.#app.wasOpened(path, "file");
    if (asked.status === "elsewhere") {
      if (by.kind === "user") this.#app.list.bringForward(asked.copy);
      else await this.#app.list.of(asked.copy)?.show(path, by);
      return;
    }
    if (by.kind === "user") this.#active = asked.document.doc;
    this.send("document:show", { document: asked.document, by });
    bringForward();
  }

  /** Brings one of its tabs to the front, and says so: the person asked for it elsewhere. */
  showOwn(copy: WorkingCopy, spot?: Spot): void {
    this.#active = copy.doc;
    this.send("document:forward", { doc: copy.doc, ...(spot ? { spot } : {}) });
    this.comeForward();
  }

  /**
   * A document is this window's from now on; its page shows it in front, where the other one had it. Without a `view` nobody
   * asked for it: the focus stays where it is.
   */
  takeOver(copy: WorkingCopy, view: TabView | null): void {
    copy.window = this;
    this.#app.typing.documentsChanged();
    copy.startCounting();
    copy.conflict = "none";
    if (view) this.#active = copy.doc;
    if (this.#hasPainted) this.#tellArrival(copy, view);
    else if (this.#isStarted) this.#arriving.push({ copy, view });
    if (view) this.comeForward();
  }

  #tellArrival(copy: WorkingCopy, view: TabView | null): void {
    if (copy.window !== this || copy.closed) return;
    const document = this.ctx.arrivals.handOut(copy);
    this.send("document:arrived", { document, view });
    // Where the file is further than what the typing stands on, the page merges, as at its start.
    if (document.version !== copy.at.version) this.send("document:changed", changeSince(copy, document.version));
    this.#app.readings.tellAll();
  }

  /** Null where another window has this folder, and has come to the front; `shared`: both are to have it. */
  async openWorkspace(path: string, how: "alone" | "shared" = "alone"): Promise<Workspace | null> {
    const other = how === "alone" ? this.#app.list.ofFolder(path) : null;
    if (other !== null && other !== this) {
      other.comeForward();
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
    // Galley's own data is refused all the same.
    await this.ctx.grants.check(path);
    this.workspace = workspace;
    this.#app.placesChanged();
    return workspace;
  }

  async closeWorkspace(): Promise<void> {
    this.workspace = null;
    this.watchFolders([]);
    this.#app.placesChanged();
    await this.#app.storeSession();
  }

  watchFolders(folders: readonly string[]): void {
    const { workspace } = this;
    const shown = workspace ? folders.filter((folder) => isInside(workspace.root, folder)).slice(0, MOST_FOLDERS) : [];
    this.#folders = new Map(shown.map((folder) => [realPathSync(folder), folder]));
    this.#app.foldersShown();
  }

  /** Something happened in a folder, by its real path. */
  folderChanged(realPath: string): void {
    const folder = this.#folders.get(realPath);
    if (folder !== undefined) this.send("workspace:changed", { folders: [folder] });
  }

  /** Something happened to a file. */
  touched(realPath: string): void {
    this.#search.touched(realPath);
  }

  saveSession(session: Session): Promise<void> {
    const { goals = [] } = session;
    if (JSON.stringify(goals) !== JSON.stringify(this.session?.goals ?? []))
      this.#app.list.tellOthers(this, "goals:changed", goals);
    this.session = session;
    // A page that comes back after a crash has the tab in front that was there.
    this.#active = session.active;
    return this.#app.storeSession();
  }

  focused(): void {
    this.#app.windowFocused(this);
  }

  async dropped(path: string): Promise<void> {
    if (isAbsolute(path) && !path.includes("\0")) await this.ctx.grants.add(path).catch(() => undefined);
  }

  pageStopped(why: string): void {
    this.#isStarted = false;
    this.#hasPainted = false;
    this.#notices.keep(why);
    // What waited for its answer waits no longer: the window stays, with a new page.
    this.#closing?.answered(this.#closing.why === "quit" ? "ready" : "stays");
  }

  /** The page says how far it is with closing. */
  closingAnswered(answer: ClosingAnswer): void {
    this.#closing?.answered(answer);
  }

  closeAsked(): Promise<boolean> {
    if (this.#closing) {
      // A question holds one window open; but now all of Galley is to go, and then nothing is forgotten.
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

  /** The page hands over, the app writes, the window goes: in that order, and never longer than the limits. */
  async #close(answer: Promise<"ready" | "stays">): Promise<boolean> {
    if ((await answer) === "stays") return false;
    this.stored();
    if (this.#closing?.why === "window") await this.#letGo();
    void this.#app.storeSession();
    await Promise.race([this.#app.settle(), wait(LAST_WRITES_MS)]);
    return true;
  }

  /** Its tabs are forgotten. What a page that does not answer has left unsaved goes on in another window. */
  async #letGo(): Promise<void> {
    this.ctx.arrivals.dropAll(this);
    for (const copy of this.own()) {
      await copy.kept();
      await close(this.ctx, copy, "keep").catch(() => this.#app.list.takeIn(copy));
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
