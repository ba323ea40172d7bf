/** Web worker for work on long texts that would block typing: section edits and coverage. */
import { answering, type FromWorker, type ToWorker } from "./worker-protocol";

const answer = answering((told: FromWorker, moved: ArrayBuffer[]) => self.postMessage(told, { transfer: moved }));
self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => answer(data));
