/** Runs beside the page: takes a long text in slices, and finds its sections and their edits without holding up typing. */
import { answering, type FromWorker, type ToWorker } from "./worker-talk";

const answer = answering((told: FromWorker, moved: ArrayBuffer[]) => self.postMessage(told, { transfer: moved }));
self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => answer(data));
