/** Runs jobs in worker processes. */

export { serveWorker } from "./serve-worker";
export { createWorkerClient, WorkerEnded } from "./worker-client";
export { limitsAsArguments, type StartWorker, type WorkerLimits } from "./worker-process";
