/// <reference types="electron-vite/node" />

import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { app, dialog, Menu, session } from "electron";
import { ownAppImage } from "./connect/stable-command";
import { openChannels } from "./desktop/channels";
import { readCommandLine } from "./desktop/command-line";
import { commandLineArgs, runCommandLine } from "./desktop/command-line-inside";
import { ElectronDesktop } from "./desktop/electron-desktop";
import { guardAll } from "./desktop/guards";
import { createLog } from "./desktop/log";
import { servePdfs } from "./desktop/pdf-frames";
import { DRAWINGS_URL, PAGE_URL, registerScheme, servePage } from "./desktop/scheme";
import { fitsOneMessage, fromLockData, shortArgs, toLockData, withListedPaths } from "./desktop/second-start";
import { dataFolder, makeFolders } from "./engine/storage";
import type { LoadedApp } from "./run-app";
import { readFirstBounds, readStoredSettings } from "./settings/first-frame";

const OUT = join(import.meta.dirname, "..");
const HOME = join(OUT, "..");
const LAST_WRITES_MS = 5000;

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

/** Opens the first window, and loads the app while the window's process starts. */
function start(): void {
  const log = createLog(dataDir, () => desktop.logLevel);
  const desktop = new ElectronDesktop({
    dataDir,
    rendererUrl,
    preload: join(OUT, "preload", "index.cjs"),
    renderer: join(OUT, "renderer"),
    settings: readStoredSettings(dataDir),
    log,
  });
  log(`started: Galley ${app.getVersion()}, Electron ${process.versions.electron}, ${process.platform}`, "info");

  const loading = Promise.withResolvers<LoadedApp>();
  let loaded: LoadedApp | null = null;
  const errorHandler = (what: string) => (error: unknown) => {
    log(`${what}: ${inFull(error)}`, "error");
    loaded?.showError(error instanceof Error ? error.message : String(error));
  };
  process.on("uncaughtException", errorHandler("uncaught"));
  process.on("unhandledRejection", errorHandler("unhandled"));
  // Chromium restarts such a process; windows handle their renderers themselves.
  app.on("child-process-gone", (_, { type, reason }) =>
    log(`the ${type} process ended: ${reason}`, reason === "clean-exit" || reason === "killed" ? "info" : "warning"),
  );

  // If the machine supports no sandbox, forcing it would prevent every process from starting.
  if (!app.commandLine.hasSwitch("no-sandbox")) app.enableSandbox();
  // Without this Electron builds a menu of its own, which every new window shows until ours is there.
  Menu.setApplicationMenu(null);
  registerScheme();
  guardAll(app, rendererUrl, drawingsUrl);
  const whenLoaded = (work: (running: LoadedApp) => void) => void loading.promise.then(work, () => undefined);
  app.on("open-file", (event, path) => {
    event.preventDefault();
    whenLoaded((running) => running.open([path], false));
  });
  app.on("second-instance", (_event, _argv, _folder, data) => {
    const wanted = withListedPaths(dataDir, fromLockData(data));
    whenLoaded((running) => running.startedAgain(wanted.paths, wanted.newWindow));
  });
  app.on("activate", () => whenLoaded((running) => running.bringToFront()));
  // Windows that still hand over unsaved edits delay quitting; it continues once they are closed.
  app.on("before-quit", () => {
    if (loaded) loaded.isQuitting = true;
  });
  app.on("window-all-closed", () => {
    if (loaded?.isQuitting || process.platform !== "darwin") app.quit();
  });
  let isFinished = false;
  app.on("will-quit", (event) => {
    if (isFinished || loaded === null) return;
    event.preventDefault();
    isFinished = true;
    log("ending", "info");
    void Promise.race([loaded.finish().catch(errorHandler("end")), wait(LAST_WRITES_MS)]).then(() => app.exit(0));
  });

  async function openAndLoad(): Promise<void> {
    servePage(
      session.defaultSession,
      join(OUT, "renderer"),
      () => desktop.rendererAttributes(),
      async (...asked) => (await loading.promise).image(...asked),
    );
    servePdfs(session.defaultSession, async (path) => (await loading.promise).pdf(path));
    openChannels(loading.promise.then(({ answers }) => answers));
    desktop.ready(readFirstBounds(dataDir));
    const { runApp } = await import("./run-app");
    loaded = runApp({
      desktop,
      log,
      dataDir,
      wantedDataDir,
      isDataDirGiven: askedDataDir !== null,
      home: HOME,
      whereabouts,
      rendererUrl,
      errorHandler,
    });
    const { paths, newWindow } = withListedPaths(dataDir, asked);
    loaded.open(paths, newWindow);
    loading.resolve(loaded);
  }

  // Not awaited at the top level: in an ES module Electron would wait for us while we wait for Electron.
  void app
    .whenReady()
    .then(openAndLoad)
    .catch((error: unknown) => {
      errorHandler("start")(error);
      dialog.showErrorBox("Galley could not start", error instanceof Error ? error.message : String(error));
      app.exit(1);
    });
}

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
