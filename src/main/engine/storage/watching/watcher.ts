import { type FSWatcher, watch as watchFolder } from "node:fs";
import { basename, dirname, join } from "node:path";
import { foldedName, lstatIfThere } from "../files/read-bytes";
import { isTemporaryName } from "../files/temporary-files";

/** Watches files and folders of the workspace. It only reports where to check; the bytes show whether anything changed. */
export type Watcher = {
  /** Sets the real paths of the files to watch. Each new one is reported once, for changes before. */
  setFiles(realPaths: readonly string[]): void;
  /** Sets the real paths of the folders whose entries are watched. */
  setFolders(realPaths: readonly string[]): void;
  /** Reports every file and folder: when the user returns to the window, before a save. */
  checkAll(): void;
  /** A message on why some folders are only polled; null if the system watches everything. */
  limited(): string | null;
  close(): void;
};

export type WatcherOptions = {
  /** The file may have changed, appeared or gone. Called once per burst, after a pause. */
  onPossibleChange(realPath: string): void;
  /** Entries of the folder may have been added, removed or renamed. */
  onFolderChange?(realPath: string): void;
  /** Another entry of a watched folder may have changed: only where the system watches, and not while thousands change. */
  onOtherChange?(realPath: string): void;
  /** For tests: the system's watch of one folder. */
  watch?: (folder: string, listener: (event: string, name: string | null) => void) => Pick<FSWatcher, "close" | "on">;
  /** For tests: how often folders are polled, in milliseconds, if the system watches them and if it does not. */
  pauses?: { watched: number; unwatched: number };
};

/** Milliseconds without an event after which a file is reported, and the longest delay under constant events. */
const rest = 40;
const LONGEST_WAIT = 400;
const folderRest = 80;
/** From this many events within a second, the system may have dropped some without notice. */
const flood = 2000;

/**
 * Watches the folders of the files, since replacing a file ends a watch on the file itself. A slow timer checks that each folder is still
 * the same (moving its parent makes no event), restarts failed watches, and polls where the system cannot watch (a limit, a network drive).
 */
export function watchFiles(options: WatcherOptions): Watcher {
  const {
    onPossibleChange,
    onFolderChange = () => {},
    onOtherChange = () => {},
    pauses = { watched: 2000, unwatched: 500 },
  } = options;
  const watch =
    options.watch ??
    ((folder, listener) => watchFolder(folder, { persistent: false }, (event, name) => listener(event, name)));
  const folders = new Map<string, WatchedFolder>();
  const { soon, cancelAll } = createBursts();
  let files = new Set<string>();
  let listed = new Set<string>();
  let limitReason: string | null = null;
  let events = 0;
  let closed = false;

  const suspectSoon = (file: string) =>
    soon(`file ${file}`, rest, () => !closed && files.has(file) && onPossibleChange(file));
  const listSoon = (folder: string) =>
    soon(`folder ${folder}`, folderRest, () => !closed && listed.has(folder) && onFolderChange(folder));

  const reportOtherSoon = (folder: string, path: string) =>
    soon(`other ${path}`, rest, () => !closed && listed.has(folder) && onOtherChange(path));

  const handleEvent = (folder: string, event: string, name: string | null): void => {
    if (++events === flood) soon("flood", 1000, () => !closed && checkAll());
    if (name !== null && isTemporaryName(name)) return;
    // An event with the folder's own name comes when the folder itself was moved or removed.
    const itself = name === null || (event === "rename" && name === basename(folder));
    const state = folders.get(folder);
    const suspects = itself ? state?.names : state?.byFolded.get(foldedName(name));
    for (const known of suspects ?? []) suspectSoon(join(folder, known));
    if (event === "rename") listSoon(folder);
    if (itself) void inspect(folder);
    else if (suspects === undefined && listed.has(folder) && events < flood)
      reportOtherSoon(folder, join(folder, name));
  };

  const start = (folder: string): void => {
    const state = folders.get(folder);
    if (!state || state.watcher) return;
    try {
      const watcher = watch(folder, (event, name) => handleEvent(folder, event, name));
      state.watcher = watcher;
      watcher.on("error", (error: unknown) => {
        if (state.watcher === watcher) stop(state);
        limitReason = limitOf(error) ?? limitReason;
        everythingIn(folder);
      });
      void lstatIfThere(folder)
        .catch(() => null)
        .then((stats) => {
          if (state.watcher === watcher) state.identity = stats ? `${stats.dev} ${stats.ino}` : "";
        });
    } catch (error) {
      limitReason = limitOf(error) ?? limitReason;
    }
  };

  const everythingIn = (folder: string): void => {
    for (const name of folders.get(folder)?.names ?? []) suspectSoon(join(folder, name));
    listSoon(folder);
  };

  /** Checks that the path still leads to the watched folder; otherwise starts a new watch. */
  const inspect = async (folder: string): Promise<void> => {
    const stats = await lstatIfThere(folder).catch(() => null);
    const state = folders.get(folder);
    if (closed || !state?.watcher) return;
    if ((stats ? `${stats.dev} ${stats.ino}` : "") === state.identity) return;
    stop(state);
    start(folder);
    everythingIn(folder);
  };

  const checkFolders = (): void => {
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
    if (unwatched === 0) limitReason = null;
    timer = setTimeout(checkFolders, unwatched > 0 ? pauses.unwatched : pauses.watched);
    timer.unref();
  };
  let timer = setTimeout(checkFolders, pauses.unwatched);
  timer.unref();

  /** Watches exactly the folders that are needed now. */
  const updateWatches = (): void => {
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
      const byFolded = Map.groupBy(names, foldedName);
      if (state) Object.assign(state, { names, byFolded });
      else folders.set(folder, { watcher: null, names, byFolded, identity: "" });
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
      updateWatches();
      for (const file of files) if (!before.has(file)) suspectSoon(file);
    },
    setFolders(realPaths) {
      listed = new Set(realPaths);
      updateWatches();
    },
    checkAll,
    limited: () => limitReason,
    close() {
      closed = true;
      clearTimeout(timer);
      cancelAll();
      for (const state of folders.values()) stop(state);
      folders.clear();
    },
  };
}

/** Turns bursts of events into one report each. */
function createBursts() {
  const waiting = new Map<string, { timer: NodeJS.Timeout; since: number }>();
  return {
    /** Runs `report` after `pause` milliseconds without another call for `key`. */
    soon(key: string, pause: number, report: () => unknown): void {
      const before = waiting.get(key);
      const now = performance.now();
      if (before) clearTimeout(before.timer);
      const since = before?.since ?? now;
      const timer = setTimeout(
        () => {
          waiting.delete(key);
          report();
        },
        Math.max(0, Math.min(pause, since + LONGEST_WAIT - now)),
      );
      waiting.set(key, { timer, since });
    },
    cancelAll(): void {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

/** A message on the limit that an error of the system's watch shows; null if it shows none. */
function limitOf(error: unknown): string | null {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  // A missing folder cannot be watched; that is not a limit of the system.
  if (code === "ENOENT" || code === "ENOTDIR") return null;
  return ["ENOSPC", "EMFILE", "ENFILE"].includes(code)
    ? `the system's limit for watched folders is reached (${code}); changes by other programs are seen a little later`
    : `some folders cannot be watched (${code || message}); changes by other programs are seen a little later`;
}

type WatchedFolder = {
  watcher: Pick<FSWatcher, "close" | "on"> | null;
  /** The watched files in it. */
  names: Set<string>;
  /** The same by the name that they share on a disk that ignores case. Events come by the thousand. */
  byFolded: Map<string, string[]>;
  /** Device and inode of the watched folder: one that was deleted and made again is a different folder. */
  identity: string;
};

function stop(state: WatchedFolder): void {
  const { watcher } = state;
  state.watcher = null;
  try {
    watcher?.close();
  } catch {
    // A failed watcher may already be closed.
  }
}
