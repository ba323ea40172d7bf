import type { CommentEntries } from "../../../core/sharing/comment-list";
import { openResilientDatabase } from "../../engine/storage";

/** A file of a shared folder as this machine last had it in common with the others. */
export type JoinedText = { path: string; text: string };

/** What the files of shared folders, and their comments, last had in common with the shared ones. Lost entries cost nothing but questions: both sides are then kept. */
export type JoinedTexts = {
  /** By text id. */
  all(folder: string): Map<string, JoinedText>;
  /** Call it only once the file has this text: an entry that is ahead of its file would look like words that were deleted here. */
  store(folder: string, id: string, entry: JoinedText): void;
  forget(folder: string, id: string): void;
  /** The same for the comments of texts, by text id. */
  allComments(folder: string): Map<string, CommentEntries>;
  storeComments(folder: string, id: string, entries: CommentEntries): void;
  close(): void;
};

const schema = `
  CREATE TABLE texts (
    folder TEXT NOT NULL, id TEXT NOT NULL, path TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (folder, id)
  ) STRICT;
`;

const commentsSchema = `
  CREATE TABLE comments (folder TEXT NOT NULL, id TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (folder, id)) STRICT;
`;

/** Opens the store in Galley's data folder, made if it is missing. Shared by the processes of this user. */
export function openJoinedTexts(dataDir: string, notice: (sentence: string) => void): JoinedTexts {
  const database = openResilientDatabase(
    dataDir,
    {
      name: "joined",
      schemaNumber: 2,
      schema: schema + commentsSchema,
      migrations: { 1: commentsSchema },
      tables: ["texts", "comments"],
      busyTimeout: { opening: 5000, later: 5000 },
      messages: {
        subject: "what shared folders last had in common",
        verb: "was",
        afterDamage: "both sides are merged again: nothing is deleted",
        whenUnusable: "both sides are merged again at each start",
      },
    },
    notice,
  );
  return {
    all: (folder) =>
      database.use((opened) => {
        const rows = opened.prepare("SELECT id, path, content FROM texts WHERE folder = ?").all(folder);
        return new Map(
          rows.map((row) => [String(row["id"]), { path: String(row["path"]), text: String(row["content"]) }]),
        );
      }),
    store: (folder, id, { path, text }) =>
      database.use((opened) => {
        opened
          .prepare("INSERT OR REPLACE INTO texts (folder, id, path, content) VALUES (?, ?, ?, ?)")
          .run(folder, id, path, text);
      }),
    forget: (folder, id) =>
      database.use((opened) => {
        opened.prepare("DELETE FROM texts WHERE folder = ? AND id = ?").run(folder, id);
        opened.prepare("DELETE FROM comments WHERE folder = ? AND id = ?").run(folder, id);
      }),
    allComments: (folder) =>
      database.use((opened) => {
        const rows = opened.prepare("SELECT id, content FROM comments WHERE folder = ?").all(folder);
        return new Map(rows.map((row) => [String(row["id"]), readStored(String(row["content"]))]));
      }),
    storeComments: (folder, id, entries) =>
      database.use((opened) => {
        opened
          .prepare("INSERT OR REPLACE INTO comments (folder, id, content) VALUES (?, ?, ?)")
          .run(folder, id, JSON.stringify([...entries]));
      }),
    close: () => database.close(),
  };
}

/** What is damaged counts as unknown. */
function readStored(content: string): CommentEntries {
  try {
    return new Map(JSON.parse(content) as [string, string][]);
  } catch {
    return new Map();
  }
}
