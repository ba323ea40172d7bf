import { Readable } from "node:stream";
import type { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { missingServices, type RealService, startPostgres } from "../../cli/testing/other-services";
import { allOf, checkBlobs, checkFilled, fillBlobs } from "./blobs.fixture";
import { postgresContents } from "./contents";
import { LOCK } from "./postgres-database";
import { openPostgresStore } from "./postgres-store";
import type { SharedFolderStore } from "./shared-folder-store";

// A real Postgres: in the long run only, and only where Debian's packages are.
const missing = missingServices();
const isLong = process.env["GALLEY_LONG"] !== undefined;
const title = missing === null ? "a store in Postgres" : `a store in Postgres: missing here: ${missing}`;

const update = new Uint8Array([0, 0]);

describe.skipIf(!isLong || missing !== null)(title, () => {
  let postgres: RealService;
  let operator: Client;
  let url: string;
  let database = 0;
  const opened: SharedFolderStore[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.remove());
  beforeEach(async () => {
    operator = await connected("postgres");
    database += 1;
    await operator.query(`CREATE DATABASE shared${database}`);
    await operator.end();
    url = `postgres://galley@127.0.0.1:${postgres.port}/shared${database}`;
    operator = await connected(`shared${database}`);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const store of opened.splice(0)) await store.close();
    await operator.end();
  });

  async function connected(name: string): Promise<Client> {
    const { default: pg } = await import("pg");
    const client = new pg.Client({ connectionString: `postgres://galley@127.0.0.1:${postgres.port}/${name}` });
    await client.connect();
    return client;
  }

  async function open(isShared = false): Promise<SharedFolderStore> {
    const store = await openPostgresStore({ url, isShared, notice: () => undefined });
    opened.push(store);
    return store;
  }

  const WRITERS = "FROM pg_stat_activity WHERE application_name LIKE 'galley-serve-%'";
  const writers = async () =>
    (await operator.query<{ pid: number }>(`SELECT pid ${WRITERS}`)).rows.map(({ pid }) => pid);
  const rejection = (promise: Promise<unknown>) =>
    promise.then(
      () => "",
      (error: Error) => error.message,
    );

  test("the content of a file is there as a whole or not at all, and a backup has it", async () => {
    // A database of an earlier Galley, which had texts only.
    const earlier = await open();
    await earlier.append("a", update);
    await earlier.close();
    opened.length = 0;
    await operator.query("DROP TABLE galley_blobs, galley_blob_chunks; UPDATE galley_schema SET number = 1");
    expect(await allOf(postgresContents(url))).toHaveLength(1);
    const store = await open();
    await checkBlobs(store.blobs, async () =>
      Number((await operator.query("SELECT count(*) AS count FROM galley_blob_chunks")).rows[0]?.count),
    );
    await fillBlobs(store.blobs);
    const contents = await allOf(postgresContents(url));
    expect(contents).toHaveLength(4);
    await operator.query("DELETE FROM galley_blobs; DELETE FROM galley_blob_chunks; DELETE FROM galley_updates");
    await store.fill(Readable.from(contents));
    await checkFilled(store.blobs);
    // An unfinished upload may belong to another server that still receives it, but not after a day.
    await operator.query(
      "INSERT INTO galley_blob_chunks VALUES ('half', 0, 'x', now()), ('old', 0, 'x', now() - interval '2 days')",
    );
    await store.blobs.sweep({ named: new Set(), now: Date.now(), keepMs: 1e9 });
    const left = await operator.query("SELECT DISTINCT upload FROM galley_blob_chunks WHERE upload IN ('half', 'old')");
    expect(left.rows).toEqual([{ upload: "half" }]);
  });

  test("a server whose own connection hung for a while stores again afterwards", async () => {
    const store = await open();
    const [pid = 0] = await writers();
    // As a backend does that waits for a disk.
    process.kill(pid, "SIGSTOP");
    try {
      expect(await rejection(store.append("a", update))).toContain("timeout");
      expect(await rejection(store.append("a", update))).toBe(
        "an earlier connection of this server still has the lock",
      );
    } finally {
      process.kill(pid, "SIGCONT");
    }
    await store.append("a", update);
    expect(await writers()).toHaveLength(1);
  });

  test("a server whose store another one took over writes nothing from then on", async () => {
    const store = await open();
    const other = await connected(`shared${database}`);
    const taken = other.query("SELECT pg_advisory_lock($1, hashtext('galley serve ' || current_schema()))", [LOCK]);
    await operator.query(`SELECT pg_terminate_backend(pid) ${WRITERS}`);
    await taken;
    expect(await rejection(store.append("a", update))).toContain("another galley serve uses it");
    await other.end();
    expect(await rejection(store.append("a", update))).toContain("another galley serve uses it");
  });

  test("an update that another server stores between a load and a slow look is not left out", async () => {
    const [here, there] = [await open(true), await open(true)];
    await here.updatesOfOthers?.(() => ["a"]);
    const { default: pg } = await import("pg");
    const query = pg.Pool.prototype.query;
    const followed = ["a"];
    vi.spyOn(pg.Pool.prototype, "query").mockImplementationOnce(async function (this: unknown, ...given: unknown[]) {
      // While the query waits for a connection, a document is opened here, and then written there.
      followed.push("b");
      expect(await here.load("b")).toBeNull();
      await there.append("b", update);
      return Reflect.apply(query, this, given);
    });
    const found = [...((await here.updatesOfOthers?.(() => [...followed])) ?? [])];
    found.push(...((await here.updatesOfOthers?.(() => followed)) ?? []));
    expect(found.map(({ document }) => document)).toContain("b");
  });

  test("what it writes is on the disk, even if the database's users may lose something", async () => {
    await operator.query(`ALTER DATABASE shared${database} SET synchronous_commit = off`);
    const store = await open();
    await operator.query(`
      CREATE TABLE seen (setting text);
      CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO seen VALUES (TG_TABLE_NAME || ' ' || current_setting('synchronous_commit')); RETURN NULL; END $$;
      CREATE TRIGGER note AFTER INSERT ON galley_links EXECUTE FUNCTION note();
      CREATE TRIGGER note AFTER INSERT ON galley_updates EXECUTE FUNCTION note();`);
    await store.makeLinks({ roles: [], revoke: false });
    await store.append("a", update);
    const { rows } = await operator.query("SELECT setting FROM seen");
    expect(rows).toEqual([{ setting: "galley_links on" }, { setting: "galley_updates on" }]);
  });
});
