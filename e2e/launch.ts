/** The real app, built, with folders of its own; and an agent that speaks to it through the real command line. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { _electron, type ElectronApplication, expect, type Locator, type Page } from "@playwright/test";

export const project = join(import.meta.dirname, "..");
/** The Electron binary that the app and its command line run on. */
export const electronProgram = join(project, "node_modules/electron/dist/electron");

// What this worker starts appears in a display of its own: see scripts/commands/playwright.mjs.
const displays: Record<string, string>[] = JSON.parse(process.env["GALLEY_TEST_DISPLAYS"] ?? "[]");
Object.assign(process.env, displays[Number(process.env["TEST_PARALLEL_INDEX"]) % displays.length]);

/** A started app: its window, the folder it has open, and ways to play agent and other program. */
export type Started = {
  app: ElectronApplication;
  page: Page;
  /** The folder that is open in the app. */
  root: string;
  data: string;
  /** Absolute path of a file in the folder. */
  at(name: string): string;
  /** What is on disk. */
  onDisk(name: string): Promise<string>;
  /** Another program writes, as crudely as they do. */
  outside(name: string, text: string | Uint8Array): Promise<void>;
  /** An agent's call through `galley call`; answers with the envelope. */
  agent(name: string, args: Record<string, unknown>): Promise<Envelope>;
  /** The page that is being edited. */
  editor: Locator;
  /** Opens a file of the folder in a tab by double-clicking it in the tree. */
  open(name: string): Promise<void>;
  /** Picks an item of the application menu by what it says, such as `Save As…`; of the front window, or of `from`. */
  command(label: string, from?: Page): Promise<void>;
  /** The page of the window that `act` opens, once it can be used. */
  newWindow(act: () => Promise<unknown>): Promise<Page>;
  /** The page of a window that is there or is about to be, such as one of the last session, by a tab of it. */
  windowWith(tab: string): Promise<Page>;
  /** Closes a window as the button in its frame does. */
  closeWindow(page: Page): Promise<void>;
  /** The next save dialog is answered with a name in the folder; null cancels it. */
  answerSaveDialog(name: string | null): Promise<void>;
  /** Ends the app the way a crash or the system does. */
  kill(): Promise<void>;
  close(): Promise<void>;
};

export type Envelope = {
  ok: boolean;
  message: string;
  summary: string;
  data?: Record<string, unknown>;
  error?: { code: string; message: string };
};

export type Start = {
  /** Files in the folder, by name. */
  files?: Record<string, string | Uint8Array>;
  /** Opened by the command line: names in the folder; the folder itself unless told otherwise. */
  open?: string[];
  root?: string;
  data?: string;
  theme?: "light" | "dark";
  size?: { width: number; height: number };
  env?: Record<string, string>;
};

/** For `expect.poll`: what happens when the typing rests is looked for ten times a second, not soon and then rarely. */
export const often = { intervals: [100] };

/** A fresh folder for one test, gone after the run's temporary folder is. */
export const folder = (name: string): Promise<string> => mkdtemp(join(tmpdir(), `galley-${name}-`));

/** The environment without what belongs to the test runner. */
export function cleanEnv(more: Record<string, string> = {}): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [key, value] of Object.entries(process.env)) {
    if (value !== undefined && key !== "ELECTRON_RUN_AS_NODE" && key !== "NODE_OPTIONS") env[key] = value;
  }
  return { ...env, ...more };
}

/** The folder of a test with its files, and the paths that the app is to open. */
export async function prepared(options: Start): Promise<{ root: string; opened: string[] }> {
  const root = options.root ?? (await folder("root"));
  for (const [name, text] of Object.entries(options.files ?? {})) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  return { root, opened: (options.open ?? ["."]).map((name) => join(root, name)) };
}

/** The app's last process may still be writing into it. */
export const removed = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

/** The size of its window, unless a test has another. */
export const usualSize = { width: 1280, height: 820 };

/**
 * Node's inspector may collect the promise that an answer of the main process is waited for with, on a machine that has much to
 * do. It says so, and is asked again: what the tests do there can be done twice.
 */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  for (let lost = 0; ; lost++) {
    try {
      return await ask();
    } catch (error) {
      if (lost === 5 || !/promise was (garbage )?collected/i.test(String(error))) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

function asksAgain(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app) as (...asked: unknown[]) => Promise<unknown>;
  app.evaluate = ((...asked: unknown[]) => answered(() => evaluate(...asked))) as typeof app.evaluate;
}

export async function start(options: Start = {}): Promise<Started> {
  const { root, opened } = await prepared(options);
  const data = options.data ?? (await folder("data"));
  // The sandbox works for root inside the user namespace that `npm test` makes; elsewhere this variable says so.
  const chromiumSandbox = !process.env["GALLEY_NO_SANDBOX"] && process.getuid?.() !== 0;
  const app = await _electron.launch({
    chromiumSandbox,
    cwd: project,
    // There is no graphics card in a virtual display: without this Chromium tries three ways to it before it draws by itself.
    args: [...(process.platform === "linux" ? ["--disable-gpu"] : []), project, "--data", data, ...opened],
    // The tests read what the page says.
    env: cleanEnv({ LANGUAGE: "en", ...options.env }),
    ...(options.theme ? { colorScheme: options.theme } : {}),
  });
  asksAgain(app);
  const page = await app.firstWindow();
  const { width, height } = options.size ?? usualSize;
  await app.evaluate(({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows()[0]?.setSize(w, h), [
    width,
    height,
  ] as const);
  await page.waitForSelector("[data-ready]");
  return {
    ...played({ app, page, root, data }),
    async close() {
      await app.close();
      if (!options.data) await removed(data);
      if (!options.root) await removed(root);
    },
  };
}

/** Ways to play with an app that shows `root`; whoever has started it closes it. */
export function played(what: Pick<Started, "app" | "page" | "root" | "data">): Omit<Started, "close"> {
  const { app, page, root, data } = what;
  const at = (name: string) => join(root, name);
  return {
    app,
    page,
    root,
    data,
    at,
    onDisk: (name) => readFile(at(name), "utf8"),
    outside: (name, text) => writeFile(at(name), text),
    agent: (name, args) => agent(name, args, { root, data }),
    editor: page.locator(".cm-content:visible"),
    async open(name) {
      await page.getByRole("treeitem", { name, exact: true }).dblclick();
      await expect(page.getByRole("tab", { name, selected: true })).toBeVisible();
    },
    async command(label, from) {
      const id = from ? await windowId(app, from) : null;
      commands += 1;
      const found = await app.evaluate(
        ({ BrowserWindow, Menu }, [wanted, of, turn]) => {
          // Asked twice where an answer was lost: it is picked once all the same.
          const { picked } = globalThis as { picked?: number };
          if (picked === turn) return true;
          const items = (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) => submenu?.items ?? []);
          const item = items.find((candidate) => candidate.label.replaceAll("&", "") === wanted);
          if (item) Object.assign(globalThis, { picked: turn });
          item?.click({}, of === null ? undefined : BrowserWindow.fromId(of));
          return item !== undefined;
        },
        [label, id, commands] as const,
      );
      expect(found, `a menu item ${label}`).toBe(true);
    },
    async newWindow(act) {
      const [opened] = await Promise.all([app.waitForEvent("window"), act()]);
      await opened.waitForSelector("[data-ready]");
      return opened;
    },
    async windowWith(tab) {
      const showing = async () => {
        for (const one of app.windows()) {
          if (
            (await one
              .getByRole("tab", { name: tab })
              .count()
              .catch(() => 0)) > 0
          )
            return one;
        }
        return null;
      };
      await expect.poll(async () => (await showing()) !== null, { message: `a window with ${tab}` }).toBe(true);
      const found = await showing();
      if (!found) throw new Error(`the window with ${tab} has gone`);
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
        name === null ? null : at(name),
      );
    },
    async kill() {
      const gone = new Promise((done) => app.process().once("exit", done));
      app.process().kill("SIGKILL");
      await gone;
    },
  };
}

/** How many items of menus this worker has picked. */
let commands = 0;

const windowId = (app: ElectronApplication, page: Page): Promise<number> =>
  answered(async () => (await app.browserWindow(page)).evaluate((window: { id: number }) => window.id));

/** One `galley call` in a process of its own. */
function agent(name: string, args: Record<string, unknown>, where: { root: string; data: string }): Promise<Envelope> {
  return new Promise((done, failed) => {
    const child = execFile(
      electronProgram,
      [join(project, "out/main/cli.js"), "call", name, "-", "--root", where.root, "--data", where.data],
      { env: cleanEnv({ ELECTRON_RUN_AS_NODE: "1" }), maxBuffer: 1 << 28 },
      (error, stdout, stderr) => {
        try {
          done(JSON.parse(stdout));
        } catch {
          failed(new Error(`galley call ${name} said ${stderr || error?.message}`));
        }
      },
    );
    child.stdin?.end(JSON.stringify(args));
  });
}
