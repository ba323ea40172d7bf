/** The worker that receives a text in slices and renders it without blocking the window. */

import { renderingDesk } from "./rendering-client";
import type { FromWorker, ToWorker } from "./rendering-protocol";

const answer = renderingDesk((told: FromWorker, moved: ArrayBuffer[]) => self.postMessage(told, { transfer: moved }));
self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => answer(data));
