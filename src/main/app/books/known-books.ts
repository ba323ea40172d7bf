import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import type { BookKind, KnownBook } from "../../../shared/book";
import { isChapterFile, isEpub } from "../../engine/books";
import { t } from "../core/messages";
import { storedJson } from "../core/stored-json";
import { displayPath } from "./book-watch";

/** Paths of recently opened books, newest first. */
const opened = z.array(z.string().min(1).max(4096)).max(200);

const MAX_RECENT = 50;
/** How many folders are searched for books. */
const MAX_FOLDERS = 3000;
const DEEPEST = 6;

/** The books that can be listed. */
export type KnownBooks = {
  list(root: string | null): Promise<KnownBook[]>;
  /** Recently opened books. */
  opened(): Promise<readonly string[]>;
  wasOpened(book: string): Promise<void>;
  idle(): Promise<void>;
};

/** Recently opened books, stored in `books.json`, and books with work in the open folder. */
export function createKnownBooks(
  dataDir: string,
  { notice, reportError }: { notice(sentence: string): void; reportError(error: unknown): void },
): KnownBooks {
  const file = storedJson(join(dataDir, "books.json"), opened, () => t.parts.books);
  let recent: Promise<string[]> | null = null;
  const known = () => {
    recent ??= file.load().then(({ value, notice: damage }) => {
      if (damage !== null) notice(damage);
      return value ?? [];
    });
    return recent;
  };

  return {
    async list(root) {
      const working = root === null ? [] : await booksBelow(root);
      const paths = [...new Set([...(await known()), ...working])];
      const books = await Promise.all(
        paths.map(async (book): Promise<KnownBook | null> => {
          const kind = await bookKind(book);
          if (kind === null) return null;
          const work = kind === "folder" ? join(book, ".galley") : join(dirname(book), ".galley", basename(book));
          const hasWork = (await stat(join(work, "book.db")).catch(() => null)) !== null;
          return { book, name: basename(book), displayPath: displayPath(root, book), kind, hasWork };
        }),
      );
      return books.filter((each) => each !== null);
    },
    opened: known,
    async wasOpened(book) {
      const next = [book, ...(await known()).filter((each) => each !== book)].slice(0, MAX_RECENT);
      recent = Promise.resolve(next);
      file.save(next).catch(reportError);
    },
    idle: () => file.idle(),
  };
}

/** The kind of book that a path can be opened as; null if none. Of a large folder only some entries are checked. */
export async function bookKind(path: string): Promise<BookKind | null> {
  const found = await stat(path).catch(() => null);
  if (found === null) return null;
  if (!found.isDirectory()) return isEpub(path) ? "package" : isChapterFile(basename(path)) ? "file" : null;
  let left = 300;
  const hasChapter = async (folder: string, depth: number): Promise<boolean> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    if (entries.some((entry) => entry.isFile() && isChapterFile(entry.name))) return true;
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name.startsWith(".") || depth >= DEEPEST || --left < 0) continue;
      if (await hasChapter(join(folder, entry.name), depth + 1)) return true;
    }
    return false;
  };
  return (await hasChapter(path, 0)) ? "folder" : null;
}

/**
 * Books with work below a folder, found by their `.galley` folders, which contain the work of a folder or of files
 * beside it.
 */
async function booksBelow(root: string): Promise<string[]> {
  const found: string[] = [];
  let left = MAX_FOLDERS;
  const walk = async (folder: string, depth: number): Promise<void> => {
    if (--left < 0) return;
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (!entry.isDirectory()) continue;
      const path = join(folder, entry.name);
      if (entry.name === ".galley") found.push(...(await booksOf(path)));
      else if (!entry.name.startsWith(".") && entry.name !== "node_modules" && depth < DEEPEST)
        await walk(path, depth + 1);
    }
  };
  await walk(root, 0);
  return found;
}

async function booksOf(own: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(own, { withFileTypes: true }).catch(() => [])) {
    if (entry.isFile() && entry.name === "book.db") found.push(dirname(own));
    if (!entry.isDirectory()) continue;
    const hasWork = await stat(join(own, entry.name, "book.db")).catch(() => null);
    if (hasWork !== null) found.push(join(dirname(own), entry.name));
  }
  return found;
}
