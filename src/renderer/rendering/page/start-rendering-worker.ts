import type { RenderingWorker } from "./rendering";
import address from "./rendering-worker?worker&url";

type ScriptPolicy = { createScriptURL(address: string): unknown };
type PolicyFactory = { createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptPolicy };

// The Trusted Types policy accepts only this script address.
const policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy("galley-reading-worker", {
  createScriptURL: () => address,
});

/** Starts the rendering worker. */
export const startRenderingWorker = (): RenderingWorker =>
  new Worker((policy?.createScriptURL(address) ?? address) as string, { type: "module", name: "reading" });
