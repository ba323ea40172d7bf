import { setImmediate as nextTurn } from "node:timers/promises";

/** Long work gives way to other work after this many milliseconds. */
const SLICE_MS = 4;

/** To be awaited after each step of long work: lets other work run if the current slice is used up. */
export function slices(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < SLICE_MS) return;
    await nextTurn();
    began = performance.now();
  };
}
