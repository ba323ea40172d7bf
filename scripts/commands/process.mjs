import { printMissingTracer } from "../set-up/libraries.mjs";
import { readyBuild } from "../set-up/ready.mjs";
import { installProtocolSuites } from "../set-up/separate-packages.mjs";
import { runTests } from "./vitest.mjs";

/** The number of parallel test files: they wait a lot for their processes, so three keep two cores busy. */
const WORKERS = 3;

/** Tests that start real processes of the built bundle. */
export async function run(args) {
  await readyBuild();
  printMissingTracer();
  if (process.env.GALLEY_LONG) installProtocolSuites();
  return runTests("process", [`--maxWorkers=${WORKERS}`, ...args]);
}
