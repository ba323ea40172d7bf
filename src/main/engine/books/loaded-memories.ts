import type { MemorySource } from "./memory-sources";
import type { ForeignMemory } from "./read-memories";

/** What was read of a source, and when: its memory, or null if it has none that is of use. With `failed`, it is the one before. */
type Loaded = { status: "read" | "failed"; stamp: string; memory: ForeignMemory | null; at: number };

/** What could not be read is tried again after this long, in milliseconds. */
const RETRY_MS = 60_000;

/** The memories that are loaded for all books, with at most this many characters. */
export function createLoadedMemories(most: number) {
  const loaded = new Map<string, Loaded>();

  /** How many characters may still be loaded. */
  const left = (): number => most - [...loaded.values()].reduce((sum, each) => sum + (each.memory?.characters ?? 0), 0);

  const isFull = (): boolean => left() < most / 4;

  /** Whether it need not be read now. What was cut for want of space is read again if there is more. */
  function isCurrent({ status, stamp, memory, at }: Loaded, source: MemorySource): boolean {
    if (status === "failed") return performance.now() - at < RETRY_MS;
    if (stamp !== source.stamp) return !source.isDue(at);
    return memory === null || memory.isWhole || isFull();
  }

  async function read(source: MemorySource, before: ForeignMemory | null): Promise<Loaded> {
    const { stamp } = source;
    try {
      return { status: "read", stamp, memory: await source.read(left()), at: performance.now() };
    } catch {
      return { status: "failed", stamp, memory: before, at: performance.now() };
    }
  }

  return {
    /** Whether more than three quarters of the space are used. */
    isFull,
    /** The memory of a source, read again if it has changed. `handleRead` is called before that. */
    async memoryOf(source: MemorySource, handleRead: () => void): Promise<ForeignMemory | null> {
      const known = loaded.get(source.key);
      if (known !== undefined && isCurrent(known, source)) return known.memory;
      handleRead();
      // Its space counts as free while it is read.
      loaded.delete(source.key);
      const now = await read(source, known?.memory ?? null);
      loaded.set(source.key, now);
      return now.memory;
    },
    /** Drops what has other keys. */
    keepOnly(keys: ReadonlySet<string>): void {
      for (const key of loaded.keys()) if (!keys.has(key)) loaded.delete(key);
    },
  };
}
