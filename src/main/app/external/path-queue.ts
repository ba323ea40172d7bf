import { setImmediate as macrotask } from "node:timers/promises";

/** Handles paths one after the other, each once however often it is added meanwhile. */
export type PathQueue = {
  add(path: string): void;
  idle(): Promise<void>;
  close(): void;
};

/** Other work runs between two paths. `handle` may reject. */
export function createPathQueue(handle: (path: string) => Promise<void>, log: (error: unknown) => void): PathQueue {
  const waiting = new Set<string>();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    // A set also visits what is added while it is visited.
    for (const path of waiting) {
      waiting.delete(path);
      await handle(path).catch(log);
      await macrotask();
    }
    running = null;
  }

  return {
    add(path) {
      waiting.add(path);
      running ??= run();
    },
    async idle() {
      while (running !== null) await running;
    },
    close: () => waiting.clear(),
  };
}
