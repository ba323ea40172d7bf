/** Texts by version, for as long as there is room: what a stale caller had read can then be compared with today's. */
export type RecentTexts = {
  keep(version: string, text: string): void;
  get(version: string): string | null;
};

/** Holds at most `room` UTF-16 units; the least recently used texts go first, and a text larger than that never stays. */
export function createRecentTexts(room = 16 * 1024 * 1024): RecentTexts {
  const texts = new Map<string, string>();
  let used = 0;
  return {
    keep(version, text) {
      used -= texts.get(version)?.length ?? 0;
      texts.delete(version);
      texts.set(version, text);
      used += text.length;
      for (const [oldest, { length }] of texts) {
        if (used <= room) break;
        texts.delete(oldest);
        used -= length;
      }
    },
    get(version) {
      const text = texts.get(version);
      if (text === undefined) return null;
      texts.delete(version);
      texts.set(version, text);
      return text;
    },
  };
}
