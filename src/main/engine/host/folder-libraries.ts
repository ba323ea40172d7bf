import { basename, relative, sep } from "node:path";
import { keyedQueue } from "../../../core/async/serial-queue";
import { formatOf } from "../../../core/text/format";
import { holdsSecrets } from "../../../core/text/holds-secrets";
import type { ContentLibrary } from "../library/entries/content-library";
import type { DocumentContent, EntryContent, KindDeclaration } from "../library/entries/entry";
import { folded } from "../library/entries/folded";
import type { EntryFile } from "../library/folder/entry-file";
import type { LibraryReader } from "../library/folder/folder-library";
import type { ContentSearch } from "../library/search/content-search";
import { MAX_LIBRARY_SEARCH_MS } from "../ports/limits";
import { ToolError } from "../ports/tool-error";
import { findSearchedFiles } from "../tools/paragraphs/search-files";
import type { SearchContext } from "./search-folder";

/** The library for callers in a folder: with the entries of the folder's own files. */
export type FolderLibrary = {
  library: LibraryReader;
  search(): Promise<Pick<ContentSearch, "search">>;
  /** The key of the folder's own document; null if it has no entries. */
  key: string | null;
  /** Values in the folder's entries that lookups cannot use, and files that cannot be read as entries. */
  problems: readonly { file: string; message: string }[];
  /** The absolute paths of files that may be entries; others are not, as long as they are not changed. */
  files: readonly string[];
};

type Parts = {
  library(): Promise<ContentLibrary>;
  contentSearch(): Promise<ContentSearch>;
  /** Milliseconds of a clock; for tests. */
  now?(): number;
};

/** More files of a folder are not read as entries. */
const MAX_ENTRY_FILES = 5000;
/** If finding them took longer than `after` milliseconds, it is done again only when `times` as long is over. */
const SLOW = { after: 1500, times: 10 };
const AT_ONCE = 16;
/** Folders whose entries are kept in memory; the last used ones. */
const MAX_FOLDERS = 4;
const MAX_PROBLEMS = 100;

/** The files of a folder that may be entries. `isComplete` is false if finding them took too long. */
type FoundPaths = { paths: readonly string[]; isComplete: boolean };

/** The entries of a folder's own files, in a library in memory. */
type FolderEntries = {
  /** What the files were read as, by path, for the version of their bytes and the kinds that are declared. */
  files: Map<string, { version: string; read: EntryFile }>;
  declared: string;
  version: string;
  key: string | null;
  /** Another one for each change, so that whoever reads one sees one state. */
  library: ContentLibrary | null;
  search: ContentSearch | null;
};

/**
 * Libraries with the entries of a folder's own Markdown files. The files are looked for with each question, so what anybody wrote is seen at once;
 * only changed ones are parsed again. Nothing is read before the first question.
 */
export function createFolderLibraries({ library, contentSearch, now = () => performance.now() }: Parts) {
  const folders = new Map<string, FolderEntries>();
  /** What was found in folders where that took long, and until when it counts. */
  const slow = new Map<string, { found: FoundPaths; until: number }>();
  const enqueue = keyedQueue();

  function knownOf(root: string): FolderEntries {
    const known = folders.get(root) ?? {
      files: new Map(),
      declared: "",
      version: "",
      key: null,
      library: null,
      search: null,
    };
    // The last used one is the last.
    folders.delete(root);
    folders.set(root, known);
    for (const other of [...folders.keys()].slice(0, -MAX_FOLDERS)) folders.delete(other);
    return known;
  }

  async function searchIn(known: FolderEntries): Promise<ContentSearch> {
    const { createContentSearch } = await import("../library/search/content-search");
    // The search keeps the vectors of what has not changed.
    const now = new Proxy({} as ContentLibrary, { get: (_, name) => Reflect.get(known.library ?? {}, name) });
    known.search ??= createContentSearch({
      library: now,
      dataDir: null,
      // One model in memory is enough.
      embedder: { embed: async (text) => (await contentSearch()).embed(text), close: () => {} },
    });
    return known.search;
  }

  /** The files that may be entries. Where a search of the folder takes long, one serves for a while: new files are found later there. */
  async function pathsIn(root: string, ctx: SearchContext): Promise<FoundPaths> {
    const before = slow.get(root);
    if (before !== undefined && now() < before.until) return before.found;
    slow.delete(root);
    const start = now();
    let found = await entryPaths(root, ctx);
    const end = now();
    ctx.signal.throwIfAborted();
    // Part of them would be others with each question. On a busy machine those of before are still right.
    if (!found.isComplete) found = { ...found, paths: [...(folders.get(root)?.files.keys() ?? [])].sort() };
    if (end - start > SLOW.after) slow.set(root, { found, until: end + (end - start) * SLOW.times });
    for (const other of [...slow.keys()].slice(0, -MAX_FOLDERS)) slow.delete(other);
    return found;
  }

  async function refreshed(root: string, ctx: SearchContext): Promise<FolderLibrary> {
    const base = await library();
    const alone = { library: base, search: contentSearch, key: null };
    const { paths, isComplete } = await pathsIn(root, ctx);
    const tooSlow = isComplete ? [] : [{ file: "", message: "it takes too long to look for entries in this folder" }];
    if (paths.length === 0) {
      folders.delete(root);
      return { ...alone, problems: tooSlow, files: paths };
    }
    const known = knownOf(root);
    const { entries, problems } = await readEntries(paths.slice(0, MAX_ENTRY_FILES), {
      root,
      ctx,
      known,
      declares: declaredIn(base),
    });
    problems.unshift(...tooSlow);
    const [beyond] = paths.slice(MAX_ENTRY_FILES);
    if (beyond !== undefined)
      problems.unshift({
        file: relative(root, beyond).split(sep).join("/"),
        message: `no more than ${MAX_ENTRY_FILES} files are read as entries`,
      });
    if (entries.length === 0) return { ...alone, problems, files: paths };
    const { folderKey, joinedLibrary, joinedSearch } = await import("../library/folder/folder-library");
    const { contentVersion } = await import("../library/write-document");
    const key = folderKey(base);
    const document = { document: key, ...contentOf(root, entries, base) };
    const version = contentVersion(document);
    if (known.library === null || known.version !== version) {
      const { openContentLibrary } = await import("../library/sqlite-library");
      const next = openContentLibrary({ dataDir: null, shipped: [] });
      await next.replace(document, { isUnused: true });
      Object.assign(known, { version, key, library: next });
    }
    return {
      library: joinedLibrary(base, known.library as ContentLibrary),
      search: async () =>
        joinedSearch(await contentSearch(), await searchIn(known), (each) => folded(each) === folded(key)),
      key,
      problems,
      files: paths,
    };
  }

  return {
    /**
     * The library for a caller: with the entries of its first root, if that has some. A question about `documents` that all folders share (null: any)
     * costs nothing more than without a folder.
     */
    async of(ctx: SearchContext, documents: readonly string[] | null = null): Promise<FolderLibrary> {
      const [root] = ctx.caller.roots;
      const base = { search: contentSearch, key: null, problems: [], files: [] };
      if (root === undefined || areShared(await library(), documents)) return { ...base, library: await library() };
      const real = await ctx.documents.realPath(root, [root]).catch(() => null);
      // A root may be a single file, or no longer exist.
      if (real === null || !(await ctx.files.isFolder(root))) return { ...base, library: await library() };
      return enqueue(root, () => refreshed(root, ctx));
    },
    close(): void {
      for (const { library, search } of folders.values()) {
        search?.close();
        library?.close();
      }
      folders.clear();
    },
  };
}

/** Whether all these documents are in the library that all folders share. */
function areShared(library: ContentLibrary, documents: readonly string[] | null): boolean {
  if (documents === null) return false;
  const shared = new Set(library.documents().map(({ document }) => folded(document)));
  return documents.every((document) => shared.has(folded(document)));
}

/** Markdown files with a line that looks like the `kind` of an entry. */
async function entryPaths(root: string, ctx: SearchContext): Promise<FoundPaths> {
  const { ENTRY_LINE } = await import("../library/folder/entry-file");
  const query = {
    patterns: [ENTRY_LINE],
    regex: true,
    caseSensitive: true,
    wholeWord: false,
    markdownOnly: true as const,
  };
  const limits = { signal: ctx.signal, deadline: Date.now() + MAX_LIBRARY_SEARCH_MS };
  const { paths, stopped } = await findSearchedFiles({ path: root, documents: null, query }, ctx, limits);
  return {
    paths: paths.filter((path) => formatOf(path) === "markdown" && !holdsSecrets(path)),
    isComplete: !stopped,
  };
}

type Reading = {
  root: string;
  ctx: SearchContext;
  known: FolderEntries;
  declares: ReadonlyMap<string, KindDeclaration>;
};

async function readEntries(paths: readonly string[], { root, ctx, known, declares }: Reading) {
  const { readEntryFile } = await import("../library/folder/entry-file");
  const declared = JSON.stringify([...declares.values()]);
  if (known.declared !== declared) known.files.clear();
  known.declared = declared;
  const files = new Map<string, { version: string; read: EntryFile }>();
  const waiting = [...paths];
  const worker = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      ctx.signal.throwIfAborted();
      try {
        const { bytes, version, realPath } = await ctx.documents.readBytes(path, ctx.caller.roots, "person");
        if (holdsSecrets(realPath)) continue;
        const before = known.files.get(path);
        if (before?.version === version) {
          files.set(path, before);
          continue;
        }
        const file = relative(root, path).split(sep).join("/");
        const text = plainText(bytes) ?? (await ctx.documents.read(path, ctx.caller.roots, "person")).text;
        files.set(path, { version, read: readEntryFile(text, { file, declares }) });
      } catch (error) {
        // It was deleted meanwhile, is too large, or is not a text.
        if (!(error instanceof ToolError)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  known.files = files;
  const entries: EntryContent[] = [];
  const problems: { file: string; message: string }[] = [];
  for (const path of paths) {
    const { entry, problem } = files.get(path)?.read ?? { entry: null, problem: null };
    if (entry !== null) entries.push(entry);
    if (problem !== null && problems.length < MAX_PROBLEMS)
      problems.push({ file: relative(root, path).split(sep).join("/"), message: problem });
  }
  return { entries, problems };
}

/** The text of UTF-8; null if its encoding has to be detected. */
function plainText(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return /[\0\ufffd]/.test(text) ? null : text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
}

/** The kinds that documents declare; of several declarations, that of the largest document. */
function declaredIn(library: ContentLibrary): Map<string, KindDeclaration> {
  const declared = new Map<string, KindDeclaration>();
  for (const { declares } of library.documents())
    for (const each of declares) if (!declared.has(each.kind)) declared.set(each.kind, each);
  return declared;
}

function contentOf(
  root: string,
  entries: readonly EntryContent[],
  library: ContentLibrary,
): Omit<DocumentContent, "document"> {
  const kinds = new Set(entries.map(({ kind }) => kind));
  return {
    title: basename(root) || root,
    license: null,
    publisher: null,
    credit: null,
    source: "folder",
    markdown: null,
    declares: [...declaredIn(library).values()].filter(({ kind }) => kinds.has(kind)),
    entries,
  };
}
