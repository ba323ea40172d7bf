/** The app behind the first window. It is loaded while the window's process starts, so nothing that `start-desktop` needs is in here. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { app, type BaseWindow } from "electron";
import { createMainWatch } from "./app/main-watch";
import { RunningApp } from "./app/running-app";
import { writeCompiledCode } from "./connect/compiled-code";
import { stableCommand } from "./connect/stable-command";
import type { Answers } from "./desktop/channels";
import type { ElectronDesktop } from "./desktop/electron-desktop";
import { createAnswers } from "./desktop/ipc";
import type { Log } from "./desktop/log";
import { systemLanguage } from "./desktop/system-language";
import { startUtilityWorker } from "./desktop/utility-worker";
import { loadEngine } from "./engine";
import { bareDataFolder, leaveDataFolderPointer } from "./engine/storage";
import { limitsAsArguments, type StartWorker } from "./engine/worker";
import type { LocalServer } from "./mcp/local-socket-server";

const WRITE_COMPILED_AFTER_MS = 3000;

const platform = process.platform === "darwin" || process.platform === "win32" ? process.platform : "linux";

/** What `start-desktop` hands on to the app. */
export type LoadedApp = {
  readonly answers: Answers;
  readonly image: RunningApp["image"];
  readonly pdf: RunningApp["pdf"];
  /** Opens what the app was started with, or what the system asks it to open. */
  open(paths: readonly string[], inNewWindow: boolean): void;
  /** The user started Galley again, with these paths. */
  startedAgain(paths: readonly string[], inNewWindow: boolean): void;
  bringToFront(): void;
  /** Shows a sentence about an unexpected error in all windows. */
  showError(why: string): void;
  /** Whether the user is ending Galley: windows that close then are restored at the next start. */
  isQuitting: boolean;
  /** Ends the server for agents, and writes what is pending. */
  finish(): Promise<void>;
};

const startWorker: StartWorker = (module, limits) =>
  startUtilityWorker(fileURLToPath(module), limitsAsArguments(limits), limits.megabytes);

/** What the engine runs outside this thread. */
const threads = { startWorker, libraryThread: true };

/** Creates the app, gives the first window its requests, and begins to read what they need. */
export function runApp(options: {
  desktop: ElectronDesktop;
  log: Log;
  dataDir: string;
  /** The data folder that was asked for; another one is used if it cannot be written. */
  wantedDataDir: string;
  /** Whether the command line named a data folder. */
  isDataDirGiven: boolean;
  /** The folder of the program. */
  home: string;
  whereabouts: { resources: string; program: string; env: NodeJS.ProcessEnv };
  rendererUrl: string;
  errorHandler(what: string): (error: unknown) => void;
}): LoadedApp {
  const { desktop, log, dataDir, wantedDataDir, home, rendererUrl, errorHandler } = options;
  const watch = createMainWatch(log);
  const running = new RunningApp({
    watch,
    version: app.getVersion(),
    platform,
    dataDir,
    isUsualDataDir: wantedDataDir === bareDataFolder(),
    command: stableCommand({ ...options.whereabouts, isPackaged: app.isPackaged, platform, home }),
    welcome: join(home, "resources", "welcome.md"),
    desktop,
    systemLanguage,
    serveHttp: async (how) => (await import("./mcp/http/serve-http")).serveHttp(how),
    officeProcess: async () => (await import("./app/office/office-process")).createOfficeProcess(startWorker),
    loadEngine: async (how) =>
      (await loadEngine()).createEngine({
        dataDir,
        wantedDataDir,
        ...threads,
        log: (output) =>
          log(
            `engine: ${output instanceof Error ? (output.stack ?? output.message) : String(output)}`,
            output instanceof Error ? "error" : "warning",
          ),
        ...how,
      }),
  });
  if (dataDir !== wantedDataDir)
    running.keepNotice(
      `${wantedDataDir} cannot be written: settings, history and unsaved text are kept only until you quit.`,
    );
  let server: LocalServer | null = null;

  async function serveAgents(): Promise<void> {
    const { serveLocal } = await import("./mcp/local-socket-server");
    if (!options.isDataDirGiven && dataDir === wantedDataDir) leaveDataFolderPointer();
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

  running.front.appear();
  listenToDesktop(running, desktop, {
    errorHandler,
    painted() {
      void serveAgents().catch(errorHandler("local socket"));
      setTimeout(writeCompiledCode, WRITE_COMPILED_AFTER_MS).unref();
    },
  });
  // While the renderer process starts, so that everything is read when it asks.
  void running.prepare().catch(errorHandler("start"));

  return {
    answers: createAnswers({
      windowOf: (contents) => desktop.listenerOf(contents),
      rendererUrl,
      begin: watch.begin,
      log,
    }),
    image: (...asked) => running.image(...asked),
    pdf: (path) => running.pdf(path),
    open: (paths, inNewWindow) => void running.open(paths, inNewWindow ? "a new window" : undefined),
    startedAgain(paths, inNewWindow) {
      if (paths.length > 0) void running.open(paths, inNewWindow ? "a new window" : undefined);
      else if (inNewWindow) void running.openWindow().catch(errorHandler("open"));
      else running.front.bringToFront();
    },
    bringToFront: () => running.front.bringToFront(),
    showError: (why) =>
      running.broadcast("app:notice", {
        code: "failed",
        message: `Something went wrong in Galley: ${why}.`,
        hint: "Your text is safe; the log has the details.",
      }),
    get isQuitting() {
      return running.list.isQuitting;
    },
    set isQuitting(isQuitting) {
      running.list.isQuitting = isQuitting;
    },
    async finish() {
      if (server?.status === "serving") await server.close();
      await running.close();
    },
  };
}

/** Runs what the menu asks for, in the window whose menu was used. */
function listenToDesktop(
  running: RunningApp,
  desktop: ElectronDesktop,
  { errorHandler, painted }: { errorHandler(what: string): (error: unknown) => void; painted(): void },
): void {
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
    painted,
  });
}
