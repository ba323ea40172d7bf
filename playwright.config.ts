import { defineConfig } from "@playwright/test";

// CI machines are slow and busy, so timeouts are longer there.
const isOnCI = Boolean(process.env["CI"]);
const testTime = isOnCI ? 120_000 : 60_000;

export default defineConfig({
  testDir: "e2e",
  outputDir: "out/playwright",
  timeout: process.env["GALLEY_LONG"] ? 600_000 : testTime,
  expect: { timeout: isOnCI ? 20_000 : 10_000 },
  fullyParallel: false,
  forbidOnly: isOnCI,
  // CI repeats a failed test, because it depends on real timing, and reports it as flaky if it then passes.
  retries: isOnCI ? 2 : 0,
  reporter: [["list"], ["json", { outputFile: "out/test-results/e2e.json" }]],
  // Screenshots use the app's own fonts, so they are the same on every machine; `-- --update-snapshots` writes new ones.
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  // Recording each step takes a tenth of the time. `npm run test:e2e -- e2e/x.spec.ts --trace=on` records without a retry.
  use: { trace: "on-first-retry" },
  projects: [
    { name: "e2e", testMatch: "**/*.spec.ts" },
    { name: "demo", testMatch: "**/*.demo.ts" },
    { name: "agents", testMatch: "**/*.agents.ts" },
    { name: "pictures", testMatch: "**/*.pictures.ts", use: { trace: "off" } },
  ],
});
