import type { DatabaseSync } from "node:sqlite";
import { transaction } from "../../engine/storage";
import { type BlobStore, MIN_BLOB_BYTES, planSweep, type StoredChunk, writeBlob } from "./blob-store";

/** `unused`: since when no entry of the list names a blob, in milliseconds since 1970; null if one does. */
export const blobSchema = `
  CREATE TABLE blobs (hash TEXT PRIMARY KEY, size INTEGER NOT NULL, upload TEXT NOT NULL, unused INTEGER) STRICT;
  CREATE TABLE blob_chunks (upload TEXT NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (upload, number)) STRICT;
`;

type Use = <Result>(task: (opened: DatabaseSync) => Result) => Result;

/** Contents in an SQLite database, which this process alone writes. What an earlier process left of uploads is removed. */
export function sqliteBlobs(use: Use): BlobStore {
  const uploading = new Set<string>();
  const removeLeftovers = (opened: DatabaseSync): void => {
    const found = opened
      .prepare("SELECT DISTINCT upload FROM blob_chunks WHERE upload NOT IN (SELECT upload FROM blobs)")
      .all();
    for (const { upload } of found)
      if (!uploading.has(String(upload)))
        opened.prepare("DELETE FROM blob_chunks WHERE upload = ?").run(upload as string);
  };
  use(removeLeftovers);

  const sizeIn = (opened: DatabaseSync, hash: string): number | null => {
    const row = opened.prepare("SELECT size FROM blobs WHERE hash = ?").get(hash);
    return row === undefined ? null : Number(row["size"]);
  };

  const rows = {
    async add(upload: string, number: number, bytes: Uint8Array) {
      uploading.add(upload);
      use((opened) => insertChunk(opened, { upload, number, bytes }));
    },
    async commit(upload: string, { hash, size }: { hash: string; size: number }) {
      use((opened) =>
        transaction(opened, () => {
          if (sizeIn(opened, hash) === null) insertBlob(opened, { hash, size, upload, unused: Date.now() });
          else opened.prepare("DELETE FROM blob_chunks WHERE upload = ?").run(upload);
        }),
      );
      uploading.delete(upload);
    },
    async drop(upload: string) {
      uploading.delete(upload);
      use((opened) => opened.prepare("DELETE FROM blob_chunks WHERE upload = ?").run(upload));
    },
  };

  async function* chunksOf(upload: string): AsyncGenerator<Uint8Array> {
    for (let number = 0; ; number++) {
      const row = use((opened) =>
        opened.prepare("SELECT bytes FROM blob_chunks WHERE upload = ? AND number = ?").get(upload, number),
      );
      if (!(row?.["bytes"] instanceof Uint8Array)) return;
      yield row["bytes"];
    }
  }

  return {
    sizeOf: async (hash) => use((opened) => sizeIn(opened, hash)),
    keep: async (hash) =>
      use((opened) => {
        opened.prepare("UPDATE blobs SET unused = ? WHERE hash = ? AND unused IS NOT NULL").run(Date.now(), hash);
        return sizeIn(opened, hash);
      }),
    async read(hash) {
      const row = use((opened) => opened.prepare("SELECT size, upload FROM blobs WHERE hash = ?").get(hash));
      return row === undefined ? null : { size: Number(row["size"]), chunks: chunksOf(String(row["upload"])) };
    },
    write: (name, chunks) => writeBlob(rows, name, chunks),
    total: async () =>
      Number(
        use((opened) =>
          opened.prepare("SELECT coalesce(sum(max(size, ?)), 0) AS total FROM blobs").get(MIN_BLOB_BYTES),
        )?.["total"],
      ),
    sweep: async (wanted) =>
      use((opened) =>
        transaction(opened, () => {
          removeLeftovers(opened);
          const stored = opened
            .prepare("SELECT hash, size, unused FROM blobs")
            .all()
            .map(({ hash, size, unused }) => ({
              hash: String(hash),
              size: Number(size),
              unused: unused === null ? null : Number(unused),
            }));
          const { used, unused, removed } = planSweep(stored, wanted);
          for (const hash of used) opened.prepare("UPDATE blobs SET unused = NULL WHERE hash = ?").run(hash);
          for (const hash of unused) opened.prepare("UPDATE blobs SET unused = ? WHERE hash = ?").run(wanted.now, hash);
          for (const hash of removed) {
            opened
              .prepare("DELETE FROM blob_chunks WHERE upload = (SELECT upload FROM blobs WHERE hash = ?)")
              .run(hash);
            opened.prepare("DELETE FROM blobs WHERE hash = ?").run(hash);
          }
          return removed.length;
        }),
      ),
  };
}

/** Stores a piece of a backup. */
export function insertStoredChunk(opened: DatabaseSync, { blob, size, number, bytes }: StoredChunk): void {
  if (number === 0) insertBlob(opened, { hash: blob, size, upload: blob, unused: Date.now() });
  insertChunk(opened, { upload: blob, number, bytes });
}

/** The pieces of all contents, in order. */
export function* storedChunks(opened: DatabaseSync): Generator<StoredChunk> {
  const rows = opened
    .prepare(
      `SELECT hash, size, number, bytes FROM blobs JOIN blob_chunks USING (upload) ORDER BY blobs.hash, blob_chunks.number`,
    )
    .iterate();
  for (const { hash, size, number, bytes } of rows)
    if (typeof hash === "string" && bytes instanceof Uint8Array)
      yield { blob: hash, size: Number(size), number: Number(number), bytes };
}

const insertBlob = (
  opened: DatabaseSync,
  { hash, size, upload, unused }: { hash: string; size: number; upload: string; unused: number },
) =>
  opened.prepare("INSERT INTO blobs (hash, size, upload, unused) VALUES (?, ?, ?, ?)").run(hash, size, upload, unused);

const insertChunk = (
  opened: DatabaseSync,
  { upload, number, bytes }: { upload: string; number: number; bytes: Uint8Array },
) => opened.prepare("INSERT INTO blob_chunks (upload, number, bytes) VALUES (?, ?, ?)").run(upload, number, bytes);
