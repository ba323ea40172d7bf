/** One app for the tests of one file or of many files: each test gets it as if it had just been started, with its own folder open. */
import { rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { CDPSession } from "@playwright/test";
import { toLockData } from "../src/main/desktop/second-start";
import type { Bridge } from "../src/shared/contract";
import { english } from "../src/shared/messages/commands.en";
import { chinese } from "../src/shared/messages/commands.zh";
import { defaultSettings, type Settings, settingNames } from "../src/shared/settings";
import {
  checksSpelling,
  createActions,
  defaultSize,
  type GalleyApp,
  prepareFolder,
  removeFolder,
  type StartOptions,
  start,
} from "./launch";
import { test } from "./test";

/** What a test may leave behind: DevTools sessions, and temporary folders. */
type Leftovers = { sessions: Set<CDPSession>; folders: Set<string> };

/** An app that tests use one after the other. `hasModels`: they set up models, which are removed before the next test. */
type SharedApp = { running: { galley: GalleyApp; leftovers: Leftovers } | null; isInUse: boolean; hasModels: boolean };

/** The apps for all files whose tests leave nothing behind that `resetApp` does not reset. They end with the Playwright worker. */
const appsForAllFiles = {
  "all files": { running: null, isInUse: false, hasModels: false } as SharedApp,
  "all files with models": { running: null, isInUse: false, hasModels: true } as SharedApp,
};
process.once("exit", () => {
  for (const app of Object.values(appsForAllFiles))
    for (const path of foldersOf(app)) rmSync(path, { recursive: true, force: true });
});

const foldersOf = ({ running }: SharedApp) => (running ? [running.galley.data, ...running.leftovers.folders] : []);

/**
 * Returns a `start` for the tests of one file. Electron is started once; its page is reloaded for each test. `close` releases the app, `kill` ends
 * it. If a test needs its own data folder or environment, or a second app, a separate app is started. With "all files" the app may have run the tests
 * of other files: this is not for tests that change what survives `resetApp` (permissions of agents, models, the dictionary, the library), or that
 * measure. "… with models" also resets models, their keys, and the permissions and limits of the assistant.
 */
export function shareApp(
  scope: "a file" | "a file with models" | "all files" | "all files with models" = "a file",
): typeof start {
  const isForAllFiles = scope === "all files" || scope === "all files with models";
  const shared: SharedApp = isForAllFiles
    ? appsForAllFiles[scope]
    : { running: null, isInUse: false, hasModels: scope === "a file with models" };

  if (!isForAllFiles)
    test.afterAll(async () => {
      const folders = foldersOf(shared);
      const { running } = shared;
      shared.running = null;
      await running?.galley.kill().catch(() => undefined);
      for (const path of folders) await removeFolder(path);
    });

  return async (options = {}) => {
    if (shared.running?.galley.page.isClosed()) Object.assign(shared, { running: null, isInUse: false });
    if (shared.isInUse || options.data !== undefined || options.env !== undefined) return start(options);
    const { root, opened } = await prepareFolder(options);
    if (shared.running === null) shared.running = await launchShared({ ...options, root });
    else {
      if (shared.hasModels) await shared.running.galley.page.evaluate(removeModels);
      await resetApp(shared.running.galley, shared.running.leftovers, options, opened);
    }
    shared.isInUse = true;
    const { galley, leftovers } = shared.running;
    const { app, page, data } = galley;
    if (options.root === undefined) leftovers.folders.add(root);
    return {
      ...createActions({ app, page, root, data }),
      async close() {
        shared.isInUse = false;
      },
      async kill() {
        Object.assign(shared, { running: null, isInUse: false });
        await galley.kill();
      },
    };
  };
}

async function launchShared(options: StartOptions): Promise<{ galley: GalleyApp; leftovers: Leftovers }> {
  const galley = await start(options);
  const leftovers: Leftovers = { sessions: new Set(), folders: new Set() };
  const context = galley.app.context();
  const newSession = context.newCDPSession.bind(context);
  context.newCDPSession = async (page) => {
    const session = await newSession(page);
    leftovers.sessions.add(session);
    return session;
  };
  await galley.app.evaluate(({ dialog, Menu, shell }) => {
    const menu = { popup: Menu.prototype.popup };
    Object.assign(globalThis, { originals: { dialog: { ...dialog }, menu, shell: { ...shell } } });
  });
  return { galley, leftovers };
}

/** Closes everything of the last test, opens the files of the next one, and reloads the page. */
async function resetApp(
  { app, page, data }: GalleyApp,
  leftovers: Leftovers,
  options: StartOptions,
  opened: string[],
): Promise<void> {
  for (const session of leftovers.sessions) await session.detach().catch(() => undefined);
  leftovers.sessions.clear();
  for (const event of ["request", "dialog", "console", "pageerror"] as const) page.removeAllListeners(event);
  const settings = { ...defaultSettings, spelling: checksSpelling(options) };
  const didSettingsChange = await page.evaluate(closeEverything, { settings, settingNames });
  if (didSettingsChange && settings.spelling) await rm(join(data, "settings.json"), { force: true });
  const { width, height } = options.size ?? defaultSize;
  await app.evaluate(
    ({ BrowserWindow, clipboard, dialog, Menu, shell }, { clearRecent, ...size }) => {
      const { originals } = globalThis as unknown as { originals: { dialog: object; menu: object; shell: object } };
      Object.assign(dialog, originals.dialog);
      Object.assign(Menu.prototype, originals.menu);
      Object.assign(shell, originals.shell);
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
  const opening = await page.evaluateHandle(waitForOpened, opened.length);
  await app.evaluate(
    ({ app: running }, data) => {
      running.emit("second-instance", {}, [], "", data);
    },
    toLockData({ paths: opened, newWindow: false }),
  );
  await page.evaluate(saveFreshSession, opening);
  await page.reload();
  await page.waitForSelector("[data-ready]");
}

type WindowWithBridge = { galley: Bridge };

/** Runs in the renderer, and stops its timers: closes everything, and saves the next test's settings. Returns whether they were others. */
async function closeEverything(next: { settings: Settings; settingNames: (keyof Settings)[] }): Promise<boolean> {
  const { galley } = window as unknown as WindowWithBridge;
  const last = setTimeout(() => undefined, 0) as unknown as number;
  for (let timer = 0; timer <= last; timer++) clearTimeout(timer);
  Object.assign(window, { setTimeout: () => 0, setInterval: () => 0 });
  const state = await galley.request("app:start", undefined);
  for (const { doc } of state.documents) await galley.request("document:close", { doc, discard: true });
  await galley.request("workspace:close", undefined);
  const others = next.settingNames.filter(
    (name) => JSON.stringify(state.settings[name]) !== JSON.stringify(next.settings[name]),
  );
  if (others.length > 0)
    await galley.request("app:save-settings", Object.fromEntries(others.map((name) => [name, next.settings[name]])));
  return others.length > 0;
}

/** Runs in the renderer: ends the assistant's turns in the open folder, and resets its models with their keys, its permissions and limits. */
async function removeModels(): Promise<void> {
  const { galley } = window as unknown as WindowWithBridge;
  const { workspace } = await galley.request("app:start", undefined);
  const listed = await galley.request("assistant:list", { folder: workspace?.root ?? null, sought: "" });
  if (!listed.ok) throw new Error(listed.error.message);
  for (const { id } of listed.conversations) await galley.request("assistant:delete", id);
  const granted = await galley.request("assistant:grants", undefined);
  if (!granted.ok) throw new Error(granted.error.message);
  for (const { id } of granted.grants) await galley.request("assistant:revoke", id);
  const { providers } = await galley.request("assistant:setup", undefined);
  for (const { id } of providers) await galley.request("assistant:remove-provider", id);
  await galley.request("assistant:save-limits", { idleSeconds: 60, calls: 100 });
}

/** Runs in the renderer: waits until `count` paths have been opened or rejected. Resolves to the active document. */
function waitForOpened(count: number): { front: Promise<string | null> } {
  const { galley } = window as unknown as WindowWithBridge;
  let left = count;
  let last: string | null = null;
  const front = new Promise<string | null>((done) => {
    const countDown = (doc: string | null) => {
      last = doc ?? last;
      left -= 1;
      if (left <= 0) done(last);
    };
    galley.listen("workspace:opened", () => countDown(null));
    galley.listen("document:show", ({ document: { doc } }) => countDown(doc));
    galley.listen("app:notice", () => countDown(null));
    if (count === 0) done(null);
  });
  return { front };
}

/** Runs in the renderer: once everything is open, saves a session so that the next load looks like a first start. */
async function saveFreshSession(opening: { front: Promise<string | null> }): Promise<void> {
  const { galley } = window as unknown as WindowWithBridge;
  const active = await opening.front;
  await galley.request("app:save-session", {
    tabs: [],
    active,
    sidebar: { open: true, width: 0 },
    expanded: [],
  });
}
