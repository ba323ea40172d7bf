import { setTimeout as wait } from "node:timers/promises";
import { MAX_UPDATES } from "../../limits";
import { insertStoredChunk, postgresBlobs } from "./postgres-blobs";
import { describeDatabase, isLasting, type PostgresOptions, prepareSchema, whyUnusable } from "./postgres-database";
import { openPostgresWriter } from "./postgres-writer";
import {
  hashOf,
  isRole,
  mergeUpdates,
  NotEmptyError,
  newLinks,
  type SharedFolderStore,
  type StoredUpdate,
} from "./shared-folder-store";

/** Milliseconds between two tries of a query. Then it has failed. */
const PAUSES_MS = [100, 400, 1500];
/** Connections for reading, besides the one that writes. */
const READERS = 4;

/**
 * Opens the shared folder in a Postgres database; its tables are made if they are missing. Several servers may use it at the same time if all of them are
 * `isShared`; a server that is not, is alone. Rejects with a sentence if it cannot be used.
 */
export async function openPostgresStore(options: PostgresOptions): Promise<SharedFolderStore> {
  const { url, notice } = options;
  const place = describeDatabase(url);
  // Imported here because only this store needs it.
  const { default: pg } = await import("pg");
  const limits = { connectionTimeoutMillis: 3000, query_timeout: 10_000, keepAlive: true };
  const pool = new pg.Pool({ connectionString: url, max: READERS, idleTimeoutMillis: 30_000, ...limits });
  // A connection may end while nobody uses it: the next query opens another.
  pool.on("error", () => undefined);

  /** Tries a query that may be repeated until it works, or has failed too often. */
  async function read<Result>(task: () => Promise<Result>): Promise<Result> {
    for (const pause of PAUSES_MS) {
      try {
        return await task();
      } catch (error) {
        if (isLasting(error)) throw error;
        await wait(pause);
      }
    }
    return await task();
  }

  /** Runs `task` on one connection in a transaction: all of its writes are kept, or none. */
  async function inTransaction<Result>(task: (client: Queries) => Promise<Result>, kind = ""): Promise<Result> {
    const client = await pool.connect();
    // Without a listener, a connection that ends between two queries would end the process.
    const ignore = () => undefined;
    client.on("error", ignore);
    let failure: unknown = null;
    try {
      await client.query(`BEGIN ${kind}; SET LOCAL synchronous_commit = on`);
      const result = await task(client);
      await client.query("COMMIT");
      return result;
    } catch (error) {
      failure = error;
      await client.query("ROLLBACK").catch(() => undefined);
      throw error;
    } finally {
      // Whatever failed may have left the connection unusable; the next one is made when it is needed.
      client.off("error", ignore);
      client.release(failure !== null);
    }
  }

  let writer: Awaited<ReturnType<typeof openPostgresWriter>>;
  try {
    await inTransaction((client) => prepareSchema(client));
    writer = await openPostgresWriter({ ...options, limits });
  } catch (error) {
    await pool.end().catch(() => undefined);
    throw new Error(whyUnusable(error, place));
  }

  /** Replaces the rows that `whole` was made from, unless another server just did. */
  async function compact(document: string, whole: Uint8Array, ids: readonly string[]): Promise<void> {
    await inTransaction(async (client) => {
      const { rowCount } = await client.query("DELETE FROM galley_updates WHERE id = ANY($1::bigint[])", [ids]);
      if (rowCount !== ids.length) throw new Error("compacted by another server");
      await insertUpdate(client, { document, update: whole }, writer.server);
    });
  }

  /** Transactions from this one on may be missing in what was read of the others. */
  let unread: string | null = null;

  return {
    makeLinks: ({ roles, revoke }) =>
      inTransaction(async (client) => {
        // Two servers that start at once make one link for editors.
        await client.query("LOCK TABLE galley_links IN SHARE ROW EXCLUSIVE MODE");
        if (revoke) await client.query("DELETE FROM galley_links");
        const { rowCount } = await client.query("SELECT 1 FROM galley_links WHERE role = 'editor' LIMIT 1");
        const made = newLinks(roles, rowCount !== 0);
        for (const { role, secret } of made)
          await client.query("INSERT INTO galley_links (hash, role) VALUES ($1, $2)", [hashOf(secret), role]);
        return made;
      }),
    async roleOf(secret) {
      const { rows } = await read(() => pool.query("SELECT role FROM galley_links WHERE hash = $1", [hashOf(secret)]));
      return isRole(rows[0]?.role) ? rows[0].role : null;
    },
    async links() {
      const { rows } = await pool.query("SELECT encode(hash, 'hex') AS hash FROM galley_links");
      return new Set(rows.map(({ hash }) => String(hash)));
    },
    blobs: postgresBlobs({ pool, read, inTransaction }),
    append: (document, update) => writer.append({ document, update }),
    async load(document) {
      const { rows } = await read(() =>
        pool.query("SELECT id, content FROM galley_updates WHERE document = $1 ORDER BY id", [document]),
      );
      if (rows.length === 0) return null;
      const { whole, isSound } = mergeUpdates(
        rows.map(({ content }) => content),
        notice,
      );
      // A long log only takes longer to read: it may stay if it cannot be replaced now.
      if (isSound && rows.length > MAX_UPDATES)
        await compact(
          document,
          whole,
          rows.map(({ id }) => String(id)),
        ).catch(() => undefined);
      return whole;
    },
    check: () => writer.check(),
    async updatesOfOthers(followed) {
      // Every transaction before `next` has ended, and is seen by the query that follows.
      const { rows } = await pool.query("SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS next");
      const next = String(rows[0]?.next);
      // Not earlier: what is followed from now on is loaded with all of these transactions.
      const documents = followed();
      if (unread === null || documents.length === 0) {
        unread = next;
        return [];
      }
      const found = await pool.query(
        `SELECT document, content FROM galley_updates
         WHERE transaction >= $1::xid8 AND server <> $2 AND document = ANY($3::text[]) ORDER BY id`,
        [unread, writer.server, documents],
      );
      unread = next;
      return found.rows.map(({ document, content }) => ({ document: String(document), update: content }));
    },
    fill: (contents) =>
      inTransaction(async (client) => {
        await client.query("LOCK TABLE galley_links, galley_updates IN SHARE ROW EXCLUSIVE MODE");
        const used = await client.query("SELECT 1 FROM galley_links UNION ALL SELECT 1 FROM galley_updates LIMIT 1");
        if (used.rowCount !== 0) throw new NotEmptyError();
        for await (const each of contents) {
          if ("blob" in each) await insertStoredChunk(client, each);
          else if ("hash" in each)
            await client.query("INSERT INTO galley_links (hash, role) VALUES ($1, $2)", [each.hash, each.role]);
          else await insertUpdate(client, each, writer.server);
        }
      }),
    async close() {
      await writer.close();
      await pool.end();
    },
  };
}

/** `server` names the process that stores it. */
function insertUpdate(client: Queries, { document, update }: StoredUpdate, server: string) {
  return client.query("INSERT INTO galley_updates (document, content, server) VALUES ($1, $2, $3)", [
    document,
    Buffer.from(update),
    server,
  ]);
}

type Queries = {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
};
