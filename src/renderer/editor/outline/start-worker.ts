import type { WorkerLike } from "./outline-source";
import address from "./outline-worker?worker&url";

type ScriptPolicy = { createScriptURL(address: string): unknown };
type PolicyMaker = { createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptPolicy };

// Trusted Types: the content security policy rejects plain strings as script URLs, and this policy allows only this
// worker.
const policy = (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes?.createPolicy("galley-outline", {
  createScriptURL: () => address,
});

/** Starts the outline worker. */
export const startWorker = (): WorkerLike =>
  new Worker((policy?.createScriptURL(address) ?? address) as string, {
    type: "module",
    name: "outline",
  }) as WorkerLike;
