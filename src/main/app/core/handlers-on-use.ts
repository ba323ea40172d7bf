import { loadedOnce } from "../../../core/async/loaded-once";
import type { Handlers } from "../../../shared/contract";

/**
 * Handlers of the requests that `schemas` names, whose code is loaded with the first of them: the first paint needs none of it, and most sessions only
 * a part. If loading fails, that request fails, and the next one tries again.
 */
export function handlersOnUse<Name extends keyof Handlers>(
  schemas: Readonly<Record<Name, unknown>>,
  load: () => Promise<Pick<Handlers, Name>>,
): Pick<Handlers, Name> {
  const loaded = loadedOnce(load);
  const handlers: Partial<Record<Name, (argument: never) => Promise<unknown>>> = {};
  for (const name of Object.keys(schemas) as Name[])
    handlers[name] = async (argument) => (await loaded())[name](argument);
  return handlers as Pick<Handlers, Name>;
}
