import type { Handlers } from "../../../shared/contract";

/**
 * Handlers of the requests that `schemas` names, whose code is loaded with the first of them: the first paint needs none of it, and most sessions only
 * a part. If loading fails, that request fails, and the next one tries again.
 */
export function handlersOnUse<Name extends keyof Handlers>(
  schemas: Readonly<Record<Name, unknown>>,
  load: () => Promise<Pick<Handlers, Name>>,
): Pick<Handlers, Name> {
  let loading: Promise<Pick<Handlers, Name>> | null = null;
  const loaded = (): Promise<Pick<Handlers, Name>> => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  const handlers: Partial<Record<Name, (argument: never) => Promise<unknown>>> = {};
  for (const name of Object.keys(schemas) as Name[])
    handlers[name] = async (argument) => (await loaded())[name](argument);
  return handlers as Pick<Handlers, Name>;
}
