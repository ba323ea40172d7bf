import { build } from "../set-up/build.mjs";
import { readyDependencies } from "../set-up/ready.mjs";
import { takeTurns } from "../set-up/take-turns.mjs";

/** Builds out/, even if it is up to date. */
export async function run() {
  await readyDependencies();
  await takeTurns(build);
  return 0;
}
