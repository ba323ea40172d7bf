import { openResilientDatabase, type ResilientDatabase } from "../storage/databases/resilient-database";

/** Details of an entry that older versions of Galley do not know. They are in a separate table, so that an older Galley can still use the file. */
export const detailsTable = `
  CREATE TABLE IF NOT EXISTS details (
    entry INTEGER PRIMARY KEY,
    request TEXT,
    added INTEGER,
    removed INTEGER,
    mark TEXT
  ) STRICT
`;

/** What of an entry's text the user pasted: JSON of ranges. */
export const pastesTable = `
  CREATE TABLE IF NOT EXISTS pastes (
    entry INTEGER PRIMARY KEY,
    ranges TEXT NOT NULL
  ) STRICT
`;

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
  ${detailsTable}
`;

/** The history in `folder`. Opened at once, so that a problem is reported before the first save. */
export function openHistoryDatabase(folder: string, notice: (sentence: string) => void): ResilientDatabase {
  const database = openResilientDatabase(
    folder,
    {
      name: "history",
      schemaNumber: 1,
      schema,
      beforeSchema: "PRAGMA auto_vacuum = INCREMENTAL",
      // A text that is about to be overwritten may exist nowhere else.
      isDurable: true,
      newerReadQueries: [
        "SELECT id, path, version, at, writer_kind, writer_name, reason, size FROM entries LIMIT 1",
        "SELECT version, packing, stored, bytes FROM objects LIMIT 1",
      ],
      tables: ["entries", "objects"],
      // A caller that finds it busy tries again later, and does not block the process.
      busyTimeout: { opening: 2000, later: 20 },
      messages: {
        subject: "the history",
        verb: "was",
        afterDamage: "a new one was started",
        whenUnusable: "versions are kept only until Galley is closed",
      },
    },
    notice,
  );
  database.use(() => {});
  return database;
}
