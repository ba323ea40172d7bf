import { createHash } from "node:crypto";
import { expect } from "vitest";
import { BLOB_CHUNK_BYTES, type BlobStore, MIN_BLOB_BYTES } from "./blob-store";

const nameOf = (bytes: Uint8Array) => ({ hash: createHash("sha256").update(bytes).digest("hex"), size: bytes.length });

/** Pieces as an upload brings them; `breaksAfter`: the client goes after this many. */
async function* pieces(bytes: Uint8Array, breaksAfter = Number.POSITIVE_INFINITY): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += BLOB_CHUNK_BYTES) {
    if (at / BLOB_CHUNK_BYTES >= breaksAfter) throw new Error("the client has gone");
    yield bytes.subarray(at, at + BLOB_CHUNK_BYTES);
  }
}

async function read(blobs: BlobStore, hash: string): Promise<Uint8Array | null> {
  const found = await blobs.read(hash);
  if (found === null) return null;
  const parts: Uint8Array[] = [];
  for await (const part of found.chunks) parts.push(part);
  return Buffer.concat(parts);
}

/** A content of three pieces. */
const large = Buffer.alloc(2 * BLOB_CHUNK_BYTES + 5, "abc");
const empty = new Uint8Array();

/** What every store does with contents. `countPieces` counts the rows that have pieces. */
export async function checkBlobs(blobs: BlobStore, countPieces: () => Promise<number>): Promise<void> {
  const name = nameOf(large);
  // A client that goes, other bytes than were promised, and too many of them leave nothing.
  await expect(blobs.write(name, pieces(large, 2))).rejects.toThrow("gone");
  expect(await blobs.write(name, pieces(large.subarray(1)))).toBe(false);
  expect(await blobs.write({ ...name, size: 10 }, pieces(large))).toBe(false);
  expect([await blobs.sizeOf(name.hash), await blobs.read(name.hash), await blobs.total()]).toEqual([null, null, 0]);
  expect(await countPieces()).toBe(0);
  // Sent twice at once, it is stored once.
  expect(await Promise.all([blobs.write(name, pieces(large)), blobs.write(name, pieces(large))])).toEqual([true, true]);
  expect(await blobs.write(nameOf(empty), pieces(empty))).toBe(true);
  expect(await read(blobs, name.hash)).toEqual(large);
  expect(await read(blobs, nameOf(empty).hash)).toEqual(Buffer.from(empty));
  expect([await blobs.total(), await countPieces()]).toEqual([large.length + MIN_BLOB_BYTES, 4]);
  // Named, it stays; unnamed, it stays for a while, which begins again if somebody asks for it.
  const now = Date.now();
  const day = 24 * 60 * 60 * 1000;
  const sweep = (named: string[], days: number) =>
    blobs.sweep({ named: new Set(named), now: now + days * day, keepMs: 30 * day });
  const both = [name.hash, nameOf(empty).hash];
  expect([await sweep(both, 1), await sweep(both, 100), await sweep([], 101), await sweep([], 130)]).toEqual([
    0, 0, 0, 0,
  ]);
  expect([await sweep([name.hash], 132), await countPieces()]).toEqual([1, 3]);
  expect([await sweep([], 133), await sweep([name.hash], 134), await sweep([], 135), await sweep([], 164)]).toEqual([
    0, 0, 0, 0,
  ]);
  // Its time begins today.
  expect([await blobs.keep(name.hash), await blobs.keep("0".repeat(64))]).toEqual([large.length, null]);
  expect([await sweep([], 29), await sweep([], 31), await countPieces(), await blobs.total()]).toEqual([0, 1, 0, 0]);
}

/** Contents of a store with one file of three pieces, and a check that they have arrived. */
export async function fillBlobs(blobs: BlobStore): Promise<void> {
  await blobs.write(nameOf(large), pieces(large));
}
/** Everything that `contents` gives. */
export async function allOf<Item>(contents: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const each of contents) all.push(each);
  return all;
}

export async function checkFilled(blobs: BlobStore): Promise<void> {
  expect(await read(blobs, nameOf(large).hash)).toEqual(large);
}
