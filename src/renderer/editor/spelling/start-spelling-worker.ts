import address from "./spelling-worker?worker&url";
import type { WorkerLike } from "./worker-protocol";

type ScriptPolicy = { createScriptURL(address: string): unknown };
type PolicyFactory = { createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptPolicy };

// The Trusted Types policy accepts only this script address.
const policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy("galley-spelling", {
  createScriptURL: () => address,
});

/** Starts the worker that has the dictionaries. */
export const startSpellingWorker = (): WorkerLike =>
  new Worker((policy?.createScriptURL(address) ?? address) as string, {
    type: "module",
    name: "spelling",
  }) as unknown as WorkerLike;
