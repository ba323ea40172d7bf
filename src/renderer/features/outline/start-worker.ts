import type { WorkerLike } from "./outline-source";
import address from "./outline-worker?worker&url";

type ScriptPolicy = { createScriptURL(address: string): unknown };
type PolicyMaker = { createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptPolicy };

// The page's policy takes no plain string for a script: this names the one script there is.
const policy = (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes?.createPolicy("galley-outline", {
  createScriptURL: () => address,
});

/** The worker of the outline, from the page's own scheme. */
export const startWorker = (): WorkerLike =>
  new Worker((policy?.createScriptURL(address) ?? address) as string, {
    type: "module",
    name: "outline",
  }) as WorkerLike;
