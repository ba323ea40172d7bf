import { basename, dirname, isAbsolute, join, parse, relative, sep } from "node:path";
import type { FileStore } from "../../ports/file-store";
import { MAX_SEARCHED_ENTRIES } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import { isWithin } from "../files/guarded";
import { type IgnoreChain, ignoringAbove, isIgnored, rulesIn } from "./ignore-chain";
import { type GlobState, type PathGlob, parsePathGlob } from "./path-glob";

export type FindOptions = {
  /** Absolute; relative patterns start here. */
  folder: string;
  /** Absolute folders or single files that may be searched. */
  roots: readonly string[];
  /** A second filter on each file that matches. */
  accepts(path: string, glob: Pick<PathGlob, "namesEnding">): boolean;
  /** The search stops at this many files. */
  limit: number;
  /** Milliseconds since 1970; the search stops then. */
  deadline: number;
  signal: AbortSignal;
};

/** Absolute paths, sorted, each once; `stopped` says why there may be more. */
export type FileSearchResult = { paths: string[]; stopped: "at the count" | "at the time" | null };

/**
 * The files that match a pattern. As with git, files that `.gitignore` names and `.git` are skipped, and links to folders are not followed;
 * as in a shell, only a part that begins with a dot matches hidden names. `store` must be guarded. Ignore files above the roots are read
 * through `outside`, so that a folder inside a repository is handled as git does.
 */
export async function findFiles(
  store: FileStore,
  outside: FileStore,
  pattern: string,
  options: FindOptions,
): Promise<FileSearchResult> {
  const search = new Search(store, outside, options);
  for (const glob of parsePathGlob(sep === "\\" ? pattern.replaceAll("\\", "/") : pattern)) await search.add(glob);
  return { paths: [...search.found].sort(byCodeUnits), stopped: search.stopped };
}

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

class Search {
  readonly found = new Set<string>();
  stopped: FileSearchResult["stopped"] = null;
  #entries = 0;

  constructor(
    private readonly store: FileStore,
    private readonly outside: FileStore,
    private readonly options: FindOptions,
  ) {}

  async add(glob: PathGlob): Promise<void> {
    const { folder, roots } = this.options;
    const base = glob.base.join("/");
    const start = glob.base[0] === "" || isAbsolute(base) ? join(`${base}/`) : join(folder, base);
    const from = start.length > parse(start).root.length && start.endsWith(sep) ? start.slice(0, -1) : start;
    if (await this.#isOpen(from)) {
      if (await this.#isFolder(from))
        await this.#walk(from, glob.start, glob, await ignoringAbove(from, this.outside, roots));
      return;
    }
    // A pattern may start above the roots: then only the roots are searched. If it matches none of them, it is rejected.
    let isInside = false;
    for (const root of roots.filter((each) => isWithin(each, from)))
      if (await this.#enter(root, from, glob)) isInside = true;
    if (!isInside) await this.store.realPath(from);
  }

  /** Follows the pattern down to a root, and searches the root, or adds it if it is a file; false if the pattern cannot match there. */
  async #enter(root: string, from: string, glob: PathGlob): Promise<boolean> {
    let state = glob.start;
    const names = relative(from, root).split(sep);
    for (const name of names.slice(0, -1)) state = glob.into(state, name);
    const last = names.at(-1) ?? "";
    if (await this.#isFolder(root)) {
      const inside = glob.into(state, last);
      if (inside === null) return false;
      await this.#walk(root, inside, glob, await ignoringAbove(root, this.outside, this.options.roots));
      return true;
    }
    if (glob.matches(state, last)) this.#take(root, glob);
    return state !== null;
  }

  #take(path: string, glob: PathGlob): void {
    if (this.options.accepts(path, glob)) this.found.add(path);
  }

  /** The entries of a folder; null if it cannot be read: the search continues without it. */
  async #list(folder: string) {
    return this.store.list(folder).catch((error: unknown) => {
      if (error instanceof ToolError) return null;
      throw error;
    });
  }

  async #walk(folder: string, state: GlobState, glob: PathGlob, above: IgnoreChain): Promise<void> {
    if (state === null || this.#isOver()) return;
    const entries = await this.#list(folder);
    if (entries === null) return;
    this.#entries += entries.length;
    const hasRules = entries.some(({ name, kind }) => name === ".gitignore" && kind === "file");
    const ignoring = hasRules ? [...above, ...(await rulesIn(folder, this.store))] : above;
    for (const { name, kind } of entries.sort((a, b) => byCodeUnits(a.name, b.name))) {
      if (this.#isOver()) return;
      const path = join(folder, name);
      if (kind === "file" && glob.matches(state, name) && !isIgnored(path, "file", ignoring)) this.#take(path, glob);
      if (kind !== "folder" || name === ".git") continue;
      const inside = glob.into(state, name);
      if (inside === null || isIgnored(path, "folder", ignoring) || (await this.#isLink(path))) continue;
      await this.#walk(path, inside, glob, ignoring);
    }
  }

  #isOver(): boolean {
    const { limit, deadline, signal } = this.options;
    signal.throwIfAborted();
    if (this.found.size >= limit) this.stopped = "at the count";
    else if (Date.now() > deadline || this.#entries > MAX_SEARCHED_ENTRIES) this.stopped = "at the time";
    return this.stopped !== null;
  }

  async #isOpen(path: string): Promise<boolean> {
    return this.store.realPath(path).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ToolError && error.code === "outside_workspace") return false;
        throw error;
      },
    );
  }

  async #isFolder(path: string): Promise<boolean> {
    return (await this.#list(path)) !== null;
  }

  async #isLink(path: string): Promise<boolean> {
    const parent = await this.outside.realPath(dirname(path));
    return (await this.outside.realPath(path)) !== join(parent, basename(path));
  }
}
