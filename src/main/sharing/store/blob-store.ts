import { createHash, randomBytes } from "node:crypto";

/** Bytes of one row of a store, and of one piece in memory. */
export const BLOB_CHUNK_BYTES = 1024 * 1024;

/** What the smallest content takes in a store, with its rows and their indices. */
export const MIN_BLOB_BYTES = 4096;
/** Bytes that one sweep removes, and one content more: the store does nothing else meanwhile. */
const SWEEP_BYTES = 256 * 1024 * 1024;

/** How a blob is named: the SHA-256 of its bytes, in hex. */
export type BlobName = { hash: string; size: number };

/** The contents of files that travel as whole versions, by their hashes. Every method rejects if the store cannot be used now. */
export type BlobStore = {
  /** The size of a blob; null if it is not there. */
  sizeOf(hash: string): Promise<number | null>;
  /** The same; the time that an unused content is kept begins again, since somebody is about to name it. */
  keep(hash: string): Promise<number | null>;
  /** The pieces of a blob; null if it is not stored. */
  read(hash: string): Promise<{ size: number; chunks: AsyncIterable<Uint8Array> } | null>;
  /**
   * Stores a blob. Resolves to true once it would survive a power cut; to false, and nothing is stored, if the bytes are others. If `chunks` fail, so
   * does this, and nothing is stored.
   */
  write(name: BlobName, chunks: AsyncIterable<Uint8Array>): Promise<boolean>;
  /** What all contents take: of each its bytes, and `MIN_BLOB_BYTES` at least. */
  total(): Promise<number>;
  /**
   * Removes the contents that no entry of the list has named for `keepMs`, and what uploads that were cut off have left. `now` is in milliseconds since
   * 1970. Resolves to how many contents were removed; of very many it leaves some to the next sweep.
   */
  sweep(wanted: { named: ReadonlySet<string>; now: number; keepMs: number }): Promise<number>;
};

/** A piece of a blob, as a backup holds it; the first one has the number 0. */
export type StoredChunk = { blob: string; size: number; number: number; bytes: Uint8Array };

/** What a store does with the rows of contents. */
type BlobRows = {
  /** Stores a piece of an upload. */
  add(upload: string, number: number, bytes: Uint8Array): Promise<void>;
  /** Makes an upload a blob, or drops it if the blob is there already. Durable. */
  commit(upload: string, name: BlobName): Promise<void>;
  /** Removes what was stored of an upload. */
  drop(upload: string): Promise<void>;
};

/** Writes a blob piece by piece. Its rows count for nothing before all of them are there and have the right hash. */
export async function writeBlob(rows: BlobRows, name: BlobName, chunks: AsyncIterable<Uint8Array>): Promise<boolean> {
  const upload = randomBytes(16).toString("hex");
  const hash = createHash("sha256");
  let size = 0;
  let number = 0;
  try {
    for await (const bytes of chunks) {
      hash.update(bytes);
      size += bytes.length;
      if (size > name.size) break;
      await rows.add(upload, number++, bytes);
    }
    if (number === 0) await rows.add(upload, 0, new Uint8Array());
    const isRight = size === name.size && hash.digest("hex") === name.hash;
    if (isRight) await rows.commit(upload, name);
    else await rows.drop(upload);
    return isRight;
  } catch (error) {
    // What cannot be removed now is removed by a sweep.
    await rows.drop(upload).catch(() => undefined);
    throw error;
  }
}

/** What a sweep changes, from what is stored: `unused` is since when no entry names a blob, null for one that is named. */
export function planSweep(
  stored: readonly { hash: string; size: number; unused: number | null }[],
  { named, now, keepMs }: Parameters<BlobStore["sweep"]>[0],
): { used: string[]; unused: string[]; removed: string[] } {
  const plan = { used: [] as string[], unused: [] as string[], removed: [] as string[] };
  let bytes = 0;
  for (const { hash, size, unused } of stored) {
    if (named.has(hash)) {
      if (unused !== null) plan.used.push(hash);
    } else if (unused === null || unused > now) plan.unused.push(hash);
    else if (unused + keepMs < now && bytes < SWEEP_BYTES) {
      plan.removed.push(hash);
      bytes += Math.max(size, MIN_BLOB_BYTES);
    }
  }
  return plan;
}
