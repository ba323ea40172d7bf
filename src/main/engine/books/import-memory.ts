import { basename } from "node:path";
import type { MemoryInfo } from "../../../core/books/memory-info";
import { languageFit } from "../office/bilingual/language-match";
import type { Packages } from "../office/jobs/packages";
import type { Caller } from "../ports/caller";
import type { Documents } from "../ports/documents";
import { ToolError } from "../ports/tool-error";
import { sourceLanguage } from "./book-language";
import type { OpenBook } from "./books";
import { memoryFile, memoryFileName } from "./memory/memory-file";
import type { ForeignMemory } from "./read-memories";
import { tagOf } from "./write-export";

export type MemoryImportOptions = {
  /** An absolute path. */
  file: string;
  /** The language of the sources; detected from the book unless given. */
  from?: string;
  /** The language worked in last, unless given. */
  language?: string;
};

/** What an import has added. `skipped` are units without both languages, doubles, and too long ones. */
export type MemoryImport = {
  /** The memory's name, and the file in the book's folder that it is kept in. */
  name: string;
  file: string;
  entries: number;
  skipped: number;
  from: string;
  into: string;
  status: "added" | "replaced";
};

/** Imports what a TMX has in the book's languages. Throws `ToolError` if it is not TMX, or has nothing in these languages. */
export async function importMemory(
  open: OpenBook,
  { file, from, language = open.language }: MemoryImportOptions,
  { documents, packages, caller }: { documents: Documents; packages: Packages; caller: Caller },
): Promise<MemoryImport> {
  if (language === "")
    throw new ToolError("wrong_state", `${open.name} has no target language yet; nothing was imported`, {
      hint: "Choose it first: a memory has translations into many languages.",
    });
  const name = basename(file);
  const path = await documents.realPath(file, caller.roots);
  const wanted = { from: from ?? (await sourceLanguage(open.book)), into: tagOf(language) ?? language };
  const isOnDisk = open.memories(language).isOnDisk;
  const bytes = isOnDisk ? null : (await documents.readBytes(path, caller.roots)).bytes;
  const read = await packages.run("tmx", { path, name, bytes, wanted });
  if (read.entries === 0) {
    const others = read.languages.filter((each) => languageFit(each, wanted.into) === 0);
    const what =
      read.units === 0
        ? `${name} has no units`
        : others.length === read.languages.length
          ? `${name} has nothing in ${language}, only ${read.languages.slice(0, 20).join(", ")}`
          : `${name} has nothing from ${wanted.from ?? "one language"} into ${language}; it has ${read.languages.slice(0, 20).join(", ")}`;
    throw new ToolError("not_found", `${what}; nothing was imported`);
  }
  const { entries, skipped, lines } = read;
  const languages = { from: read.from[0] ?? "und", into: read.into[0] ?? "und" };
  const header = { name, ...languages, language, at: new Date().toISOString(), entries };
  const stored = memoryFileName(name, wanted.into);
  const status = await open.memories(language).add(stored, memoryFile(header, lines));
  return { name, file: stored, entries, skipped, ...languages, status };
}

/** What is shown of memories, by name: not books that have nothing. */
export const memoryInfos = (memories: readonly ForeignMemory[]): MemoryInfo[] =>
  memories
    .filter(({ header, entries, isWhole }) => header !== null || entries > 0 || !isWhole)
    .sort((a, b) => a.origin.name.localeCompare(b.origin.name))
    .map(({ path, origin, header, entries, isWhole }) => ({
      name: origin.name,
      file: header === null ? null : basename(path),
      entries,
      isWhole,
      from: header?.from ?? "",
      into: header?.into ?? "",
    }));
