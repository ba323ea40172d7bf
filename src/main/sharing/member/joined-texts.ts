import type { CommentEntries } from "../../../core/sharing/comment-list";
import type { WholeCommon } from "../../../core/sharing/whole-plan";
import { openResilientDatabase } from "../../engine/storage";
import type { HashedFile, RememberedHashes } from "./file-hashes";

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
  /** The same for files that travel as whole versions, by path. Null: gone on both sides. */
  allWhole(folder: string): Map<string, WholeCommon>;
  storeWhole(folder: string, path: string, common: WholeCommon | null): void;
  /** The hashes of files of this machine. */
  hashes: RememberedHashes;
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

const wholeSchema = `
  CREATE TABLE whole (
    folder TEXT NOT NULL, path TEXT NOT NULL, hash TEXT NOT NULL, own INTEGER NOT NULL, PRIMARY KEY (folder, path)
  ) STRICT;
  CREATE TABLE hashes (file TEXT PRIMARY KEY, stamp TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
`;

/** Opens the store in Galley's data folder, made if it is missing. Shared by the processes of this user. */
export function openJoinedTexts(dataDir: string, notice: (sentence: string) => void): JoinedTexts {
  const database = openResilientDatabase(
    dataDir,
    {
      name: "joined",
      schemaNumber: 3,
      schema: schema + commentsSchema + wholeSchema,
      migrations: { 1: commentsSchema, 2: wholeSchema },
      tables: ["texts", "comments", "whole"],
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
  const hashes = new Map<string, HashedFile | null>();
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
    allWhole: (folder) =>
      database.use((opened) => {
        const rows = opened.prepare("SELECT path, hash, own FROM whole WHERE folder = ?").all(folder);
        return new Map(rows.map(({ path, hash, own }) => [String(path), { hash: String(hash), isOwn: own === 1 }]));
      }),
    storeWhole: (folder, path, common) =>
      database.use((opened) => {
        if (common === null) opened.prepare("DELETE FROM whole WHERE folder = ? AND path = ?").run(folder, path);
        else
          opened
            .prepare("INSERT OR REPLACE INTO whole (folder, path, hash, own) VALUES (?, ?, ?, ?)")
            .run(folder, path, common.hash, Number(common.isOwn));
      }),
    hashes: {
      of(realPath) {
        const known = hashes.get(realPath);
        if (known !== undefined) return known;
        const row = database.use((opened) =>
          opened.prepare("SELECT stamp, hash FROM hashes WHERE file = ?").get(realPath),
        );
        const found = row === undefined ? null : { stamp: String(row["stamp"]), hash: String(row["hash"]) };
        hashes.set(realPath, found);
        return found;
      },
      keep(realPath, { stamp, hash }) {
        hashes.set(realPath, { stamp, hash });
        database.use((opened) => {
          opened
            .prepare("INSERT OR REPLACE INTO hashes (file, stamp, hash) VALUES (?, ?, ?)")
            .run(realPath, stamp, hash);
        });
      },
      forget(realPath) {
        if (hashes.get(realPath) === null) return;
        hashes.set(realPath, null);
        database.use((opened) => {
          opened.prepare("DELETE FROM hashes WHERE file = ?").run(realPath);
        });
      },
    },
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
