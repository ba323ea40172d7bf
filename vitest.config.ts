import { defineConfig } from "vitest/config";

const ofProcesses = ["src/main/{mcp,cli}/**/*.test.ts", "**/*.process.test.{ts,mjs}"];
// CI's machine does other work as well: there a test of races between processes has a second try.
const secondTry = process.env["CI"] ? 1 : 0;
const never = ["**/node_modules/**", "out/**", "e2e/**"];

export default defineConfig({
  test: {
    // Vitest leaves one core free: of two that is half, and nobody types while this runs.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "unit",
          include: ["{src,scripts,bench}/**/*.test.{ts,tsx,mjs}"],
          exclude: [...never, ...ofProcesses],
          // A limit against hanging, not a measure: a slow machine that does other work needs time for the properties.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          retry: secondTry,
        },
      },
      {
        // Real processes over the built bundle: `bin/galley`, MCP clients, two writers at one file.
        test: {
          name: "process",
          include: ofProcesses,
          exclude: never,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          retry: secondTry,
        },
      },
    ],
  },
});
