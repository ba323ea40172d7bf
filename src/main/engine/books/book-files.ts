import { basename, join, relative, sep } from "node:path";
import { formatOf } from "../../../core/text/format";
import type { Packages } from "../office/jobs/packages";
import type { Documents } from "../ports/documents";
import type { FileStore } from "../ports/file-store";
import { MAX_BOOK_DEPTH, MAX_CHAPTERS } from "../ports/limits";
import { ToolError } from "../ports/tool-error";
import type { SourceChapter, Unit } from "./book/book";
import { titleInFrontMatter, usableTitle } from "./book/own-title";
import { readChapterText } from "./book/read-chapter-text";
import { chapterOfFile, chaptersOfFile, comparePaths } from "./book/read-source";
import { titleOfFile } from "./book/split-chapters";

const chapterEndings = /\.(?:md|markdown|mdown|mkdn?|mdwn|mdtxt|mdtext|txt|text)$/i;

/** Whether a file name is that of an EPUB. */
export const isEpub = (name: string): boolean => /\.epub$/i.test(name);

/** Whether a file name is that of a chapter: Markdown or plain text, not hidden. */
export const isChapterFile = (name: string): boolean => chapterEndings.test(name) && !name.startsWith(".");

/** Reads the chapters of a book. Files that have not changed since the last call are not parsed again. */
export type BookFiles = {
  /**
   * Files that cannot be read as text are left out and named in `warnings`. `title` is that of an EPUB, or of the front matter of a book in one
   * file; null if there is none.
   */
  read(
    location: BookLocation,
    unit: Unit,
  ): Promise<{ title: string | null; chapters: SourceChapter[]; warnings: string[] }>;
};

/** A folder of chapter files, a single text file, or an EPUB. */
export type BookKind = "folder" | "file" | "package";

/** Where a book is (links resolved), and for whom it is read. */
export type BookLocation = { realPath: string; kind: BookKind; roots: readonly string[]; store: FileStore };

/** The chapters of a file, and the title of the book if it is one. */
type FileSource = { title: string | null; chapters: SourceChapter[] };

type KnownSource = FileSource & { version: string; unit: Unit };

/** Reads through `documents`, so that the user's unsaved edits count. */
export function createBookFiles(documents: Documents, packages: Packages): BookFiles {
  const known = new Map<string, KnownSource>();

  async function chaptersOf(
    path: string,
    name: string,
    unit: Unit,
    { kind, roots }: BookLocation,
  ): Promise<FileSource> {
    const { text, version } = await documents.read(path, roots);
    const key = `${kind} ${path}`;
    const earlier = known.get(key);
    if (earlier?.version === version && earlier.unit === unit) return earlier;
    const file = { path: name, text, format: formatOf(path) };
    const chapters = kind === "file" ? chaptersOfFile(file, unit) : [chapterOfFile(file, unit)];
    const source = { title: kind === "file" ? titleInFrontMatter(text) : null, chapters };
    known.delete(key);
    known.set(key, { version, unit, ...source });
    if (known.size > MAX_CHAPTERS) known.delete(known.keys().next().value ?? "");
    return source;
  }

  async function chaptersOfPackage({ realPath, roots }: BookLocation, unit: Unit): Promise<FileSource> {
    const { bytes, version } = await documents.readBytes(realPath, roots);
    const earlier = known.get(realPath);
    if (earlier?.version === version && earlier.unit === unit) return earlier;
    const names = new Set<string>();
    const book = await packages.run("epub", { bytes, name: basename(realPath) });
    const chapters = book.chapters.map(({ path, title, text, plain }, index) => {
      const id = names.has(titleOfFile(path)) ? path : titleOfFile(path);
      names.add(id);
      // Exported chapters are files in one folder, numbered in the order of the book.
      const file = `${String(index + 1).padStart(3, "0")}-${titleOfFile(path)}.md`;
      const own = { text, plain, document: path };
      return readChapterText({ id, volume: "", path: file, title: title ?? titleOfFile(path), ...own }, unit);
    });
    const source = { title: usableTitle(book.title ?? ""), chapters };
    known.set(realPath, { version, unit, ...source });
    return source;
  }

  return {
    async read(location, unit) {
      const { realPath, kind } = location;
      const warnings: string[] = [];
      if (kind === "package") return { ...(await chaptersOfPackage(location, unit)), warnings };
      if (kind === "file") {
        return { ...(await chaptersOf(realPath, basename(realPath), unit, location)), warnings };
      }
      const paths = await filesIn(location);
      const named = paths.map((path) => ({ path, name: relative(realPath, path).split(sep).join("/") }));
      named.sort((a, b) => comparePaths(a.name, b.name));
      const read = await Promise.all(
        named.map(async ({ path, name }) => {
          try {
            return (await chaptersOf(path, name, unit, location)).chapters;
          } catch (error) {
            if (!(error instanceof ToolError)) throw error;
            warnings.push(`${name} was skipped: ${error.message}`);
            return [];
          }
        }),
      );
      return { title: null, chapters: read.flat(), warnings };
    },
  };
}

/** The chapter files in a folder, unsorted. Skips hidden files and does not follow links to folders. */
async function filesIn({ realPath, store }: BookLocation): Promise<string[]> {
  const found: string[] = [];
  const walk = async (folder: string, depth: number): Promise<void> => {
    const entries = await store.list(folder);
    for (const { name, kind } of entries) {
      if (name.startsWith(".")) continue;
      const path = join(folder, name);
      if (kind === "file" && isChapterFile(name)) found.push(path);
      if (found.length > MAX_CHAPTERS)
        throw new ToolError("too_large", `${realPath} has more than ${MAX_CHAPTERS} chapters; name a folder inside it`);
      if (kind !== "folder" || depth >= MAX_BOOK_DEPTH) continue;
      const isOwn = await store.realPath(path).then(
        (real) => real === path,
        () => false,
      );
      if (isOwn) await walk(path, depth + 1);
    }
  };
  await walk(realPath, 0);
  return found;
}
