import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "pg";
import { serialQueue } from "../../../core/async/serial-queue";
import { MAX_UNWRITTEN_BYTES } from "../../limits";
import { isLasting, LOCK, type PostgresOptions, UnusableError } from "./postgres-database";
import type { StoredUpdate } from "./shared-folder-store";

/** Writes updates over one connection, which also holds the lock that keeps other servers away. */
export type PostgresWriter = {
  /** Names this process in the rows that it writes. */
  readonly server: string;
  /** Resolves once Postgres has the update on its disk. Rejects after a few seconds of trying. */
  append(update: StoredUpdate): Promise<void>;
  /** Resolves if it can write now. */
  check(): Promise<void>;
  close(): Promise<void>;
};

type WriterOptions = PostgresOptions & { limits: { connectionTimeoutMillis: number; query_timeout: number } };
type Waiting = StoredUpdate & { done(): void; failed(error: unknown): void };

/** Milliseconds to go on trying to store something, and between two tries. */
const TRY_FOR_MS = 8000;
const PAUSES_MS = [100, 300, 1000];
/** Bytes of one transaction, and of all that may wait. */
const BATCH_BYTES = 16 * 1024 * 1024;
/** Milliseconds to wait for another server that is just ending. */
const LOCK_WAIT_MS = 2000;
/** The second half of the key of the lock, in SQL. */
const KEY = "hashtext('galley serve ' || current_schema())";

export async function openPostgresWriter({ url, isShared, limits }: WriterOptions): Promise<PostgresWriter> {
  const { default: pg } = await import("pg");
  const server = `galley-serve-${randomBytes(8).toString("hex")}`;
  /** The connection that writes. A failed one is made again by the next query. */
  let current: Client | null = null;
  let isClosed = false;
  /** Another server took the store over while this one was cut off from it: nothing may be written any longer. */
  let isTakenOver = false;

  async function connect(): Promise<Client> {
    if (isTakenOver) throw new UnusableError(takenMessage);
    const client = new pg.Client({ connectionString: url, ...limits, keepAlive: true, application_name: server });
    client.on("error", () => drop(client));
    client.on("end", () => drop(client));
    try {
      await client.connect();
      // Postgres notices within half a minute that a machine is gone, and lets go of its lock.
      await client.query("SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3");
      await client.query("SET synchronous_commit = on");
      // A connection of ours that is dead, but not for Postgres, would keep the lock from us.
      await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND usename = current_user AND pid <> pg_backend_pid()",
        [server],
      );
      await lock(client);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  async function lock(client: Client): Promise<void> {
    const start = performance.now();
    const kind = isShared ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock";
    for (;;) {
      const { rows } = await client.query(`SELECT ${kind}($1, ${KEY}) AS locked`, [LOCK]);
      if (rows[0]?.locked === true) return;
      if (performance.now() - start > LOCK_WAIT_MS) break;
      await wait(100);
    }
    // An earlier connection of ours that hangs ends sooner or later.
    const { rows } = await client.query(
      `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND granted AND classid = $1::int::oid AND objid = ${KEY}::oid AND objsubid = 2
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND (mode = 'ExclusiveLock' OR NOT $2) AND application_name <> $3`,
      [LOCK, isShared, server],
    );
    if (rows.length === 0) throw new Error("an earlier connection of this server still has the lock");
    isTakenOver = true;
    throw new UnusableError(takenMessage);
  }

  function drop(client: Client): void {
    if (current === client) current = null;
  }

  const enqueue = serialQueue();
  /** Runs a query on the connection that writes, after those before it. A connection that failed is not used again. */
  const query = (text: string, values: unknown[] = []): Promise<void> =>
    enqueue(async () => {
      if (isClosed) throw new Error("the store is closed");
      const client = current ?? (await connect());
      current = client;
      try {
        await client.query(text, values);
      } catch (error) {
        if (!isLasting(error)) {
          drop(client);
          void client.end().catch(() => undefined);
        }
        throw error;
      }
    });

  async function store(batch: readonly Waiting[]): Promise<void> {
    const start = performance.now();
    for (let at = 0; ; at++) {
      try {
        // One statement is one transaction. Stored twice, if only the answer was lost, an update counts once.
        return await query(
          `INSERT INTO galley_updates (document, content, server)
           SELECT document, content, $3 FROM unnest($1::text[], $2::bytea[]) WITH ORDINALITY AS given (document, content, at) ORDER BY at`,
          [batch.map(({ document }) => document), batch.map(({ update }) => Buffer.from(update)), server],
        );
      } catch (error) {
        const pause = PAUSES_MS[Math.min(at, PAUSES_MS.length - 1)] ?? 0;
        if (isLasting(error) || isClosed || performance.now() - start + pause > TRY_FOR_MS) throw error;
        await wait(pause);
      }
    }
  }

  let waiting: Waiting[] = [];
  let waitingBytes = 0;
  let flushing: Promise<void> | null = null;

  /** Stores the queue, one transaction after the other. */
  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch: Waiting[] = [];
      for (let bytes = 0; bytes < BATCH_BYTES && waiting[batch.length] !== undefined; ) {
        const next = waiting[batch.length] as Waiting;
        batch.push(next);
        bytes += next.update.length;
        waitingBytes -= next.update.length;
      }
      waiting = waiting.slice(batch.length);
      try {
        await store(batch);
        for (const { done } of batch) done();
      } catch (error) {
        // The rest of the queue would only take as long again.
        const all = [...batch, ...waiting];
        waiting = [];
        waitingBytes = 0;
        for (const { failed } of all) failed(error);
      }
    }
    flushing = null;
  }

  const check = () => query("SELECT 1");
  await check();
  return {
    server,
    append: ({ document, update }) =>
      new Promise((done, failed) => {
        if (isClosed || waitingBytes + update.length > MAX_UNWRITTEN_BYTES)
          return failed(new Error("too much waits to be stored"));
        waiting.push({ document, update, done, failed });
        waitingBytes += update.length;
        // After this turn, so that what many clients sent at once is one transaction.
        flushing ??= new Promise<void>((turn) => setImmediate(turn)).then(flush);
      }),
    check,
    async close() {
      await flushing;
      isClosed = true;
      await enqueue(() => current?.end().catch(() => undefined));
    },
  };
}

const takenMessage = "another galley serve uses it; stop that one first, or connect all of them with --redis";
