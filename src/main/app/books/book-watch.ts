import { closeSync, openSync, readSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import type { BookPath, BookRow } from "../../../shared/book";
import type { OpenBook } from "../../engine/books";
import { isChapterFile, tableRows } from "../../engine/books";
import { isWithin } from "../../engine/storage";

/** The last known state of a watched book. */
type WatchedBook = {
  /** The book as last read; null before the first read. */
  open: OpenBook | null;
  /** A summary of the stored work for each paragraph. */
  stored: Map<string, string>;
  /** State of the files at the last check. */
  work: string;
  source: string;
  checking: Promise<void> | null;
  /** Something changed during the check, so it must run again. */
  again: boolean;
  timer: NodeJS.Timeout | null;
  ticks: number;
  isSoon: boolean;
};

/** Watches the books that are shown or worked on. */
export type BookWatch = {
  /** Starts watching. */
  add(book: BookPath): void;
  remove(book: BookPath): void;
  has(book: BookPath): boolean;
  /**
   * Checks now, after Galley wrote to the work or the notes. Resolves when changes have been reported. If one transaction changed only some
   * paragraphs (`touched`), the others are not compared.
   */
  check(book: BookPath, what: "work only" | "source too", touched?: readonly string[] | null): Promise<void>;
  /** Checks soon, for frequent writes. */
  checkSoon(book: BookPath): void;
  /** A document was written. */
  touched(realPath: string): void;
  close(): void;
};

const REST_MS = 700;
const SOON_MS = 250;
/** The source is checked every n-th time. */
const sourceEvery = 3;
/** More changed rows than these are not sent but requested. */
const MAX_ROWS_SENT = 50;
const MAX_FILES = 10_000;
const DEEPEST = 16;

/**
 * Polls the files of each book, because other processes write to them too. A check without changes reads four bytes of
 * the database and, every few times, the file times of the source. These only decide whether to read more.
 */
export function createBookWatch({
  read,
  changed,
  reportError,
}: {
  read(book: BookPath): Promise<OpenBook>;
  changed(book: BookPath, chapters: string[] | null, rows: BookRow[] | null): void;
  reportError(error: unknown): void;
}): BookWatch {
  const books = new Map<BookPath, WatchedBook>();

  async function compare(
    book: BookPath,
    watched: WatchedBook,
    source: "source too" | "work only",
    touched: readonly string[] | null,
  ): Promise<void> {
    if (watched.open === null || source === "source too") {
      const before = watched.source;
      const opened = await read(book);
      watched.open = opened;
      watched.source = await sourceState(opened);
      if (before !== watched.source) {
        watched.work = workState(opened.folder);
        watched.stored = storedStates(opened);
        if (before !== "") changed(book, null, null);
        return;
      }
    }
    const { open } = watched;
    const work = workState(open.folder);
    if (work === watched.work) return;
    const isFirst = watched.work === "";
    const only = touched !== null && isNextTransaction(watched.work, work) ? touched : null;
    watched.work = work;
    const before = watched.stored;
    const now = storedStates(open, only);
    if (only === null) watched.stored = now;
    const ids = differing(before, now, only ?? before.keys());
    for (const id of only ?? []) {
      const state = now.get(id);
      if (state === undefined) before.delete(id);
      else before.set(id, state);
    }
    if (!isFirst) changed(book, chaptersOf(open, ids), rowsOf(open, ids));
  }

  async function checkNow(
    book: BookPath,
    watched: WatchedBook,
    source: "source too" | "work only",
    touched: readonly string[] | null = null,
  ): Promise<void> {
    if (watched.checking !== null) {
      watched.again = true;
      return watched.checking;
    }
    watched.checking = (async () => {
      do {
        watched.again = false;
        await compare(book, watched, source, touched);
      } while (watched.again && books.get(book) === watched);
    })().finally(() => {
      watched.checking = null;
    });
    return watched.checking;
  }

  function wait(book: BookPath, watched: WatchedBook, ms: number): void {
    if (watched.timer !== null) clearTimeout(watched.timer);
    watched.timer = setTimeout(() => void tick(book, watched), ms);
    watched.timer.unref();
  }

  async function tick(book: BookPath, watched: WatchedBook): Promise<void> {
    const began = performance.now();
    watched.isSoon = false;
    try {
      const { open } = watched;
      watched.ticks++;
      const isDue = watched.ticks % sourceEvery === 0;
      const hasNewSource = open === null || (isDue && (await sourceState(open)) !== watched.source);
      const hasNewWork = open !== null && workState(open.folder) !== watched.work;
      if (hasNewSource) await checkNow(book, watched, "source too");
      else if (hasNewWork) await checkNow(book, watched, "work only");
    } catch {
      // The book is missing or unreadable; requests for it report the error.
    }
    if (books.get(book) === watched) wait(book, watched, Math.max(REST_MS, 10 * (performance.now() - began)));
  }

  return {
    add(book) {
      if (books.has(book)) return;
      const watched: WatchedBook = {
        open: null,
        stored: new Map(),
        work: "",
        source: "",
        checking: null,
        again: false,
        timer: null,
        ticks: 0,
        isSoon: false,
      };
      books.set(book, watched);
      void tick(book, watched);
    },
    remove(book) {
      const watched = books.get(book);
      books.delete(book);
      if (watched?.timer) clearTimeout(watched.timer);
    },
    has: (book) => books.has(book),
    async check(book, what, touched = null) {
      const watched = books.get(book);
      if (watched !== undefined) await checkNow(book, watched, what, touched).catch(reportError);
    },
    checkSoon(book) {
      const watched = books.get(book);
      if (watched === undefined || watched.isSoon) return;
      watched.isSoon = true;
      wait(book, watched, SOON_MS);
    },
    touched(realPath) {
      for (const [book, watched] of books) if (isWithin(realPath, book)) wait(book, watched, 50);
    },
    close() {
      for (const book of [...books.keys()]) this.remove(book);
    },
  };
}

/**
 * The change counter of the SQLite file, which changes with every transaction of any process. In one turn: the system ends all locks of a process on a
 * file when it closes it once, also those of a transaction that began meanwhile.
 */
function workState(folder: string): string {
  try {
    const file = openSync(join(folder, "book.db"), "r");
    try {
      const bytes = Buffer.alloc(8);
      readSync(file, bytes, 0, 8, 24);
      return bytes.toString("hex");
    } finally {
      closeSync(file);
    }
  } catch {
    return "none";
  }
}

/** Changes when files of the source or the notes are added, removed or written. */
async function sourceState({ realPath, kind, folder, language, unit }: OpenBook): Promise<string> {
  const parts = [language, unit];
  const add = async (path: string): Promise<void> => {
    const found = await stat(path).catch(() => null);
    parts.push(found === null ? path : `${path} ${found.mtimeMs} ${found.size} ${found.ino}`);
  };
  for (const name of ["book.json", "glossary.md", "style.md"]) await add(join(folder, name));
  if (kind !== "folder") await add(realPath);
  else for (const path of await filesBelow(realPath)) await add(path);
  return parts.join("\n");
}

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  const walk = async (at: string, depth: number): Promise<void> => {
    for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
      if (entry.name.startsWith(".") || found.length > MAX_FILES) continue;
      const path = join(at, entry.name);
      if (entry.isDirectory() && depth < DEEPEST) await walk(path, depth + 1);
      else if (isChapterFile(entry.name)) found.push(path);
    }
  };
  await walk(folder, 0);
  return found;
}

/** Whether exactly one transaction lies between two states: the counter, the first four bytes, has grown by one. */
const isNextTransaction = (before: string, now: string): boolean =>
  Number.parseInt(now.slice(0, 8), 16) === Number.parseInt(before.slice(0, 8), 16) + 1;

/** A summary of what is stored for each of these paragraphs, or for all. */
function storedStates({ read, language }: OpenBook, paragraphs: readonly string[] | null = null): Map<string, string> {
  const { selected, held, accepted } = read((work) => work.rowFacts(language, { paragraphs, texts: "states only" }));
  const states = new Map<string, string>();
  for (const [id, version] of selected)
    states.set(id, `${version.id} ${version.versions}${accepted.has(id) ? " accepted" : ""}`);
  for (const [id, { task, status, isDone, comment }] of held)
    states.set(id, `${states.get(id) ?? ""} ${task} ${status} ${isDone} ${comment ?? ""}`);
  return states;
}

/** The paragraphs whose state differs, among those in `now` and `others`. */
function differing(before: Map<string, string>, now: Map<string, string>, others: Iterable<string>): string[] {
  const ids = new Set<string>();
  for (const [id, state] of now) if (before.get(id) !== state) ids.add(id);
  for (const id of others) if (before.has(id) && !now.has(id)) ids.add(id);
  return [...ids];
}

/** The rows of these paragraphs; null if there are many, or if the book's language has changed meanwhile. */
function rowsOf(open: OpenBook, ids: readonly string[]): BookRow[] | null {
  const language = open.read((work) => work.language()) ?? open.language;
  if (ids.length > MAX_ROWS_SENT || language !== open.language) return null;
  return tableRows(
    open,
    ids.flatMap((id) => open.book.positions.get(id) ?? []),
  );
}

const chaptersOf = ({ book }: OpenBook, ids: readonly string[]): string[] => [
  ...new Set(ids.flatMap((id) => book.chapters[book.positions.get(id)?.chapter ?? -1]?.id ?? [])),
];

/** The book's path relative to the open folder, or its full path. */
export const displayPath = (root: string | null, book: string): string => {
  if (root === null || !isWithin(book, root)) return book;
  return book === root ? basename(book) : relative(root, book).split(sep).join("/");
};
