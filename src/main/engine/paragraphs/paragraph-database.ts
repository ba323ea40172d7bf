import { closeSync, existsSync, openSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeFolders } from "../files/make-folders";

const schemaNumber = 1;

const schema = `
  CREATE TABLE IF NOT EXISTS documents (
    path TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    used INTEGER NOT NULL,
    size INTEGER NOT NULL,
    ids TEXT NOT NULL,
    known BLOB NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS documents_by_use ON documents (used);
  PRAGMA user_version = ${schemaNumber};
`;

/** The database of paragraph ids, opened when it is first needed. */
export type ParagraphDatabase = {
  /** Runs `task` on the database; a damaged one is set aside first and a fresh one started, one that cannot be used is replaced by memory. */
  use<Result>(task: (database: DatabaseSync) => Result): Result;
  close(): void;
};

/** Opens `paragraphs.db` in `folder` (null: in memory). Never throws: whatever is wrong comes as a sentence through `notice`. */
export function openParagraphDatabase(folder: string | null, notice: (sentence: string) => void): ParagraphDatabase {
  let database: DatabaseSync | null = null;

  const inMemory = (): DatabaseSync => prepared(new DatabaseSync(":memory:"));

  const open = (): DatabaseSync => {
    if (folder === null) return inMemory();
    try {
      return openIn(folder);
    } catch (error) {
      if (isDamage(error)) {
        try {
          setAside(folder, notice);
          return openIn(folder);
        } catch {
          // Told below.
        }
      }
      const reason = error instanceof Error ? error.message : String(error);
      notice(`the paragraph ids in ${folder} cannot be used (${reason}); they are kept only until Galley is closed`);
      return inMemory();
    }
  };

  return {
    use(task) {
      database ??= open();
      try {
        return task(database);
      } catch (error) {
        if (!isDamage(error)) throw error;
        database.close();
        if (folder !== null) setAside(folder, notice);
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

function openIn(folder: string): DatabaseSync {
  makeFolders(folder, 0o700);
  const path = join(folder, "paragraphs.db");
  // SQLite would make it readable for everyone.
  closeSync(openSync(path, "a", 0o600));
  const opened = new DatabaseSync(path, { timeout: 3000 });
  try {
    return prepared(opened);
  } catch (error) {
    opened.close();
    throw error;
  }
}

function prepared(database: DatabaseSync): DatabaseSync {
  const number = () => Number(database.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
  if (number() > schemaNumber) throw new Error("it was written by a newer Galley");
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  if (number() < schemaNumber) {
    database.exec("BEGIN IMMEDIATE");
    try {
      database.exec(`${schema} COMMIT`);
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK");
      throw error;
    }
  }
  database.prepare("SELECT count(*) FROM (SELECT 1 FROM documents LIMIT 1)").get();
  return database;
}

function setAside(folder: string, notice: (sentence: string) => void): void {
  const path = join(folder, "paragraphs.db");
  if (isSound(path)) return;
  const aside = join(folder, `paragraphs.damaged-${new Date().toISOString().replace(/[:.]/g, "-")}.db`);
  for (const suffix of ["-wal", "-shm", ""]) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  notice(`the paragraph ids were damaged; they were set aside as ${aside}, and given anew`);
}

/** Another process may have put a fresh one there already. */
function isSound(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return true;
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      return database.prepare("PRAGMA quick_check(1)").get()?.["quick_check"] === "ok";
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

function isDamage(error: unknown): boolean {
  const { errcode = 0, message = "" } = error as { errcode?: number; message?: string };
  const code = errcode & 0xff;
  return code === 11 || code === 26 || /^no such (?:table|column)/.test(message);
}
