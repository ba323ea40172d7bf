import { type LastingDatabase, openLastingDatabase } from "../files/lasting-database";

const schema = `
  CREATE TABLE reviews (
    path TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    used INTEGER NOT NULL,
    pending TEXT NOT NULL,
    writes TEXT NOT NULL
  ) STRICT
`;

/** What waits for review, in `folder` (null: in memory), opened when it is first needed. */
export function openReviewDatabase(folder: string | null, notice: (sentence: string) => void): LastingDatabase {
  return openLastingDatabase(
    folder,
    {
      name: "review",
      schemaNumber: 1,
      schema,
      tables: ["reviews"],
      patience: { opening: 3000, later: 3000 },
      words: {
        subject: "the list of agents' edits that wait for review",
        verb: "was",
        afterDamage: "begins anew; the edits themselves are in your documents and in their history",
        whenUnusable: "it is kept only until Galley is closed",
      },
    },
    notice,
  );
}
