import type { DocxPlan } from "../../../core/office/docx/docx-plan";
import address from "./docx-worker?worker&url";

type ScriptPolicy = { createScriptURL(address: string): unknown };
type PolicyMaker = { createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptPolicy };

// Trusted Types: the content security policy rejects plain strings as script URLs, and this policy allows only this
// worker.
const policy = (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes?.createPolicy("galley-docx", {
  createScriptURL: () => address,
});

/** Builds a Word document in a worker that is terminated afterwards. Rejects if `signal` aborts. */
export function buildInWorker(plan: DocxPlan, signal: AbortSignal): Promise<Uint8Array> {
  const worker = new Worker((policy?.createScriptURL(address) ?? address) as string, { type: "module", name: "docx" });
  return new Promise<Uint8Array>((done, fail) => {
    signal.addEventListener("abort", () => fail(signal.reason));
    worker.onerror = ({ message }) => fail(new Error(message || "the worker that writes Word documents failed"));
    worker.onmessage = ({ data }: MessageEvent<{ bytes: Uint8Array } | { why: string }>) =>
      "bytes" in data ? done(data.bytes) : fail(new Error(data.why));
    worker.postMessage(plan);
  }).finally(() => worker.terminate());
}
