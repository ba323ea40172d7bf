import { closeSync, existsSync, openSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeFolders } from "../files/make-folders";

/** The database's own number; a file with a higher one was written by a newer Galley. */
const schemaNumber = 1;

const schema = `
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL,
    version TEXT NOT NULL,
    at INTEGER NOT NULL,
    writer_kind TEXT NOT NULL,
    writer_name TEXT NOT NULL,
    reason TEXT NOT NULL,
    size INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX entries_of_path ON entries (path, id);
  CREATE INDEX entries_of_version ON entries (version);
  CREATE TABLE objects (
    version TEXT PRIMARY KEY,
    packing TEXT NOT NULL,
    stored INTEGER NOT NULL,
    bytes BLOB
  ) STRICT;
  PRAGMA user_version = ${schemaNumber};
`;

/** The history database, opened for as long as the process needs it. */
export type HistoryDatabase = {
  /** False where history could not be opened and is kept in memory until the process ends. */
  lasting: boolean;
  /**
   * Runs `task` on the database. One that turns out to be damaged is set aside with a copy, a fresh one is started, and `task` runs
   * again on that.
   */
  use<Result>(task: (database: DatabaseSync) => Result): Result;
  close(): void;
};

/** Opens `history.db` in `folder`, making what is missing. Never throws: whatever is wrong comes as a sentence through `notice`. */
export function openHistoryDatabase(folder: string, notice: (sentence: string) => void): HistoryDatabase {
  const path = join(folder, "history.db");
  let lasting = true;
  let identity = "";

  const openLasting = (): DatabaseSync => {
    makeFolders(folder, 0o700);
    // SQLite would make it readable for everyone.
    closeSync(openSync(path, "a", 0o600));
    identity = identityOf(path);
    const opened = new DatabaseSync(path, { timeout: 2000 });
    try {
      prepare(opened);
      return opened;
    } catch (error) {
      opened.close();
      throw error;
    }
  };

  const openFresh = (): DatabaseSync => {
    try {
      return openLasting();
    } catch (error) {
      if (!isDamage(error)) throw error;
      setAside();
      return openLasting();
    }
  };

  const setAside = (): void => {
    // Another process may have done it already; then the file is a new one, and sound.
    if (identity !== identityOf(path)) return;
    const aside = join(folder, `history.damaged-${new Date().toISOString().replace(/[:.]/g, "-")}.db`);
    for (const suffix of ["-wal", "-shm"]) {
      if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
    }
    renameSync(path, aside);
    notice(`the history was damaged; it was set aside as ${aside}, and a new one was started`);
  };

  const openAnyhow = (): DatabaseSync => {
    try {
      return openFresh();
    } catch (error) {
      lasting = false;
      const reason = error instanceof Error ? error.message : String(error);
      notice(`the history in ${folder} cannot be used (${reason}); versions are kept only until Galley is closed`);
      const inMemory = new DatabaseSync(":memory:");
      prepare(inMemory);
      return inMemory;
    }
  };

  let database = openAnyhow();
  return {
    get lasting() {
      return lasting;
    },
    use(task) {
      try {
        return task(database);
      } catch (error) {
        if (!isDamage(error)) throw error;
        database.close();
        setAside();
        database = openAnyhow();
        return task(database);
      }
    },
    close: () => database.close(),
  };
}

function prepare(database: DatabaseSync): void {
  const number = () => Number(database.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
  if (number() > schemaNumber) throw new Error("it was written by a newer Galley");
  if (number() === 0) database.exec("PRAGMA auto_vacuum = INCREMENTAL");
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 20");
  if (number() === 0) {
    database.exec("PRAGMA busy_timeout = 2000; BEGIN IMMEDIATE");
    try {
      if (number() === 0) database.exec(schema);
      database.exec("COMMIT; PRAGMA busy_timeout = 20");
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
  }
  // Finds a file that is cut off or overwritten where it matters most, without reading all of it.
  database.prepare("SELECT count(*) FROM (SELECT 1 FROM entries LIMIT 1)").get();
  database.prepare("SELECT count(*) FROM (SELECT 1 FROM objects LIMIT 1)").get();
}

function identityOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino}` : "";
}

function isDamage(error: unknown): boolean {
  const { errcode = 0, message = "" } = error as { errcode?: number; message?: string };
  const corrupt = 11;
  const notADatabase = 26;
  return (errcode & 0xff) === corrupt || (errcode & 0xff) === notADatabase || /^no such (?:table|column)/.test(message);
}

/** Whether an error says that another process is writing at this moment. */
export function isBusy(error: unknown): boolean {
  const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
  return code === 5 || code === 6;
}
