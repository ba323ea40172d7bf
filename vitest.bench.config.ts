import { defineConfig } from "vitest/config";

/** Benchmarks are tests that print; one at a time, so that none disturbs another's figures. */
export default defineConfig({
  test: { include: ["bench/**/*.bench.ts"], fileParallelism: false, testTimeout: 600_000, hookTimeout: 120_000 },
});
