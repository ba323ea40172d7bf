import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { serialQueue } from "../../../core/async/serial-queue";
import { MAX_MEMORIES_TEXT, MAX_MEMORY_BYTES } from "../ports/limits";
import { createLoadedMemories } from "./loaded-memories";
import { createMemorySources, type ForeignContext, type MemorySourceDeps } from "./memory-sources";
import { type ForeignMemory, memoriesFolder } from "./read-memories";

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

/** Memories of a book that was not used for this long make way for others, in milliseconds. */
const UNUSED_MS = 60_000;
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

export type ForeignMemoryDeps = MemorySourceDeps & {
  isOnDisk: boolean;
  /** The limit of all texts that are loaded, in characters. Default: 80 million. */
  most?: number;
};

/** Loads imported memories and those of other books in the background, when a match is first looked for, and keeps them. */
export function createForeignMemories({ isOnDisk, most = MAX_MEMORIES_TEXT, ...deps }: ForeignMemoryDeps) {
  const { store } = deps;
  const states = new Map<string, State>();
  const allSources = createMemorySources(deps);
  const loaded = createLoadedMemories(most);
  /** One load at a time, so that nothing is read twice and all share the limit. */
  const enqueue = serialQueue();

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
    const { sources, keys } = await allSources.of(context);
    state.keys = keys;
    forgetUnused(state);
    const memories: ForeignMemory[] = [];
    const left = new Set(sources.map(({ path }) => path));
    for (const source of sources) {
      dropIdle(state);
      const memory = await loaded.memoryOf(source, () => {
        state.isComplete = false;
      });
      left.delete(source.path);
      if (memory !== null) memories.push(memory);
      // What is not loaded again yet stays as it was.
      state.memories = [...memories, ...state.memories.filter(({ path }) => left.has(path))];
    }
    state.memories = memories;
  }

  /** If there is little space, drops the memories of books that are not used, the longest unused first. */
  function dropIdle(current: State): void {
    for (const [key, state] of states) {
      if (!loaded.isFull()) return;
      if (state === current || state.loading !== null || performance.now() - state.used < UNUSED_MS) continue;
      states.delete(key);
      forgetUnused(current);
    }
  }

  /** Drops what no state looks at now: neither those that are kept, nor the one that is loaded. */
  function forgetUnused(current: State): void {
    const used = new Set([current, ...states.values()].flatMap(({ keys }) => [...keys]));
    allSources.keepOnly(used);
    loaded.keepOnly(used);
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
