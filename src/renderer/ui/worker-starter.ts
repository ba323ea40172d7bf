type ScriptPolicy = { createScriptURL(address: string): unknown };
type PolicyFactory = { createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptPolicy };

/**
 * Returns the function that starts a worker of Galley's own; `address` is what `?worker&url` imports. The content security policy rejects plain
 * strings as addresses of scripts, and the Trusted Types policy that this creates allows only this one. Call it once for each worker. `W`: the worker
 * as its client uses it, typed messages included.
 */
export function workerStarter<W = Worker>(name: string, address: string): () => W {
  const policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy(`galley-${name}-worker`, {
    createScriptURL: () => address,
  });
  return () => new Worker((policy?.createScriptURL(address) ?? address) as string, { type: "module", name }) as W;
}
