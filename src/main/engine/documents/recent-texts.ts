import type { TextFile } from "./text-file";

/**
 * A cache of decoded files by version. With it, what a stale caller had read can be compared with the current text, and a text that was just written
 * is not decoded again.
 */
export type RecentTexts = {
  keep(version: string, file: TextFile): void;
  get(version: string): TextFile | null;
};

/** Holds at most `maxLength` UTF-16 units. The least recently used texts are dropped; a larger text is never kept. */
export function createRecentTexts(maxLength = 16 * 1024 * 1024): RecentTexts {
  const files = new Map<string, TextFile>();
  let used = 0;
  const sizeOf = (file: TextFile | undefined) => file?.document.text.length ?? 0;
  return {
    keep(version, file) {
      used -= sizeOf(files.get(version));
      files.delete(version);
      files.set(version, file);
      used += sizeOf(file);
      for (const [oldest, each] of files) {
        if (used <= maxLength) break;
        files.delete(oldest);
        used -= sizeOf(each);
      }
    },
    get(version) {
      const file = files.get(version);
      if (file === undefined) return null;
      files.delete(version);
      files.set(version, file);
      return file;
    },
  };
}
