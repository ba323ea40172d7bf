import { workerStarter } from "../../ui/worker-starter";
import type { WorkerLike } from "./outline-source";
import address from "./outline-worker?worker&url";

/** Starts the outline worker. */
export const startWorker = workerStarter<WorkerLike>("outline", address);
