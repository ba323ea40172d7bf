/** Playwright's `test` for tests that start apps: when a worker ends, the apps that its tests share or left running after a failure end too. */
import { test as base } from "@playwright/test";
import { killApps } from "./launch";

export const test = base.extend<object, { endsApps: undefined }>({
  endsApps: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures from this pattern.
    async ({}, use) => {
      await use(undefined);
      await killApps();
    },
    { scope: "worker", auto: true },
  ],
});
