import type { Notice } from "../../../../shared/contract";
import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import { assistantMessages } from "../core/messages";
import type { Redaction } from "../core/redaction";
import { retryAfterOf } from "./retry";

/** Why a provider returned no complete answer. The message contains no key. */
export class ProviderError extends Error {
  override readonly name = "ProviderFault";
  readonly notice: Notice;
  /** The same request may succeed shortly after. */
  readonly isTransient: boolean;
  /** Milliseconds that the provider asks to wait. */
  readonly retryAfter: number | null;
  /** The request does not fit into the model's context; a shorter one may. */
  readonly isTooLong: boolean;

  constructor(
    message: string,
    {
      hint,
      isTransient = false,
      retryAfter = null,
      isTooLong = false,
    }: { hint: string; isTransient?: boolean; retryAfter?: number | null; isTooLong?: boolean },
  ) {
    super(message);
    this.notice = { code: "provider", message, hint };
    this.isTransient = isTransient;
    this.retryAfter = retryAfter;
    this.isTooLong = isTooLong;
  }
}

/** Names for the error message, and the redaction of keys. */
export type ErrorContext = { name: string; model: string; redaction: Redaction };

const maxDetail = 300;

/** How providers say that a request is too long. */
const tooLong =
  /prompt is too long|context[ _-]?(?:length|window|size)|(?:input|prompt|request|conversation)[^.]{0,40}too (?:long|large)|too many (?:input |total )?tokens|maximum (?:context|input|prompt)|exceeds?[^.]{0,60}(?:context|input)/i;
/** How they say that the account has run dry. */
const unpaid = /credit balance|insufficient (?:balance|funds|credit)|billing|payment/i;

/** The error for an HTTP status, with the message in the body. */
export function errorFromStatus(status: number, headers: Headers, body: string, context: ErrorContext): ProviderError {
  const { name } = context;
  const t = assistantMessages.errors;
  const detail = detailIn(body, context.redaction);
  const retryAfter = retryAfterOf(headers, Date.now());
  if (status >= 300 && status < 400) {
    const where = hostOf(headers.get("location") ?? "");
    return new ProviderError(t.redirected(name, where), { hint: t.redirectedHint });
  }
  if ([400, 413, 422, 500].includes(status) && tooLong.test(body))
    return new ProviderError(t.tooLongForModel(name, status, detail), { hint: t.tooLargeHint, isTooLong: true });
  switch (status) {
    case 401:
      return new ProviderError(t.badKey(name, detail), { hint: t.badKeyHint });
    case 403:
      return new ProviderError(t.forbidden(name, detail), { hint: t.forbiddenHint });
    case 404:
      return new ProviderError(t.notFound(name, context.model, detail), { hint: t.notFoundHint });
    case 413:
      return new ProviderError(t.tooLarge(name, detail), { hint: t.tooLargeHint, isTooLong: true });
    case 429: {
      const seconds = retryAfter === null ? null : Math.ceil(retryAfter / 1000);
      const message = seconds ? t.busyUntil(name, assistantMessages.seconds(seconds), detail) : t.busy(name, detail);
      return new ProviderError(message, { hint: t.busyHint, isTransient: true, retryAfter });
    }
    case 503:
    case 529:
      return new ProviderError(t.overloaded(name, status, detail), {
        hint: t.brokenHint,
        isTransient: true,
        retryAfter,
      });
  }
  if (status >= 500 || status === 408)
    return new ProviderError(t.broken(name, status, detail), {
      hint: t.brokenHint,
      isTransient: true,
      retryAfter,
    });
  const hint = unpaid.test(detail) ? t.unpaidHint : t.wrongHint;
  return new ProviderError(t.wrong(name, status, detail), { hint });
}

/** An error inside a stream. */
export function errorFromStream(data: unknown, context: ErrorContext): ProviderError {
  const text = typeof data === "string" ? data : JSON.stringify(data ?? {});
  const isTransient = /overloaded|rate_limit|timeout|unavailable|api_error|server_error/i.test(text);
  const { inStream, brokenHint } = assistantMessages.errors;
  return new ProviderError(inStream(context.name, detailIn(text, context.redaction)), {
    hint: brokenHint,
    isTransient,
    isTooLong: tooLong.test(text),
  });
}

/** The connection failed or was lost. */
export function errorFromConnection(error: unknown, context: ErrorContext): ProviderError {
  const { unreachable, unreachableHint } = assistantMessages.errors;
  const why = escapeInvisibles(context.redaction.clean(innermost(error))).slice(0, maxDetail);
  // Retrying does not help if the certificate is invalid.
  const isTransient = !/certificate|CERT_|SSL|TLS|ENOTFOUND|ERR_INVALID/i.test(why);
  return new ProviderError(unreachable(context.name, why), { hint: unreachableHint, isTransient });
}

/** The provider's error message, redacted and shortened, to be appended to a sentence; empty if there is none. */
function detailIn(body: string, redaction: Redaction): string {
  const found = messageIn(parsed(body));
  const text = escapeInvisibles(
    redaction
      .clean(found ?? "")
      .replace(/\s+/g, " ")
      .trim(),
  );
  if (text === "") return "";
  const characters = Array.from(text);
  const short = characters.length > maxDetail ? `${characters.slice(0, maxDetail).join("")}…` : text;
  return assistantMessages.detail(short.replace(/[.。]$/, ""));
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
    ? escapeInvisibles(new URL(location).origin)
    : escapeInvisibles(location.split(/[?#]/)[0] ?? "").slice(0, 100) || "–";

/** The message of the innermost cause: `fetch failed` explains nothing, `ECONNREFUSED 127.0.0.1:1` does. */
function innermost(error: unknown): string {
  let at = error;
  let message = "";
  for (let depth = 0; depth < 8 && at instanceof Error; depth++) {
    const { code } = at as { code?: unknown };
    const text = at instanceof AggregateError && at.message === "" ? String(at.errors[0]?.message ?? "") : at.message;
    message = text || (typeof code === "string" ? code : message) || message;
    at = at.cause;
  }
  return message || String(error);
}
