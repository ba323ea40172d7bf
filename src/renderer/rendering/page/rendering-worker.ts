/** The worker that receives a text in slices and renders it without blocking the window. */

import { renderingHandler } from "./rendering-client";
import type { FromWorker, ToWorker } from "./rendering-protocol";

const handleMessage = renderingHandler((reply: FromWorker, moved: ArrayBuffer[]) =>
  self.postMessage(reply, { transfer: moved }),
);
self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => handleMessage(data));
