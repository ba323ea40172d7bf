/** Starts the real, built app with folders of its own, and calls tools as an agent of the command line. */
import { type ChildProcess, execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { _electron, type ElectronApplication, expect, type Locator, type Page } from "@playwright/test";
import type { Envelope } from "../src/main/engine/ports/caller";
import { callInApp } from "./call-in-app";

export const project = join(import.meta.dirname, "..");
/** The Electron binary that the app and its command line run on. */
export const electronProgram = join(project, "node_modules/electron/dist/electron");

// Each worker has its own display: see scripts/commands/playwright.mjs.
const displays: Record<string, string>[] = JSON.parse(process.env["GALLEY_TEST_DISPLAYS"] ?? "[]");
Object.assign(process.env, displays[Number(process.env["TEST_PARALLEL_INDEX"]) % displays.length]);

// Playwright asks Chromium to compress what it sends, but between two processes of one machine that only costs time.
const { request } = http;
http.request = ((...args: Parameters<typeof request>) => {
  const [first] = args as unknown as [{ headers?: Record<string, unknown> }];
  delete first.headers?.["Sec-WebSocket-Extensions"];
  return request(...args);
}) as typeof request;

// The first starts of an app compile its code, which a user's app does once. Benchmarks, which run without Playwright's runner, don't share it.
const worker = process.env["TEST_PARALLEL_INDEX"];
const compiled = join(project, "out", "compile-cache");
const codeCache = worker === undefined ? null : join(compiled, `page-${worker}`);
// What runs as Node, such as the command line, finds this variable; main in Electron does not look at it.
if (worker !== undefined) process.env["NODE_COMPILE_CACHE"] = join(compiled, "main");

/** A running app: its window, its open folder, and actions of the user, an agent and an external program. */
export type GalleyApp = {
  app: ElectronApplication;
  page: Page;
  /** The folder that is open in the app. */
  root: string;
  data: string;
  /** Absolute path of a file in the folder. */
  pathOf(name: string): string;
  /** The text of a file of the folder on disk. */
  onDisk(name: string): Promise<string>;
  /** Writes a file of the folder without the app, as an external program does. */
  writeExternally(name: string, text: string | Uint8Array): Promise<void>;
  /** Calls a tool as `galley call` does; returns the envelope. */
  agent(name: string, args: Record<string, unknown>): Promise<Envelope>;
  /** The visible text editor. */
  editor: Locator;
  /** Opens a file of the folder in a tab by double-clicking it in the tree. */
  open(name: string): Promise<void>;
  /** Clicks an item of the application menu, found by its label such as `Save As…`, in the front window or in `from`. */
  runMenuCommand(label: string, from?: Page): Promise<void>;
  /** Runs `act` and returns the window that it opens, once it is ready. */
  newWindow(act: () => Promise<unknown>): Promise<Page>;
  /** Waits for a window with a tab of this name, such as one of the last session. */
  windowWith(tab: string, timeout?: number): Promise<Page>;
  /** Closes a window as its close button does. */
  closeWindow(page: Page): Promise<void>;
  /** Answers the next save dialog with a name in the folder; null cancels it. */
  answerSaveDialog(name: string | null): Promise<void>;
  /** Kills the app with SIGKILL. */
  kill(): Promise<void>;
  /** Quits the app and removes the folders that it was started without. Without a folder of the test's own nothing that quitting does can be seen: then the app is killed. */
  close(): Promise<void>;
};

export type StartOptions = {
  /** Files in the folder, by name. */
  files?: Record<string, string | Uint8Array>;
  /** Paths in the folder to open from the command line; the folder itself by default. */
  open?: string[];
  root?: string;
  data?: string;
  /** A folder to start in as the user's home: Galley finds its data there, and keeps compiled code, which it does not with `--data`. On Linux only. */
  home?: string;
  theme?: "light" | "dark";
  size?: { width: number; height: number };
  /** Checks spelling and grammar, as new users have it. Off in tests unless they set it: loading the dictionaries takes a sixth of a test's time. */
  spelling?: boolean;
  env?: Record<string, string>;
  /** A CommonJS module that the main process loads before the app. */
  require?: string;
};

/** For `expect.poll`: polls ten times a second. Playwright's default interval grows to a second. */
export const frequentPolling = { intervals: [100] };

/** Whether an app with its own settings checks spelling: benchmarks, which run without Playwright's runner, measure what users have. */
export const checksSpelling = ({ spelling }: StartOptions): boolean =>
  spelling ?? process.env["TEST_PARALLEL_INDEX"] === undefined;

/** A new temporary folder for one test. */
export const folder = (name: string): Promise<string> => mkdtemp(join(tmpdir(), `galley-${name}-`));

/** The environment without the variables of the test runner. */
export function cleanEnv(more: Record<string, string> = {}): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [key, value] of Object.entries(process.env)) {
    if (value !== undefined && key !== "ELECTRON_RUN_AS_NODE" && key !== "NODE_OPTIONS") env[key] = value;
  }
  return { ...env, ...more };
}

/** Creates the folder of a test with its files. Returns the folder and the paths that the app should open. */
export async function prepareFolder(options: StartOptions): Promise<{ root: string; opened: string[] }> {
  const root = options.root ?? (await folder("root"));
  for (const [name, text] of Object.entries(options.files ?? {})) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  return { root, opened: (options.open ?? ["."]).map((name) => join(root, name)) };
}

/** Removes a folder, with retries: the app's last process may still be writing into it. */
export const removeFolder = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

/** Where the system keeps what it knows of fonts: another home must not mean that every start looks for them again. */
const cacheFolder = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");

/** The size of the window, unless a test sets another. */
export const defaultSize = { width: 1280, height: 820 };

/**
 * On a busy machine Node's inspector may garbage-collect the promise for a reply of the main process. Playwright then throws, and the evaluation is
 * repeated: everything that the tests evaluate there can run twice.
 */
async function retryIfCollected<T>(ask: () => Promise<T>): Promise<T> {
  for (let lost = 0; ; lost++) {
    try {
      return await ask();
    } catch (error) {
      if (lost === 5 || !/promise was (garbage )?collected/i.test(String(error))) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

function retryEvaluate(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app) as (...evaluateArgs: unknown[]) => Promise<unknown>;
  app.evaluate = ((...evaluateArgs: unknown[]) =>
    retryIfCollected(() => evaluate(...evaluateArgs))) as typeof app.evaluate;
}

/** The main processes of this worker's apps that have not ended. */
const running = new Set<ChildProcess>();

/** Kills the apps that still run. Playwright would ask them to quit, and wait as long as one asks its user something. */
export async function killApps(): Promise<void> {
  await Promise.all([...running].map(killProcess));
}

async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await gone;
}

export async function start(options: StartOptions = {}): Promise<GalleyApp> {
  const { root, opened } = await prepareFolder(options);
  const data = options.home ? join(options.home, "galley") : (options.data ?? (await folder("data")));
  if (options.data === undefined && options.home === undefined && !options.spelling)
    await writeFile(join(data, "settings.json"), '{"spelling": false}');
  // The sandbox works for root inside the user namespace that `npm test` creates. If there is none, `npm test` sets this variable.
  const chromiumSandbox = !process.env["GALLEY_NO_SANDBOX"] && process.getuid?.() !== 0;
  const app = await _electron.launch({
    chromiumSandbox,
    cwd: project,
    // A virtual display has no graphics card: without this flag Chromium tries three ways to use one before it falls back to software.
    args: [
      ...(codeCache === null ? [] : ["-r", join(import.meta.dirname, "code-cache.cjs")]),
      ...(options.require ? ["-r", options.require] : []),
      ...(process.platform === "linux" ? ["--disable-gpu"] : []),
      project,
      ...(options.home ? [] : ["--data", data]),
      ...opened,
    ],
    // The tests look for English labels.
    env: cleanEnv({
      LANGUAGE: "en",
      ...(codeCache === null ? {} : { GALLEY_TEST_CODE_CACHE: codeCache }),
      ...(options.home ? { HOME: options.home, XDG_DATA_HOME: options.home, XDG_CACHE_HOME: cacheFolder } : {}),
      ...options.env,
    }),
    ...(options.theme ? { colorScheme: options.theme } : {}),
  });
  const child = app.process();
  running.add(child);
  child.once("exit", () => running.delete(child));
  retryEvaluate(app);
  const page = await app.firstWindow();
  const { width, height } = options.size ?? defaultSize;
  await app.evaluate(
    ({ BrowserWindow, shell }, [w, h]) => {
      BrowserWindow.getAllWindows()[0]?.setSize(w, h);
      // No test may start the system's browser or file manager: it would outlive the app, and hold its output open.
      Object.assign(shell, {
        openExternal: async () => undefined,
        openPath: async () => "",
        showItemInFolder: () => undefined,
      });
    },
    [width, height] as const,
  );
  await page.waitForSelector("[data-ready]");
  return {
    ...createActions({ app, page, root, data }),
    async close() {
      await (options.data || options.root ? app.close() : killProcess(child));
      if (!options.data) await removeFolder(data);
      if (!options.root) await removeFolder(root);
    },
  };
}

/** The actions for an app that shows `root`; the caller closes the app. */
export function createActions(parts: Pick<GalleyApp, "app" | "page" | "root" | "data">): Omit<GalleyApp, "close"> {
  const { app, page, root, data } = parts;
  // Playwright no longer names the process of an app that has ended.
  const child = app.process();
  const pathOf = (name: string) => join(root, name);
  return {
    app,
    page,
    root,
    data,
    pathOf,
    onDisk: (name) => readFile(pathOf(name), "utf8"),
    writeExternally: (name, text) => writeFile(pathOf(name), text),
    agent: (name, args) => agent(name, args, { root, data }),
    editor: page.locator(".cm-content:visible"),
    async open(name) {
      await page.getByRole("treeitem", { name, exact: true }).dblclick();
      await expect(page.getByRole("tab", { name, selected: true })).toBeVisible();
    },
    async runMenuCommand(label, from) {
      const id = from ? await windowId(app, from) : null;
      menuCommandCount += 1;
      const found = await app.evaluate(
        ({ BrowserWindow, Menu }, [wanted, of, pickNumber]) => {
          // If the evaluation is repeated, the item must still be clicked only once.
          const { picked } = globalThis as { picked?: number };
          if (picked === pickNumber) return true;
          const items = (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) => submenu?.items ?? []);
          const item = items.find((candidate) => candidate.label.replaceAll("&", "") === wanted);
          if (item) Object.assign(globalThis, { picked: pickNumber });
          item?.click({}, of === null ? undefined : BrowserWindow.fromId(of));
          return item !== undefined;
        },
        [label, id, menuCommandCount] as const,
      );
      expect(found, `a menu item ${label}`).toBe(true);
    },
    async newWindow(act) {
      const [opened] = await Promise.all([app.waitForEvent("window"), act()]);
      await opened.waitForSelector("[data-ready]");
      return opened;
    },
    async windowWith(tab, timeout) {
      const findWindow = async () => {
        for (const candidateWindow of app.windows()) {
          if (
            (await candidateWindow
              .getByRole("tab", { name: tab })
              .count()
              .catch(() => 0)) > 0
          )
            return candidateWindow;
        }
        return null;
      };
      await expect
        .poll(async () => (await findWindow()) !== null, {
          message: `a window with ${tab}`,
          ...(timeout ? { timeout } : {}),
        })
        .toBe(true);
      const found = await findWindow();
      if (!found) throw new Error(`the window with ${tab} was closed`);
      await found.waitForSelector("[data-ready]");
      return found;
    },
    async closeWindow(window) {
      const id = await windowId(app, window);
      const gone = window.waitForEvent("close");
      await app.evaluate(({ BrowserWindow }, which) => BrowserWindow.fromId(which)?.close(), id);
      await gone;
    },
    async answerSaveDialog(name) {
      await app.evaluate(
        ({ dialog }, filePath) => {
          dialog.showSaveDialog = async () => ({ canceled: filePath === null, filePath: filePath ?? "" });
        },
        name === null ? null : pathOf(name),
      );
    },
    kill: () => killProcess(child),
  };
}

/** The number of menu items that this worker has clicked. */
let menuCommandCount = 0;

const windowId = (app: ElectronApplication, page: Page): Promise<number> =>
  retryIfCollected(async () => (await app.browserWindow(page)).evaluate((window: { id: number }) => window.id));

type Folders = { root: string; data: string };

/** Calls a tool as `galley call` does, without the process if the app runs: starting one costs more than the call. */
const agent = async (name: string, args: Record<string, unknown>, folders: Folders): Promise<Envelope> =>
  (await callInApp(name, args, folders)) ?? callByProcess(name, args, folders);

/** Runs `galley call` in a separate process. */
export function callByProcess(name: string, args: Record<string, unknown>, where: Folders): Promise<Envelope> {
  return new Promise((done, failed) => {
    const child = execFile(
      electronProgram,
      [join(project, "out/main/cli.js"), "call", name, "-", "--root", where.root, "--data", where.data],
      { env: cleanEnv({ ELECTRON_RUN_AS_NODE: "1" }), maxBuffer: 1 << 28 },
      (error, stdout, stderr) => {
        try {
          done(JSON.parse(stdout));
        } catch {
          failed(new Error(`galley call ${name} printed ${stderr || error?.message}`));
        }
      },
    );
    child.stdin?.end(JSON.stringify(args));
  });
}
