import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { serialQueue } from "../../../core/async/serial-queue";
import type { FileStore } from "../ports/file-store";
import { sourceLanguage } from "./book-language";
import type { OpenBook } from "./books";
import { fitsLanguage, type MemoryHeader } from "./memory/memory-file";
import type { OtherBook } from "./other-books";
import {
  type ForeignMemory,
  headerIn,
  importedFiles,
  MAX_MEMORY_BYTES,
  memoriesFolder,
  readImported,
  readOther,
} from "./read-memories";
import { isLocked } from "./work/work-database";

/** The foreign memories of one book for one caller. */
export type ForeignMemories = {
  /** Whether files are on a real disk, where other processes can read them. */
  isOnDisk: boolean;
  /** Those that are loaded. The first call begins to load them, and later ones look for changes. */
  ready(): { memories: readonly ForeignMemory[]; isLoading: boolean };
  /** All, once they are loaded; if that takes longer than `within` milliseconds, those that are loaded by then. */
  all(limit?: { within: number }): Promise<readonly ForeignMemory[]>;
  /** Stores an imported memory in the book's folder. */
  add(file: string, bytes: Uint8Array): Promise<"added" | "replaced">;
  /** Removes an imported memory; false if there is none in this file. */
  remove(file: string): Promise<boolean>;
};

/** The texts of everything that is loaded, for all books, in characters: some 300 MB with the index of their words. */
const MAX_CHARACTERS = 80_000_000;
/** Memories of a book that was not used for so long make room for others, in milliseconds. */
const UNUSED_MS = 60_000;
/** Another book is read again when its work has been still for so long, but at least this often. */
const STILL_MS = 60_000;
const MAX_AGE_MS = 600_000;
/** What could not be read is tried again after so long. */
const RETRY_MS = 60_000;
/** How often a database is tried that another process has locked, and how long in between. */
const MAX_ATTEMPTS = 4;
const LOCKED_MS = 250;
/** How long what was found is not looked for again, in milliseconds. */
const FRESH_MS = 3000;
/** The books whose memories are kept. */
const MAX_BOOKS = 4;

/** What is loaded for a book. Times are those of `performance.now`. */
type State = {
  memories: readonly ForeignMemory[];
  /** What it looks at of all that is loaded. */
  keys: ReadonlySet<string>;
  /** When its memories were last asked for. */
  used: number;
  /** When its files were last looked for. */
  checked: number;
  /** How often something was added or removed here. */
  changes: number;
  isComplete: boolean;
  loading: Promise<void> | null;
};

/** What was read at one state of a file or book, and when: its memory, or null if it has none that can be used. With `failed`, it is the one before. */
type Loaded = { status: "read" | "failed"; stamp: string; memory: ForeignMemory | null; at: number };

/** Something that a book's matches may come from. */
type Source = {
  key: string;
  path: string;
  stamp: string;
  /** Whether it is to be read again if it has changed since it was read at this time. */
  isDue(at: number): boolean;
  read(most: number): Promise<ForeignMemory | null>;
};

export type ForeignMemoryDeps = {
  store: FileStore;
  isOnDisk: boolean;
  /** The beginning of a file, with at least its first line if that is a header. */
  beginning(path: string): Promise<Uint8Array | null>;
  /** Other books of the book's folder with work that the caller may see. */
  others(realPath: string, roots: readonly string[]): Promise<OtherBook[]>;
  /** Opens another book, keeping nothing of it and hardly waiting for its database. */
  openOther(path: string, roots: readonly string[]): Promise<OpenBook>;
  /** The limit of all texts that are loaded, in characters. Default: 80 million. */
  most?: number;
};

type ForeignContext = Pick<OpenBook, "realPath" | "folder" | "language" | "book" | "notes"> & {
  roots: readonly string[];
};

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

/** Loads imported memories and those of other books in the background, when a match is first looked for, and keeps them. */
export function createForeignMemories({
  store,
  isOnDisk,
  beginning,
  others,
  openOther,
  most: mostOfAll = MAX_CHARACTERS,
}: ForeignMemoryDeps) {
  const states = new Map<string, State>();
  const loaded = new Map<string, Loaded>();
  /** One load at a time, so that nothing is read twice and all share the limit. */
  const enqueue = serialQueue();
  const headers = new Map<string, { stamp: string; header: MemoryHeader | null }>();

  function stateFor(context: ForeignContext): State {
    const { realPath, language, roots, notes } = context;
    const key = JSON.stringify([realPath, language, notes.otherBooks, roots]);
    const state: State = states.get(key) ?? {
      memories: [],
      keys: new Set(),
      used: 0,
      checked: Number.NEGATIVE_INFINITY,
      changes: 0,
      isComplete: false,
      loading: null,
    };
    state.used = performance.now();
    states.delete(key);
    states.set(key, state);
    if (states.size > MAX_BOOKS) states.delete(states.keys().next().value ?? "");
    return state;
  }

  /** Begins to look for changes, unless that was done just now. */
  function refresh(state: State, context: ForeignContext): void {
    if (state.loading !== null || performance.now() - state.checked < FRESH_MS) return;
    const { changes } = state;
    state.loading = enqueue(() => load(state, context))
      // A memory that cannot be read leaves the others as they are.
      .catch(() => {})
      .finally(() => {
        Object.assign(state, { loading: null, isComplete: true });
        // What was added meanwhile may have been missed.
        if (state.changes === changes) state.checked = performance.now();
      });
  }

  async function load(state: State, context: ForeignContext): Promise<void> {
    const files = await importedFiles(store, context.folder);
    const sources = [...(await fittingFiles(files, context.language)), ...(await otherSources(context))];
    state.keys = new Set([...files.map(({ path }) => path), ...sources.map(({ key }) => key)]);
    forgetUnused(state);
    const memories: ForeignMemory[] = [];
    const left = new Set(sources.map(({ path }) => path));
    for (const source of sources) {
      makeRoom(state);
      let known = loaded.get(source.key);
      if (known === undefined || !isCurrent(known, source)) {
        state.isComplete = false;
        loaded.delete(source.key);
        known = await readAgain(source, known?.memory ?? null);
        loaded.set(source.key, known);
      }
      left.delete(source.path);
      if (known.memory !== null) memories.push(known.memory);
      // What is not loaded again yet stays as it was.
      state.memories = [...memories, ...state.memories.filter(({ path }) => left.has(path))];
    }
    state.memories = memories;
  }

  /** Whether it need not be read now. What was read only as far as there was room is read again if there is more. */
  function isCurrent({ status, stamp, memory, at }: Loaded, source: Source): boolean {
    if (status === "failed") return performance.now() - at < RETRY_MS;
    if (stamp !== source.stamp) return !source.isDue(at);
    return memory === null || memory.isWhole || room() < mostOfAll / 4;
  }

  async function readAgain({ stamp, read }: Source, before: ForeignMemory | null): Promise<Loaded> {
    try {
      return { status: "read", stamp, memory: await read(room()), at: performance.now() };
    } catch {
      return { status: "failed", stamp, memory: before, at: performance.now() };
    }
  }

  /** How many characters may still be loaded. */
  const room = (): number =>
    mostOfAll - [...loaded.values()].reduce((sum, { memory }) => sum + (memory?.characters ?? 0), 0);

  /** If there is little room, the memories of books that are not used are dropped, the longest unused first. */
  function makeRoom(current: State): void {
    for (const [key, state] of states) {
      if (room() >= mostOfAll / 4) return;
      if (state === current || state.loading !== null || performance.now() - state.used < UNUSED_MS) continue;
      states.delete(key);
      forgetUnused(current);
    }
  }

  /** The imported files that are of use in a language. Of the others, only the header is read. */
  async function fittingFiles(files: readonly { path: string; stamp: string }[], language: string): Promise<Source[]> {
    const sources: Source[] = [];
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
  async function otherSources(context: ForeignContext): Promise<Source[]> {
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

  /** Drops what no state looks at now: neither those that are kept, nor the one that is loaded. */
  function forgetUnused(current: State): void {
    const used = new Set([current, ...states.values()].flatMap(({ keys }) => [...keys]));
    for (const kept of [loaded, headers]) for (const key of kept.keys()) if (!used.has(key)) kept.delete(key);
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
      for (const each of [state, ...states.values()])
        Object.assign(each, { checked: Number.NEGATIVE_INFINITY, changes: each.changes + 1 });
    };
    return {
      isOnDisk,
      ready() {
        refresh(state, context);
        return { memories: state.memories, isLoading: state.loading !== null && !state.isComplete };
      },
      async all(limit) {
        const load = async (): Promise<void> => {
          // One that began before may have missed what is new.
          await state.loading;
          refresh(state, context);
          await state.loading;
        };
        const timer = new AbortController();
        const waited = limit && delay(limit.within, undefined, { signal: timer.signal }).catch(() => {});
        await Promise.race([load(), ...(waited ? [waited] : [])]);
        timer.abort();
        return state.memories;
      },
      async add(file, bytes) {
        const { before } = await store.update(await fileAt(file), () => bytes, {
          limit: MAX_MEMORY_BYTES,
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
