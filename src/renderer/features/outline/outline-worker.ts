/** Runs beside the page, for what would hold up typing in a long text: edits of its sections, and what has been read. */
import { answering, type FromWorker, type ToWorker } from "./worker-protocol";

const answer = answering((told: FromWorker, moved: ArrayBuffer[]) => self.postMessage(told, { transfer: moved }));
self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => answer(data));
