import { basename, dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { printableName } from "../../../core/text/printable-name";
import type { Packages } from "../office/jobs/packages";
import type { Caller } from "../ports/caller";
import type { Documents } from "../ports/documents";
import type { FileStore } from "../ports/file-store";
import { MAX_MEMORY_BYTES, MAX_MEMORY_HEADER_BYTES, MAX_NOTE_BYTES, MAX_TOOL_FILE_BYTES } from "../ports/limits";
import { ToolError } from "../ports/tool-error";
import { guarded } from "../storage/files/guarded";
import { readBeginning } from "../storage/files/read-bytes";
import { assignIds, type BookIds } from "./book/assign-ids";
import type { Book, ParagraphPosition, SourceChapter, Unit } from "./book/book";
import { type BookNotes, readNotes } from "./book/notes";
import { type BookSource, looksHardWrapped, volumesOf } from "./book/read-source";
import { type BookFiles, type BookKind, createBookFiles, isChapterFile, isEpub } from "./book-files";
import type { BookService, OpenBook } from "./books";
import { type CallerState, callerBooks } from "./caller-books";
import { createCheckedDatabases } from "./checked-databases";
import { createForeignMemories } from "./foreign-memories";
import { otherBooks } from "./other-books";
import type { BookIdStore } from "./work/book-id-store";
import { readStoredIds, storedIdsVersion, storeIds } from "./work/stored-ids";
import { openWorkDatabase, type WorkDatabase } from "./work/work-database";
import { type WorkStore, workStore } from "./work/work-store";

/** The services that the books of an engine need. */
export type BooksParts = {
  store: FileStore;
  documents: Documents;
  packages: Packages;
  forbidden: readonly string[];
  ids: BookIdStore;
  /** `beside the book` on a real disk; `in memory` if the files are in memory too. */
  work: "beside the book" | "in memory";
  /** Receives a message if stored work is damaged. */
  notice(sentence: string): void;
};

/** The books that an engine's callers work on. */
export type Books = {
  /** The books for one caller. */
  serviceFor(caller: Caller): BookService;
  /** A caller has disconnected: forgets which books it had open. */
  forget(callerId: string): void;
  moved(from: string, to: string): void;
  close(): void;
};

/**
 * A book as it was last read, from the stored ids of version `base` and the source of version `source`. `isStored`: the book's ids are the
 * stored ones, so a transaction does not have to assign them again.
 */
type CachedBook = { base: string; source: string; book: Book; isStored: boolean; isHardWrapped: boolean | null };

const MAX_CACHED_BOOKS = 8;

/** How a book is read: `isKept` if it is one that the caller has open. `patience` is how long its database is waited for, in milliseconds. */
type Reading = { files: BookFiles; isKept: boolean; patience?: number };

/** How long the database of another book is waited for, in milliseconds. */
const SHORT_PATIENCE = 20;

/** Books over a file store: read through `documents`, with the work stored beside them. */
export function createBooks({ store, documents, packages, forbidden, ids, work, notice }: BooksParts): Books {
  const usualReading: Reading = { files: createBookFiles(documents, packages), isKept: true };
  const readingOnce = (): Reading => ({
    files: createBookFiles(documents, packages),
    isKept: false,
    patience: SHORT_PATIENCE,
  });
  const callers = new Map<string, CallerState>();
  const cache = new Map<string, CachedBook>();
  const inMemory = new Map<string, WorkDatabase>();
  const checked = createCheckedDatabases(packages);

  function workOf(path: string, notify: (sentence: string) => void, patience: number | undefined): WorkDatabase {
    if (work === "beside the book") return openWorkDatabase(path, notify, checked.damageOf, patience);
    const known = inMemory.get(path) ?? openWorkDatabase(null, notify);
    inMemory.set(path, known);
    return known;
  }

  function openedBy(callerId: string): CallerState {
    const opened = callers.get(callerId) ?? { books: new Set(), tasks: new Map() };
    callers.set(callerId, opened);
    return opened;
  }

  const foreignMemories = createForeignMemories({
    store,
    isOnDisk: work === "beside the book",
    beginning: (path) =>
      work === "beside the book" ? beginningOf(path) : store.read(path).then((it) => it?.bytes ?? null),
    others: (realPath, roots) =>
      otherBooks(guarded(store, { roots, forbidden }), realPath, (path) => workStamp(path, inMemory.get(path), store)),
    openOther: (path, roots) => read(path, { id: "memories", name: "memories", roots }, readingOnce()),
  });

  async function read(
    path: string,
    caller: Caller,
    { files, isKept, patience }: Reading = usualReading,
  ): Promise<OpenBook> {
    const guardedStore = guarded(store, { roots: caller.roots, forbidden });
    const realPath = await guardedStore.realPath(path);
    const kind = await kindOf(guardedStore, realPath, path);
    const folder = await ownFolder(store, realPath, kind);
    const notes = await notesIn(store, folder);
    const unit: Unit = notes.paragraphs ?? "lines";
    const [{ title: ownTitle, chapters, warnings }] = await Promise.all([
      files.read({ realPath, kind, roots: caller.roots, store: guardedStore }, unit),
      work === "beside the book" ? checked.check(join(folder, "book.db")) : null,
    ]);
    const title = notes.title ?? ownTitle ?? basename(realPath).replace(kind !== "folder" ? /(.)\.[^.]*$/ : /$^/, "$1");
    const name = nameFor(realPath, caller);
    if (chapters.length === 0) {
      throw new ToolError("not_found", `${name} holds no chapters`, {
        hint:
          warnings.join("\n") ||
          "A book is a folder of Markdown or text files, in sub-folders as volumes, or one such file.",
      });
    }
    const allWarnings = [...notes.warnings, ...warnings];
    const handleDamage = (sentence: string): void => {
      allWarnings.push(sentence);
      if (isKept) notice(sentence);
    };
    const database = workOf(join(folder, "book.db"), handleDamage, patience);
    const source = { title, volumes: volumesOf(title, chapters), chapters };
    const assignFrom = (bookIds: BookIds | null) => assignIds(bookIds, chapters);
    const version = sourceVersion(source);
    const { book, ...cached } = cachedBook({ realPath, database, source, version, assignFrom });
    const isHardWrapped = cached.isHardWrapped ?? (unit === "lines" && looksHardWrapped(chapters));
    const language = database.read((stored) => workStore(stored).language()) ?? notes.language ?? "";
    if (isKept) {
      cacheBook(cache, realPath, { ...cached, book, isHardWrapped });
      openedBy(caller.id).books.add(realPath);
    }
    return {
      realPath,
      kind,
      folder,
      name,
      book,
      unit,
      notes,
      warnings: allWarnings,
      looksHardWrapped: isHardWrapped,
      language,
      memories: (into) => foreignMemories({ realPath, folder, language: into, book, notes, roots: caller.roots }),
      read: (task) => database.read((stored) => task(workStore(stored))),
      write: (task) => database.write((stored) => inTransaction(stored, task)),
      dryRun: (task) => database.dryRun((stored) => inTransaction(stored, task)),
      isBegun: () => database.isBegun(),
    };

    function inTransaction<Result>(stored: DatabaseSync, task: (work: WorkStore, book: Book) => Result): Result {
      const base = storedIdsVersion(stored);
      const known = cache.get(realPath);
      if (known?.isStored && known.base === base && known.source === version)
        return task(workStore(stored), known.book);
      // Another process may have stored other ids since they were read.
      const before = readStoredIds(stored);
      const bookIds = ids.assign(realPath, base, before, assignFrom);
      const now = bookIds === before ? base : storeIds(stored, before, bookIds);
      const bookWithNewIds = bookWithIds(source, bookIds);
      // If this transaction is rolled back, no stored ids have this version, so the entry is never used.
      cacheBook(cache, realPath, { base: now, source: version, book: bookWithNewIds, isStored: true, isHardWrapped });
      return task(workStore(stored), bookWithNewIds);
    }
  }

  /** The book with its ids, from the cache if neither its text nor the stored ids have changed. */
  function cachedBook({
    realPath,
    database,
    source,
    version,
    assignFrom,
  }: {
    realPath: string;
    database: WorkDatabase;
    source: { title: string; volumes: Book["volumes"]; chapters: SourceChapter[] };
    version: string;
    assignFrom: (bookIds: BookIds | null) => BookIds;
  }): CachedBook {
    return database.read((stored) => {
      const base = storedIdsVersion(stored);
      const known = cache.get(realPath);
      if (known !== undefined && known.base === base && known.source === version) return known;
      const bookIds = ids.assign(realPath, base, readStoredIds(stored), assignFrom);
      const isHardWrapped = known?.source === version ? known.isHardWrapped : null;
      return { base, source: version, book: bookWithIds(source, bookIds), isStored: false, isHardWrapped };
    });
  }

  return {
    serviceFor: (caller) => callerBooks(caller, { read, openedBy, nameFor, ids }),
    forget: (callerId) => void callers.delete(callerId),
    moved(from, to) {
      ids.moved(from, to);
      cache.clear();
    },
    close() {
      for (const database of inMemory.values()) database.close();
      ids.close();
    },
  };
}

function cacheBook(cache: Map<string, CachedBook>, realPath: string, book: CachedBook): void {
  cache.delete(realPath);
  cache.set(realPath, book);
  if (cache.size > MAX_CACHED_BOOKS) cache.delete(cache.keys().next().value ?? "");
}

/** Changes with the work on a book; null if there is none. */
async function workStamp(
  path: string,
  inMemory: WorkDatabase | undefined,
  store: FileStore,
): Promise<{ stamp: string; modified: number } | null> {
  if (inMemory !== undefined) {
    const changes = inMemory.read((stored) => stored.prepare("SELECT total_changes() AS count").get());
    return { stamp: String(changes?.["count"]), modified: 0 };
  }
  const entry = await store.entry(path);
  return entry?.kind === "file" ? { stamp: `${entry.bytes} ${entry.modified}`, modified: entry.modified } : null;
}

/** Galley's folder for a book. It must not be a link, which would redirect writes. */
async function ownFolder(store: FileStore, realPath: string, kind: BookKind): Promise<string> {
  const folder = kind === "folder" ? join(realPath, ".galley") : join(dirname(realPath), ".galley", basename(realPath));
  if ((await store.realPath(join(folder, "book.db"))) !== join(folder, "book.db"))
    throw new ToolError(
      "outside_workspace",
      `${folder} is or contains a link; the work on a book is stored only in the book's own folder`,
    );
  return folder;
}

/** The beginning of a memory on the disk; null if there is no such file. */
async function beginningOf(path: string): Promise<Uint8Array | null> {
  const found = await readBeginning(path, { bytes: MAX_MEMORY_HEADER_BYTES, over: 0, limit: MAX_MEMORY_BYTES });
  return found?.bytes ?? null;
}

async function notesIn(store: FileStore, folder: string): Promise<BookNotes> {
  const [settings = null, glossary = null, style = null] = await Promise.all(
    ["book.json", "glossary.md", "style.md"].map(async (name) => {
      const path = join(folder, name);
      const stored = await store.read(path, { limit: MAX_NOTE_BYTES }).catch(() => null);
      return stored?.realPath === path ? new TextDecoder().decode(stored.bytes) : null;
    }),
  );
  return readNotes({ settings, glossary, style });
}

async function kindOf(store: FileStore, realPath: string, query: string): Promise<BookKind> {
  const isFolder = await store.list(realPath).then(
    () => true,
    () => false,
  );
  if (isFolder) return "folder";
  // Throws the store's own error if the path does not exist or cannot be read.
  const stored = await store.read(realPath, { limit: MAX_TOOL_FILE_BYTES });
  if (stored === null) throw new ToolError("not_found", `there is no book at ${printableName(query)}`);
  if (isChapterFile(basename(realPath))) return "file";
  if (isEpub(realPath)) return "package";
  throw new ToolError(
    "unsupported",
    `${printableName(basename(realPath))} is not a book: a book is Markdown, plain text or an EPUB, or a folder of Markdown and text files`,
  );
}

/** The book's path as this caller would write it. */
function nameFor(realPath: string, { roots }: Caller): string {
  const root = roots.find((each) => realPath === each || realPath.startsWith(`${each}/`));
  const rest = root === undefined ? realPath : realPath.slice(root.length + 1);
  return printableName(rest === "" ? basename(realPath) : rest);
}

/** Equal for sources with equal chapters in the same order. */
const sourceVersion = ({ title, chapters }: { title: string; chapters: readonly SourceChapter[] }): string =>
  JSON.stringify([title, ...chapters.map((each) => [each.id, each.version])]);

/** A book with ids. The ids must have been assigned for this very source. */
export function bookWithIds({ title, volumes, chapters }: BookSource, bookIds: BookIds): Book {
  const positions = new Map<string, ParagraphPosition>();
  const named = chapters.map((chapter, chapterIndex) => {
    const ids = bookIds.chapters[chapterIndex]?.ids ?? [];
    if (ids.length !== chapter.paragraphs.length)
      throw new RangeError(`the ids of ${chapter.id} are of another source`);
    const paragraphs = chapter.paragraphs.map((paragraph, index) => {
      const id = ids[index] ?? "";
      positions.set(id, { chapter: chapterIndex, index });
      return { ...paragraph, id };
    });
    return { ...chapter, paragraphs };
  });
  return { title, volumes, chapters: named, positions };
}
