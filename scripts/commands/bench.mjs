import { play } from "./playwright.mjs";

/** Benchmarks, each beside a rival in the same run; figures are printed and kept in out/bench. */
export const run = (args) => play(["--config", "bench/playwright.config.ts", ...args]);
