import type { DatabaseSync } from "node:sqlite";

/** Runs `task` in a transaction that writes: all of its writes are kept or, if it throws, none of them. */
export function transaction<Result>(database: DatabaseSync, task: (database: DatabaseSync) => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = task(database);
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // Some errors of SQLite end the transaction by themselves.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** Runs a `task` that only reads, so that all of its queries see the same state, whatever other connections write meanwhile. */
export function snapshot<Result>(database: DatabaseSync, task: (database: DatabaseSync) => Result): Result {
  if (database.isTransaction) return task(database);
  database.exec("BEGIN");
  try {
    return task(database);
  } finally {
    // Some errors of SQLite end the transaction by themselves.
    if (database.isTransaction) database.exec("COMMIT");
  }
}

/** SQLite's result codes for a lock that another connection holds. */
const BUSY = 5;
const LOCKED = 6;

/** Whether an error of SQLite reports that another connection is writing now. */
export function isBusy(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number };
  return [BUSY, LOCKED].includes(errcode & 0xff);
}
