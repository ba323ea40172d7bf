/// <reference types="electron-vite/node" />

import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { app, type BaseWindow, dialog, session } from "electron";
import { createMainWatch } from "./app/main-watch";
import { RunningApp } from "./app/running-app";
import { writeCompiledCode } from "./connect/compiled-code";
import { ownAppImage, stableCommand } from "./connect/stable-command";
import { readCommandLine } from "./desktop/command-line";
import { commandLineArgs, runCommandLine } from "./desktop/command-line-inside";
import { ElectronDesktop } from "./desktop/electron-desktop";
import { guardAll } from "./desktop/guards";
import { answerRequests } from "./desktop/ipc";
import { createLog } from "./desktop/log";
import { servePdfs } from "./desktop/pdf-frames";
import { DRAWINGS_URL, PAGE_URL, registerScheme, servePage } from "./desktop/scheme";
import { fitsOneMessage, fromLockData, shortArgs, toLockData, withListedPaths } from "./desktop/second-start";
import { systemLanguage } from "./desktop/system-language";
import { startUtilityWorker } from "./desktop/utility-worker";
import { loadEngine } from "./engine";
import { bareDataFolder, dataFolder, leaveDataFolderPointer, makeFolders } from "./engine/storage";
import { limitsAsArguments, type StartWorker } from "./engine/worker";
import type { LocalServer } from "./mcp/local-socket-server";

const OUT = join(import.meta.dirname, "..");
const HOME = join(OUT, "..");
const LAST_WRITES_MS = 5000;
const WRITE_COMPILED_AFTER_MS = 3000;

const platform = process.platform === "darwin" || process.platform === "win32" ? process.platform : "linux";
const whereabouts = { resources: process.resourcesPath, program: process.execPath, env: process.env };
const ownImage = ownAppImage(whereabouts);

const forCommandLine = app.isPackaged ? commandLineArgs(process.argv.slice(1)) : null;
if (forCommandLine !== null)
  process.exit(runCommandLine(forCommandLine, { resources: process.resourcesPath, app: ownImage ?? process.execPath }));

const { dataDir: askedDataDir, ...asked } = readCommandLine(ownArguments(), process.cwd());
const wantedDataDir = askedDataDir ?? dataFolder();
const dataDir = usableFolder(wantedDataDir);
// Only a dev build reads the dev server's variable: a terminal inside another Electron project may have set one.
const rendererUrl = (import.meta.env.DEV && process.env.ELECTRON_RENDERER_URL) || PAGE_URL;
const drawingsUrl = rendererUrl === PAGE_URL ? DRAWINGS_URL : new URL("/drawings/frame/index.html", rendererUrl).href;
app.setPath("userData", join(dataDir, "browser"));
app.setName("Galley");

// One app per data folder: a second instance passes its arguments to the first and exits.
if (dataDir === wantedDataDir && !fitsOneMessage(process.argv, process.cwd(), asked)) startShorter();
else if (app.requestSingleInstanceLock(toLockData(asked))) start();
// Not `quit`, which would initialize the whole browser first and work on the data folder for seconds.
else app.exit(0);

function start(): void {
  const log = createLog(dataDir, () => desktop.logLevel);
  const logEngine = (output: unknown) =>
    log(`engine: ${inFull(output)}`, output instanceof Error ? "error" : "warning");
  const desktop = new ElectronDesktop({
    dataDir,
    rendererUrl,
    preload: join(OUT, "preload", "index.cjs"),
    renderer: join(OUT, "renderer"),
    log,
  });
  const watch = createMainWatch(log);
  const running = new RunningApp({
    watch,
    version: app.getVersion(),
    platform,
    dataDir,
    isUsualDataDir: wantedDataDir === bareDataFolder(),
    command: stableCommand({ ...whereabouts, isPackaged: app.isPackaged, platform, home: HOME }),
    welcome: join(HOME, "resources", "welcome.md"),
    desktop,
    systemLanguage,
    serveHttp: async (options) => (await import("./mcp/http/serve-http")).serveHttp(options),
    officeProcess: async () => (await import("./app/office/office-process")).createOfficeProcess(startWorker),
    loadEngine: async (options) =>
      (await loadEngine()).createEngine({
        dataDir,
        wantedDataDir,
        ...threads,
        log: logEngine,
        ...options,
      }),
  });
  let server: LocalServer | null = null;
  log(`started: Galley ${app.getVersion()}, Electron ${process.versions.electron}, ${process.platform}`, "info");

  const errorHandler = (what: string) => (error: unknown) => {
    log(`${what}: ${inFull(error)}`, "error");
    const why = error instanceof Error ? error.message : String(error);
    running.broadcast("app:notice", {
      code: "failed",
      message: `Something went wrong in Galley: ${why}.`,
      hint: "Your text is safe; the log has the details.",
    });
  };
  process.on("uncaughtException", errorHandler("uncaught"));
  process.on("unhandledRejection", errorHandler("unhandled"));
  // Chromium restarts such a process; windows handle their renderers themselves.
  app.on("child-process-gone", (_, { type, reason }) =>
    log(`the ${type} process ended: ${reason}`, reason === "clean-exit" || reason === "killed" ? "info" : "warning"),
  );

  // If the machine supports no sandbox, forcing it would prevent every process from starting.
  if (!app.commandLine.hasSwitch("no-sandbox")) app.enableSandbox();
  registerScheme();
  guardAll(app, rendererUrl, drawingsUrl);
  if (dataDir !== wantedDataDir)
    running.keepNotice(
      `${wantedDataDir} cannot be written: settings, history and unsaved text are kept only until you quit.`,
    );
  const { paths, newWindow } = withListedPaths(dataDir, asked);
  void running.open(paths, newWindow ? "a new window" : undefined);
  app.on("open-file", (event, path) => {
    event.preventDefault();
    void running.open([path]);
  });
  app.on("second-instance", (_event, _argv, _folder, data) => {
    const wanted = withListedPaths(dataDir, fromLockData(data));
    if (wanted.paths.length > 0) void running.open(wanted.paths, wanted.newWindow ? "a new window" : undefined);
    else if (wanted.newWindow) void running.openWindow().catch(errorHandler("open"));
    else running.front.bringToFront();
  });

  async function serveAgents(): Promise<void> {
    const { serveLocal } = await import("./mcp/local-socket-server");
    if (askedDataDir === null && dataDir === wantedDataDir) leaveDataFolderPointer();
    const local = { version: app.getVersion(), ...running.local };
    server = await serveLocal({ dataDir, app: local, log: (sentence) => log(sentence, "warning") });
    if (server.status !== "serving") {
      errorHandler("local socket")(
        new Error(`agents cannot reach this window (${server.status}); they work on the files directly`),
      );
      return;
    }
    running.onOpenDocumentsChanged(server.foldersChanged);
  }

  async function finish(): Promise<void> {
    log("ending", "info");
    if (server?.status === "serving") await server.close();
    await running.close();
  }

  // Not awaited at the top level: in an ES module Electron would wait for us while we wait for Electron.
  void app
    .whenReady()
    .then(() => {
      servePage(
        session.defaultSession,
        join(OUT, "renderer"),
        () => desktop.rendererAttributes(),
        (doc, path, from) => running.image(doc, path, from),
      );
      servePdfs(session.defaultSession, (path) => running.pdf(path));
      answerRequests({ windowOf: (contents) => desktop.listenerOf(contents), rendererUrl, begin: watch.begin, log });
      desktop.ready();
      running.front.appear();
      /** The window whose menu was used, else the front one; opened if needed. */
      const windowOf = (from: BaseWindow | undefined) => {
        const listener = desktop.listenerOfWindow(from);
        const window = running.windows.find((each) => each === listener) ?? running.front;
        if (!window.isOnDesktop) window.appear();
        return window;
      };
      desktop.listen({
        command: (command, from) => void windowOf(from).send("command", command),
        open: (path, from) => void windowOf(from).show(path).catch(errorHandler("open")),
        openInNewWindow: (path) => void running.openInNewWindow(path).catch(errorHandler("open")),
        clearRecent: () => running.clearRecent(),
        theme: (theme) => void running.settings.save({ theme }),
        painted() {
          void serveAgents().catch(errorHandler("local socket"));
          setTimeout(writeCompiledCode, WRITE_COMPILED_AFTER_MS).unref();
        },
      });
      // While the renderer process starts, so that everything is read when it asks.
      void running.prepare().catch(errorHandler("start"));
    })
    .catch((error: unknown) => {
      errorHandler("start")(error);
      dialog.showErrorBox("Galley could not start", error instanceof Error ? error.message : String(error));
      app.exit(1);
    });

  app.on("activate", () => running.front.bringToFront());
  // Windows that still hand over unsaved edits delay quitting; it continues once they are closed.
  app.on("before-quit", () => {
    running.list.isQuitting = true;
  });
  app.on("window-all-closed", () => {
    if (running.list.isQuitting || process.platform !== "darwin") app.quit();
  });
  let isFinished = false;
  app.on("will-quit", (event) => {
    if (isFinished) return;
    event.preventDefault();
    isFinished = true;
    void Promise.race([finish().catch(errorHandler("end")), wait(LAST_WRITES_MS)]).then(() => app.exit(0));
  });
}

const startWorker: StartWorker = (module, limits) =>
  startUtilityWorker(fileURLToPath(module), limitsAsArguments(limits), limits.megabytes);

/** What the engine runs outside this thread. */
const threads = { startWorker, libraryThread: true };

const inFull = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Restarts with the paths in a file: a command line this long does not fit the message to the running instance. */
function startShorter(): void {
  const own = ownArguments();
  const before = process.argv.slice(1, process.argv.length - own.length);
  const data = askedDataDir === null ? [] : [`--data=${dataDir}`];
  const args = [...before, ...data, ...shortArgs(own, dataDir, asked)];
  // Not `app.relaunch`, which has no effect before the app is ready. An AppImage's mount point disappears with this
  // process.
  spawn(ownImage ?? process.execPath, args, { detached: true, stdio: "ignore" }).unref();
  app.exit(0);
}

/** The folder itself, or a temporary one if it is not writable (full or read-only disk). */
function usableFolder(folder: string): string {
  try {
    makeFolders(folder, 0o700);
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return mkdtempSync(join(tmpdir(), "galley-data-"));
  }
}

/** The arguments without Electron itself, its switches and, in a checkout, the app folder. */
function ownArguments(): string[] {
  const args = process.argv.slice(1);
  if (!process.defaultApp) return args;
  const home = app.getAppPath();
  const at = args.findIndex((word) => !word.startsWith("-") && [resolve(word), dirname(resolve(word))].includes(home));
  return args.slice(at + 1);
}
