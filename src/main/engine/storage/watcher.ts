import { type FSWatcher, watch as watchFolder } from "node:fs";
import { basename, dirname, join } from "node:path";
import { foldedName, lstatIfThere } from "./read-bytes";
import { isTemporaryName } from "./temporary-files";

/** Watches files and folders of the workspace. It only says where to look; whether anything changed, the bytes decide. */
export type Watcher = {
  /** Real paths of the files to watch, in place of the list before. Each new one is suspect once, for what happened before. */
  setFiles(realPaths: readonly string[]): void;
  /** Real paths of the folders whose entries matter, in place of the list before. */
  setFolders(realPaths: readonly string[]): void;
  /** Makes every file and folder suspect: when a person comes back to the window, before a save. */
  checkAll(): void;
  /** Why some of it is only looked at now and then, in a sentence; null where the system watches everything. */
  limited(): string | null;
  close(): void;
};

export type WatcherOptions = {
  /** The file may have changed, come or gone. Once per burst, when it has rested for a moment. */
  suspect(realPath: string): void;
  /** Entries of the folder may have come, gone or changed their names. */
  folderChanged?(realPath: string): void;
  /** For tests: the system's watch of one folder. */
  watch?: (folder: string, heard: (event: string, name: string | null) => void) => Pick<FSWatcher, "close" | "on">;
  /** For tests: how often folders are looked at, in milliseconds: those that the system watches, and those it does not. */
  pauses?: { watched: number; unwatched: number };
};

/** A file is reported when nothing happened to it for this long, or so much did that it cannot wait. */
const rest = 40;
const longestWait = 400;
const folderRest = 80;
/** From so many events on within a second, the system may have dropped some (it says so to nobody). */
const flood = 2000;

/**
 * Watches the folders that hold the files, since a file that is replaced takes its own watch with it. A slow timer looks whether each
 * folder is still the same (one whose parent moved makes no event), starts again what broke, and stands in where the system
 * cannot watch (a limit, a network drive).
 */
export function watchFiles(options: WatcherOptions): Watcher {
  const { suspect, folderChanged = () => {}, pauses = { watched: 2000, unwatched: 500 } } = options;
  const watch =
    options.watch ??
    ((folder, heard) => watchFolder(folder, { persistent: false }, (event, name) => heard(event, name)));
  const folders = new Map<string, WatchedFolder>();
  const waiting = new Map<string, { timer: NodeJS.Timeout; since: number }>();
  let files = new Set<string>();
  let listed = new Set<string>();
  let trouble: string | null = null;
  let events = 0;
  let closed = false;

  /** Runs `report` once nothing has asked for it for `pause` milliseconds. */
  const soon = (key: string, pause: number, report: () => void): void => {
    const before = waiting.get(key);
    const now = performance.now();
    if (before) clearTimeout(before.timer);
    const since = before?.since ?? now;
    const timer = setTimeout(
      () => {
        waiting.delete(key);
        if (!closed) report();
      },
      Math.max(0, Math.min(pause, since + longestWait - now)),
    );
    waiting.set(key, { timer, since });
  };
  const suspectSoon = (file: string) => soon(`file ${file}`, rest, () => files.has(file) && suspect(file));
  const listSoon = (folder: string) =>
    soon(`folder ${folder}`, folderRest, () => listed.has(folder) && folderChanged(folder));

  const heard = (folder: string, event: string, name: string | null): void => {
    if (++events === flood) soon("flood", 1000, checkAll);
    if (name !== null && isTemporaryName(name)) return;
    // The folder's own name comes when the folder itself moved or went.
    const itself = name === null || (event === "rename" && name === basename(folder));
    for (const known of folders.get(folder)?.names ?? []) {
      if (itself || known === name || foldedName(known) === foldedName(name)) suspectSoon(join(folder, known));
    }
    if (event === "rename") listSoon(folder);
    if (itself) void inspect(folder);
  };

  const start = (folder: string): void => {
    const state = folders.get(folder);
    if (!state || state.watcher) return;
    try {
      const watcher = watch(folder, (event, name) => heard(folder, event, name));
      state.watcher = watcher;
      watcher.on("error", (error: unknown) => {
        if (state.watcher === watcher) stop(state);
        tell(error);
        everythingIn(folder);
      });
      void lstatIfThere(folder)
        .catch(() => null)
        .then((stats) => {
          if (state.watcher === watcher) state.identity = stats ? `${stats.dev} ${stats.ino}` : "";
        });
    } catch (error) {
      tell(error);
    }
  };

  const tell = (error: unknown): void => {
    const { code = "", message = "" } = error as { code?: string; message?: string };
    // A folder that is not there cannot be watched; that is no limit of the system.
    if (code === "ENOENT" || code === "ENOTDIR") return;
    trouble = ["ENOSPC", "EMFILE", "ENFILE"].includes(code)
      ? `the system's limit for watched folders is reached (${code}); changes by other programs are seen a little later`
      : `some folders cannot be watched (${code || message}); changes by other programs are seen a little later`;
  };

  const everythingIn = (folder: string): void => {
    for (const name of folders.get(folder)?.names ?? []) suspectSoon(join(folder, name));
    listSoon(folder);
  };

  /** Whether the path still leads to the folder that is watched; starts again where it does not. */
  const inspect = async (folder: string): Promise<void> => {
    const stats = await lstatIfThere(folder).catch(() => null);
    const state = folders.get(folder);
    if (closed || !state?.watcher) return;
    if ((stats ? `${stats.dev} ${stats.ino}` : "") === state.identity) return;
    stop(state);
    start(folder);
    everythingIn(folder);
  };

  const lookAround = (): void => {
    events = 0;
    let unwatched = 0;
    for (const [folder, state] of folders) {
      if (state.watcher) void inspect(folder);
      else {
        start(folder);
        if (!state.watcher) unwatched++;
        everythingIn(folder);
      }
    }
    if (unwatched === 0) trouble = null;
    timer = setTimeout(lookAround, unwatched > 0 ? pauses.unwatched : pauses.watched);
    timer.unref();
  };
  let timer = setTimeout(lookAround, pauses.unwatched);
  timer.unref();

  /** Watches exactly the folders that are needed now. */
  const settle = (): void => {
    const needed = new Map<string, Set<string>>();
    for (const folder of listed) needed.set(folder, new Set());
    for (const file of files) {
      const names = needed.get(dirname(file)) ?? new Set();
      needed.set(dirname(file), names.add(basename(file)));
    }
    for (const [folder, state] of folders) {
      if (needed.has(folder)) continue;
      stop(state);
      folders.delete(folder);
    }
    for (const [folder, names] of needed) {
      const state = folders.get(folder);
      if (state) state.names = names;
      else folders.set(folder, { watcher: null, names, identity: "" });
      start(folder);
    }
  };

  const checkAll = (): void => {
    for (const folder of folders.keys()) {
      start(folder);
      void inspect(folder);
      everythingIn(folder);
    }
  };

  return {
    setFiles(realPaths) {
      const before = files;
      files = new Set(realPaths);
      settle();
      for (const file of files) if (!before.has(file)) suspectSoon(file);
    },
    setFolders(realPaths) {
      listed = new Set(realPaths);
      settle();
    },
    checkAll,
    limited: () => trouble,
    close() {
      closed = true;
      clearTimeout(timer);
      for (const { timer: pending } of waiting.values()) clearTimeout(pending);
      for (const state of folders.values()) stop(state);
      folders.clear();
    },
  };
}

type WatchedFolder = {
  watcher: Pick<FSWatcher, "close" | "on"> | null;
  /** Of the files in it that are watched. */
  names: Set<string>;
  /** Device and inode of what is watched: a folder deleted and made again is another one. */
  identity: string;
};

function stop(state: WatchedFolder): void {
  const { watcher } = state;
  state.watcher = null;
  try {
    watcher?.close();
  } catch {
    // One that failed may be closed already.
  }
}
