import { play } from "./playwright.mjs";

/** The real app, driven by Playwright. */
export const run = (args) => play(["--project=e2e", ...args]);
