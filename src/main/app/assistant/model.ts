import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { ProviderKind } from "../../../shared/assistant-setup";
import type { Protocol } from "./event-watch";
import type { EndReason, ModelEvent, ModelUsage } from "./message";
import { assistantMessages } from "./messages";
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
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => undefined);
  const maxOutputTokens = protocol === "anthropic" ? { maxOutputTokens: longestAnswer } : {};
  let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | null = null;
  let finished: Extract<LanguageModelV4StreamPart, { type: "finish" }> | null = null;
  try {
    const answer = modelOf(access, request).doStream({ ...question, ...maxOutputTokens, abortSignal: signal });
    reader = (await Promise.race([answer, aborted])).stream.getReader();
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), aborted]);
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
    reader?.cancel().catch(() => undefined);
  }
  const failure = request.failure();
  if (failure !== null) throw failure;
  const reason = finished === null ? null : reasonOf(finished.finishReason);
  if (!request.isComplete() || finished === null || reason === null) throw cut(errorContext);
  yield { kind: "end", reason, usage: usageOf(finished.usage) };
}

const protocols: Record<ProviderKind, Protocol> = {
  anthropic: "anthropic",
  "openai-compatible": "openai",
  ollama: "ollama",
};

function modelOf(
  { kind, baseUrl, model, key, contextLimit }: ModelAccess,
  request: GuardedRequest,
): Pick<LanguageModelV4, "doStream"> {
  const { fetch } = request;
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
