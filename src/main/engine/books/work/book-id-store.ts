import type { DatabaseSync } from "node:sqlite";
import { ToolError } from "../../ports/tool-error";
import { openResilientDatabase } from "../../storage/databases/resilient-database";
import { transaction } from "../../storage/databases/transaction";
import type { BookIds } from "../book/assign-ids";
import { pack, unpack } from "./stored-ids";

/**
 * The ids of books as they were last read, stored in the user's data folder. So reading a book changes nothing in its folder, and its ids
 * still survive edits of the source. Also stores which book a task belongs to, so that a task id alone is enough to find the book.
 */
export type BookIdStore = {
  /**
   * Assigns a book's ids. Starts from the ids that were read last if they were based on the stored version `base`, else from the stored
   * ones. Works across processes.
   */
  assign(path: string, base: string, stored: BookIds | null, assign: (last: BookIds | null) => BookIds): BookIds;
  /** The book that a task was opened in on this machine; null if unknown. */
  bookOf(task: string): string | null;
  keepTask(task: string, path: string): void;
  /** A folder or file was renamed in Galley. */
  moved(from: string, to: string): void;
  close(): void;
};

const MAX_BOOKS = 300;

/**
 * Whether SQLite reports that another process holds the file, that the disk is full, or that the file is read-only. Damage is handled
 * elsewhere.
 */
function isBusyOrFull(error: unknown): error is Error {
  const busy = 5;
  const locked = 6;
  const readOnly = 8;
  const unreadable = 10;
  const full = 13;
  const { errcode = 0 } = error as { errcode?: number };
  return error instanceof Error && [busy, locked, readOnly, unreadable, full].includes(errcode & 0xff);
}

/** Ids that are not stored would differ the next time: an error is better. */
function unusable(folder: string | null, error: Error): ToolError {
  const message = `the paragraph ids of books cannot be kept in ${folder ?? "memory"}: ${error.message}; nothing was changed`;
  return new ToolError("failed", message, {
    hint: "Check that no other Galley hangs and that the folder is writable and has space, then try again.",
    cause: error,
  });
}

const schema = `
  CREATE TABLE readings (path TEXT PRIMARY KEY, base TEXT NOT NULL, ids BLOB NOT NULL, used INTEGER NOT NULL) STRICT;
  CREATE TABLE tasks (task TEXT PRIMARY KEY, path TEXT NOT NULL) STRICT
`;

/** Opens the store in `folder` on first use; null keeps it in memory. */
export function openBookIdStore(folder: string | null, notice: (sentence: string) => void): BookIdStore {
  const idDatabase = openResilientDatabase(
    folder,
    {
      name: "books",
      schemaNumber: 1,
      schema,
      tables: ["readings", "tasks"],
      busyTimeout: { opening: 3000, later: 3000 },
      messages: {
        subject: "the paragraph ids of books",
        verb: "were",
        afterDamage: "books without stored work get new ones",
        whenUnusable: "they are kept only until Galley is closed",
      },
    },
    notice,
  );

  function inTransaction<Result>(task: (database: DatabaseSync) => Result): Result {
    return idDatabase.use((database) => {
      try {
        return transaction(database, task);
      } catch (error) {
        throw isBusyOrFull(error) ? unusable(folder, error) : error;
      }
    });
  }

  return {
    assign: (path, base, stored, assign) =>
      inTransaction((database) => {
        const row = database.prepare("SELECT base, ids FROM readings WHERE path = ?").get(path);
        // If nothing is stored beside the book, or it was lost, the ids read last are the only source.
        const isOfBase = row !== undefined && (row["base"] === base || base === "");
        const last = isOfBase ? (unpack(row["ids"] as Uint8Array) as BookIds) : stored;
        const assigned = assign(last);
        if (assigned === last && (!isOfBase || row["base"] === base)) return assigned;
        database
          .prepare("INSERT OR REPLACE INTO readings (path, base, ids, used) VALUES (?, ?, ?, ?)")
          .run(path, base, pack(assigned), Date.now());
        database
          .prepare(
            "DELETE FROM readings WHERE path IN (SELECT path FROM readings ORDER BY used DESC LIMIT -1 OFFSET ?)",
          )
          .run(MAX_BOOKS);
        return assigned;
      }),
    bookOf: (task) =>
      idDatabase.use((database) => {
        const row = database.prepare("SELECT path FROM tasks WHERE task = ?").get(task);
        return row === undefined ? null : String(row["path"]);
      }),
    keepTask: (task, path) =>
      void idDatabase.use((database) =>
        database.prepare("INSERT OR REPLACE INTO tasks (task, path) VALUES (?, ?)").run(task, path),
      ),
    moved: (from, to) =>
      inTransaction((database) => {
        for (const table of ["readings", "tasks"]) {
          database
            .prepare(
              `UPDATE OR REPLACE ${table} SET path = ? || substr(path, length(?) + 1)
               WHERE path = ? OR substr(path, 1, length(?) + 1) IN (? || '/', ? || '\\')`,
            )
            .run(to, from, from, from, from, from);
        }
      }),
    close: () => idDatabase.close(),
  };
}
