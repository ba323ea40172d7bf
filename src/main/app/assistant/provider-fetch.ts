import { type EventWatch, type Protocol, watchEvents } from "./event-watch";
import { assistantTold } from "./messages";
import { type Asked, faultOfConnection, faultOfStatus, ProviderFault } from "./provider-error";

/** The limits of one request. */
export type FetchLimits = { idleMs: number; mostBytes: number };

const streamTypes: Record<Protocol, RegExp> = {
  anthropic: /^text\/event-stream\b/i,
  openai: /^text\/event-stream\b/i,
  ollama: /^application\/(?:x-ndjson|jsonl?|x-jsonlines)\b/i,
};

/** Fifty megabytes: no answer that a person could read. */
export const answerLimit = 50 * 1024 * 1024;

const mostErrorBytes = 64 * 1024;

/** One guarded request. `fetch` is given to whoever speaks the protocol; the rest says how it really went. */
export type GuardedRequest = {
  fetch: typeof globalThis.fetch;
  /** What went wrong, whatever a library made of it; null where nothing did, so far. */
  fault(): ProviderFault | null;
  /** The answer has come to the provider's own end. */
  isComplete(): boolean;
};

/**
 * A `fetch` for one streamed answer: it follows no redirects, gives up when no whole event comes for `idleMs`, takes no
 * more than `mostBytes` after unpacking, and knows by the bytes whether the answer came to its end.
 */
export function guardRequest(
  asked: Asked,
  { protocol, limits, signal }: { protocol: Protocol; limits: FetchLimits; signal: AbortSignal },
): GuardedRequest {
  const watch = watchEvents(protocol);
  let fault: ProviderFault | null = null;
  const fail = (found: ProviderFault): ProviderFault => {
    fault ??= found;
    return fault;
  };
  return {
    fault: () => fault,
    isComplete: () => watch.isTerminal && fault === null,
    async fetch(input, init) {
      const idle = idleLimit(limits.idleMs, () => {
        const { silent, silentHint } = assistantTold.faults;
        fail(new ProviderFault(silent(asked.name, Math.round(limits.idleMs / 1000)), { hint: silentHint }));
      });
      const stop = AbortSignal.any([signal, idle.signal]);
      const response = await globalThis
        .fetch(input, { ...init, redirect: "manual", signal: stop })
        .catch((error: unknown) => {
          idle.end();
          throw signal.aborted ? signal.reason : fail(faultOfConnection(error, asked));
        });
      if (!response.ok) {
        const body = await beginning(response, mostErrorBytes);
        idle.end();
        throw fail(faultOfStatus(response.status, response.headers, body, asked));
      }
      const type = response.headers.get("content-type") ?? "";
      if (!streamTypes[protocol].test(type) || response.body === null) {
        await response.body?.cancel().catch(() => undefined);
        idle.end();
        const { wrongType, wrongTypeHint } = assistantTold.faults;
        const shown =
          type
            .split(";")[0]
            ?.slice(0, 60)
            .replace(/[^\w/+.-]/g, "") || assistantTold.nothingType;
        throw fail(new ProviderFault(wrongType(asked.name, shown), { hint: wrongTypeHint }));
      }
      const body = watched(response.body, { watch, asked, limits, idle, signal, fail });
      return new Response(body, { status: response.status, headers: plainHeaders(response.headers) });
    },
  };
}

type Watching = {
  watch: EventWatch;
  asked: Asked;
  limits: FetchLimits;
  idle: IdleLimit;
  signal: AbortSignal;
  fail(fault: ProviderFault): ProviderFault;
};

/** The body as it comes, until the terminal event: what a server leaves open after that is closed. */
function watched(body: ReadableStream<Uint8Array>, watching: Watching): ReadableStream<Uint8Array> {
  const { watch, asked, limits, idle, signal, fail } = watching;
  const reader = body.getReader();
  let taken = 0;
  const end = (): void => {
    idle.end();
    reader.cancel().catch(() => undefined);
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          idle.end();
          controller.close();
          return;
        }
        taken += value.length;
        if (taken > limits.mostBytes) {
          const { tooLong, tooLongHint } = assistantTold.faults;
          end();
          controller.error(
            fail(
              new ProviderFault(tooLong(asked.name, Math.round(limits.mostBytes / 1024 / 1024)), { hint: tooLongHint }),
            ),
          );
          return;
        }
        const before = watch.events;
        watch.see(value);
        // Single bytes that never make an event do not count as a sign of life.
        if (watch.events > before) idle.again();
        controller.enqueue(value);
        if (watch.isTerminal) {
          end();
          controller.close();
        }
      } catch (error) {
        idle.end();
        const { cut, cutHint } = assistantTold.faults;
        if (!signal.aborted) fail(new ProviderFault(cut(asked.name), { hint: cutHint, isTransient: true }));
        controller.error(error);
      }
    },
    cancel: end,
  });
}

/** It has been unpacked already, and its length is another one. */
function plainHeaders(headers: Headers): Headers {
  const plain = new Headers(headers);
  for (const name of ["content-encoding", "content-length"]) plain.delete(name);
  return plain;
}

type IdleLimit = { signal: AbortSignal; again(): void; end(): void };

function idleLimit(ms: number, silent: () => void): IdleLimit {
  const controller = new AbortController();
  const strike = (): void => {
    silent();
    controller.abort();
  };
  let timer = setTimeout(strike, ms);
  return {
    signal: controller.signal,
    again() {
      clearTimeout(timer);
      timer = setTimeout(strike, ms);
    },
    end: () => clearTimeout(timer),
  };
}

/** The first bytes of a body as text; whatever goes wrong with the rest does not matter. */
async function beginning(response: Response, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  const reader = response.body?.getReader();
  try {
    for (let taken = 0; reader && taken < most; ) {
      const { done, value } = await reader.read();
      if (done) break;
      taken += value.length;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // What has come is enough.
  }
  await reader?.cancel().catch(() => undefined);
  return text;
}
