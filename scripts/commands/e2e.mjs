import { play } from "./playwright.mjs";

/** Tests of the real app with Playwright. */
export const run = (args) => play(["--project=e2e", ...args]);
