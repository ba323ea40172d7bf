import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { Effort, ProviderKind } from "../../../../shared/assistant-setup";
import type { EndReason, ModelEvent, ModelUsage } from "../core/message";
import { assistantMessages } from "../core/messages";
import type { Protocol } from "./event-watch";
import { ollamaModel } from "./ollama-model";
import { type ErrorContext, errorFromConnection, errorFromStream, ProviderError } from "./provider-error";
import { answerLimit, type FetchLimits, type GuardedRequest, guardRequest } from "./provider-fetch";

/** A model behind an endpoint, with its key. */
export type ModelAccess = {
  kind: ProviderKind;
  baseUrl: string;
  model: string;
  key: string | null;
  /** Maximum tokens of a request, if known. */
  contextLimit: number | null;
  effort?: Effort;
  errorContext: ErrorContext;
};

/** A request to a model: the SDK's prompt, and the tools that it may call. */
export type ModelQuestion = Pick<LanguageModelV4CallOptions, "prompt" | "tools">;

/** Anthropic's protocol requires a number; the SDK lowers it for smaller models. */
const longestAnswer = 16_000;

/**
 * Sends a request to a model and yields its events. Completes only after the provider's terminal event; otherwise
 * throws a `ProviderError`, or the signal's reason. The SDK is only used for the protocol.
 */
export async function* askModel(
  access: ModelAccess,
  question: ModelQuestion,
  { idleMs, signal, mostBytes = answerLimit }: { idleMs: number; signal: AbortSignal; mostBytes?: number },
): AsyncGenerator<ModelEvent, void> {
  const { errorContext } = access;
  const limits: FetchLimits = { idleMs, mostBytes };
  const protocol = protocols[access.kind];
  const request = guardRequest(errorContext, { protocol, limits, signal });
  let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | null = null;
  let finished: Extract<LanguageModelV4StreamPart, { type: "finish" }> | null = null;
  // One listener for the whole stream: a race for each read would keep all its events until the end.
  const stop = (): void => void reader?.cancel().catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  try {
    signal.throwIfAborted();
    const answer = modelOf(access, request).doStream({ ...question, ...optionsOf(access), abortSignal: signal });
    reader = (await orAborted(answer, signal)).stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) break;
      if (value.type === "error") throw request.failure() ?? errorFromPart(value.error, errorContext);
      if (value.type === "finish") finished ??= value;
      const event = eventOf(value);
      if (event !== null) yield event;
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw request.failure() ?? toProviderError(error, errorContext);
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
  const failure = request.failure();
  if (failure !== null) throw failure;
  const reason = finished === null ? null : reasonOf(finished.finishReason);
  if (!request.isComplete() || finished === null || reason === null) throw cut(errorContext);
  yield { kind: "end", reason, usage: usageOf(finished.usage) };
}

/** The body of the request that `askModel` would send. Nothing is sent. */
export async function requestBody(access: ModelAccess, question: ModelQuestion): Promise<string> {
  let body = "";
  const fetch: typeof globalThis.fetch = async (_, init) => {
    body = String(init?.body ?? "");
    throw new Error("only measured");
  };
  const options = { ...question, ...optionsOf(access) };
  await Promise.resolve(modelOf(access, { fetch }).doStream(options)).catch(() => undefined);
  return body;
}

/** The value of a promise; throws the signal's reason as soon as it is aborted. */
async function orAborted<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

const optionsOf = ({ kind, effort }: ModelAccess) => ({
  ...(kind === "anthropic" ? { maxOutputTokens: longestAnswer } : {}),
  ...(effort === undefined ? {} : { reasoning: effort }),
});

const protocols: Record<ProviderKind, Protocol> = {
  anthropic: "anthropic",
  "openai-compatible": "openai",
  ollama: "ollama",
};

function modelOf(
  { kind, baseUrl, model, key, contextLimit }: ModelAccess,
  { fetch }: Pick<GuardedRequest, "fetch">,
): Pick<LanguageModelV4, "doStream"> {
  if (kind === "ollama") return ollamaModel({ baseUrl, model, key, contextLimit, fetch });
  // Always set, because the SDK would otherwise read a key from the environment.
  if (kind === "anthropic") return createAnthropic({ baseURL: baseUrl, apiKey: key ?? "", fetch })(model);
  const apiKey = key === null ? {} : { apiKey: key };
  return createOpenAICompatible({ name: "galley", baseURL: baseUrl, includeUsage: true, fetch, ...apiKey })(model);
}

function eventOf(part: LanguageModelV4StreamPart): ModelEvent | null {
  switch (part.type) {
    case "text-delta":
      return { kind: "text", text: part.delta };
    case "reasoning-start":
    case "reasoning-end":
      return part.providerMetadata ? { kind: "thinking", text: "", meta: part.providerMetadata } : null;
    case "reasoning-delta": {
      const meta = part.providerMetadata ? { meta: part.providerMetadata } : {};
      return { kind: "thinking", text: part.delta, ...meta };
    }
    case "tool-input-start":
      return { kind: "call begins", id: part.id, tool: part.toolName };
    case "tool-input-delta":
      return { kind: "call grows", id: part.id, text: part.delta };
    case "tool-call": {
      const meta = part.providerMetadata ? { meta: part.providerMetadata } : {};
      return { kind: "call", id: part.toolCallId, tool: part.toolName, input: part.input, ...meta };
    }
    default:
      return null;
  }
}

/** Null if the stream ended with an error or was cut off. */
function reasonOf({ unified, raw }: { unified: string; raw: string | undefined }): EndReason | null {
  switch (unified) {
    case "stop":
      return "stop";
    case "tool-calls":
      return "calls";
    case "length":
      return "length";
    case "content-filter":
      return "filtered";
    case "other":
      // Some servers send no reason or their own when a message is done.
      return raw === undefined ? null : "stop";
    default:
      return null;
  }
}

/** A missing count is not a count of zero. */
function usageOf({
  inputTokens,
  outputTokens,
}: {
  inputTokens: { total: number | undefined };
  outputTokens: { total: number | undefined };
}): ModelUsage {
  return { input: inputTokens.total ?? null, output: outputTokens.total ?? null };
}

const cut = ({ name }: ErrorContext): ProviderError =>
  new ProviderError(assistantMessages.errors.cut(name), { hint: assistantMessages.errors.cutHint, isTransient: true });

/** An error that the SDK reported in the stream: the provider's own, or a parse error. */
function errorFromPart(error: unknown, errorContext: ErrorContext): ProviderError {
  if (!(error instanceof Error)) return errorFromStream(error, errorContext);
  const { data } = error as { data?: unknown };
  if (data !== undefined) return errorFromStream(data, errorContext);
  return unreadable(error, errorContext);
}

/** An error that the SDK threw although the request succeeded. */
function toProviderError(error: unknown, errorContext: ErrorContext): ProviderError {
  if (error instanceof ProviderError) return error;
  const { responseBody, statusCode } = error as { responseBody?: unknown; statusCode?: unknown };
  if (typeof responseBody === "string" && statusCode !== undefined)
    return errorFromStream(safelyParsed(responseBody), errorContext);
  if (error instanceof TypeError && error.message === "fetch failed") return errorFromConnection(error, errorContext);
  return unreadable(error, errorContext);
}

function unreadable(error: unknown, errorContext: ErrorContext): ProviderError {
  const { malformed, malformedHint, cut: cutMessage, cutHint } = assistantMessages.errors;
  const name = error instanceof Error ? error.name.replace(/^AI_/, "") : "Error";
  // The SDK's error for a stream without its terminal event.
  if (name === "InvalidResponseDataError")
    return new ProviderError(cutMessage(errorContext.name), { hint: cutHint, isTransient: true });
  return new ProviderError(malformed(errorContext.name, name), { hint: malformedHint });
}

function safelyParsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
