import type { Notice } from "../../../shared/contract";
import { plainly } from "../../../shared/plainly";
import { assistantTold } from "./messages";
import type { Redaction } from "./redaction";
import { retryAfterOf } from "./retry";

/** Why a provider returned no complete answer. The message contains no key. */
export class ProviderFault extends Error {
  override readonly name = "ProviderFault";
  readonly notice: Notice;
  /** The same request may succeed shortly after. */
  readonly isTransient: boolean;
  /** Milliseconds that the provider asks to wait. */
  readonly retryAfter: number | null;

  constructor(
    message: string,
    {
      hint,
      isTransient = false,
      retryAfter = null,
    }: { hint: string; isTransient?: boolean; retryAfter?: number | null },
  ) {
    super(message);
    this.notice = { code: "provider", message, hint };
    this.isTransient = isTransient;
    this.retryAfter = retryAfter;
  }
}

/** Names for the error message, and the redaction of keys. */
export type Asked = { name: string; model: string; redaction: Redaction };

const mostSaid = 300;

/** The error for an HTTP status, with the message in the body. */
export function faultOfStatus(status: number, headers: Headers, body: string, asked: Asked): ProviderFault {
  const { name } = asked;
  const words = assistantTold.faults;
  const said = saidIn(body, asked.redaction);
  const retryAfter = retryAfterOf(headers, Date.now());
  if (status >= 300 && status < 400) {
    const where = hostOf(headers.get("location") ?? "");
    return new ProviderFault(words.redirected(name, where), { hint: words.redirectedHint });
  }
  switch (status) {
    case 401:
      return new ProviderFault(words.badKey(name, said), { hint: words.badKeyHint });
    case 403:
      return new ProviderFault(words.forbidden(name, said), { hint: words.forbiddenHint });
    case 404:
      return new ProviderFault(words.notFound(name, asked.model, said), { hint: words.notFoundHint });
    case 413:
      return new ProviderFault(words.tooLarge(name, said), { hint: words.tooLargeHint });
    case 429: {
      const seconds = retryAfter === null ? null : Math.ceil(retryAfter / 1000);
      const message = seconds ? words.busyUntil(name, assistantTold.seconds(seconds), said) : words.busy(name, said);
      return new ProviderFault(message, { hint: words.busyHint, isTransient: true, retryAfter });
    }
    case 503:
    case 529:
      return new ProviderFault(words.overloaded(name, status, said), {
        hint: words.brokenHint,
        isTransient: true,
        retryAfter,
      });
  }
  if (status >= 500 || status === 408)
    return new ProviderFault(words.broken(name, status, said), {
      hint: words.brokenHint,
      isTransient: true,
      retryAfter,
    });
  return new ProviderFault(words.wrong(name, status, said), { hint: words.wrongHint });
}

/** An error inside a stream. */
export function faultInStream(data: unknown, asked: Asked): ProviderFault {
  const text = typeof data === "string" ? data : JSON.stringify(data ?? {});
  const isTransient = /overloaded|rate_limit|timeout|unavailable|api_error|server_error/i.test(text);
  const { inStream, brokenHint } = assistantTold.faults;
  return new ProviderFault(inStream(asked.name, saidIn(text, asked.redaction)), { hint: brokenHint, isTransient });
}

/** The connection failed or was lost. */
export function faultOfConnection(error: unknown, asked: Asked): ProviderFault {
  const { unreachable, unreachableHint } = assistantTold.faults;
  const why = plainly(asked.redaction.clean(innermost(error))).slice(0, mostSaid);
  // Retrying does not help if the certificate is invalid.
  const isTransient = !/certificate|CERT_|SSL|TLS|ENOTFOUND|ERR_INVALID/i.test(why);
  return new ProviderFault(unreachable(asked.name, why), { hint: unreachableHint, isTransient });
}

/** The provider's error message, redacted and shortened, to be appended to a sentence; empty if there is none. */
function saidIn(body: string, redaction: Redaction): string {
  const found = messageIn(parsed(body));
  const text = plainly(
    redaction
      .clean(found ?? "")
      .replace(/\s+/g, " ")
      .trim(),
  );
  if (text === "") return "";
  const characters = Array.from(text);
  const short = characters.length > mostSaid ? `${characters.slice(0, mostSaid).join("")}…` : text;
  return assistantTold.said(short.replace(/[.。]$/, ""));
}

/** Reads `{error: {message}}`, `{error: "…"}`, `{message}` and `{detail}`; HTML yields nothing. */
function messageIn(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return null;
  for (const name of ["error", "message", "detail", "msg"]) {
    const inner = Object.hasOwn(value, name) ? messageIn((value as Record<string, unknown>)[name]) : null;
    if (inner !== null) return inner;
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const hostOf = (location: string): string =>
  URL.canParse(location)
    ? plainly(new URL(location).origin)
    : plainly(location.split(/[?#]/)[0] ?? "").slice(0, 100) || "–";

/** The message of the innermost cause: `fetch failed` explains nothing, `ECONNREFUSED 127.0.0.1:1` does. */
function innermost(error: unknown): string {
  let at = error;
  let words = "";
  for (let depth = 0; depth < 8 && at instanceof Error; depth++) {
    const { code } = at as { code?: unknown };
    const text = at instanceof AggregateError && at.message === "" ? String(at.errors[0]?.message ?? "") : at.message;
    words = text || (typeof code === "string" ? code : words) || words;
    at = at.cause;
  }
  return words || String(error);
}
