import { closeSync, existsSync, openSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { codeOf } from "../files/disk-errors";
import { makeFolders } from "../files/make-folders";
import { transaction } from "./transaction";

/** The definition of a Galley database: its file, its tables, and its error messages. */
export type DatabaseShape = {
  /** The file name without `.db`. */
  name: string;
  /** A file with a higher number was written by a newer Galley and is left alone. */
  schemaNumber: number;
  /** SQL that makes the tables of an empty database. Runs in a transaction that also sets the schema number. */
  schema: string;
  /** Migrations: SQL by the number of the schema that it upgrades to the next one. All of them run in one transaction. */
  migrations?: Readonly<Record<number, string>>;
  /** SQL for an empty database, before any table is made. */
  beforeSchema?: string;
  /** Commits survive a power cut. If false, a commit may be lost, but never in part. */
  isDurable?: boolean;
  /** Queries that must work on a newer Galley's file to open it for reading. Without any, it is not opened. */
  newerReadQueries?: readonly string[];
  /** Tables whose first row shows whether the file can be read. */
  tables: readonly string[];
  /** Milliseconds to wait for another process that writes: while opening, and later. */
  busyTimeout: { opening: number; later: number };
  messages: {
    /** What the database holds, such as `the history`: the subject of the messages. */
    subject: string;
    verb: "was" | "were";
    /** Continues "it was set aside as …, and". */
    afterDamage: string;
    /** Continues "cannot be used (…);". */
    whenUnusable: string;
  };
};

/** A database that can always be used: a damaged file is set aside, and memory is the fallback. */
export type ResilientDatabase = {
  /** False if the file could not be opened, so that everything is lost when the process ends. */
  readonly isPersistent: boolean;
  /** Why writes do not reach the file; null if they do. Reads well after "because". */
  readonly writeError: string | null;
  /**
   * Runs `task` on the database, opening it first if needed. If the database turns out to be damaged, it is set aside, a new one is
   * started, and `task` runs again on that.
   */
  use<Result>(task: (database: DatabaseSync) => Result): Result;
  close(): void;
};

/**
 * Makes the file if it is missing: SQLite itself would make it readable for everyone. One that is there is not even opened: when a process closes a file
 * once, the system ends all its locks on it, also those of another connection; another process would then remove the log of changes under that.
 */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, "ax", 0o600));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/**
 * Opens `name.db` in `folder`, making what is missing; null keeps it in memory. Shared by the processes of this user, and unreadable for
 * other users. Never throws for a problem with the file: that is reported through `notice`. If the file was removed or replaced since, the
 * next use opens the one that is there.
 */
export function openResilientDatabase(
  folder: string | null,
  shape: DatabaseShape,
  notice: (sentence: string) => void,
): ResilientDatabase {
  const { name, messages } = shape;
  let database: DatabaseSync | null = null;
  let isPersistent = folder !== null;
  let writeError: string | null = null;
  let identity = "";

  const openIn = (location: string): DatabaseSync => {
    makeFolders(location, 0o700);
    const path = join(location, `${name}.db`);
    makePrivate(path);
    identity = identityOf(path);
    const opened = new DatabaseSync(path, { timeout: shape.busyTimeout.opening });
    try {
      return prepared(opened, shape);
    } catch (error) {
      opened.close();
      const newer = error instanceof NewerSchemaError ? openNewerReadOnly(path, shape) : null;
      if (newer === null) throw error;
      writeError = `${messages.subject} in ${location} ${messages.verb} written by a newer Galley`;
      notice(`${writeError}; it can be read but not written: update this Galley, or use the newer one`);
      return newer;
    }
  };

  const setAside = (location: string, error: unknown): void => {
    const path = join(location, `${name}.db`);
    // Another process may have set the file aside already; then this is its new, sound file.
    if (identity !== identityOf(path)) return;
    const aside = join(location, `${name}.damaged-${new Date().toISOString().replace(/[:.]/g, "-")}.db`);
    for (const suffix of ["-wal", "-shm", ""]) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
    const they = messages.verb === "was" ? "it was" : "they were";
    const what = error instanceof ForeignDatabaseError ? `not written by Galley (${error.message})` : "damaged";
    notice(`${messages.subject} ${messages.verb} ${what}; ${they} set aside as ${aside}, and ${messages.afterDamage}`);
  };

  const open = (): DatabaseSync => {
    if (folder === null) return prepared(new DatabaseSync(":memory:"), shape);
    try {
      try {
        return openIn(folder);
      } catch (error) {
        if (!isDamage(error)) throw error;
        setAside(folder, error);
        return openIn(folder);
      }
    } catch (error) {
      isPersistent = false;
      const reason = error instanceof Error ? error.message : String(error);
      writeError = `${messages.subject} in ${folder} cannot be used (${reason})`;
      notice(`${writeError}; ${messages.whenUnusable}`);
      return prepared(new DatabaseSync(":memory:"), shape);
    }
  };

  /** The open database, reopened if its file was removed or replaced. */
  const current = (): DatabaseSync => {
    if (database && folder !== null && isPersistent && identity !== identityOf(join(folder, `${name}.db`))) {
      database.close();
      database = null;
      writeError = null;
      notice(`${messages.subject} in ${folder} ${messages.verb} removed or replaced while Galley was running`);
    }
    database ??= open();
    return database;
  };

  return {
    get isPersistent() {
      current();
      return isPersistent;
    },
    get writeError() {
      current();
      return writeError;
    },
    use(task) {
      database = current();
      try {
        return task(database);
      } catch (error) {
        if (!isDamage(error)) throw error;
        database.close();
        database = null;
        try {
          // What a newer Galley wrote may only look damaged to this one.
          if (folder !== null && isPersistent && writeError === null) setAside(folder, error);
        } catch {
          // Opening the file fails too, and reports it.
        }
        writeError = null;
        database = open();
        return task(database);
      }
    },
    close() {
      database?.close();
      database = null;
    },
  };
}

/** The file has a higher schema number than this program knows. */
class NewerSchemaError extends Error {
  override readonly message = "it was written by a newer Galley";
}

/** Opens a newer Galley's file for reading, if it still has what is read here; else null. */
function openNewerReadOnly(path: string, { newerReadQueries = [] }: DatabaseShape): DatabaseSync | null {
  if (newerReadQueries.length === 0) return null;
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      requireOnlyTables(database);
      for (const query of newerReadQueries) database.prepare(query).get();
      return database;
    } catch {
      database.close();
      return null;
    }
  } catch {
    return null;
  }
}

function prepared(database: DatabaseSync, shape: DatabaseShape): DatabaseSync {
  const { schemaNumber, schema, beforeSchema, tables, busyTimeout, isDurable = false } = shape;
  const number = () => Number(database.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
  if (number() > schemaNumber) throw new NewerSchemaError();
  requireOnlyTables(database);
  if (number() === 0 && beforeSchema !== undefined) database.exec(beforeSchema);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${isDurable ? "FULL" : "NORMAL"}`);
  if (number() < schemaNumber) {
    transaction(database, () => {
      // Another process may have made the tables first.
      const found = number();
      if (found === 0) database.exec(schema);
      else for (let from = found; from < schemaNumber; from++) database.exec(migrationFrom(shape, from));
      database.exec(`PRAGMA user_version = ${Math.max(found, schemaNumber)}`);
    });
  }
  database.exec(`PRAGMA busy_timeout = ${busyTimeout.later}`);
  // Finds a file that is cut off or overwritten in important places, without reading all of it.
  for (const table of tables) database.prepare(`SELECT count(*) FROM (SELECT 1 FROM ${table} LIMIT 1)`).get();
  return database;
}

function migrationFrom({ migrations = {} }: DatabaseShape, from: number): string {
  const migration = migrations[from];
  if (migration === undefined) throw new Error(`it was written by a Galley of another schema (${from})`);
  return migration;
}

function identityOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino}` : "";
}

/** Whether an error says that a file is not a database, is damaged, or was not made by Galley. */
export function isDamage(error: unknown): boolean {
  if (error instanceof ForeignDatabaseError) return true;
  const { errcode = 0, message = "" } = error as { errcode?: number; message?: string };
  const corrupt = 11;
  const notADatabase = 26;
  return (errcode & 0xff) === corrupt || (errcode & 0xff) === notADatabase || /^no such (?:table|column)/.test(message);
}

/** A database that Galley did not make: its contents could run code, or a query could run forever. */
export class ForeignDatabaseError extends Error {
  override readonly name = "ForeignDatabaseError";
}

/** A database that an earlier check found corrupt. Handled like any other damage. */
export class CorruptDatabaseError extends Error {
  override readonly name = "CorruptDatabaseError";
  readonly errcode = 11;
}

/** Makes SQLite trust nothing in the file, before anything in it is read. For databases that come with a folder and may be hostile. */
export function distrust(database: DatabaseSync): DatabaseSync {
  database.enableDefensive?.(true);
  database.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
  return database;
}

/** Throws `StrangeDatabaseError` where a query or a write would run something of the file's: Galley's databases are tables and indexes. */
function requireOnlyTables(database: DatabaseSync): void {
  const found = database
    .prepare(
      "SELECT type, name FROM sqlite_schema WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%' LIMIT 1",
    )
    .get();
  if (found) throw strange(found["type"], found["name"]);
}

function strange(type: unknown, name: unknown): ForeignDatabaseError {
  const shown = String(name).slice(0, 60).toWellFormed();
  return new ForeignDatabaseError(
    `it holds a ${String(type).slice(0, 20)} ${JSON.stringify(shown)} that Galley did not make`,
  );
}

/**
 * Throws `ForeignDatabaseError` unless a database has exactly the tables and indexes of `schema`: no view, trigger or extra column. The
 * tables of `later` may exist too: they are made on first use.
 */
export function requireSchema(database: DatabaseSync, schema: string, later = ""): void {
  const [expected, possible] = [expectedBy(schema), expectedBy(later)];
  // One row more than allowed is enough: a hostile file may hold millions.
  const rows = database
    .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT ?")
    .all(expected.size + possible.size + 1) as SchemaRow[];
  for (const row of rows) {
    const known = expected.get(String(row.name)) ?? possible.get(String(row.name));
    if (known === lineOf(row)) continue;
    throw strange(row.type, row.name);
  }
  const found = new Set(rows.map(({ name }) => String(name)));
  if (![...expected.keys()].every((name) => found.has(name)))
    throw new ForeignDatabaseError("it lacks a table or an index of Galley's");
}

type SchemaRow = { type: unknown; name: unknown; tbl_name: unknown; sql: unknown };

const known = new Map<string, ReadonlyMap<string, string>>();

function expectedBy(schema: string): ReadonlyMap<string, string> {
  let expected = known.get(schema);
  if (expected === undefined) {
    const database = new DatabaseSync(":memory:");
    database.exec(schema);
    const rows = database.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema").all() as SchemaRow[];
    database.close();
    expected = new Map(rows.map((row) => [String(row.name), lineOf(row)]));
    known.set(schema, expected);
  }
  return expected;
}

/** Whitespace may differ between versions of Galley. */
const lineOf = ({ type, name, tbl_name, sql }: SchemaRow): string =>
  [type, name, tbl_name, sql ?? ""].map((each) => String(each).replaceAll(/\s+/g, " ").trim()).join("\n");
