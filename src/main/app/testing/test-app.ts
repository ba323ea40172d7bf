import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { difference } from "../../../core/diff/difference";
import { applyChanges } from "../../../core/text/change";
import type {
  DocumentChanged,
  DocumentSnapshot,
  Events,
  MenuItem,
  Settings,
  StartState,
  UnsavedEdits,
} from "../../../shared/contract";
import { openBookIdStore } from "../../engine/books/work/book-id-store";
import { openHistory } from "../../engine/history/sqlite-history";
import { assembleEngine } from "../../engine/host/create-engine";
import type { Engine } from "../../engine/host/engine";
import type { FileStore } from "../../engine/ports/file-store";
import { openReview } from "../../engine/review/sqlite-review";
import { createDisk } from "../../engine/storage/saving/disk";
import type { AppWindow } from "../app-window";
import type {
  Desktop,
  DesktopWindow,
  Recent,
  SelfInspection,
  WindowBounds,
  WindowListener,
  WindowPlacement,
} from "../core/desktop";
import { createMainWatch } from "../main-watch";
import { officeModelsHere } from "../office/office-process";
import { RunningApp } from "../running-app";

type ReceivedEvent = { [K in keyof Events]: { name: K; event: Events[K] } }[keyof Events];

/** A window without a screen: records the events sent to it, and returns prepared dialog results. */
class FakeWindow implements DesktopWindow {
  received: ReceivedEvent[] = [];
  /** The next results of dialogs; null stands for a cancelled one. */
  picks: (string | null)[] = [];
  hasPage = true;
  links: string[] = [];
  /** How often it was brought to the front. */
  focused = 0;
  listener: WindowListener | null = null;
  placement: WindowPlacement | null = null;
  /** Acts as the renderer: called with every event as it is sent. */
  onEvent: (event: ReceivedEvent) => void = () => undefined;

  readonly send: DesktopWindow["send"] = (name, event) => {
    if (!this.hasPage) return false;
    const received = { name, event } as ReceivedEvent;
    this.received.push(received);
    this.onEvent(received);
    return true;
  };
  events<K extends keyof Events>(name: K): Events[K][] {
    return this.received.flatMap((each) => (each.name === name ? [each.event as Events[K]] : []));
  }
  async #pick(): Promise<string | null> {
    return this.picks.shift() ?? null;
  }
  pickFile = () => this.#pick();
  pickFolder = () => this.#pick();
  pickSavePath = () => this.#pick();
  async offerLink(url: string): Promise<boolean> {
    this.links.push(url);
    return true;
  }
  actOnPdf = async () => null;
  pickExportPath = () => this.#pick();
  async showMenu(items: MenuItem[]): Promise<string | null> {
    const first = items.find((item) => item !== "separator");
    return first?.id ?? null;
  }
  setAvailable(): void {}
  toggleFullScreen(): void {}
  askForAttention(): void {}
  focus(): void {
    this.focused++;
    this.listener?.focused();
  }
  bounds(): WindowBounds {
    return this.placement?.bounds ?? { x: 10, y: 20, width: 800, height: 600, isMaximized: false };
  }
  close(): void {
    void this.end();
  }
  /** The user closes the window; resolves to whether it is closed. */
  async end(): Promise<boolean> {
    if (!(await this.listener?.requestClose())) return false;
    this.hasPage = false;
    this.listener?.closed();
    return true;
  }
}

/** A desktop without a screen, which is also its first window. */
class FakeDesktop extends FakeWindow implements Desktop {
  /** All windows, in the order in which they were opened. */
  readonly windows: FakeWindow[] = [];
  trashed: string[] = [];
  logged: string[] = [];
  openedPaths: string[] = [];
  copied = "";
  /** "Encrypts" secrets by reversing them. */
  readonly keySafe = {
    isSafe: async () => true,
    encrypt: async (secret: string) => Buffer.from(secret).reverse(),
    decrypt: async (bytes: Uint8Array) => Buffer.from(bytes).reverse().toString(),
  };
  /** HTML that was printed or exported as PDF. */
  printed: string[] = [];
  recent: Recent = [];
  settings: Settings | null = null;

  openWindow(listener: WindowListener, placement: WindowPlacement): FakeWindow {
    const window = this.windows.length === 0 ? this : new FakeWindow();
    window.listener = listener;
    window.placement = placement;
    this.windows.push(window);
    return window;
  }
  async trash(path: string): Promise<void> {
    rmSync(path, { recursive: true });
    this.trashed.push(path);
  }
  async openPath(path: string): Promise<string> {
    this.openedPaths.push(path);
    return "";
  }
  revealed: string[] = [];
  reveal(path: string): void {
    this.revealed.push(path);
  }
  async inspectSelf(): Promise<SelfInspection> {
    return { parts: ["Electron 1"], program: "/opt/galley/galley", security: [{ name: "sandbox", state: "on" }] };
  }
  copy(text: string): void {
    this.copied = text;
  }
  async copyRich({ text }: { html: string; text: string }): Promise<void> {
    this.copied = text;
  }
  async copiedText(): Promise<string> {
    return this.copied ?? "";
  }
  async printToPdf(html: string, signal: AbortSignal): Promise<Uint8Array | null> {
    this.printed.push(html);
    return signal.aborted ? null : Buffer.from("%PDF-");
  }
  async print(html: string): Promise<boolean> {
    this.printed.push(html);
    return true;
  }
  settingsChanged(settings: Settings): void {
    this.settings = settings;
  }
  recentChanged(recent: Recent): void {
    this.recent = recent;
  }
  /** Whether another program has the focus. */
  isAway = false;
  /** The system notifications that are shown. */
  notifications: { title: string; body: string; clicked(): void }[] = [];
  notify(notification: { title: string; body: string }, clicked: () => void): (() => void) | null {
    if (!this.isAway) return null;
    const windowOf = { ...notification, clicked };
    this.notifications.push(windowOf);
    return () => {
      this.notifications = this.notifications.filter((each) => each !== windowOf);
    };
  }
  painted(): void {}
  /** Starts no process, unless a test replaces it. */
  startProcess: Desktop["startProcess"] = () => null;
  log(line: string): void {
    this.logged.push(line);
  }
}

/** An app over a folder on the real disk, as after one start of Galley. */
export type TestApp = {
  folder: string;
  dataDir: string;
  desktop: FakeDesktop;
  app: RunningApp;
  /** The first window. */
  window: AppWindow;
  engine(): Promise<Engine>;
  path(name: string): string;
  read(name: string): string;
  /** Writes as an external program. */
  write(name: string, text: string): void;
  /** Makes every write of the engine wait for a promise, like a slow disk; null ends it. */
  slow(until: Promise<void> | null): void;
  /** Resolves once a write waits because of `slow`. */
  writeWaits(): Promise<void>;
  /** Called after a save has replaced the file and before it is reported; the save waits for it. */
  onReplaced(act: (() => Promise<void>) | null): void;
  start(paths?: string[]): Promise<StartState>;
  /** Starts the renderer of another window. */
  startIn(window: AppWindow): Promise<StartState>;
  /** The fake window behind an app window. */
  windowOf(window: AppWindow): FakeWindow;
  open(name: string): Promise<DocumentSnapshot>;
  /** Ends this app without its last writes, as a crash would, and returns a new one over the same folders. */
  crash(): Promise<TestApp>;
  end(): Promise<void>;
};

/** `handOverMs`: how long tools wait for a renderer, if that is not what the app has. */
type TestOptions = { handOverMs?: number };

/** Creates a folder with `files` and an app that is not started. */
export function createTestApp(files: Record<string, string> = {}, options: TestOptions = {}): TestApp {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "galley-app-")));
  mkdirSync(join(top, "notes"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(top, "notes", name), text);
  return over(top, options, () => rmSync(top, { recursive: true, force: true }));
}

function over(top: string, options: TestOptions, remove: () => void): TestApp {
  const folder = join(top, "notes");
  const dataDir = join(top, "data");
  const desktop = new FakeDesktop();
  let gate: Promise<void> | null = null;
  let gateReached = Promise.withResolvers<void>();
  let replaced: (() => Promise<void>) | null = null;
  let disposed = false;
  const dispose: (() => void)[] = [];

  const app = new RunningApp({
    version: "0.0.0",
    platform: "linux",
    dataDir,
    isUsualDataDir: false,
    command: ["/opt/galley/bin/galley"],
    welcome: join(top, "welcome.md"),
    desktop,
    watch: createMainWatch(() => {}),
    jobSecondMs: 5,
    ...options,
    systemLanguage: () => "en",
    officeProcess: async () => officeModelsHere(),
    serveHttp: async () => ({ status: "refused", reason: "no network here" }),
    async loadEngine(options) {
      const disk = createDisk({
        locksFolder: join(top, "locks"),
        savesFolder: join(dataDir, "saves"),
        moments: { afterRename: () => replaced?.() },
      });
      const log = (error: unknown) => desktop.log(String(error));
      const history = openHistory({ dataDir, notice: log });
      const store: FileStore = {
        ...disk,
        update: (path, edit, more) =>
          disk.update(
            path,
            async (current) => {
              if (gate) gateReached.resolve();
              await gate;
              return edit(current);
            },
            more,
          ),
      };
      dispose.push(() => disk.close());
      return assembleEngine(options, {
        store,
        temporaries: disk.temporaries,
        history,
        bookIds: openBookIdStore(dataDir, log),
        review: (textOf, awaits) => openReview({ dataDir, textOf, isEnabled: awaits, notice: log }),
        log,
      });
    },
  });

  const window = app.front;
  window.appear();

  const testApp: TestApp = {
    folder,
    dataDir,
    desktop,
    app,
    window,
    engine: () => app.engine(),
    path: (name) => join(folder, name),
    read: (name) => readFileSync(join(folder, name), "utf8"),
    write: (name, text) => writeFileSync(join(folder, name), text),
    slow(until) {
      gate = until;
      gateReached = Promise.withResolvers();
    },
    writeWaits: () => gateReached.promise,
    onReplaced(act) {
      replaced = act;
    },
    async start(paths = []) {
      await app.open(paths.map((name) => join(folder, name)));
      const state = await window.handlers["app:start"](undefined);
      await window.handlers["app:painted"](undefined);
      return state;
    },
    async startIn(another) {
      const state = await another.handlers["app:start"](undefined);
      await another.handlers["app:painted"](undefined);
      return state;
    },
    windowOf(another) {
      const found = desktop.windows.find(({ listener }) => listener === another);
      if (!found) throw new Error("this window is not on the desktop");
      return found;
    },
    async open(name) {
      const path = join(folder, name);
      await window.dropped(path);
      const opened = await window.handlers["document:open"](path);
      if (!opened.ok || !opened.document) throw new Error(opened.ok ? "a folder" : opened.error.message);
      return opened.document;
    },
    async crash() {
      desktop.hasPage = false;
      await app.close();
      for (const last of dispose.splice(0)) last();
      disposed = true;
      return over(top, options, remove);
    },
    async end() {
      gate = null;
      if (!disposed) await app.close();
      for (const last of dispose.splice(0)) last();
      remove();
    },
  };
  return testApp;
}

/** A minimal renderer with one document: it edits, saves and applies changes. */
export class FakePage {
  base: string;
  version: string;
  text: string;
  seq: number;
  readonly doc: string;

  constructor(
    readonly testApp: TestApp,
    document: DocumentSnapshot,
    /** The window that it belongs to; the first one by default. */
    readonly window: AppWindow = testApp.window,
  ) {
    this.doc = document.doc;
    this.base = document.text;
    this.version = document.version;
    this.text = document.unsaved ? applyChanges(document.text, document.unsaved.changes) : document.text;
    this.seq = document.unsaved?.seq ?? 0;
  }

  type(text: string): UnsavedEdits {
    this.text = text;
    this.seq++;
    return this.unsavedEdits();
  }

  unsavedEdits(): UnsavedEdits {
    return { doc: this.doc, base: this.version, seq: this.seq, changes: difference(this.base, this.text) };
  }

  journal(): Promise<void> {
    return this.window.handlers["document:typed"](this.unsavedEdits());
  }

  save(why: "auto" | "by hand" | "recreate" = "auto") {
    return this.window.handlers["document:save"]({ ...this.unsavedEdits(), why });
  }

  /** Adopts the saved version as its base. */
  saved(version: string, text: string): void {
    this.version = version;
    this.base = text;
  }

  /** Applies a change to the base text. Throws if the change does not start at this renderer's version. */
  after({ from, changes }: DocumentChanged): string {
    if (from !== this.version || !changes) throw new Error("this change does not lead from the page's version");
    return applyChanges(this.base, changes);
  }
}

/** Retries `check` until it no longer throws, for at most 20 seconds. */
export async function eventually(check: () => void): Promise<void> {
  const until = Date.now() + 20_000;
  for (;;) {
    try {
      check();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
