import { play } from "./playwright.mjs";

/** Benchmarks, each next to a comparison in the same run and with nothing else running; the figures are printed and stored in out/bench. */
export const run = (args) => play(["--config", "bench/playwright.config.ts", "--workers=1", ...args]);
