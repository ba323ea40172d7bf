import type { ReadingWorker } from "./rendering";
import address from "./rendering-worker?worker&url";

type ScriptPolicy = { createScriptURL(address: string): unknown };
type PolicyMaker = { createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptPolicy };

// The page's policy takes no plain string for a script: this names the one script there is.
const policy = (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes?.createPolicy("galley-reading-worker", {
  createScriptURL: () => address,
});

/** The worker that renders, from the page's own scheme. */
export const startReadingWorker = (): ReadingWorker =>
  new Worker((policy?.createScriptURL(address) ?? address) as string, { type: "module", name: "reading" });
