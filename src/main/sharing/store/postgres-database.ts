/** How a store in Postgres is addressed, its tables, and what its errors mean. */
import { blobSchema } from "./postgres-blobs";

export type PostgresOptions = {
  /** `postgres://…`, which may hold a password. */
  url: string;
  /** Whether other servers use the store at the same time. They must be connected by Redis. */
  isShared: boolean;
  notice(sentence: string): void;
};

/** The address of a Postgres database; null if it is none. An `@` behind the host belongs to a password that something in it cut short. */
export function readDatabaseUrl(text: string): URL | null {
  const url = URL.parse(text);
  const isPostgres = url !== null && ["postgres:", "postgresql:"].includes(url.protocol);
  return isPostgres && !`${url.pathname}${url.search}${url.hash}`.includes("@") ? url : null;
}

/** The address of a database without its password, for sentences. */
export function describeDatabase(url: string): string {
  const parsed = readDatabaseUrl(url);
  if (parsed === null) return "the Postgres database";
  return `the Postgres database ${parsed.pathname.slice(1) || "(default)"} at ${parsed.host || "this machine"}`;
}

const SCHEMA_NUMBER = 2;

/** `transaction` orders what several servers store: numbers of rows are given before they are visible, and out of order. */
const schema = `
  CREATE TABLE galley_links (hash bytea PRIMARY KEY, role text NOT NULL);
  CREATE TABLE galley_updates (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    document text COLLATE "C" NOT NULL,
    content bytea NOT NULL,
    server text NOT NULL,
    transaction xid8 NOT NULL DEFAULT pg_current_xact_id()
  );
  CREATE INDEX galley_updates_by_document ON galley_updates (document, id);
  CREATE INDEX galley_updates_by_transaction ON galley_updates (transaction);
`;

type Queries = { query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> };

/** Makes the tables if they are missing. Rejects with an `UnusableError` if the database is not one that keeps what it confirms. Runs in a transaction. */
export async function prepareSchema(client: Queries): Promise<void> {
  for (const setting of ["fsync", "full_page_writes"]) {
    const { rows } = await client.query(`SHOW ${setting}`);
    if (rows[0]?.[setting] === "off")
      throw new UnusableError(`its setting ${setting} is off, so that it loses what it has confirmed in a power cut`);
  }
  await client.query("SELECT pg_advisory_xact_lock($1, 0)", [LOCK]);
  await client.query("CREATE TABLE IF NOT EXISTS galley_schema (number integer NOT NULL)");
  const { rows } = await client.query("SELECT number FROM galley_schema");
  const found = Number(rows[0]?.["number"] ?? 0);
  if (found > SCHEMA_NUMBER)
    throw new UnusableError("it was written by a newer Galley: update this Galley, or use the newer one");
  if (found === 0) await client.query(schema);
  // Since schema 2.
  if (found < 2) await client.query(blobSchema);
  if (found === 0) await client.query("INSERT INTO galley_schema (number) VALUES ($1)", [SCHEMA_NUMBER]);
  else await client.query("UPDATE galley_schema SET number = $1 WHERE number < $1", [SCHEMA_NUMBER]);
  // A database that was copied to another Postgres has numbers of transactions from there.
  await client.query(
    "UPDATE galley_updates SET transaction = '0' WHERE transaction >= pg_snapshot_xmax(pg_current_snapshot())",
  );
}

/** The first half of the keys of Galley's locks in a database. */
export const LOCK = 0x67_61_6c_6c;

/** The database works, and is still not to be used. The message continues "cannot be used:". */
export class UnusableError extends Error {
  override readonly name = "UnusableError";
}

/** Whether an error stays however often the query is tried: neither the connection nor the load of the database is the reason. */
export function isLasting(error: unknown): boolean {
  if (error instanceof UnusableError) return true;
  const { code } = error as { code?: unknown };
  // Connection, rolled back for another, out of resources, ended by an operator: https://www.postgresql.org/docs/current/errcodes-appendix.html
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && !/^(?:08|40|53|57)/.test(code);
}

/** Why a database cannot be used, without a password. */
export function whyUnusable(error: unknown, place: string): string {
  const { code, message = String(error) } = error as { code?: unknown; message?: string };
  const reasons: Record<string, string> = {
    ECONNREFUSED: "nothing listens there",
    ENOTFOUND: "there is no such machine",
    "28P01": "it does not accept the password",
    "28000": "it does not let this user in",
    "3D000": "there is no such database",
    "42P01": "it has no shared folder",
    "42501": "this user may not make tables there",
  };
  return `${place} cannot be used: ${reasons[String(code)] ?? message}`;
}
