import { defineConfig } from "vitest/config";

const ofProcesses = ["src/main/{mcp,cli}/**/*.test.ts", "**/*.process.test.{ts,mjs}"];
// CI's machine is slow and does other work as well: there a test of races between processes has further tries.
const furtherTries = process.env["CI"] ? 2 : 0;
// Limits against hanging, not measures: a slow machine that does other work needs time for the properties.
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };
const never = ["**/node_modules/**", "out/**", "e2e/**"];

export default defineConfig({
  test: {
    // Vitest leaves one core free: of two that is half, and nobody types while this runs.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "unit",
          include: ["{src,scripts,bench,faults}/**/*.test.{ts,tsx,mjs}"],
          exclude: [...never, ...ofProcesses],
          ...patience,
          retry: furtherTries,
        },
      },
      {
        // Real processes over the built bundle: `bin/galley`, MCP clients, two writers at one file.
        test: {
          name: "process",
          include: ofProcesses,
          exclude: never,
          ...patience,
          retry: furtherTries,
        },
      },
    ],
  },
});
