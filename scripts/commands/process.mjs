import { printMissingTracer } from "../set-up/libraries.mjs";
import { readyBuild } from "../set-up/ready.mjs";
import { runTests } from "./vitest.mjs";

/** Tests that start real processes of the built bundle. */
export async function run(args) {
  await readyBuild();
  printMissingTracer();
  return runTests("process", args);
}
