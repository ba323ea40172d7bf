import { TestRunner } from "vitest";

/**
 * Counts so many attempts of the attack that the running test is: `tried(paths.length)`. A test that is an attack has the number of it in
 * its title, `… [A18]` or `… [A9 E17]`; one that says nothing here counts as one attempt.
 */
export function tried(attempts: number): void {
  const meta = TestRunner.getCurrentTest()?.meta as { tried?: number } | undefined;
  if (meta === undefined) throw new RangeError("attempts are counted while a test runs");
  meta.tried = (meta.tried ?? 0) + attempts;
}
