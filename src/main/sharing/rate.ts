/** How much somebody may do: `burst` at once, and `perSecond` on average. */
export type Rate = { burst: number; perSecond: number };

/** Counts what each key does. Keys that have been quiet are forgotten. */
export function createRateLimit({ burst, perSecond }: Rate, now: () => number = () => performance.now()) {
  const used = new Map<string, { amount: number; at: number }>();
  const MAX_KEYS = 10_000;

  const left = (key: string): number => {
    const found = used.get(key);
    return found === undefined ? 0 : Math.max(0, found.amount - ((now() - found.at) / 1000) * perSecond);
  };

  return {
    /** Whether the key may do `amount` more now; if so, it counts. */
    take(key: string, amount = 1): boolean {
      const after = left(key) + amount;
      if (after > burst) return false;
      used.delete(key);
      used.set(key, { amount: after, at: now() });
      if (used.size > MAX_KEYS) for (const each of used.keys()) if (left(each) === 0) used.delete(each);
      // Still too many: the one that has been quiet longest is forgotten.
      for (const oldest of used.keys()) {
        if (used.size <= MAX_KEYS) break;
        used.delete(oldest);
      }
      return true;
    },
    /** Whether the key has used up its amount. */
    isExhausted: (key: string): boolean => left(key) + 1 > burst,
  };
}
