/** `npm run bench`: each figure is measured next to a comparison, alternating, in one run. No benchmark fails because of its time. */
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  testMatch: "*.bench.ts",
  timeout: 600_000,
  workers: 1,
  reporter: [["list"]],
});
