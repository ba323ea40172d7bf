import { play } from "./playwright.mjs";

/** Runs the main workflow with the real app and a real MCP client; screenshots and a transcript are written to out/demo. */
export const run = (args) => play(["--project=demo", ...args]);
