import { assistantMessages } from "../core/messages";
import { type EventWatch, type Protocol, watchEvents } from "./event-watch";
import { type ErrorContext, errorFromConnection, errorFromStatus, ProviderError } from "./provider-error";

/** Limits of one request. */
export type FetchLimits = { idleMs: number; mostBytes: number };

const streamTypes: Record<Protocol, RegExp> = {
  anthropic: /^text\/event-stream\b/i,
  openai: /^text\/event-stream\b/i,
  ollama: /^application\/(?:x-ndjson|jsonl?|x-jsonlines)\b/i,
};

/** 50 MB, more than any useful answer. */
export const answerLimit = 50 * 1024 * 1024;

const maxErrorBytes = 64 * 1024;

/** A guarded request. `fetch` is passed to the protocol library; the other methods report the real outcome. */
export type GuardedRequest = {
  fetch: typeof globalThis.fetch;
  /** The error, whatever the library made of it; null if there is none so far. */
  failure(): ProviderError | null;
  /** The provider's terminal event has arrived. */
  isComplete(): boolean;
};

/**
 * A `fetch` for one streamed answer: it follows no redirects, fails if no complete event arrives for `idleMs`, reads at
 * most `mostBytes` after decompression, and detects the terminal event in the bytes.
 */
export function guardRequest(
  errorContext: ErrorContext,
  { protocol, limits, signal }: { protocol: Protocol; limits: FetchLimits; signal: AbortSignal },
): GuardedRequest {
  const watch = watchEvents(protocol);
  let failure: ProviderError | null = null;
  const fail = (found: ProviderError): ProviderError => {
    failure ??= found;
    return failure;
  };
  return {
    failure: () => failure,
    isComplete: () => watch.isTerminal && failure === null,
    async fetch(input, init) {
      const idle = idleLimit(limits.idleMs, () => {
        const { silent, silentHint } = assistantMessages.errors;
        fail(new ProviderError(silent(errorContext.name, Math.round(limits.idleMs / 1000)), { hint: silentHint }));
      });
      const stop = AbortSignal.any([signal, idle.signal]);
      const response = await globalThis
        .fetch(input, { ...init, redirect: "manual", signal: stop })
        .catch((error: unknown) => {
          idle.end();
          throw signal.aborted ? signal.reason : fail(errorFromConnection(error, errorContext));
        });
      if (!response.ok) {
        const body = await beginning(response, maxErrorBytes);
        idle.end();
        throw fail(errorFromStatus(response.status, response.headers, body, errorContext));
      }
      const type = response.headers.get("content-type") ?? "";
      if (!streamTypes[protocol].test(type) || response.body === null) {
        await response.body?.cancel().catch(() => undefined);
        idle.end();
        const { wrongType, wrongTypeHint } = assistantMessages.errors;
        const shown =
          type
            .split(";")[0]
            ?.slice(0, 60)
            .replace(/[^\w/+.-]/g, "") || assistantMessages.nothingType;
        throw fail(new ProviderError(wrongType(errorContext.name, shown), { hint: wrongTypeHint }));
      }
      const body = watched(response.body, { watch, errorContext, limits, idle, signal, fail });
      return new Response(body, { status: response.status, headers: plainHeaders(response.headers) });
    },
  };
}

type BodyWatch = {
  watch: EventWatch;
  errorContext: ErrorContext;
  limits: FetchLimits;
  idle: IdleLimit;
  signal: AbortSignal;
  fail(failure: ProviderError): ProviderError;
};

/** Passes the body through until the terminal event; then closes the connection, even if the server leaves it open. */
function watched(body: ReadableStream<Uint8Array>, watching: BodyWatch): ReadableStream<Uint8Array> {
  const { watch, errorContext, limits, idle, signal, fail } = watching;
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
          const { tooLong, tooLongHint } = assistantMessages.errors;
          end();
          controller.error(
            fail(
              new ProviderError(tooLong(errorContext.name, Math.round(limits.mostBytes / 1024 / 1024)), {
                hint: tooLongHint,
              }),
            ),
          );
          return;
        }
        const before = watch.events;
        watch.see(value);
        // Bytes that do not complete an event do not reset the idle timer.
        if (watch.events > before) idle.again();
        controller.enqueue(value);
        if (watch.isTerminal) {
          end();
          controller.close();
        }
      } catch (error) {
        idle.end();
        const { cut, cutHint } = assistantMessages.errors;
        if (!signal.aborted) fail(new ProviderError(cut(errorContext.name), { hint: cutHint, isTransient: true }));
        controller.error(error);
      }
    },
    cancel: end,
  });
}

/** The body is decompressed already, so its encoding and length no longer apply. */
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

/** The first bytes of a body as text; later errors are ignored. */
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
    // What has been read is enough.
  }
  await reader?.cancel().catch(() => undefined);
  return text;
}
