import { basename, dirname, join } from "node:path";
import { languageFit } from "../office/bilingual/language-match";
import type { FileStore } from "../ports/file-store";
import { MiB } from "../ports/limits";
import { sourceHash } from "./book/source-hash";
import { sourceLanguage } from "./book-language";
import type { OpenBook } from "./books";
import { createMatchIndex, type MatchIndex } from "./memory/match-index";
import { fitsLanguage, type MemoryHeader, memoryEnding, memoryEntry, memoryHeader } from "./memory/memory-file";
import type { OtherBook } from "./memory/other-books";
import { sentencePairs } from "./memory/sentence-pairs";
import { slices } from "./memory/slices";

/** Where an entry comes from that is not the book's own work: an imported file, or another book of the folder. */
export type MemoryOrigin = { kind: "file" | "book"; name: string };

/** Accepted translations from outside of a book. The entries of the index are translations; `pairs` are those that are not sentences of others. */
export type ForeignMemory = {
  /** The file or the book that it was read from. */
  path: string;
  origin: MemoryOrigin;
  /** What an imported file says about itself; null for a book. */
  header: MemoryHeader | null;
  index: MatchIndex<string>;
  pairs: readonly (readonly [source: string, target: string])[];
};

/** The foreign memories of one book for one caller. */
export type ForeignMemories = {
  /** Whether files are on a real disk, where other processes can read them. */
  isOnDisk: boolean;
  /** Those that are loaded. The first call begins to load them, and later ones look for changes. */
  ready(): { memories: readonly ForeignMemory[]; isLoading: boolean };
  /** All, once they are loaded. */
  all(): Promise<readonly ForeignMemory[]>;
  /** Stores an imported memory in the book's folder. */
  add(file: string, bytes: Uint8Array): Promise<"added" | "replaced">;
  /** Removes an imported memory; false if there is none in this file. */
  remove(file: string): Promise<boolean>;
};

/** The folder beside a book's work that holds its imported memories. */
export const memoriesFolder = "memories";

/** An imported memory has at most so many bytes, a book so many of them, and all memories together so many entries. */
const MAX_FILE_BYTES = 160 * MiB;
const MAX_FILES = 30;
const MAX_ENTRIES = 600_000;
const newline = 0x0a;
/** How long what was found is not looked for again, in milliseconds. */
const FRESH_MS = 3000;
/** The books whose memories are kept. */
const MAX_BOOKS = 4;

/** What is loaded for a book. `checked`: when its files were looked for. */
type State = {
  memories: readonly ForeignMemory[];
  checked: number;
  isComplete: boolean;
  loading: Promise<void> | null;
};

type Loaded = { stamp: string; memory: ForeignMemory | null };

export type ForeignMemoryDeps = {
  store: FileStore;
  isOnDisk: boolean;
  /** Other books of the book's folder with work, as far as the caller may see them. */
  others(realPath: string, roots: readonly string[]): Promise<OtherBook[]>;
  /** Opens another book, keeping nothing of it. */
  openOther(path: string, roots: readonly string[]): Promise<OpenBook>;
};

type ForeignContext = Pick<OpenBook, "realPath" | "folder" | "language" | "book" | "notes"> & {
  roots: readonly string[];
};

/** Loads imported memories and those of other books in the background, when a match is first looked for, and keeps them. */
export function createForeignMemories({ store, isOnDisk, others, openOther }: ForeignMemoryDeps) {
  const states = new Map<string, State>();
  const loaded = new Map<string, Loaded>();

  function stateFor(context: ForeignContext): State {
    const { realPath, language, roots, notes } = context;
    const key = JSON.stringify([realPath, language, notes.otherBooks, roots]);
    const state = states.get(key) ?? {
      memories: [],
      checked: Number.NEGATIVE_INFINITY,
      isComplete: false,
      loading: null,
    };
    states.delete(key);
    states.set(key, state);
    if (states.size > MAX_BOOKS) states.delete(states.keys().next().value ?? "");
    return state;
  }

  /** Begins to look for changes, unless that was done just now. */
  function refresh(state: State, context: ForeignContext): void {
    if (state.loading !== null || performance.now() - state.checked < FRESH_MS) return;
    state.loading = load(state, context)
      // A memory that cannot be read leaves the others as they are.
      .catch(() => {})
      .finally(() => Object.assign(state, { loading: null, checked: performance.now(), isComplete: true }));
  }

  async function load(state: State, context: ForeignContext): Promise<void> {
    const { realPath, language, notes, roots } = context;
    const files = await importedFiles(context);
    const books = notes.otherBooks ? await others(realPath, roots) : [];
    const memories: ForeignMemory[] = [];
    let left = MAX_ENTRIES;
    for (const source of [
      ...files.map((each) => ({ ...each, read: () => readImported(each.path, left) })),
      ...books.map((each) => ({ ...each, read: () => readOther(each.path, context, left) })),
    ]) {
      const key = `${language}\0${source.path}`;
      let known = loaded.get(key);
      if (known?.stamp !== source.stamp) {
        state.isComplete = false;
        known = { stamp: source.stamp, memory: await source.read().catch(() => null) };
        loaded.set(key, known);
      }
      const { memory } = known;
      if (memory === null || (memory.header !== null && !fitsLanguage(memory.header, language))) continue;
      memories.push(memory);
      left -= memory.pairs.length;
      if (!state.isComplete) state.memories = [...memories];
    }
    state.memories = memories;
    forgetUnused();
  }

  /** Drops what no state has any more. */
  function forgetUnused(): void {
    const used = new Set([...states.values()].flatMap(({ memories }) => memories));
    for (const [key, { memory }] of loaded) if (memory !== null && !used.has(memory)) loaded.delete(key);
  }

  async function importedFiles({ folder }: Pick<ForeignContext, "folder">): Promise<OtherBook[]> {
    const own = join(folder, memoriesFolder);
    const entries = await store.list(own).catch(() => []);
    const names = entries
      .filter(({ name, kind }) => kind === "file" && name.endsWith(memoryEnding))
      .map(({ name }) => name);
    const found = await Promise.all(
      names
        .sort()
        .slice(0, MAX_FILES)
        .map(async (name) => {
          const path = join(own, name);
          const entry = await store.entry(path);
          return entry?.kind === "file" ? { path, stamp: `${entry.bytes} ${entry.modified}` } : null;
        }),
    );
    return found.filter((each) => each !== null);
  }

  async function readImported(path: string, most: number): Promise<ForeignMemory | null> {
    const stored = await store.read(path, { limit: MAX_FILE_BYTES, links: "refuse" });
    const { buffer, byteOffset, byteLength } = stored?.bytes ?? new Uint8Array();
    const text = Buffer.from(buffer, byteOffset, byteLength);
    const firstEnd = text.indexOf(newline);
    const header = memoryHeader(text.toString("utf8", 0, Math.max(0, firstEnd)));
    if (header === null) return null;
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

  async function readOther(path: string, context: ForeignContext, most: number): Promise<ForeignMemory | null> {
    const { book, read } = await openOther(path, context.roots);
    const languages = read((work) => work.languages()).filter((each) => languageFit(each, context.language) > 0);
    if (languages.length === 0) return null;
    const [here, there] = await Promise.all([sourceLanguage(context.book), sourceLanguage(book)]);
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

  return (context: ForeignContext): ForeignMemories => {
    const state = stateFor(context);
    const fileAt = async (file: string): Promise<string> => {
      const path = join(context.folder, memoriesFolder, file);
      if (basename(path) !== file || dirname(await store.realPath(path)) !== dirname(path))
        throw new RangeError(`${path} is not where memories are kept`);
      return path;
    };
    const changed = () => {
      for (const each of states.values()) each.checked = Number.NEGATIVE_INFINITY;
    };
    return {
      isOnDisk,
      ready() {
        refresh(state, context);
        return { memories: state.memories, isLoading: state.loading !== null && !state.isComplete };
      },
      async all() {
        // One that began before may have missed what is new.
        await state.loading;
        refresh(state, context);
        await state.loading;
        return state.memories;
      },
      async add(file, bytes) {
        const { before } = await store.update(await fileAt(file), () => bytes, {
          limit: MAX_FILE_BYTES,
          links: "refuse",
        });
        changed();
        return before === null ? "added" : "replaced";
      },
      async remove(file) {
        const path = await fileAt(file);
        if ((await store.entry(path)) === null) return false;
        await store.remove(path, async () => {});
        changed();
        return true;
      },
    };
  };
}

/** Puts entries and their sentences into an index, a few milliseconds at a time. */
async function indexed(
  of: Pick<ForeignMemory, "path" | "origin" | "header">,
  entries: Iterable<[source: string, target: string]>,
  most: number,
): Promise<ForeignMemory> {
  const index = createMatchIndex<string>();
  const pairs: [string, string][] = [];
  const rest = slices();
  for (const [source, target] of entries) {
    if (pairs.length >= most) break;
    index.add(source, target);
    for (const [sentence, translation] of sentencePairs(source, target)) index.add(sentence, translation);
    pairs.push([source, target]);
    await rest();
  }
  return { ...of, index, pairs };
}
