import { play } from "./playwright.mjs";

/** Benchmarks, each beside a rival in the same run and alone on the machine; figures are printed and kept in out/bench. */
export const run = (args) => play(["--config", "bench/playwright.config.ts", "--workers=1", ...args]);
