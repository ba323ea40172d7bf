/** Resets modules, globals and timers before each test file, because files share a process. */
import { configureGlobal } from "fast-check";
import { afterAll, vi } from "vitest";

vi.resetModules();

// Of a property that names no number of cases, the short run tries a third of what fast-check does.
configureGlobal({ numRuns: process.env["GALLEY_LONG"] ? 100 : 33 });

// A timeout that outlives its file would run in a later one: a save that is tried again for ever, say, under the fake clock of that file's test.
const { setTimeout: startTimeout, setInterval: startInterval } = globalThis;
const started = new Set<WeakRef<NodeJS.Timeout>>();
const noted = (timer: NodeJS.Timeout) => {
  started.add(new WeakRef(timer));
  return timer;
};
globalThis.setTimeout = Object.assign(
  (...args: Parameters<typeof startTimeout>) => noted(startTimeout(...args)),
  startTimeout,
);
globalThis.setInterval = Object.assign(
  (...args: Parameters<typeof startInterval>) => noted(startInterval(...args)),
  startInterval,
);

afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const timer of started) clearTimeout(timer.deref());
  Object.assign(globalThis, { setTimeout: startTimeout, setInterval: startInterval });
});
