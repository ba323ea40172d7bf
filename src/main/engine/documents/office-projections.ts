import type { OfficeFormat } from "../../../core/text/format";
import type { Packages } from "../office/jobs/packages";
import { ToolError } from "../ports/tool-error";

const MAX_ENTRIES = 6;
const MAX_CHARACTERS = 32_000_000;

/** Text projections of Office documents by version. The last few are cached. */
export type ProjectionCache = {
  /** Null if the bytes are not an Office package, or if the text is too long to be compared. Without a format, the format is detected. */
  of(bytes: Uint8Array, version: string, format: OfficeFormat | null): Promise<string | null>;
};

/** An empty cache. A package that no worker process can read has no projection. */
export function createProjectionCache(packages: Packages): ProjectionCache {
  const known = new Map<string, string>();
  return {
    async of(bytes, version, format) {
      const found = known.get(version);
      if (found !== undefined) return found;
      if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return null;
      const text = await packages.run("projection", { bytes, format, name: "" }).catch(nullIfTooLarge);
      if (text === null) return null;
      known.set(version, text);
      let characters = 0;
      for (const each of known.values()) characters += each.length;
      for (const [oldest, { length }] of known) {
        if (known.size <= MAX_ENTRIES && characters <= MAX_CHARACTERS) break;
        known.delete(oldest);
        characters -= length;
      }
      return text;
    },
  };
}

function nullIfTooLarge(error: unknown): null {
  if (error instanceof ToolError) return null;
  throw error;
}
