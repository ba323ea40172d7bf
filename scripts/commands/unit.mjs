import { runTests } from "./vitest.mjs";

/** The number of parallel test files: they often wait for timers and threads, so three keep two cores busy. */
const WORKERS = 3;

/** Tests that need no build and no window. */
export const run = (args) => runTests("unit", [`--maxWorkers=${WORKERS}`, ...args]);
