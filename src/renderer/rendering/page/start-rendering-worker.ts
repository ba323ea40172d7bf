import type { ReadingWorker } from "./rendering";
import address from "./rendering-worker?worker&url";

type ScriptPolicy = { createScriptURL(address: string): unknown };
type PolicyMaker = { createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptPolicy };

// The Trusted Types policy accepts only this script address.
const policy = (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes?.createPolicy("galley-reading-worker", {
  createScriptURL: () => address,
});

/** Starts the rendering worker. */
export const startReadingWorker = (): ReadingWorker =>
  new Worker((policy?.createScriptURL(address) ?? address) as string, { type: "module", name: "reading" });
