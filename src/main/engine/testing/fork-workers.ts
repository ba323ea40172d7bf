import { fileURLToPath } from "node:url";
import { forkWorkers } from "../worker/worker-process";

/** Starts workers of modules in TypeScript, as they lie in the source. */
export const forkTestWorkers = forkWorkers({
  runner: fileURLToPath(new URL("./run-ts.mjs", import.meta.url)),
  flags: ["--experimental-transform-types"],
});
