import { printLine } from "../set-up/project.mjs";
import { writePerformance } from "./performance-page.mjs";
import { play } from "./playwright.mjs";

/**
 * Benchmarks, each next to a comparison in the same run and with nothing else running; the figures are printed and stored in out/bench, and
 * docs/performance.md is written from all that are there.
 */
export async function run(args) {
  const code = await play(["--config", "bench/playwright.config.ts", "--workers=1", ...args]);
  printLine(writePerformance());
  return code;
}
