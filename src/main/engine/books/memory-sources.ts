import { setTimeout as delay } from "node:timers/promises";
import type { FileStore } from "../ports/file-store";
import { sourceLanguage } from "./book-language";
import type { OpenBook } from "./books";
import { fitsLanguage, type MemoryHeader } from "./memory/memory-file";
import type { OtherBook } from "./other-books";
import { type ForeignMemory, headerIn, importedFiles, readImported, readOther } from "./read-memories";
import { isLocked } from "./work/work-database";

/** An imported file or another book that a book's matches may come from. */
export type MemorySource = {
  /** What is read of it is kept under this key. */
  key: string;
  path: string;
  /** Equal while it has not changed. */
  stamp: string;
  /** Whether it should be read again if it has changed since it was read at this time, one of `performance.now`. */
  isDue(at: number): boolean;
  /** Reads at most this many characters. */
  read(most: number): Promise<ForeignMemory | null>;
};

export type MemorySourceDeps = {
  store: FileStore;
  /** The beginning of a file, with at least its first line if that is a header. */
  beginning(path: string): Promise<Uint8Array | null>;
  /** Other books of the book's folder with work that the caller may see. */
  others(realPath: string, roots: readonly string[]): Promise<OtherBook[]>;
  /** Opens another book, keeping nothing of it and hardly waiting for its database. */
  openOther(path: string, roots: readonly string[]): Promise<OpenBook>;
};

/** A book with its language and its caller's roots. */
export type ForeignContext = Pick<OpenBook, "realPath" | "folder" | "language" | "book" | "notes"> & {
  roots: readonly string[];
};

/** Another book is read again when its work has been still for this long, but at least this often. In milliseconds. */
const STILL_MS = 60_000;
const MAX_AGE_MS = 600_000;
/** How often a database is opened again while another process has locked it, and the milliseconds between two attempts. */
const MAX_ATTEMPTS = 4;
const LOCKED_MS = 250;

/** Finds what the matches of books may come from. Of an imported file in another language, only the header is read. */
export function createMemorySources({ store, beginning, others, openOther }: MemorySourceDeps) {
  const headers = new Map<string, { stamp: string; header: MemoryHeader | null }>();

  async function fittingFiles(files: readonly { path: string; stamp: string }[], language: string) {
    const sources: MemorySource[] = [];
    for (const { path, stamp } of files) {
      let known = headers.get(path);
      if (known?.stamp !== stamp) {
        const bytes = await beginning(path).catch(() => null);
        if (bytes === null) continue;
        known = { stamp, header: headerIn(bytes) };
        headers.set(path, known);
      }
      if (known.header !== null && fitsLanguage(known.header, language))
        sources.push({ key: path, path, stamp, isDue: () => true, read: (most) => readImported(store, path, most) });
    }
    return sources;
  }

  /** The other books. What is read of one depends on the languages of both. */
  async function otherSources(context: ForeignContext): Promise<MemorySource[]> {
    const { realPath, language, book, notes, roots } = context;
    const books = notes.otherBooks ? await others(realPath, roots) : [];
    if (books.length === 0) return [];
    const from = await sourceLanguage(book).catch(() => null);
    return books.map(({ path, stamp, modified }) => ({
      key: JSON.stringify([path, from, language]),
      path,
      stamp,
      // While a job or an agent is at work on it, it changes every few seconds.
      isDue: (at) => Date.now() - modified >= STILL_MS || performance.now() - at >= MAX_AGE_MS,
      read: (most) => unlocked(async () => readOther(await openOther(path, roots), context, most)),
    }));
  }

  return {
    /** The sources of one book, and the keys of all that was looked at for them. */
    async of(context: ForeignContext): Promise<{ sources: MemorySource[]; keys: ReadonlySet<string> }> {
      const files = await importedFiles(store, context.folder);
      const sources = [...(await fittingFiles(files, context.language)), ...(await otherSources(context))];
      return { sources, keys: new Set([...files.map(({ path }) => path), ...sources.map(({ key }) => key)]) };
    },
    /** Forgets the headers under other keys. */
    keepOnly(keys: ReadonlySet<string>): void {
      for (const path of headers.keys()) if (!keys.has(path)) headers.delete(path);
    },
  };
}

/** Tries again if another process has locked a database. Waits in between, so that nothing else has to wait. */
async function unlocked<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++)
    try {
      return await read();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isLocked(error)) throw error;
      await delay(LOCKED_MS);
    }
}
