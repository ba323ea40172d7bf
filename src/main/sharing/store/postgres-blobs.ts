import { type BlobStore, MIN_BLOB_BYTES, planSweep, type StoredChunk, writeBlob } from "./blob-store";

/** `unused`: since when no entry of the list names a blob, in milliseconds since 1970; null if one does. */
export const blobSchema = `
  CREATE TABLE galley_blobs (hash text COLLATE "C" PRIMARY KEY, size bigint NOT NULL, upload text NOT NULL, unused bigint);
  CREATE TABLE galley_blob_chunks (
    upload text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    bytes bytea NOT NULL,
    added timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (upload, number)
  );
`;

type Queries = {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
};

type PostgresParts = {
  pool: Queries;
  /** Tries a query that may be repeated. */
  read<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Resolves once what was written is durable. */
  inTransaction<Result>(task: (client: Queries) => Promise<Result>): Promise<Result>;
};

/** Contents in a Postgres database. Other servers may write there, too: what their uploads have left is theirs for a day. */
export function postgresBlobs({ pool, read, inTransaction }: PostgresParts): BlobStore {
  const sizeFrom = (rows: readonly Record<string, unknown>[]): number | null =>
    rows[0] === undefined ? null : Number(rows[0]["size"]);

  const rows = {
    async add(upload: string, number: number, bytes: Uint8Array) {
      await insertChunk(pool, { upload, number, bytes });
    },
    // The log of Postgres is in order: with the commit, the pieces before it are on the disk, too.
    commit: (upload: string, { hash, size }: { hash: string; size: number }) =>
      inTransaction(async (client) => {
        const { rowCount } = await insertBlob(client, { hash, size, upload, unused: Date.now() });
        if (rowCount === 0) await client.query("DELETE FROM galley_blob_chunks WHERE upload = $1", [upload]);
      }),
    async drop(upload: string) {
      await pool.query("DELETE FROM galley_blob_chunks WHERE upload = $1", [upload]);
    },
  };

  async function* chunksOf(upload: string): AsyncGenerator<Uint8Array> {
    for (let number = 0; ; number++) {
      const query = "SELECT bytes FROM galley_blob_chunks WHERE upload = $1 AND number = $2";
      const { rows: found } = await read(() => pool.query(query, [upload, number]));
      if (!(found[0]?.["bytes"] instanceof Uint8Array)) return;
      yield found[0]["bytes"];
    }
  }

  return {
    sizeOf: async (hash) =>
      sizeFrom((await read(() => pool.query("SELECT size FROM galley_blobs WHERE hash = $1", [hash]))).rows),
    keep: (hash) =>
      inTransaction(async (client) => {
        const query = "UPDATE galley_blobs SET unused = $2 WHERE hash = $1 AND unused IS NOT NULL";
        await client.query(query, [hash, Date.now()]);
        return sizeFrom((await client.query("SELECT size FROM galley_blobs WHERE hash = $1", [hash])).rows);
      }),
    async read(hash) {
      const found = await read(() => pool.query("SELECT size, upload FROM galley_blobs WHERE hash = $1", [hash]));
      const size = sizeFrom(found.rows);
      return size === null ? null : { size, chunks: chunksOf(String(found.rows[0]?.["upload"])) };
    },
    write: (name, chunks) => writeBlob(rows, name, chunks),
    async total() {
      const found = await read(() =>
        pool.query("SELECT coalesce(sum(greatest(size, $1)), 0) AS total FROM galley_blobs", [MIN_BLOB_BYTES]),
      );
      return Number(found.rows[0]?.["total"]);
    },
    sweep: (wanted) =>
      inTransaction(async (client) => {
        await client.query(
          `DELETE FROM galley_blob_chunks WHERE added < now() - interval '1 day'
           AND NOT EXISTS (SELECT FROM galley_blobs WHERE galley_blobs.upload = galley_blob_chunks.upload)`,
        );
        // Not while another server is about to name one of them.
        const found = await client.query("SELECT hash, size, unused FROM galley_blobs FOR UPDATE");
        const stored = found.rows.map(({ hash, size, unused }) => ({
          hash: String(hash),
          size: Number(size),
          unused: unused === null ? null : Number(unused),
        }));
        const { used, unused, removed } = planSweep(stored, wanted);
        await client.query("UPDATE galley_blobs SET unused = NULL WHERE hash = ANY($1::text[])", [used]);
        await client.query("UPDATE galley_blobs SET unused = $2 WHERE hash = ANY($1::text[])", [unused, wanted.now]);
        await client.query(
          `DELETE FROM galley_blob_chunks USING galley_blobs
           WHERE galley_blob_chunks.upload = galley_blobs.upload AND hash = ANY($1::text[])`,
          [removed],
        );
        await client.query("DELETE FROM galley_blobs WHERE hash = ANY($1::text[])", [removed]);
        return removed.length;
      }),
  };
}

/** Stores a piece of a backup. */
export async function insertStoredChunk(client: Queries, { blob, size, number, bytes }: StoredChunk): Promise<void> {
  if (number === 0) await insertBlob(client, { hash: blob, size, upload: blob, unused: Date.now() });
  await insertChunk(client, { upload: blob, number, bytes });
}

/** The pieces of all contents, in order. */
export async function* storedChunks(client: Queries): AsyncGenerator<StoredChunk> {
  const { rows: blobs } = await client.query("SELECT hash, size, upload FROM galley_blobs ORDER BY hash");
  for (const { hash, size, upload } of blobs)
    for (let number = 0; ; number++) {
      const query = "SELECT bytes FROM galley_blob_chunks WHERE upload = $1 AND number = $2";
      const bytes = (await client.query(query, [upload, number])).rows[0]?.["bytes"];
      if (!(bytes instanceof Uint8Array)) break;
      yield { blob: String(hash), size: Number(size), number, bytes };
    }
}

const insertBlob = (
  client: Queries,
  { hash, size, upload, unused }: { hash: string; size: number; upload: string; unused: number },
) =>
  client.query("INSERT INTO galley_blobs (hash, size, upload, unused) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING", [
    hash,
    size,
    upload,
    unused,
  ]);

const insertChunk = (
  client: Queries,
  { upload, number, bytes }: { upload: string; number: number; bytes: Uint8Array },
) =>
  client.query("INSERT INTO galley_blob_chunks (upload, number, bytes) VALUES ($1, $2, $3)", [
    upload,
    number,
    Buffer.from(bytes),
  ]);
