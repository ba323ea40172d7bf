/** Before each file of tests: nothing of the files that the same process ran before is left in modules, globals and clocks. */
import { afterAll, vi } from "vitest";

vi.resetModules();
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
