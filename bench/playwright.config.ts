/** `npm run bench`: each figure beside a rival, in turns, in one run. Nothing here passes or fails on time. */
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  testMatch: "*.bench.ts",
  timeout: 600_000,
  workers: 1,
  reporter: [["list"]],
});
