import { assistantMessages } from "../core/messages";
import { type ErrorContext, errorFromConnection, errorFromStatus, ProviderError } from "./provider-error";

const maxBytes = 8 * 1024 * 1024;

/** Requests JSON from an endpoint, under the rules of `guardRequest`. Throws a `ProviderError`. */
export async function fetchJson(
  url: string,
  {
    errorContext,
    headers = {},
    body,
    timeoutMs,
  }: { errorContext: ErrorContext; headers?: Record<string, string>; body?: unknown; timeoutMs: number },
): Promise<unknown> {
  const { silent, silentHint, malformed, malformedHint, wrongType, wrongTypeHint } = assistantMessages.errors;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(url, {
      ...sent,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      redirect: "manual",
      signal,
    });
    const text = await limitedText(response);
    if (!response.ok) throw errorFromStatus(response.status, response.headers, text, errorContext);
    const type = response.headers.get("content-type") ?? "";
    if (/html/i.test(type)) throw new ProviderError(wrongType(errorContext.name, "text/html"), { hint: wrongTypeHint });
    try {
      return JSON.parse(text);
    } catch {
      throw new ProviderError(malformed(errorContext.name, "JSON"), { hint: malformedHint });
    }
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    if (signal.aborted)
      throw new ProviderError(silent(errorContext.name, Math.round(timeoutMs / 1000)), { hint: silentHint });
    throw errorFromConnection(error, errorContext);
  }
}

async function limitedText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = "";
  for (let taken = 0; reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    taken += value.length;
    if (taken > maxBytes) {
      await reader.cancel();
      break;
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}
