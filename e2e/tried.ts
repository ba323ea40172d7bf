import { test } from "@playwright/test";

/** As `tried` of src/shared/testing, for Playwright: so many attempts of the attack whose number the running test's title has. */
export function tried(attempts: number): void {
  test.info().annotations.push({ type: "tried", description: String(attempts) });
}
