import { createReadStream } from "node:fs";

/** The bytes that precede the fuses in an Electron program. */
const SENTINEL = Buffer.from("dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX");
/** The sentinel, the version and the number of fuses, and more fuses than exist today. */
const WIRE_LENGTH = SENTINEL.length + 2 + 32;

/** The fuses, in the order in which a program stores them. */
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

/** Which fuses of a program are on; null for a fuse that the program does not have. */
export type FuseStates = Record<(typeof FUSES)[number], boolean | null>;

/** The fuses in a part of a program's bytes; null if the sentinel is not in it. */
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

/** The fuses of the program at `path`, which is read in chunks because it has 200 MB. Null if it has none. */
export async function fusesOf(path: string): Promise<FuseStates | null> {
  let rest = Buffer.alloc(0);
  for await (const piece of createReadStream(path, { highWaterMark: 4 * 1024 * 1024 })) {
    const bytes = Buffer.concat([rest, piece as Buffer]);
    const at = bytes.indexOf(SENTINEL);
    if (at !== -1 && at + WIRE_LENGTH <= bytes.length) return fusesIn(bytes);
    rest = bytes.subarray(Math.max(0, at === -1 ? bytes.length - WIRE_LENGTH : at));
  }
  return fusesIn(rest);
}
