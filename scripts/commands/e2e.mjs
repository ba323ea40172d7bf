import { playTests } from "./playwright.mjs";

/** The real app, driven by Playwright. */
export const run = (args) => playTests("e2e", args);
