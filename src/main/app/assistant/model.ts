import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { ProviderKind } from "../../../shared/assistant-setup";
import type { Protocol } from "./event-watch";
import type { EndReason, ModelEvent, ModelUsage } from "./message";
import { assistantTold } from "./messages";
import { ollamaModel } from "./ollama-model";
import { type Asked, faultInStream, faultOfConnection, ProviderFault } from "./provider-error";
import { answerLimit, type FetchLimits, type GuardedRequest, guardRequest } from "./provider-fetch";

/** A model behind an endpoint, with its key. */
export type ModelAccess = {
  kind: ProviderKind;
  baseUrl: string;
  model: string;
  key: string | null;
  /** Maximum tokens of a request, if known. */
  contextLimit: number | null;
  asked: Asked;
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
  const { asked } = access;
  const limits: FetchLimits = { idleMs, mostBytes };
  const protocol = protocols[access.kind];
  const request = guardRequest(asked, { protocol, limits, signal });
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
      if (value.type === "error") throw request.fault() ?? faultOfPart(value.error, asked);
      if (value.type === "finish") finished ??= value;
      const event = eventOf(value);
      if (event !== null) yield event;
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw request.fault() ?? faultOfError(error, asked);
  } finally {
    reader?.cancel().catch(() => undefined);
  }
  const fault = request.fault();
  if (fault !== null) throw fault;
  const reason = finished === null ? null : reasonOf(finished.finishReason);
  if (!request.isComplete() || finished === null || reason === null) throw cut(asked);
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

const cut = ({ name }: Asked): ProviderFault =>
  new ProviderFault(assistantTold.faults.cut(name), { hint: assistantTold.faults.cutHint, isTransient: true });

/** An error that the SDK reported in the stream: the provider's own, or a parse error. */
function faultOfPart(error: unknown, asked: Asked): ProviderFault {
  if (!(error instanceof Error)) return faultInStream(error, asked);
  const { data } = error as { data?: unknown };
  if (data !== undefined) return faultInStream(data, asked);
  return unreadable(error, asked);
}

/** An error that the SDK threw although the request succeeded. */
function faultOfError(error: unknown, asked: Asked): ProviderFault {
  if (error instanceof ProviderFault) return error;
  const { responseBody, statusCode } = error as { responseBody?: unknown; statusCode?: unknown };
  if (typeof responseBody === "string" && statusCode !== undefined)
    return faultInStream(safelyParsed(responseBody), asked);
  if (error instanceof TypeError && error.message === "fetch failed") return faultOfConnection(error, asked);
  return unreadable(error, asked);
}

function unreadable(error: unknown, asked: Asked): ProviderFault {
  const { malformed, malformedHint, cut: cutWords, cutHint } = assistantTold.faults;
  const name = error instanceof Error ? error.name.replace(/^AI_/, "") : "Error";
  // The SDK's error for a stream without its terminal event.
  if (name === "InvalidResponseDataError")
    return new ProviderFault(cutWords(asked.name), { hint: cutHint, isTransient: true });
  return new ProviderFault(malformed(asked.name, name), { hint: malformedHint });
}

function safelyParsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
