import { test } from "@playwright/test";

/**
 * Like `recordAttempts` of src/shared/testing, for Playwright: records the number of attempts of the attack whose id is in the title of the running
 * test.
 */
export function recordAttempts(attempts: number): void {
  test.info().annotations.push({ type: "tried", description: String(attempts) });
}
