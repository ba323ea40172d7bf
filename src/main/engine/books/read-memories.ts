import { join } from "node:path";
import { languageFit } from "../office/bilingual/language-match";
import type { FileStore } from "../ports/file-store";
import { MAX_MEMORIES, MAX_MEMORY_BYTES, MAX_MEMORY_HEADER_BYTES } from "../ports/limits";
import { sourceHash } from "./book/source-hash";
import { sourceLanguage } from "./book-language";
import type { OpenBook } from "./books";
import { createMatchIndex, type MatchIndex } from "./memory/match-index";
import { type MemoryHeader, memoryEnding, memoryEntry, memoryHeader } from "./memory/memory-file";
import { sentencePairs } from "./memory/sentence-pairs";
import { slices } from "./memory/slices";

/** Where an entry comes from that is not the book's own work: an imported file, or another book of the folder. */
export type MemoryOrigin = { kind: "file" | "book"; name: string };

/**
 * Accepted translations from outside of a book. The entries of the index are translations: `entries` whole ones, and those of their sentences, with
 * `characters` in all. `isWhole`: nothing was left out for want of room.
 */
export type ForeignMemory = {
  /** The file or the book that it was read from. */
  path: string;
  origin: MemoryOrigin;
  /** What an imported file says about itself; null for a book. */
  header: MemoryHeader | null;
  index: MatchIndex<string>;
  /** The whole entries, in the order in which they were read. */
  pairs: readonly (readonly [source: string, target: string])[];
  entries: number;
  characters: number;
  isWhole: boolean;
};

/** The folder beside a book's work that holds its imported memories. */
export const memoriesFolder = "memories";

/** What an entry takes beside its texts: as much as this many characters. */
const ENTRY_COST = 100;
const newline = 0x0a;

/** The imported memories beside a book's work, the smallest first, so that one large memory does not take the space of all; `stamp` is equal while a file has not changed. */
export async function importedFiles(store: FileStore, folder: string): Promise<{ path: string; stamp: string }[]> {
  const own = join(folder, memoriesFolder);
  const entries = await store.list(own).catch(() => []);
  const names = entries
    .filter(({ name, kind }) => kind === "file" && name.endsWith(memoryEnding))
    .map(({ name }) => name);
  const found = await Promise.all(
    names
      .sort()
      .slice(0, MAX_MEMORIES)
      .map(async (name) => {
        const path = join(own, name);
        const entry = await store.entry(path);
        if (entry?.kind !== "file") return null;
        return { path, stamp: `${entry.bytes} ${entry.modified}`, bytes: entry.bytes };
      }),
  );
  return found.filter((each) => each !== null).sort((a, b) => a.bytes - b.bytes);
}

/** The header at the beginning of an imported memory; null if no Galley has written it. */
export function headerIn({ buffer, byteOffset, byteLength }: Uint8Array): MemoryHeader | null {
  const text = Buffer.from(buffer, byteOffset, Math.min(byteLength, MAX_MEMORY_HEADER_BYTES));
  return memoryHeader(text.toString("utf8", 0, Math.max(0, text.indexOf(newline))));
}

/** Reads an imported memory, with at most this many characters; null if no Galley has written it. Damaged lines are left out. */
export async function readImported(store: FileStore, path: string, most: number): Promise<ForeignMemory | null> {
  const stored = await store.read(path, { limit: MAX_MEMORY_BYTES, links: "refuse" });
  const { buffer, byteOffset, byteLength } = stored?.bytes ?? new Uint8Array();
  const text = Buffer.from(buffer, byteOffset, byteLength);
  const header = headerIn(text);
  if (header === null) return null;
  const firstEnd = text.indexOf(newline);
  const entries = function* () {
    for (let from = firstEnd + 1; from < text.length; ) {
      const to = text.indexOf(newline, from);
      const end = to < 0 ? text.length : to;
      const entry = memoryEntry(text.toString("utf8", from, end));
      if (entry !== null) yield entry;
      from = end + 1;
    }
  };
  return indexed({ path, origin: { kind: "file", name: header.name }, header }, entries(), most);
}

/** The accepted translations of another book; null if it has none in this language, or its source is in another language than that of `own`. */
export async function readOther(
  { realPath: path, book, read }: Pick<OpenBook, "realPath" | "book" | "read">,
  { language: into, book: own }: Pick<OpenBook, "language" | "book">,
  most: number,
): Promise<ForeignMemory | null> {
  const languages = read((work) => work.languages()).filter((each) => languageFit(each, into) > 0);
  if (languages.length === 0) return null;
  const [here, there] = await Promise.all([sourceLanguage(own), sourceLanguage(book)]);
  if (here !== null && there !== null && here !== there) return null;
  const facts = languages.map((language) => read((work) => work.rowFacts(language)));
  const entries = function* (): Generator<[string, string]> {
    for (const { selected, accepted } of facts)
      for (const { paragraphs } of book.chapters)
        for (const paragraph of paragraphs) {
          const version = paragraph.isBlank || !accepted.has(paragraph.id) ? undefined : selected.get(paragraph.id);
          if (version?.source === sourceHash(paragraph)) yield [paragraph.text, version.text.trim()];
        }
  };
  return indexed({ path, origin: { kind: "book", name: book.title }, header: null }, entries(), most);
}

/** Puts entries and their sentences into an index, a few milliseconds at a time. */
async function indexed(
  of: Pick<ForeignMemory, "path" | "origin" | "header">,
  pairs: Iterable<[source: string, target: string]>,
  most: number,
): Promise<ForeignMemory> {
  const index = createMatchIndex<string>();
  const whole: [source: string, target: string][] = [];
  const counts = { entries: 0, characters: 0 };
  const rest = slices();
  for (const [source, target] of pairs) {
    const all = [[source, target] as const, ...sentencePairs(source, target)];
    const cost = all.reduce((sum, [from, into]) => sum + from.length + into.length + ENTRY_COST, 0);
    if (counts.characters + cost > most) return { ...of, ...counts, index, pairs: whole, isWhole: false };
    for (const [from, into] of all) index.add(from, into);
    whole.push([source, target]);
    counts.entries++;
    counts.characters += cost;
    await rest();
  }
  return { ...of, ...counts, index, pairs: whole, isWhole: true };
}
