/** Web worker for work on long texts that would block typing: section edits and coverage. */
import { createHandler, type FromWorker, type ToWorker } from "./worker-protocol";

const answer = createHandler((response: FromWorker, moved: ArrayBuffer[]) =>
  self.postMessage(response, { transfer: moved }),
);
self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => answer(data));
