import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "e2e",
  outputDir: "out/playwright",
  timeout: process.env["GALLEY_LONG"] ? 600_000 : 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: false,
  forbidOnly: Boolean(process.env["CI"]),
  // CI's machine does other work as well: there a test that waits for the real world has a second try, and is told of.
  retries: process.env["CI"] ? 1 : 0,
  reporter: [["list"], ["json", { outputFile: "out/test-results/e2e.json" }]],
  // Pictures of the page, in its own type, so that they hold on every machine; `-- --update-snapshots` makes new ones.
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  use: { trace: "retain-on-failure" },
  projects: [
    { name: "e2e", testMatch: "**/*.spec.ts" },
    { name: "demo", testMatch: "**/*.demo.ts" },
  ],
});
