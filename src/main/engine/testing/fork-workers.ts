import { fileURLToPath } from "node:url";
import { forkWorkers } from "../worker/worker-process";

/** Starts TypeScript modules as worker processes, directly from the sources. */
export const forkTestWorkers = forkWorkers({
  runner: fileURLToPath(new URL("./run-ts.mjs", import.meta.url)),
  flags: ["--experimental-transform-types"],
});
