import type { OfficeFormat } from "./document/format";

const most = 6;
const mostCharacters = 32_000_000;
/** Packages of fewer bytes are read sooner than they are handed to somebody else. */
const small = 100_000;

/** Says a package as a ledger, away from this thread; without a format it is looked at what it is. */
export type LedgerElsewhere = (bytes: Uint8Array, format: OfficeFormat | null) => Promise<string | null>;

/** What Office documents say as ledgers, by their versions; those of the last few are kept. */
export type Ledgers = {
  /** Null for what is no Office package, and where it is too much to be compared; without a format it is looked at what it is. */
  of(bytes: Uint8Array, version: string, format: OfficeFormat | null): Promise<string | null>;
};

/** Nothing is known yet. `elsewhere` is asked about what is large, where it is given. */
export function createLedgers(elsewhere: LedgerElsewhere | null = null): Ledgers {
  const known = new Map<string, string>();
  return {
    async of(bytes, version, format) {
      const found = known.get(version);
      if (found !== undefined) return found;
      if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return null;
      const text = await (elsewhere !== null && bytes.length > small ? elsewhere : here)(bytes, format);
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

const here: LedgerElsewhere = async (bytes, format) => {
  // What shows Office documents is much, and most versions are texts.
  const { officeLedger } = await import("./formats/view/ledger");
  return officeLedger(bytes, format ?? undefined);
};
