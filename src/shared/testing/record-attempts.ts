import { TestRunner } from "vitest";

/**
 * Counts the attempts of an attack in the running test: `tried(paths.length)`. An attack test has the attack's id in
 * its title, `… [A18]` or `… [A9 E17]`; without this call it counts as one attempt. The same value at many positions of
 * a schema is one attempt; `runs` counts how often it was made.
 */
export function recordAttempts(attempts: number, runs = attempts): void {
  const meta = TestRunner.getCurrentTest()?.meta as { recordAttempts?: number; runs?: number } | undefined;
  if (meta === undefined) throw new RangeError("attempts are counted while a test runs");
  meta.recordAttempts = (meta.recordAttempts ?? 0) + attempts;
  meta.runs = (meta.runs ?? 0) + runs;
}
