/** Resets modules, globals and timers before each test file, because files share a process. */
import { afterAll, vi } from "vitest";

vi.resetModules();
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
