/** One app for the tests of a file, or of many files: each finds it as if it had just been started, with a folder of its own open in it. */
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

/** What a test might have left behind in Electron and in the way to the page. */
type Traces = { sessions: Set<CDPSession>; folders: Set<string> };

/** An app that tests take in turn, while it runs. */
type Shared = { running: { started: Started; traces: Traces } | null; isInUse: boolean };

/** The app of all files that leave nothing behind which `renew` does not reset; Playwright ends it with the worker. */
const ofAllFiles: Shared = { running: null, isInUse: false };
process.once("exit", () => {
  for (const path of foldersOf(ofAllFiles)) rmSync(path, { recursive: true, force: true });
});

const foldersOf = ({ running }: Shared) => (running ? [running.started.data, ...running.traces.folders] : []);

/**
 * A `start` for the tests of the file that calls this. Electron is started once; its page is loaded anew for each test.
 * `close` gives the app back, `kill` ends it. What needs data or an environment of its own, or a second app beside
 * one that is in use, is started as ever. With "all files", the app may have run the tests of others before: not for tests
 * that change what outlives `renew` (agents' rights, models, the dictionary, the library), and not for those that measure.
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

/** Lets go of all that the last test had, opens what the next one wants, and loads the page. */
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
  // Listened for before, and not beside: the two ways to the app know no order.
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

/** In the page, which does nothing more by itself from here on: closes everything. True where settings were others. */
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

/** In the page: once so many paths have been shown, or said to be none that can be; the document that is in front then. */
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

/** In the page: once all is there, its next load starts with the looks of a first start. */
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
