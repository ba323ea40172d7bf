import { build } from "../set-up/build.mjs";
import { readyDependencies } from "../set-up/ready.mjs";
import { runExclusively } from "../set-up/run-exclusively.mjs";

/** Builds out/, even if it is up to date. */
export async function run() {
  await readyDependencies();
  await runExclusively(build);
  return 0;
}
