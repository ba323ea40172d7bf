import address from "./spelling-worker?worker&url";
import type { WorkerLike } from "./worker-protocol";

type ScriptPolicy = { createScriptURL(address: string): unknown };
type PolicyMaker = { createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptPolicy };

// The page's policy takes no plain string for a script: this names the one script there is.
const policy = (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes?.createPolicy("galley-spelling", {
  createScriptURL: () => address,
});

/** The worker that knows the dictionaries, from the page's own scheme. */
export const startSpellingWorker = (): WorkerLike =>
  new Worker((policy?.createScriptURL(address) ?? address) as string, {
    type: "module",
    name: "spelling",
  }) as unknown as WorkerLike;
