import { type LastingDatabase, openLastingDatabase } from "../../storage/durable-database";

/**
 * What search has worked out of the library's documents, each for one generation of it. All of it can be worked out again.
 * `pieces` are vectors of a document that is not through yet; `work` says which process is at it, and until when others
 * leave it alone.
 */
const schema = `
  CREATE TABLE words (document TEXT PRIMARY KEY, generation INTEGER NOT NULL, packed BLOB NOT NULL) STRICT;
  CREATE TABLE vectors (document TEXT PRIMARY KEY, generation INTEGER NOT NULL, packed BLOB NOT NULL) STRICT;
  CREATE TABLE pieces (hash TEXT PRIMARY KEY, step REAL NOT NULL, vector BLOB NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE work (document TEXT PRIMARY KEY, holder TEXT NOT NULL, until INTEGER NOT NULL) STRICT
`;

/** The search's database in `folder` (null: in memory), opened when it is first needed. */
export function openSearchDatabase(folder: string | null, notice: (sentence: string) => void): LastingDatabase {
  return openLastingDatabase(
    folder,
    {
      name: "library-search",
      schemaNumber: 1,
      schema,
      tables: ["words", "vectors", "pieces", "work"],
      // Whoever cannot write works with what it has in memory; nobody waits for that.
      patience: { opening: 3000, later: 200 },
      words: {
        subject: "the index of the content library",
        verb: "was",
        afterDamage: "is made again; the library itself is as it was",
        whenUnusable: "it is made anew each time Galley is started",
      },
    },
    notice,
  );
}
