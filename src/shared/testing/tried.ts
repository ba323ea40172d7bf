import { TestRunner } from "vitest";

/**
 * Counts so many attempts of the attack that the running test is: `tried(paths.length)`. A test that is an attack has the number of it in
 * its title, `… [A18]` or `… [A9 E17]`; one that says nothing here counts as one attempt. Attempts are distinct: what is put into many places of
 * a schema is one, and `runs` says how often it was made.
 */
export function tried(attempts: number, runs = attempts): void {
  const meta = TestRunner.getCurrentTest()?.meta as { tried?: number; runs?: number } | undefined;
  if (meta === undefined) throw new RangeError("attempts are counted while a test runs");
  meta.tried = (meta.tried ?? 0) + attempts;
  meta.runs = (meta.runs ?? 0) + runs;
}
