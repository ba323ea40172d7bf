import { runTests } from "./vitest.mjs";

/** Everything that needs no build and no window. */
export const run = (args) => runTests("unit", args);
