/** Retries of a request that produced no output. */
const maxRetries = 2;
/** Longest automatic wait in milliseconds. */
const longestWait = 60_000;

/** A failed request. `retryAfter` is the delay that the provider asked for, in milliseconds. */
export type Attempt = { retries: number; isTransient: boolean; hasOutput: boolean; retryAfter: number | null };

/** How long the caller is willing to wait: number of retries, and milliseconds per wait. */
export type Patience = { retries: number; wait: number };

/**
 * Milliseconds until the retry; null if there is none, because output was shown, the error is permanent, or the
 * requested delay is too long. `chance` (0 to 1) spreads the retries of many clients.
 */
export function retryDelay(
  { retries, isTransient, hasOutput, retryAfter }: Attempt,
  chance: number,
  patience: Patience = { retries: maxRetries, wait: longestWait },
): number | null {
  if (!isTransient || hasOutput || retries >= patience.retries) return null;
  if (retryAfter === null) return Math.round(1000 * 2 ** retries * (0.5 + chance));
  return retryAfter > patience.wait ? null : Math.round(retryAfter + chance * Math.min(1000, retryAfter / 4));
}

/** The delay that the headers ask for, in milliseconds from `now`; null if there is none. */
export function retryAfterOf(headers: Headers, now: number): number | null {
  const exact = Number.parseFloat(headers.get("retry-after-ms") ?? "");
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const value = headers.get("retry-after")?.trim();
  if (value === undefined || value === "") return null;
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number.parseFloat(value) * 1000;
  // An HTTP date; `Date.parse` would read a bare number as a year.
  const at = /^[A-Za-z]{3}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
