import { play } from "./playwright.mjs";

/** The main job, played by the real app and a real MCP client; pictures and a transcript are left in out/demo. */
export const run = (args) => play(["--project=demo", ...args]);
