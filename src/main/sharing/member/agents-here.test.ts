import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAgentsHere } from "./agents-here";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const reads = (name: string, path: string) => ({ name, path, section: null, does: "reads" as const });

test("agents are listed by what they did last, the latest first, until a minute has passed", () => {
  const changed = vi.fn();
  const agents = createAgentsHere(changed);
  agents.did(reads("Claude", "a.md"));
  vi.advanceTimersByTime(30_000);
  agents.did(reads("Codex", "a.md"));
  agents.did(reads("Claude", "b.md"));
  agents.did(reads("Codex", "c.md"));
  expect(agents.list()).toEqual([reads("Codex", "c.md"), reads("Claude", "b.md")]);
  vi.advanceTimersByTime(500);
  // One report for all that happened at once.
  expect(changed).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(58_000);
  expect(agents.list()).toHaveLength(2);
  vi.advanceTimersByTime(2000);
  expect(agents.list()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
  agents.close();
});

test("nothing is reported after it was closed", () => {
  const changed = vi.fn();
  const agents = createAgentsHere(changed);
  agents.did(reads("Claude", "a.md"));
  agents.close();
  vi.advanceTimersByTime(120_000);
  expect(changed).not.toHaveBeenCalled();
});
