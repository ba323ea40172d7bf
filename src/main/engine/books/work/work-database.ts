import { existsSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ToolError } from "../../ports/tool-error";
import {
  distrust,
  isDamage,
  requireSchema,
  StrangeDatabaseError,
  UnsoundDatabaseError,
} from "../../storage/durable-database";
import { makeFolders } from "../../storage/make-folders";
import { acceptedTable } from "./accepted";
import { workSchema, workSchemaNumber, workTables } from "./work-schema";

/** The database of one book's work. It is open only while it is used: a synced folder may replace its file at any time. */
export type WorkDatabase = {
  /**
   * Looks without touching anything: what does not exist yet is empty, and not made. Damage is left where it is, counts as empty, and
   * is told through `notice`.
   */
  read<Result>(look: (database: DatabaseSync) => Result): Result;
  /**
   * Runs `task` in a transaction that no other process's can cut into; all of it lands, or nothing. A damaged file is set aside
   * first, and told. Refuses where nothing can be kept.
   */
  write<Result>(task: (database: DatabaseSync) => Result): Result;
  /** Runs `task` in a transaction that is taken back; where nothing is stored, or it is damaged, on an empty database. Makes no file. */
  rehearse<Result>(task: (database: DatabaseSync) => Result): Result;
  /** Whether there is a file. */
  isBegun(): boolean;
  close(): void;
};

/** Milliseconds to wait for another process that writes. */
const patience = 8_000;

/** Hears of what turns out to be damaged, and knows what was found to be wrong with a file; null where nothing was. */
type Surroundings = { notice(sentence: string): void; problemOf(path: string): string | null };

/**
 * The database at `path`, in the book's own folder; null keeps it in memory, for tests. A file of which `problemOf` knows a problem is
 * damaged, and nothing in it is looked at.
 */
export function openWorkDatabase(
  path: string | null,
  notice: (sentence: string) => void,
  problemOf: (path: string) => string | null = () => null,
): WorkDatabase {
  const around: Surroundings = { notice, problemOf };
  let empty: DatabaseSync | null = null;
  const nothing = (): DatabaseSync => {
    empty ??= prepared(new DatabaseSync(":memory:"));
    return empty;
  };
  if (path === null) {
    return {
      read: (look) => look(nothing()),
      write: (task) => inTransaction(nothing(), task),
      rehearse: (task) => inRehearsal(nothing(), task),
      isBegun: () => true,
      close: () => empty?.close(),
    };
  }
  return {
    read(look) {
      if (!existsSync(path)) return look(nothing());
      const opened = openToRead(path, around);
      if (opened === null) return look(nothing());
      try {
        return look(opened);
      } catch (error) {
        if (!isDamage(error)) throw error;
        notice(damaged(path, error));
        return look(nothing());
      } finally {
        opened.close();
      }
    },
    rehearse(task) {
      const database = existsSync(path) ? openToRehearse(path, around) : null;
      if (database === null) return inRehearsal(nothing(), task);
      try {
        return inRehearsal(database, task);
      } catch (error) {
        throw known(path, error);
      } finally {
        database.close();
      }
    },
    isBegun: () => existsSync(path),
    write(task) {
      let damage: unknown;
      try {
        return writeOnce(path, task, around);
      } catch (error) {
        if (!isDamage(error)) throw known(path, error);
        damage = error;
      }
      // Damage where opening does not look. Nothing of the transaction is there, so that it is run again on a file that is sound.
      try {
        noticeSetAside(path, notice, damage);
        return writeOnce(path, task, around);
      } catch (error) {
        throw known(path, error);
      }
    },
    close: () => empty?.close(),
  };
}

function writeOnce<Result>(path: string, task: (database: DatabaseSync) => Result, around: Surroundings): Result {
  const database = openToWrite(path, around);
  try {
    return inTransaction(database, task);
  } finally {
    database.close();
  }
}

/** What SQLite throws, in words: locked for too long, a full disk; nothing of the transaction is there. */
const known = (path: string, error: unknown): unknown =>
  error instanceof Error && "errcode" in error ? unusable(path, error) : error;

/** A folder, or what else is there, where the file should be. */
const isNoFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === false;

function openToRead(path: string, around: Surroundings): DatabaseSync | null {
  if (isNoFile(path)) {
    around.notice(damaged(path));
    return null;
  }
  // A transaction that was killed has to be taken back before anyone can read, and that is a write.
  for (const readOnly of [true, false]) {
    let database: DatabaseSync | null = null;
    try {
      database = new DatabaseSync(path, { readOnly, timeout: patience });
      if (checked(database, path, around)) return database;
      database.close();
      return null;
    } catch (error) {
      database?.close();
      if (error instanceof ToolError) throw error;
      if (isDamage(error)) {
        around.notice(damaged(path, error));
        return null;
      }
      if (!readOnly) throw unusable(path, error);
    }
  }
  return null;
}

/** A database that is sound, open for a transaction; null for one that is damaged. */
function openToRehearse(path: string, around: Surroundings): DatabaseSync | null {
  const sound = openToRead(path, around);
  sound?.close();
  return sound === null ? null : openOnce(path, around);
}

function openToWrite(path: string, around: Surroundings): DatabaseSync {
  try {
    makeFolders(dirname(path));
    if (isNoFile(path)) noticeSetAside(path, around.notice);
    try {
      return openOnce(path, around);
    } catch (error) {
      if (!isDamage(error)) throw error;
      noticeSetAside(path, around.notice, error);
      return openOnce(path, around);
    }
  } catch (error) {
    throw error instanceof ToolError ? error : unusable(path, error);
  }
}

function noticeSetAside(path: string, notice: (sentence: string) => void, error?: unknown): void {
  const what = error instanceof StrangeDatabaseError ? `was not written by Galley (${error.message})` : "was damaged";
  notice(`the work on this book ${what}; it was set aside as ${setAside(path)}, and begins anew`);
}

function openOnce(path: string, around: Surroundings): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: patience });
  try {
    checked(database, path, around);
    return prepared(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Whether there is anything in it. Finds a file that is cut off or overwritten where it matters most, without reading all. */
function checked(database: DatabaseSync, path: string, { problemOf }: Surroundings): boolean {
  distrust(database);
  const number = schemaOf(database);
  if (number > workSchemaNumber) {
    throw new ToolError("unsupported", `the work on this book in ${path} was written by a newer Galley`, {
      hint: "Use that one, or a copy of the book without its .galley folder.",
    });
  }
  const problem = problemOf(path);
  if (problem !== null) throw new UnsoundDatabaseError(problem);
  if (number === 0) requireSchema(database, "");
  else requireSchema(database, workSchema, acceptedTable);
  if (number === 0) return false;
  for (const table of workTables) database.prepare(`SELECT count(*) FROM (SELECT 1 FROM ${table} LIMIT 1)`).get();
  return true;
}

const schemaOf = (database: DatabaseSync): number =>
  Number(database.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);

/**
 * No write-ahead log: its two files beside the database would be synced apart from it. With a rollback journal one file holds
 * everything whenever nobody writes. What is committed survives a power cut only once the journal's removal is synced too: EXTRA.
 */
function prepared(database: DatabaseSync): DatabaseSync {
  database.exec("PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA");
  if (schemaOf(database) > 0) return database;
  inTransaction(database, () => {
    // Another process may have been first.
    if (schemaOf(database) === 0) database.exec(`${workSchema}; PRAGMA user_version = ${workSchemaNumber}`);
  });
  return database;
}

function inTransaction<Result>(database: DatabaseSync, task: (database: DatabaseSync) => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = task(database);
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** What `task` would come to; nothing of it stays. */
function inRehearsal<Result>(database: DatabaseSync, task: (database: DatabaseSync) => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    return task(database);
  } finally {
    if (database.isTransaction) database.exec("ROLLBACK");
  }
}

function damaged(path: string, error?: unknown): string {
  const what =
    error instanceof StrangeDatabaseError
      ? `was not written by Galley (${error.message}) and is not read`
      : "is damaged and cannot be shown";
  return `the work on this book in ${path} ${what}; opening a task sets it aside and begins anew`;
}

function setAside(path: string): string {
  const aside = path.replace(/\.db$/, `.damaged-${new Date().toISOString().replace(/[:.]/g, "-")}.db`);
  for (const suffix of ["-journal", ""]) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  return aside;
}

function unusable(path: string, error: unknown): ToolError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ToolError("failed", `the work on this book cannot be kept in ${path}: ${reason}; nothing was changed`, {
    hint: "See that the folder can be written and has room, then try again.",
    cause: error,
  });
}
