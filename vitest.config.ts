import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const ofProcesses = ["src/main/{mcp,cli}/**/*.test.ts", "**/*.process.test.{ts,mjs}"];
// CI's machine is slow and does other work as well: there a test of races between processes has further tries, and counts as flaky if it needs one.
const furtherTries = process.env["CI"] ? 2 : 0;
// Limits against hanging, not measures: a slow machine that does other work needs time for the properties.
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };
// A process of its own for each of 350 files costs more than the tests: a few processes take the files in turn, and each file loads
// all that it imports anew.
const inFewProcesses = { isolate: false, setupFiles: ["src/shared/testing/fresh-modules.ts"] };
const never = ["**/node_modules/**", "out/**", "e2e/**"];

/** Vitest starts with the longest files. The slowest of all is a short one, and would be waited for alone at the end. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlowest = ({ moduleId }: TestSpecification) => moduleId.endsWith("/faults/faults.process.test.ts");
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlowest), ...sorted.filter((file) => !isSlowest(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    // Vitest leaves one core free: of two that is half, and nobody types while this runs.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "unit",
          include: ["{src,scripts,bench,faults}/**/*.test.{ts,tsx,mjs}"],
          exclude: [...never, ...ofProcesses],
          ...inFewProcesses,
          ...patience,
        },
      },
      {
        // Real processes over the built bundle: `bin/galley`, MCP clients, two writers at one file.
        test: {
          name: "process",
          include: ofProcesses,
          exclude: never,
          ...inFewProcesses,
          ...patience,
          retry: furtherTries,
        },
      },
    ],
  },
});
