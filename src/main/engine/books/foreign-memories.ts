import { basename, dirname, join } from "node:path";
import type { FileStore } from "../ports/file-store";
import type { OpenBook } from "./books";
import { fitsLanguage } from "./memory/memory-file";
import type { OtherBook } from "./other-books";
import {
  type ForeignMemory,
  importedFiles,
  MAX_MEMORY_BYTES,
  memoriesFolder,
  readImported,
  readOther,
} from "./read-memories";

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

/** All memories of a book together have at most so many entries. */
const MAX_ENTRIES = 600_000;
/** How long what was found is not looked for again, in milliseconds. */
const FRESH_MS = 3000;
/** The books whose memories are kept. */
const MAX_BOOKS = 4;

/** What is loaded for a book. `checked`: when its files were looked for; `changes` counts what was added or removed here. */
type State = {
  memories: readonly ForeignMemory[];
  checked: number;
  changes: number;
  isComplete: boolean;
  loading: Promise<void> | null;
};

type Loaded = { stamp: string; memory: ForeignMemory | null };

export type ForeignMemoryDeps = {
  store: FileStore;
  isOnDisk: boolean;
  /** Other books of the book's folder with work that the caller may see. */
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
      changes: 0,
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
    const { changes } = state;
    state.loading = load(state, context)
      // A memory that cannot be read leaves the others as they are.
      .catch(() => {})
      .finally(() => {
        Object.assign(state, { loading: null, isComplete: true });
        // What was added meanwhile may have been missed.
        if (state.changes === changes) state.checked = performance.now();
      });
  }

  async function load(state: State, context: ForeignContext): Promise<void> {
    const { realPath, language, notes, roots } = context;
    const files = await importedFiles(store, context.folder);
    const books = notes.otherBooks ? await others(realPath, roots) : [];
    const memories: ForeignMemory[] = [];
    let left = MAX_ENTRIES;
    for (const source of [
      ...files.map((each) => ({ ...each, read: () => readImported(store, each.path, left) })),
      ...books.map((each) => ({ ...each, read: () => otherMemory(each.path, context, left) })),
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

  const otherMemory = async (path: string, context: ForeignContext, most: number): Promise<ForeignMemory | null> =>
    readOther(await openOther(path, context.roots), context, most);

  /** Drops what no state has now. */
  function forgetUnused(): void {
    const used = new Set([...states.values()].flatMap(({ memories }) => memories));
    for (const [key, { memory }] of loaded) if (memory !== null && !used.has(memory)) loaded.delete(key);
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
      for (const each of states.values())
        Object.assign(each, { checked: Number.NEGATIVE_INFINITY, changes: each.changes + 1 });
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
