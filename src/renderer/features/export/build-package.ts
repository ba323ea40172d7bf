import type { DocxPlan } from "../../../core/office/docx/docx-plan";
import type { EpubPlan } from "../../../core/office/epub/epub-plan";
import { workerStarter } from "../../ui/worker-starter";
import address from "./package-worker?worker&url";

/** `reference` is a Word document whose styles are taken over. */
export type PackagePlan =
  | { kind: "docx"; plan: DocxPlan; reference: Uint8Array | null }
  | { kind: "epub"; plan: EpubPlan };

const startWorker = workerStarter("package", address);

/** Builds a Word document or an EPUB in a worker that is terminated afterwards. Rejects if `signal` aborts. */
export function buildInWorker(plan: PackagePlan, signal: AbortSignal): Promise<Uint8Array> {
  const worker = startWorker();
  return new Promise<Uint8Array>((done, fail) => {
    signal.addEventListener("abort", () => fail(signal.reason));
    worker.onerror = ({ message }) => fail(new Error(message || "the worker that writes documents failed"));
    worker.onmessage = ({ data }: MessageEvent<{ bytes: Uint8Array } | { why: string }>) =>
      "bytes" in data ? done(data.bytes) : fail(new Error(data.why));
    worker.postMessage(plan);
  }).finally(() => worker.terminate());
}
