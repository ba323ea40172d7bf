/** How often a request is made again that brought nothing to show. */
const mostRetries = 2;
/** Longer than this nobody waits without being asked. */
const longestWait = 60_000;

/** What is known of a request that failed. `retryAfter` is what the provider asked for, in milliseconds. */
export type Attempt = { retries: number; isTransient: boolean; hasShown: boolean; retryAfter: number | null };

/** What one who asks has patience for: so many retries, and waits of so many milliseconds. */
export type Patience = { retries: number; wait: number };

/**
 * Milliseconds until a request is made again; null where it is not: something of its answer was shown, the fault would be
 * the same again, or the provider asks for a longer wait than a person would sit through. `chance` is 0 to 1, so that many
 * who were turned away together do not come back together.
 */
export function retryDelay(
  { retries, isTransient, hasShown, retryAfter }: Attempt,
  chance: number,
  patience: Patience = { retries: mostRetries, wait: longestWait },
): number | null {
  if (!isTransient || hasShown || retries >= patience.retries) return null;
  if (retryAfter === null) return Math.round(1000 * 2 ** retries * (0.5 + chance));
  return retryAfter > patience.wait ? null : Math.round(retryAfter + chance * Math.min(1000, retryAfter / 4));
}

/** What the headers ask for, in milliseconds from `now`; null where they ask for nothing that can be read. */
export function retryAfterOf(headers: Headers, now: number): number | null {
  const exact = Number.parseFloat(headers.get("retry-after-ms") ?? "");
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const value = headers.get("retry-after")?.trim();
  if (value === undefined || value === "") return null;
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number.parseFloat(value) * 1000;
  // A date as HTTP writes it; the parser would take a bare number for a year.
  const at = /^[A-Za-z]{3}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
