import { openResilientDatabase, type ResilientDatabase } from "../../storage/databases/resilient-database";

/**
 * What search derives from the library's documents, each row for one generation of a document. All of it can be derived again. `pieces` has
 * vectors of a document that is not complete yet; `work` says which process computes it, and until when others leave it alone.
 */
const schema = `
  CREATE TABLE words (document TEXT PRIMARY KEY, generation INTEGER NOT NULL, packed BLOB NOT NULL) STRICT;
  CREATE TABLE vectors (document TEXT PRIMARY KEY, generation INTEGER NOT NULL, packed BLOB NOT NULL) STRICT;
  CREATE TABLE pieces (hash TEXT PRIMARY KEY, step REAL NOT NULL, vector BLOB NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE work (document TEXT PRIMARY KEY, holder TEXT NOT NULL, until INTEGER NOT NULL) STRICT
`;

/** The search database in `folder` (null: in memory), opened on first use. */
export function openSearchDatabase(folder: string | null, notice: (sentence: string) => void): ResilientDatabase {
  return openResilientDatabase(
    folder,
    {
      name: "library-search",
      schemaNumber: 1,
      schema,
      tables: ["words", "vectors", "pieces", "work"],
      // A process that cannot write uses what it has in memory, and does not wait.
      busyTimeout: { opening: 3000, later: 200 },
      messages: {
        subject: "the index of the content library",
        verb: "was",
        afterDamage: "a new one is being built; the library itself is unchanged",
        whenUnusable: "it is rebuilt each time Galley starts",
      },
    },
    notice,
  );
}
