import { basename, dirname, join } from "node:path";
import type { FileStore } from "../ports/file-store";
import { isChapterFile, isEpub } from "./book-files";

/** A book with work beside another one. */
export type OtherBook = {
  path: string;
  /** Equal while its work has not changed. */
  stamp: string;
  /** When its work was changed last, in milliseconds since 1970. */
  modified: number;
};

/** How many entries of a folder are looked at, and how many books are taken: those that were worked on last. */
const MAX_LOOKED_AT = 2000;
const MAX_OTHER_BOOKS = 20;

/** The database of a book's work. */
const workFileOf = (path: string, kind: "folder" | "file"): string =>
  kind === "folder" ? join(path, ".galley", "book.db") : join(dirname(path), ".galley", basename(path), "book.db");

/** The other books of a book's folder that have work. A folder that the caller may not list has none. */
export async function otherBooks(
  store: FileStore,
  realPath: string,
  stampOf: (workFile: string) => Promise<{ stamp: string; modified: number } | null>,
): Promise<OtherBook[]> {
  const folder = dirname(realPath);
  const entries = await store.list(folder).catch(() => []);
  const found: OtherBook[] = [];
  for (const { name, kind } of entries.slice(0, MAX_LOOKED_AT)) {
    const path = join(folder, name);
    const isBook = kind === "folder" ? !name.startsWith(".") : kind === "file" && (isChapterFile(name) || isEpub(name));
    if (!isBook || kind === "other" || path === realPath) continue;
    const work = await stampOf(workFileOf(path, kind)).catch(() => null);
    if (work !== null) found.push({ path, ...work });
  }
  return found.sort((a, b) => b.modified - a.modified).slice(0, MAX_OTHER_BOOKS);
}
