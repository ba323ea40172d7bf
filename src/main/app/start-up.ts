import type { DocumentId } from "../../shared/contract";
import type { AppWindow } from "./app-window";
import type { StoredWindow } from "./core/session";
import type { JournalRecord } from "./documents";
import type { AppState } from "./settings";

type StartUpDeps = {
  appState: AppState;
  /** The windows, the last active one first. */
  windows(): readonly AppWindow[];
  front(): AppWindow;
  /** Adds a window behind the others. */
  addWindow(stored: StoredWindow): AppWindow;
  /** Grants access to a path that was opened before. */
  grant(path: string): Promise<void>;
  /** The journal's records, merged with what the journal process kept for it. */
  unsaved(): Promise<{ records: JournalRecord[]; notices: string[] }>;
  settingsProblems(): readonly string[];
  keepNotices(...notices: readonly string[]): void;
  /** The window for a path. */
  windowFor(path: string): AppWindow;
  /** Shows a path, in a window of its own if asked; a failure becomes a notice. */
  show(path: string, where?: "a new window"): Promise<void>;
  hasDocuments(): boolean;
  showWelcome(window: AppWindow): Promise<void>;
};

/** Restores the windows of the last run with their unsaved edits, then opens the paths that Galley was started with. */
export class StartUp {
  readonly #deps: StartUpDeps;
  /** Paths passed before the session was read. */
  #asked: { path: string; where?: "a new window" | undefined }[] = [];
  #started: Promise<void> | null = null;
  /** Windows that are being restored, with their progress. */
  readonly #back = new Map<AppWindow, Promise<void>>();
  #isLoaded = false;

  constructor(deps: StartUpDeps) {
    this.#deps = deps;
  }

  /** Whether the session was read. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Reads everything that the renderer of `window` starts with, or of all windows; the windows may still be opening. */
  async prepare(window?: AppWindow): Promise<void> {
    this.#started ??= this.#run();
    await this.#started;
    await (window ? this.#back.get(window) : Promise.all(this.#back.values()));
  }

  /** Opens paths from the command line, a second instance or the system: files in tabs, a folder as the workspace. */
  async open(paths: readonly string[], where?: "a new window"): Promise<void> {
    for (const path of paths) {
      if (!this.#isLoaded) this.#asked.push({ path, where });
      else await this.#deps.show(path, where);
    }
  }

  async #run(): Promise<void> {
    const { appState, grant, keepNotices, settingsProblems } = this.#deps;
    const [{ windows, isFirstStart, notices }, unsaved] = await Promise.all([appState.load(), this.#deps.unsaved()]);
    keepNotices(...settingsProblems(), ...notices, ...unsaved.notices);
    for (const { path } of appState.recent) await grant(path).catch(() => undefined);

    const [first = this.#deps.front()] = this.#deps.windows();
    const [firstStored, ...others] = windows;
    first.session = firstStored?.session ?? null;
    if (firstStored?.id) first.id = firstStored.id;
    const { byWindow, rest } = recordsByWindow(windows, unsaved.records);
    const restored = others.map((stored) => this.#deps.addWindow(stored));
    await first.restoreTabs(firstStored?.workspace ?? null, byWindow[0] ?? new Map());
    await first.recoverAll(rest);
    this.#isLoaded = true;
    for (const { path, where } of this.#asked.splice(0)) {
      // The first window counts as new if nothing was restored into it.
      const isNew = where === undefined || (first.workspace === null && first.own().length === 0);
      if (isNew) await this.#deps.windowFor(path).openAtStart(path);
      else void this.#deps.show(path, where);
    }
    if (isFirstStart && !this.#deps.hasDocuments() && !first.workspace) await this.#deps.showWelcome(first);
    // One after the other and after the first, which is the one that the user waits for.
    let before: Promise<unknown> = Promise.resolve();
    for (const [at, window] of restored.entries()) {
      const back = before.then(() => window.restoreTabs(others[at]?.workspace ?? null, byWindow[at + 1] ?? new Map()));
      this.#back.set(window, back);
      // One window that fails, which is reported where it is waited for, keeps no other from coming back.
      before = back.catch(() => undefined);
    }
  }
}

/** The records of each window's tabs, and those whose window is not known. */
function recordsByWindow(windows: readonly StoredWindow[], records: readonly JournalRecord[]) {
  const isOf = new Map(windows.flatMap(({ session }, at) => session?.tabs.map(({ doc }) => [doc, at] as const) ?? []));
  const byWindow = windows.map(() => new Map<DocumentId, JournalRecord>());
  const rest: JournalRecord[] = [];
  for (const record of records) {
    const at = isOf.get(record.doc);
    if (at === undefined) rest.push(record);
    else byWindow[at]?.set(record.doc, record);
  }
  return { byWindow, rest };
}
