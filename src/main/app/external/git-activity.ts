import { createHash } from "node:crypto";
import { watch } from "node:fs";
import { lstat, readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { MAX_GIT_FILE_BYTES, MAX_GIT_INDEX_BYTES, MAX_GIT_LOG_BYTES, MAX_GIT_SEARCH_DEPTH } from "../core/limits";
import { readGitIndex } from "./git-index";

/** Knows which writes are Git's. It reads files of repositories, and runs nothing. */
export type GitActivity = {
  /** Sets the real paths of the open folders, whose repositories are watched. */
  setFolders(folders: readonly string[]): void;
  /** Whether Git wrote this file as it is now: while it held its lock, and with the content that its index has. */
  wrote(realPath: string): Promise<boolean>;
  close(): void;
};

/** A time in which Git held the lock of its index, in milliseconds since 1970. */
type LockPeriod = { from: number; to: number };

const MAX_HELD = 50;
/** Some file systems do not say when a file was made. */
const UNKNOWN_START_MS = 2000;

type Repository = {
  top: string;
  gitFolder: string;
  held: LockPeriod[];
  index: { stamp: string; entries: Map<string, string | null> | null } | null;
  watcher: { close(): void } | null;
};

export function createGitActivity(): GitActivity {
  const repositories = new Map<string, Repository>();
  /** The folder with `.git` above each folder. */
  const tops = new Map<string, string>();
  let watched = "";

  async function repositoryOf(folder: string): Promise<Repository | null> {
    const top = tops.get(folder) ?? (await topOf(folder));
    // A folder without a repository may become one.
    if (top === null) return null;
    if (tops.size > 10_000) tops.clear();
    tops.set(folder, top);
    const known = repositories.get(top);
    if (known !== undefined) return known;
    const gitFolder = await gitFolderOf(top);
    if (gitFolder === null) return null;
    const repository = repositories.get(top) ?? { top, gitFolder, held: [], index: null, watcher: null };
    repositories.set(top, repository);
    return repository;
  }

  /** The new index is the lock file, renamed: it was made when Git took the lock. */
  async function noteHeld(repository: Repository): Promise<void> {
    const held = heldOf(await statOf(join(repository.gitFolder, "index")));
    if (held === null || repository.held.some(({ to }) => to === held.to)) return;
    repository.held.push(held);
    repository.held.splice(0, repository.held.length - MAX_HELD);
  }

  function follow(repository: Repository): void {
    if (repository.watcher !== null) return;
    try {
      const watcher = watch(repository.gitFolder, { persistent: false }, (_event, name) => {
        if (name === "index" || name === "index.lock") void noteHeld(repository);
      });
      repository.watcher = watcher;
      watcher.on("error", () => {
        watcher.close();
        repository.watcher = null;
      });
    } catch {
      // Without a watch, the times of Git's last run are still known.
    }
  }

  return {
    setFolders(folders) {
      const all = folders.join("\n");
      if (all === watched) return;
      watched = all;
      tops.clear();
      void Promise.all(folders.map(repositoryOf)).then((found) => {
        for (const each of found) if (each !== null) follow(each);
        for (const [top, each] of repositories)
          if (!found.includes(each)) {
            each.watcher?.close();
            repositories.delete(top);
          }
      });
    },
    async wrote(realPath) {
      const repository = await repositoryOf(dirname(realPath));
      if (repository === null) return false;
      follow(repository);
      const file = await statOf(realPath);
      if (file === null || file.size > MAX_GIT_FILE_BYTES) return false;
      const lock = heldOf(await statOf(join(repository.gitFolder, "index.lock")));
      if (lock !== null && file.ctimeMs >= lock.from) return true;
      await noteHeld(repository);
      // A file that was not written while Git held its lock was at most read by it: `sed -i` before `git add`.
      const held = repository.held.findLast(({ from, to }) => file.ctimeMs >= from && file.ctimeMs <= to);
      if (held === undefined) return false;
      const entries = await indexOf(repository);
      if (entries === null) return true;
      const name = relative(repository.top, realPath).split(sep).join("/");
      const hash = entries.get(name);
      if (hash === undefined) return false;
      if (hash === null) return true;
      if (!isContent(hash, await readFile(realPath).catch(() => null))) return false;
      // File systems count in steps of some milliseconds, so a file may look as old as the lock that was taken after it was written.
      return file.ctimeMs > held.from || !(await isAdded(repository, hash, held));
    },
    close() {
      for (const { watcher } of repositories.values()) watcher?.close();
      repositories.clear();
    },
  };
}

async function topOf(folder: string): Promise<string | null> {
  let at = folder;
  for (let depth = 0; depth < MAX_GIT_SEARCH_DEPTH; depth++) {
    if ((await lstat(join(at, ".git")).catch(() => null)) !== null) return at;
    const above = dirname(at);
    if (above === at) return null;
    at = above;
  }
  return null;
}

/** Whether Git has stored this content in its last run, as `git add` does, and has not moved to another commit in it. */
async function isAdded({ gitFolder }: Repository, hash: string, { from }: LockPeriod): Promise<boolean> {
  const object = await statOf(join(gitFolder, "objects", hash.slice(0, 2), hash.slice(2)));
  if (object === null || object.mtimeMs < from) return false;
  const log = await statOf(join(gitFolder, "logs", "HEAD"));
  if (log === null || log.mtimeMs < from || log.size > MAX_GIT_LOG_BYTES) return true;
  const last = (await readFile(join(gitFolder, "logs", "HEAD"), "utf8").catch(() => "")).trimEnd().split("\n").at(-1);
  return /\tcommit\b/.test(last ?? "");
}

/** `.git` is a folder, or in a worktree or submodule a file that names it. */
async function gitFolderOf(top: string): Promise<string | null> {
  const path = join(top, ".git");
  const info = await statOf(path);
  if (info === null) return null;
  if (info.isDirectory()) return path;
  if (!info.isFile() || info.size > 10_000) return null;
  const named = /^gitdir: (.+?)\s*$/.exec(await readFile(path, "utf8").catch(() => ""))?.[1];
  return named === undefined ? null : resolve(top, named);
}

const statOf = (path: string) => stat(path).catch(() => null);

function heldOf(info: Awaited<ReturnType<typeof statOf>>): LockPeriod | null {
  if (info === null || !info.isFile()) return null;
  const { birthtimeMs, mtimeMs, ctimeMs } = info;
  const isKnown = birthtimeMs > 0 && birthtimeMs <= mtimeMs && birthtimeMs !== ctimeMs;
  return { from: isKnown ? birthtimeMs : mtimeMs - UNKNOWN_START_MS, to: Math.max(mtimeMs, ctimeMs) };
}

/** Null if the index is too large or in a form that is not known. */
async function indexOf(repository: Repository): Promise<Map<string, string | null> | null> {
  const path = join(repository.gitFolder, "index");
  const info = await statOf(path);
  if (info === null || info.size > MAX_GIT_INDEX_BYTES) return null;
  const stamp = `${info.ino} ${info.mtimeMs} ${info.size}`;
  if (repository.index?.stamp !== stamp) {
    const bytes = await readFile(path).catch(() => null);
    repository.index = { stamp, entries: bytes === null ? null : readGitIndex(bytes) };
  }
  return repository.index.entries;
}

/** Whether a file holds this content; Git may have changed its line endings. */
function isContent(hash: string, bytes: Buffer | null): boolean {
  if (bytes === null) return false;
  const blob = (content: Buffer) =>
    createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex") === hash;
  return (
    blob(bytes) ||
    (bytes.includes("\r\n") && blob(Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1")))
  );
}
