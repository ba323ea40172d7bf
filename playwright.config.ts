import { defineConfig } from "@playwright/test";

// CI's machine is slow and does other work as well: what is waited for may take its time there.
const isOnCI = Boolean(process.env["CI"]);
const testTime = isOnCI ? 120_000 : 60_000;

export default defineConfig({
  testDir: "e2e",
  outputDir: "out/playwright",
  timeout: process.env["GALLEY_LONG"] ? 600_000 : testTime,
  expect: { timeout: isOnCI ? 20_000 : 10_000 },
  fullyParallel: false,
  forbidOnly: isOnCI,
  // A test that waits for the real world has further tries there, and is told of when it needs one.
  retries: isOnCI ? 2 : 0,
  reporter: [["list"], ["json", { outputFile: "out/test-results/e2e.json" }]],
  // Pictures of the page, in its own type, so that they hold on every machine; `-- --update-snapshots` makes new ones.
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  use: { trace: "retain-on-failure" },
  projects: [
    { name: "e2e", testMatch: "**/*.spec.ts" },
    { name: "demo", testMatch: "**/*.demo.ts" },
  ],
});
