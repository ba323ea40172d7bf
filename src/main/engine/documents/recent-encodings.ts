import type { Encoding } from "../storage/encoding";

/** The encodings of versions that this engine wrote: from the bytes alone they could only be guessed. */
export type RecentEncodings = {
  keep(version: string, encoding: Encoding): void;
  get(version: string): Encoding | undefined;
};

/** Holds the newest `most` versions. */
export function createRecentEncodings(most = 5_000): RecentEncodings {
  const encodings = new Map<string, Encoding>();
  return {
    keep(version, encoding) {
      encodings.delete(version);
      encodings.set(version, encoding);
      for (const oldest of encodings.keys()) {
        if (encodings.size <= most) break;
        encodings.delete(oldest);
      }
    },
    get: (version) => encodings.get(version),
  };
}
