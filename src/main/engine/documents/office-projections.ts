import type { OfficeFormat } from "../../../core/text/format";
import type { Packages } from "../office/jobs/packages";
import { ToolError } from "../ports/tool-error";

const most = 6;
const mostCharacters = 32_000_000;

/** What Office documents say as ledgers, by their versions; those of the last few are kept. */
export type Ledgers = {
  /** Null for what is no Office package, and where it is too much to be compared; without a format it is looked at what it is. */
  of(bytes: Uint8Array, version: string, format: OfficeFormat | null): Promise<string | null>;
};

/** Nothing is known yet. What no process can read is not read at all. */
export function createLedgers(packages: Packages): Ledgers {
  const known = new Map<string, string>();
  return {
    async of(bytes, version, format) {
      const found = known.get(version);
      if (found !== undefined) return found;
      if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return null;
      const text = await packages.run("ledger", { bytes, format, name: "" }).catch(nullIfTooLarge);
      if (text === null) return null;
      known.set(version, text);
      let characters = 0;
      for (const each of known.values()) characters += each.length;
      for (const [oldest, { length }] of known) {
        if (known.size <= most && characters <= mostCharacters) break;
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
