import { existsSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ToolError } from "../../ports/tool-error";
import {
  CorruptDatabaseError,
  distrust,
  ForeignDatabaseError,
  isDamage,
  requireSchema,
} from "../../storage/databases/resilient-database";
import { snapshot, transaction } from "../../storage/databases/transaction";
import { makeFolders } from "../../storage/files/make-folders";
import { acceptedTable } from "./accepted";
import { workSchema, workSchemaNumber, workTables } from "./work-schema";

/** The database of one book's work. It is open only during a call, since a sync program may replace its file at any time. */
export type WorkDatabase = {
  /**
   * Reads without changing anything: a missing database counts as empty and is not made. A damaged one is left in place, counts as empty,
   * and is reported through `notice`.
   */
  read<Result>(task: (database: DatabaseSync) => Result): Result;
  /**
   * Runs `task` in an exclusive transaction: everything is stored, or nothing. A damaged file is first set aside and reported. Throws if
   * nothing can be stored.
   */
  write<Result>(task: (database: DatabaseSync) => Result): Result;
  /** Runs `task` in a transaction that is rolled back; on an empty database if there is none or it is damaged. Makes no file. */
  dryRun<Result>(task: (database: DatabaseSync) => Result): Result;
  /** Whether the file exists. */
  isBegun(): boolean;
  close(): void;
};

/** Milliseconds to wait for another process that writes. Nothing else runs meanwhile. */
const PATIENCE = 8_000;

/** `notice` receives messages about damage; `damageOf` says what an earlier check found wrong with a file, or null. */
type WorkDatabaseDeps = { notice(sentence: string): void; damageOf(path: string): string | null; patience: number };

/** Whether reading or writing failed because another process wrote for longer than this one waits. */
export function isLocked(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return "errcode" in error ? error.errcode === SQLITE_BUSY : isLocked(error.cause);
}

const SQLITE_BUSY = 5;

/**
 * The database at `path`, in Galley's folder for the book; null keeps it in memory, for tests. A file for which `damageOf` returns a reason
 * counts as damaged, and is not queried. `patience` is how long to wait for another process that writes, in milliseconds.
 */
export function openWorkDatabase(
  path: string | null,
  notice: (sentence: string) => void,
  damageOf: (path: string) => string | null = () => null,
  patience = PATIENCE,
): WorkDatabase {
  const deps: WorkDatabaseDeps = { notice, damageOf, patience };
  let empty: DatabaseSync | null = null;
  const nothing = (): DatabaseSync => {
    empty ??= prepared(new DatabaseSync(":memory:"));
    return empty;
  };
  if (path === null) {
    return {
      read: (task) => task(nothing()),
      write: (task) => transaction(nothing(), task),
      dryRun: (task) => inDryRun(nothing(), task),
      isBegun: () => true,
      close: () => empty?.close(),
    };
  }
  return {
    read(task) {
      if (!existsSync(path)) return task(nothing());
      const opened = openToRead(path, deps);
      if (opened === null) return task(nothing());
      try {
        return task(opened);
      } catch (error) {
        if (!isDamage(error)) throw error;
        notice(damaged(path, error));
        return task(nothing());
      } finally {
        opened.close();
      }
    },
    dryRun(task) {
      const database = existsSync(path) ? openForDryRun(path, deps) : null;
      if (database === null) return inDryRun(nothing(), task);
      try {
        return inDryRun(database, task);
      } catch (error) {
        throw explained(path, error);
      } finally {
        database.close();
      }
    },
    isBegun: () => existsSync(path),
    write(task) {
      let damage: unknown;
      try {
        return writeOnce(path, task, deps);
      } catch (error) {
        if (!isDamage(error)) throw explained(path, error);
        damage = error;
      }
      // Opening does not find all damage. The transaction was rolled back, so it can run again on a new file.
      try {
        noticeSetAside(path, notice, damage);
        return writeOnce(path, task, deps);
      } catch (error) {
        throw explained(path, error);
      }
    },
    close: () => empty?.close(),
  };
}

function writeOnce<Result>(path: string, task: (database: DatabaseSync) => Result, deps: WorkDatabaseDeps): Result {
  const database = openToWrite(path, deps);
  try {
    return transaction(database, task);
  } finally {
    database.close();
  }
}

/** An SQLite error as a ToolError: locked too long, disk full. The transaction has been rolled back. */
const explained = (path: string, error: unknown): unknown =>
  error instanceof Error && "errcode" in error ? unusable(path, error) : error;

/** Whether a folder or something else is in the file's place. */
const isNoFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === false;

function openToRead(path: string, deps: WorkDatabaseDeps): DatabaseSync | null {
  if (isNoFile(path)) {
    deps.notice(damaged(path));
    return null;
  }
  // A transaction of a killed process has to be rolled back before anyone can read. That needs a write.
  for (const readOnly of [true, false]) {
    let database: DatabaseSync | null = null;
    try {
      database = new DatabaseSync(path, { readOnly, timeout: deps.patience });
      if (checked(database, path, deps)) return database;
      database.close();
      return null;
    } catch (error) {
      database?.close();
      if (error instanceof ToolError) throw error;
      if (isDamage(error)) {
        deps.notice(damaged(path, error));
        return null;
      }
      if (!readOnly) throw unusable(path, error);
    }
  }
  return null;
}

/** An undamaged database, open for a transaction; null if it is damaged. */
function openForDryRun(path: string, deps: WorkDatabaseDeps): DatabaseSync | null {
  const sound = openToRead(path, deps);
  sound?.close();
  return sound === null ? null : openOnce(path, deps);
}

function openToWrite(path: string, deps: WorkDatabaseDeps): DatabaseSync {
  try {
    makeFolders(dirname(path));
    if (isNoFile(path)) noticeSetAside(path, deps.notice);
    try {
      return openOnce(path, deps);
    } catch (error) {
      if (!isDamage(error)) throw error;
      noticeSetAside(path, deps.notice, error);
      return openOnce(path, deps);
    }
  } catch (error) {
    throw error instanceof ToolError ? error : unusable(path, error);
  }
}

function noticeSetAside(path: string, notice: (sentence: string) => void, error?: unknown): void {
  const what = error instanceof ForeignDatabaseError ? `was not written by Galley (${error.message})` : "was damaged";
  notice(`the work on this book ${what}; it was set aside as ${setAside(path)}, and new work was started`);
}

function openOnce(path: string, deps: WorkDatabaseDeps): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: deps.patience });
  try {
    checked(database, path, deps);
    return prepared(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Whether the database has tables. Throws for damage that a look at each table's first row finds; does not read everything. In one snapshot:
 * tables that another process makes meanwhile would look foreign beside the schema number read before them.
 */
function checked(database: DatabaseSync, path: string, { damageOf }: WorkDatabaseDeps): boolean {
  distrust(database);
  return snapshot(database, () => {
    const number = schemaOf(database);
    if (number > workSchemaNumber) {
      throw new ToolError("unsupported", `the work on this book in ${path} was written by a newer Galley`, {
        hint: "Use the newer Galley, or a copy of the book without its .galley folder.",
      });
    }
    const damage = damageOf(path);
    if (damage !== null) throw new CorruptDatabaseError(damage);
    if (number === 0) requireSchema(database, "");
    else requireSchema(database, workSchema, acceptedTable);
    if (number === 0) return false;
    for (const table of workTables) database.prepare(`SELECT count(*) FROM (SELECT 1 FROM ${table} LIMIT 1)`).get();
    return true;
  });
}

const schemaOf = (database: DatabaseSync): number =>
  Number(database.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);

/**
 * No write-ahead log: a sync program would sync its two files apart from the database. With a rollback journal one file holds everything
 * whenever nobody writes. A commit survives a power cut only once the removal of the journal is synced too: EXTRA.
 */
function prepared(database: DatabaseSync): DatabaseSync {
  database.exec("PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA");
  if (schemaOf(database) > 0) return database;
  transaction(database, () => {
    // Another process may have made the tables first.
    if (schemaOf(database) === 0) database.exec(`${workSchema}; PRAGMA user_version = ${workSchemaNumber}`);
  });
  return database;
}

/** Returns the result of `task` and rolls its changes back. */
function inDryRun<Result>(database: DatabaseSync, task: (database: DatabaseSync) => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    return task(database);
  } finally {
    if (database.isTransaction) database.exec("ROLLBACK");
  }
}

function damaged(path: string, error?: unknown): string {
  const what =
    error instanceof ForeignDatabaseError
      ? `was not written by Galley (${error.message}) and is not read`
      : "is damaged and cannot be shown";
  return `the work on this book in ${path} ${what}; opening a task sets it aside and starts new work`;
}

function setAside(path: string): string {
  const aside = path.replace(/\.db$/, `.damaged-${new Date().toISOString().replace(/[:.]/g, "-")}.db`);
  for (const suffix of ["-journal", ""]) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  return aside;
}

function unusable(path: string, error: unknown): ToolError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ToolError("failed", `the work on this book cannot be kept in ${path}: ${reason}; nothing was changed`, {
    hint: "Check that the folder is writable and has space, then try again.",
    cause: error,
  });
}
