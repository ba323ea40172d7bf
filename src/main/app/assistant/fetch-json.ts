import { assistantTold } from "./messages";
import { type Asked, faultOfConnection, faultOfStatus, ProviderFault } from "./provider-error";

const most = 8 * 1024 * 1024;

/** Requests JSON from an endpoint, under the rules of `guardRequest`. Throws a `ProviderError`. */
export async function fetchJson(
  url: string,
  {
    asked,
    headers = {},
    body,
    timeoutMs,
  }: { asked: Asked; headers?: Record<string, string>; body?: unknown; timeoutMs: number },
): Promise<unknown> {
  const { silent, silentHint, malformed, malformedHint, wrongType, wrongTypeHint } = assistantTold.faults;
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
    if (!response.ok) throw faultOfStatus(response.status, response.headers, text, asked);
    const type = response.headers.get("content-type") ?? "";
    if (/html/i.test(type)) throw new ProviderFault(wrongType(asked.name, "text/html"), { hint: wrongTypeHint });
    try {
      return JSON.parse(text);
    } catch {
      throw new ProviderFault(malformed(asked.name, "JSON"), { hint: malformedHint });
    }
  } catch (error) {
    if (error instanceof ProviderFault) throw error;
    if (signal.aborted) throw new ProviderFault(silent(asked.name, Math.round(timeoutMs / 1000)), { hint: silentHint });
    throw faultOfConnection(error, asked);
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
    if (taken > most) {
      await reader.cancel();
      break;
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}
