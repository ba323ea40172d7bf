import { type LastingDatabase, openLastingDatabase } from "../storage/durable-database";
import { columnTypes } from "./entries/entry-columns";

/**
 * `document` is a key as it is compared. What lookups filter on stands apart from the texts, so that looking through all of
 * it reads little. The first generation is a random one: a file that was made anew repeats no number of the one before.
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
    markdown BLOB
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
  CREATE TABLE contents (id INTEGER PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL, fields TEXT NOT NULL) STRICT
`;

/** The file's name in the app's data folder, without `.db`. */
export const libraryName = "library";

/** The library's database in `folder` (null: in memory), opened when it is first needed. */
export function openLibraryDatabase(folder: string | null, notice: (sentence: string) => void): LastingDatabase {
  return openLastingDatabase(
    folder,
    {
      name: libraryName,
      schemaNumber: 1,
      schema,
      tables: ["state", "shipped", "documents", "entries", "contents"],
      patience: { opening: 5000, later: 5000 },
      words: {
        subject: "the content library",
        verb: "was",
        afterDamage:
          "what ships with Galley is there again; add your own packs and rulebooks again with galley library add",
        whenUnusable: "what ships with Galley is there, and what is added is kept only until Galley is closed",
      },
    },
    notice,
  );
}
