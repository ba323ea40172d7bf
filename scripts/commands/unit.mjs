import { runTests } from "./vitest.mjs";

/** Tests that need no build and no window. */
export const run = (args) => runTests("unit", args);
