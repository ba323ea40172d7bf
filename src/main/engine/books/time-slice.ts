import { setImmediate as nextTurn } from "node:timers/promises";

/** Long work gives way to other work after this many milliseconds. */
const SLICE_MS = 8;

/** Returns a function that lets other work run if the last time was more than some milliseconds ago. */
export function timeSlice(signal: AbortSignal | undefined): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < SLICE_MS) return;
    await nextTurn();
    signal?.throwIfAborted();
    began = performance.now();
  };
}
