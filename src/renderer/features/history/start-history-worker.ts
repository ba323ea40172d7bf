import type { HistoryWorker } from "./history-protocol";
import address from "./history-worker?worker&url";

type ScriptPolicy = { createScriptURL(address: string): unknown };
type PolicyMaker = { createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptPolicy };

// Trusted Types: the content security policy rejects plain strings as script URLs, and this policy allows only this
// worker.
const policy = (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes?.createPolicy("galley-history", {
  createScriptURL: () => address,
});

/** Starts the worker that compares versions. */
export const startHistoryWorker = (): HistoryWorker =>
  new Worker((policy?.createScriptURL(address) ?? address) as string, {
    type: "module",
    name: "history",
  }) as unknown as HistoryWorker;
