import { createReadStream } from "node:fs";

/** What Electron's programs have in front of their fuses. */
const SENTINEL = Buffer.from("dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX");
/** The sentinel, the version and the number of fuses, and more fuses than there are. */
const LONGEST = SENTINEL.length + 2 + 32;

/** Fuses in the order in which a program has them. */
const FUSES = [
  "runAsNode",
  "cookieEncryption",
  "nodeOptions",
  "cliInspect",
  "archiveIntegrity",
  "onlyArchive",
  "ownSnapshot",
  "fileProtocol",
] as const;

/** Which fuses of a program are on; null where it does not have one. */
export type FuseStates = Record<(typeof FUSES)[number], boolean | null>;

/** The fuses in a stretch of a program's bytes; null where their sentinel is not in it. */
export function fusesIn(bytes: Buffer): FuseStates | null {
  const at = bytes.indexOf(SENTINEL);
  if (at === -1) return null;
  const start = at + SENTINEL.length + 2;
  const length = bytes[start - 1] ?? 0;
  const state = (index: number) => {
    const byte = index < length ? bytes[start + index] : undefined;
    return byte === 0x31 ? true : byte === 0x30 ? false : null;
  };
  return Object.fromEntries(FUSES.map((name, index) => [name, state(index)])) as FuseStates;
}

/** The fuses of the program at `path`, read in pieces: it has 200 MB. Null where it has none. */
export async function fusesOf(path: string): Promise<FuseStates | null> {
  let rest = Buffer.alloc(0);
  for await (const piece of createReadStream(path, { highWaterMark: 4 * 1024 * 1024 })) {
    const bytes = Buffer.concat([rest, piece as Buffer]);
    const at = bytes.indexOf(SENTINEL);
    if (at !== -1 && at + LONGEST <= bytes.length) return fusesIn(bytes);
    rest = bytes.subarray(Math.max(0, at === -1 ? bytes.length - LONGEST : at));
  }
  return fusesIn(rest);
}
