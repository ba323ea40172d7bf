import { workerStarter } from "../../ui/worker-starter";
import type { RenderingWorker } from "./rendering";
import address from "./rendering-worker?worker&url";

/** Starts the rendering worker. */
export const startRenderingWorker = workerStarter<RenderingWorker>("reading", address);
