import { openResilientDatabase, type ResilientDatabase } from "../storage/databases/resilient-database";
import { declaredValuesSchema } from "./entries/declared-values";
import { columnTypes } from "./entries/entry-columns";

/**
 * `document` is a folded key. The columns of lookups are in a table without the texts, so that a scan reads little. The first generation is
 * random: a new file repeats no generation of the previous one.
 */
const schema = `
  CREATE TABLE state (generation INTEGER NOT NULL) STRICT;
  INSERT INTO state VALUES (abs(random()) % 1000000000000 + 1);
  CREATE TABLE shipped (document TEXT PRIMARY KEY, version TEXT NOT NULL, status TEXT NOT NULL) STRICT;
  CREATE TABLE documents (
    document TEXT PRIMARY KEY,
    shown TEXT NOT NULL,
    title TEXT NOT NULL,
    license TEXT,
    publisher TEXT,
    credit TEXT,
    source TEXT NOT NULL,
    entry_count INTEGER NOT NULL,
    kinds TEXT NOT NULL,
    version TEXT NOT NULL,
    generation INTEGER NOT NULL,
    markdown BLOB,
    declares TEXT NOT NULL DEFAULT '[]'
  ) STRICT;
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    document TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    folded TEXT NOT NULL,
    ${columnTypes.map(([name, type]) => `${name} ${type}`).join(",\n    ")}
  ) STRICT;
  CREATE INDEX entries_by_name ON entries (kind, folded, document, key);
  CREATE INDEX entries_by_kind ON entries (kind);
  CREATE UNIQUE INDEX entries_by_document ON entries (document, kind, key);
  CREATE TABLE contents (id INTEGER PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL, fields TEXT NOT NULL) STRICT;
  ${declaredValuesSchema}
`;

/** Databases of version 1 have no column for declared kinds. */
const fromFirst = `ALTER TABLE documents ADD COLUMN declares TEXT NOT NULL DEFAULT '[]'; ${declaredValuesSchema}`;

/** The name of the file in the data folder, without `.db`. */
export const libraryName = "library";

/** The library's database in `folder` (null: in memory), opened on first use. */
export function openLibraryDatabase(folder: string | null, notice: (sentence: string) => void): ResilientDatabase {
  return openResilientDatabase(
    folder,
    {
      name: libraryName,
      schemaNumber: 2,
      schema,
      migrations: { 1: fromFirst },
      tables: ["state", "shipped", "documents", "entries", "contents", "declared_values"],
      busyTimeout: { opening: 5000, later: 5000 },
      messages: {
        subject: "the content library",
        verb: "was",
        afterDamage:
          "the documents that ship with Galley were restored; add your own packs and rulebooks again with galley library add",
        whenUnusable:
          "the documents that ship with Galley are available, and added ones are kept only until Galley is closed",
      },
    },
    notice,
  );
}
