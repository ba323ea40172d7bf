/**
 * Work in a process of its own.
 */

export { serveWorker } from "./serve-worker";
export { createWorkerClient, WorkerEnded } from "./worker-client";
export { limitsAsArguments, type StartWorker, type WorkerLimits } from "./worker-process";
