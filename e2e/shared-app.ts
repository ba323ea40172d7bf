/** One app for the tests of one file or of many files: each test gets it as if it had just been started, with its own folder open. */
import { rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type CDPSession, test } from "@playwright/test";
import { toHand } from "../src/main/desktop/second-start";
import type { Bridge } from "../src/shared/contract";
import { english } from "../src/shared/messages/commands.en";
import { chinese } from "../src/shared/messages/commands.zh";
import { defaultSettings, type Settings, settingNames } from "../src/shared/settings";
import { played, prepared, removed, type Start, type Started, start, usualSize } from "./launch";

/** What a test may leave behind: DevTools sessions, and temporary folders. */
type Traces = { sessions: Set<CDPSession>; folders: Set<string> };

/** An app that tests use one after the other. */
type Shared = { running: { started: Started; traces: Traces } | null; isInUse: boolean };

/** The app for all files whose tests leave nothing behind that `resetApp` does not reset. It ends with the Playwright worker. */
const ofAllFiles: Shared = { running: null, isInUse: false };
process.once("exit", () => {
  for (const path of foldersOf(ofAllFiles)) rmSync(path, { recursive: true, force: true });
});

const foldersOf = ({ running }: Shared) => (running ? [running.started.data, ...running.traces.folders] : []);

/**
 * Returns a `start` for the tests of one file. Electron is started once; its page is reloaded for each test. `close` releases the app, `kill` ends
 * it. If a test needs its own data folder or environment, or a second app, a separate app is started. With "all files" the app may have run the tests
 * of other files: this is not for tests that change what survives `resetApp` (permissions of agents, models, the dictionary, the library), or that
 * measure.
 */
export function shareApp(among: "a file" | "all files" = "a file"): typeof start {
  const shared: Shared = among === "a file" ? { running: null, isInUse: false } : ofAllFiles;

  if (among === "a file")
    test.afterAll(async () => {
      const folders = foldersOf(shared);
      const { running } = shared;
      shared.running = null;
      await running?.started.kill().catch(() => undefined);
      for (const path of folders) await removed(path);
    });

  return async (options = {}) => {
    if (shared.running?.started.page.isClosed()) Object.assign(shared, { running: null, isInUse: false });
    if (shared.isInUse || options.data !== undefined || options.env !== undefined) return start(options);
    const { root, opened } = await prepared(options);
    if (shared.running === null) shared.running = await launched({ ...options, root });
    else await renew(shared.running.started, shared.running.traces, options, opened);
    shared.isInUse = true;
    const { started, traces } = shared.running;
    const { app, page, data } = started;
    if (options.root === undefined) traces.folders.add(root);
    return {
      ...played({ app, page, root, data }),
      async close() {
        shared.isInUse = false;
      },
      async kill() {
        Object.assign(shared, { running: null, isInUse: false });
        await started.kill();
      },
    };
  };
}

async function launched(options: Start): Promise<{ started: Started; traces: Traces }> {
  const started = await start(options);
  const traces: Traces = { sessions: new Set(), folders: new Set() };
  const context = started.app.context();
  const newSession = context.newCDPSession.bind(context);
  context.newCDPSession = async (page) => {
    const session = await newSession(page);
    traces.sessions.add(session);
    return session;
  };
  await started.app.evaluate(({ dialog, Menu, shell }) => {
    const menu = { popup: Menu.prototype.popup };
    Object.assign(globalThis, { asTheyWere: { dialog: { ...dialog }, menu, shell: { ...shell } } });
  });
  return { started, traces };
}

/** Closes everything of the last test, opens the files of the next one, and reloads the page. */
async function renew({ app, page, data }: Started, traces: Traces, options: Start, opened: string[]): Promise<void> {
  for (const session of traces.sessions) await session.detach().catch(() => undefined);
  traces.sessions.clear();
  for (const event of ["request", "dialog", "console", "pageerror"] as const) page.removeAllListeners(event);
  const areSettingsTouched = await page.evaluate(letGo, { defaultSettings, settingNames });
  if (areSettingsTouched) await rm(join(data, "settings.json"), { force: true });
  const { width, height } = options.size ?? usualSize;
  await app.evaluate(
    ({ BrowserWindow, clipboard, dialog, Menu, shell }, { clearRecent, ...size }) => {
      const { asTheyWere } = globalThis as unknown as { asTheyWere: { dialog: object; menu: object; shell: object } };
      Object.assign(dialog, asTheyWere.dialog);
      Object.assign(Menu.prototype, asTheyWere.menu);
      Object.assign(shell, asTheyWere.shell);
      clipboard.clear();
      const items = (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) => submenu?.items ?? []);
      items
        .flatMap(({ submenu }) => submenu?.items ?? [])
        .find(({ label }) => clearRecent.includes(label))
        ?.click();
      const [first, ...others] = BrowserWindow.getAllWindows().sort((a, b) => a.id - b.id);
      for (const other of others) other.destroy();
      if (first?.isFullScreen()) first.setFullScreen(false);
      first?.setSize(size.width, size.height);
      first?.focus();
    },
    { width, height, clearRecent: [english.items.clearRecent, chinese.items.clearRecent] },
  );
  await page.emulateMedia({
    colorScheme: options.theme ?? "light",
    contrast: null,
    forcedColors: null,
    media: null,
    reducedMotion: null,
  });
  await page.mouse.move(-1, -1);
  // Start listening first: the two channels to the app have no defined order.
  const shown = await page.evaluateHandle(listenFor, opened.length);
  await app.evaluate(
    ({ app: running }, data) => {
      running.emit("second-instance", {}, [], "", data);
    },
    toHand({ paths: opened, newWindow: false }),
  );
  await page.evaluate(keepSession, shown);
  await page.reload();
  await page.waitForSelector("[data-ready]");
}

type InPage = { galley: Bridge };

/** Runs in the renderer, and stops its timers: closes everything. Returns whether the settings were not the defaults. */
async function letGo(usual: { defaultSettings: Settings; settingNames: (keyof Settings)[] }): Promise<boolean> {
  const { galley } = window as unknown as InPage;
  const last = setTimeout(() => undefined, 0) as unknown as number;
  for (let timer = 0; timer <= last; timer++) clearTimeout(timer);
  Object.assign(window, { setTimeout: () => 0, setInterval: () => 0 });
  const state = await galley.request("app:start", undefined);
  for (const { doc } of state.documents) await galley.request("document:close", { doc, discard: true });
  await galley.request("workspace:close", undefined);
  const others = usual.settingNames.filter(
    (name) => JSON.stringify(state.settings[name]) !== JSON.stringify(usual.defaultSettings[name]),
  );
  if (others.length > 0)
    await galley.request(
      "app:save-settings",
      Object.fromEntries(others.map((name) => [name, usual.defaultSettings[name]])),
    );
  return others.length > 0;
}

/** Runs in the renderer: waits until `count` paths have been opened or rejected. Resolves to the active document. */
function listenFor(count: number): { front: Promise<string | null> } {
  const { galley } = window as unknown as InPage;
  let left = count;
  let last: string | null = null;
  const front = new Promise<string | null>((done) => {
    const one = (doc: string | null) => {
      last = doc ?? last;
      left -= 1;
      if (left <= 0) done(last);
    };
    galley.listen("workspace:opened", () => one(null));
    galley.listen("document:show", ({ document: { doc } }) => one(doc));
    galley.listen("app:notice", () => one(null));
    if (count === 0) done(null);
  });
  return { front };
}

/** Runs in the renderer: once everything is open, saves a session so that the next load looks like a first start. */
async function keepSession(shown: { front: Promise<string | null> }): Promise<void> {
  const { galley } = window as unknown as InPage;
  const active = await shown.front;
  await galley.request("app:save-session", {
    tabs: [],
    active,
    sidebar: { open: true, width: 0 },
    expanded: [],
  });
}
