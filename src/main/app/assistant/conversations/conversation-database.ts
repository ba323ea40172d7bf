import { openResilientDatabase, type ResilientDatabase } from "../../../engine/storage";

const schema = `
  CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    folder TEXT,
    updated TEXT NOT NULL,
    head TEXT NOT NULL
  ) STRICT;
  CREATE INDEX conversations_of_folder ON conversations (folder, updated);
  CREATE TABLE turns (
    conversation TEXT NOT NULL,
    position INTEGER NOT NULL,
    id TEXT NOT NULL,
    turn TEXT NOT NULL,
    PRIMARY KEY (conversation, position)
  ) STRICT;
  CREATE TABLE parts (
    turn TEXT NOT NULL,
    position INTEGER NOT NULL,
    part TEXT NOT NULL,
    PRIMARY KEY (turn, position)
  ) STRICT;
  CREATE TABLE records (
    turn TEXT NOT NULL,
    name TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (turn, name)
  ) STRICT
`;

/** The database in `folder`, opened on first use; null keeps it in memory. */
export const openConversationDatabase = (
  folder: string | null,
  notice: (sentence: string) => void,
): ResilientDatabase =>
  openResilientDatabase(
    folder,
    {
      name: "conversations",
      schemaNumber: 1,
      schema,
      tables: ["conversations", "turns", "parts", "records"],
      busyTimeout: { opening: 2000, later: 1000 },
      messages: {
        subject: "the conversations",
        verb: "were",
        afterDamage: "new ones were started",
        whenUnusable: "conversations are kept only until Galley is closed",
      },
    },
    notice,
  );

/** The value that a column holds as JSON; undefined if it is none. */
export function parsed(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
