import { openResilientDatabase, type ResilientDatabase } from "../../storage/databases/resilient-database";

const schema = `
  CREATE TABLE documents (
    path TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    used INTEGER NOT NULL,
    size INTEGER NOT NULL,
    ids TEXT NOT NULL,
    known BLOB NOT NULL
  ) STRICT;
  CREATE INDEX documents_by_use ON documents (used)
`;

/** The database of paragraph ids in `folder` (null: in memory). Opened on first use. */
export function openParagraphDatabase(folder: string | null, notice: (sentence: string) => void): ResilientDatabase {
  return openResilientDatabase(
    folder,
    {
      name: "paragraphs",
      schemaNumber: 1,
      schema,
      tables: ["documents"],
      busyTimeout: { opening: 3000, later: 3000 },
      messages: {
        subject: "the paragraph ids",
        verb: "were",
        afterDamage: "assigned again",
        whenUnusable: "they are kept only until Galley is closed",
      },
    },
    notice,
  );
}
