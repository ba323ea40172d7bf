import { join, relative } from "node:path";
import type { Argument, FileMatches, FolderQuery, FolderSearchPage, Workspace } from "../../../shared/contract";
import type { Caller } from "../../engine/ports/caller";
import { ToolError } from "../../engine/ports/tool-error";
import { isWithin } from "../../engine/storage";
import { realPathOf } from "../core/grants";
import { t } from "../core/messages";
import type { WindowContext } from "../documents";

/** How many of the found files are watched, and the delay after the last search. */
const MAX_WATCHED = 200;
const WATCH_AFTER_MS = 1000;
/** Writes are reported together after this delay in milliseconds. */
const NOTIFY_AFTER_MS = 60;

/** The folder search of one window. A new search aborts the previous one. */
export type FolderSearch = {
  /** Starts a search; `search` is the renderer's number for it. Throws for an invalid pattern, or if no folder is open. */
  begin(asked: Argument<"search:begin">): Promise<FolderSearchPage | null>;
  /** The next page; null if the search is over. */
  more(search: number): Promise<FolderSearchPage | null>;
  stop(): void;
  /**
   * Searches these files again, by absolute path, without ending the running search. Does not save unsaved edits first:
   * each save would report the file as touched and lead here again.
   */
  files(asked: { query: FolderQuery; paths: readonly string[] }): Promise<FileMatches[]>;
  /** A file changed: notifies the renderer if it is inside the searched folder. */
  touched(realPath: string): void;
};

export type FolderSearchDeps = {
  folder(): Workspace | null;
  /** Replaces the real paths of the files to watch. */
  watch(realPaths: readonly string[]): void;
};

export function createFolderSearch(ctx: WindowContext, deps: FolderSearchDeps): FolderSearch {
  let running: { search: number; pages: AsyncGenerator<FolderSearchPage, void>; abort: AbortController } | null = null;
  let searched: { root: string; real: string } | null = null;
  let found: string[] = [];
  let watching: NodeJS.Timeout | undefined;
  let news = new Set<string>();

  const caller = (): Caller => {
    const folder = deps.folder();
    if (folder === null) throw new ToolError("not_found", t.noFolderOpen);
    return { id: "search in the folder", name: "you", roots: [folder.root] };
  };

  function stop(): void {
    running?.abort.abort(new Error("another search has begun"));
    running = null;
    clearTimeout(watching);
  }

  async function next(search: number): Promise<FolderSearchPage | null> {
    const mine = running;
    if (mine === null || mine.search !== search) return null;
    try {
      const { value } = await mine.pages.next();
      if (!value || running !== mine) return null;
      found.push(...value.files.map(({ path }) => path));
      if (value.status !== "more") watchSoon();
      return value;
    } catch (error) {
      if (running !== mine) return null;
      running = null;
      throw error;
    }
  }

  function watchSoon(): void {
    clearTimeout(watching);
    watching = setTimeout(watchResults, WATCH_AFTER_MS);
  }

  function watchResults(): void {
    const { root = "", real = "" } = searched ?? {};
    deps.watch(found.slice(0, MAX_WATCHED).map((path) => join(real, relative(root, path))));
  }

  function notify(): void {
    const paths = [...news];
    news = new Set();
    ctx.window.send("search:touched", { paths });
  }

  const touched = (realPath: string): void => {
    if (searched === null || !isWithin(realPath, searched.real)) return;
    if (news.size === 0) setTimeout(notify, NOTIFY_AFTER_MS);
    news.add(join(searched.root, relative(searched.real, realPath)));
  };

  return {
    async begin({ search, unsaved, ...query }) {
      stop();
      const who = caller();
      const [root = ""] = who.roots;
      const abort = new AbortController();
      const mine = { search, abort };
      const engine = await ctx.engine();
      searched = { root, real: await realPathOf(root) };
      found = [];
      // If two searches start at once, the later one wins.
      stop();
      running = { ...mine, pages: engine.searchFolder(query, { caller: who, signal: abort.signal, unsaved }) };
      return next(search);
    },
    more: next,
    stop,
    async files({ query, paths }) {
      const engine = await ctx.engine();
      const files: FileMatches[] = [];
      const { signal } = new AbortController();
      const how = { caller: caller(), signal, unsaved: "left out", only: paths } as const;
      for await (const page of engine.searchFolder(query, how)) {
        files.push(...page.files);
      }
      // Files that match only now, such as new ones, are watched as well.
      const more = files.map(({ path }) => path).filter((path) => !found.includes(path));
      found.push(...more);
      if (more.length > 0 && running !== null) watchSoon();
      return files;
    },
    touched,
  };
}
