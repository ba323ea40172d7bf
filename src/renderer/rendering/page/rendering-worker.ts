/** Runs beside the page: takes a text in slices and renders it without holding up anything that is shown. */

import { renderingDesk } from "./rendering-client";
import type { FromWorker, ToWorker } from "./rendering-protocol";

const answer = renderingDesk((told: FromWorker, moved: ArrayBuffer[]) => self.postMessage(told, { transfer: moved }));
self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => answer(data));
