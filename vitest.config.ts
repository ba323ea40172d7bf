import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const processTests = ["**/*.process.test.{ts,mjs}"];
// CI machines are slow and busy: there a test of races between processes is repeated, and counts as flaky if it then passes. Unit tests are not.
const retries = process.env["CI"] ? 2 : 0;
// Timeouts only catch hanging tests: slow and busy machines need time for the property tests.
const timeouts = {
  testTimeout: process.env["GALLEY_LONG"] ? 1_800_000 : 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};
// A separate process for each of 350 files costs more than the tests: a few processes run the files one after the other, and each file loads
// its imports again.
const sharedProcesses = {
  isolate: false,
  setupFiles: ["src/shared/testing/fresh-modules.ts"],
  // As those of the processes that tests start: src/shared/testing/heap-flags.ts.
  execArgv: ["--min-semi-space-size=16", "--max-semi-space-size=32"],
};
const excludedFiles = ["**/node_modules/**", "out/**", "e2e/**"];

/** Vitest starts with the longest files. Some slow tests are in short files, which would run alone at the end. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlowest = ({ moduleId }: TestSpecification) =>
      /\/(faults\/faults|soak\/soak|cli\/comments)\.process\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlowest), ...sorted.filter((file) => !isSlowest(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    // By default Vitest leaves one core free, which is half of two.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "unit",
          include: ["{src,scripts,bench,faults}/**/*.test.{ts,tsx,mjs}"],
          exclude: [...excludedFiles, ...processTests],
          ...sharedProcesses,
          ...timeouts,
        },
      },
      {
        // Real processes of the built bundle: `bin/galley`, MCP clients, two writers of one file.
        test: {
          name: "process",
          include: processTests,
          exclude: excludedFiles,
          globalSetup: ["src/main/engine/testing/bundle-children.ts"],
          ...sharedProcesses,
          ...timeouts,
          retry: retries,
        },
      },
    ],
  },
});
