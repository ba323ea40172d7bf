import { printMissingKeys } from "../set-up/libraries.mjs";
import { play } from "./playwright.mjs";

/** Tests of the real app with Playwright. */
export const run = async (args) => {
  const code = await play(["--project=e2e", ...args]);
  printMissingKeys();
  return code;
};
