import type { DocxPlan } from "../../../core/office/docx/docx-plan";
import { workerStarter } from "../../ui/worker-starter";
import address from "./docx-worker?worker&url";

const startWorker = workerStarter("docx", address);

/** Builds a Word document in a worker that is terminated afterwards. Rejects if `signal` aborts. */
export function buildInWorker(plan: DocxPlan, signal: AbortSignal): Promise<Uint8Array> {
  const worker = startWorker();
  return new Promise<Uint8Array>((done, fail) => {
    signal.addEventListener("abort", () => fail(signal.reason));
    worker.onerror = ({ message }) => fail(new Error(message || "the worker that writes Word documents failed"));
    worker.onmessage = ({ data }: MessageEvent<{ bytes: Uint8Array } | { why: string }>) =>
      "bytes" in data ? done(data.bytes) : fail(new Error(data.why));
    worker.postMessage(plan);
  }).finally(() => worker.terminate());
}
