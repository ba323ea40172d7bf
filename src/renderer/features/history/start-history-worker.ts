import type { HistoryWorker } from "./history-protocol";
import address from "./history-worker?worker&url";

type ScriptPolicy = { createScriptURL(address: string): unknown };
type PolicyMaker = { createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptPolicy };

// The page's policy takes no plain string for a script: this names the one script there is.
const policy = (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes?.createPolicy("galley-history", {
  createScriptURL: () => address,
});

/** The worker that compares versions, from the page's own scheme. */
export const startHistoryWorker = (): HistoryWorker =>
  new Worker((policy?.createScriptURL(address) ?? address) as string, {
    type: "module",
    name: "history",
  }) as unknown as HistoryWorker;
