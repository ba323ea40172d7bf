import { timingSafeEqual } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { openResilientDatabase, transaction } from "../../engine/storage";
import { MAX_UPDATES } from "../../limits";
import type { StoredChunk } from "./blob-store";
import {
  hashOf,
  isRole,
  mergeUpdates,
  NotEmptyError,
  newLinks,
  type SharedFolderStore,
  type StoredLink,
  type StoredUpdate,
} from "./shared-folder-store";
import { blobSchema, insertStoredChunk, sqliteBlobs } from "./sqlite-blobs";

const schema = `
  CREATE TABLE links (hash BLOB PRIMARY KEY, role TEXT NOT NULL) STRICT;
  CREATE TABLE updates (id INTEGER PRIMARY KEY AUTOINCREMENT, document TEXT NOT NULL, content BLOB NOT NULL) STRICT;
  CREATE INDEX updates_by_document ON updates (document, id);
`;

/** The number of the schema of a shared folder's database, which its backups have, too. */
export const SCHEMA_NUMBER = 2;

type Waiting = StoredUpdate & { done(): void; failed(error: unknown): void };

/** Opens the database of a shared folder in `folder`, made if it is missing. Throws if it cannot be used. */
export function openSqliteStore(folder: string, notice: (sentence: string) => void): SharedFolderStore {
  const database = openResilientDatabase(
    folder,
    {
      name: "sharing",
      schemaNumber: SCHEMA_NUMBER,
      schema: schema + blobSchema,
      migrations: { 1: blobSchema },
      isDurable: true,
      tables: ["links", "updates", "blobs"],
      busyTimeout: { opening: 5000, later: 5000 },
      messages: {
        subject: "the shared folder's documents",
        verb: "were",
        afterDamage: "new ones were started: make new links, and each member's files are shared again",
        whenUnusable: "nothing is shared",
      },
    },
    notice,
  );
  let isClosed = false;
  /** A database in memory is never used: what it confirms would be lost. */
  const use: typeof database.use = (task) => {
    if (isClosed) throw new Error("the shared folder is closed");
    if (!database.isPersistent) throw new Error(database.writeError ?? "the shared folder cannot be stored");
    return database.use(task);
  };
  if (!database.isPersistent) {
    const why = database.writeError;
    database.close();
    throw new Error(why ?? "the shared folder cannot be stored");
  }

  let waiting: Waiting[] = [];
  /** Stores everything that waits in one transaction: one sync of the disk for all clients. */
  function flush(): void {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      use((opened) =>
        transaction(opened, () => {
          for (const each of batch) insertUpdate(opened, each);
        }),
      );
    } catch (error) {
      for (const { failed } of batch) failed(error);
      return;
    }
    for (const { done } of batch) done();
  }

  /** Replaces a long log by one update, all or nothing. */
  function compact(document: string, whole: Uint8Array, upTo: number): void {
    use((opened) =>
      transaction(opened, () => {
        opened.prepare("DELETE FROM updates WHERE document = ? AND id <= ?").run(document, upTo);
        insertUpdate(opened, { document, update: whole });
      }),
    );
  }

  return {
    makeLinks: async ({ roles, revoke }) =>
      use((opened) =>
        transaction(opened, () => {
          if (revoke) opened.exec("DELETE FROM links");
          const hasEditor = opened.prepare("SELECT 1 FROM links WHERE role = 'editor'").get() !== undefined;
          const made = newLinks(roles, hasEditor);
          for (const { role, secret } of made) insertLink(opened, { role, hash: hashOf(secret) });
          return made;
        }),
      ),
    async roleOf(secret) {
      const asked = hashOf(secret);
      // Every link is compared in full, so that the time says nothing about the secrets.
      const found = allLinks(use).filter(({ hash }) => hash.length === asked.length && timingSafeEqual(hash, asked));
      return found[0]?.role ?? null;
    },
    links: async () => new Set(allLinks(use).map(({ hash }) => Buffer.from(hash).toString("hex"))),
    append: (document, update) =>
      new Promise((done, failed) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ document, update, done, failed });
      }),
    async load(document) {
      flush();
      const rows = use((opened) =>
        opened.prepare("SELECT id, content FROM updates WHERE document = ? ORDER BY id").all(document),
      );
      if (rows.length === 0) return null;
      const { whole, isSound } = mergeUpdates(
        rows.map(({ content }) => content),
        notice,
      );
      if (isSound && rows.length > MAX_UPDATES) compact(document, whole, Number(rows.at(-1)?.["id"]));
      return whole;
    },
    blobs: sqliteBlobs(use),
    check: async () => void use((opened) => opened.prepare("SELECT 1 FROM links").get()),
    async fill(contents) {
      use((opened) => opened.exec("BEGIN IMMEDIATE"));
      try {
        const isUsed = use((opened) =>
          opened.prepare("SELECT 1 FROM links UNION ALL SELECT 1 FROM updates LIMIT 1").get(),
        );
        if (isUsed !== undefined) throw new NotEmptyError();
        for await (const each of contents) use((opened) => insertStored(opened, each));
        use((opened) => opened.exec("COMMIT"));
      } catch (error) {
        use((opened) => opened.isTransaction && opened.exec("ROLLBACK"));
        throw error;
      }
    },
    async close() {
      flush();
      isClosed = true;
      database.close();
    },
  };
}

const insertStored = (opened: DatabaseSync, each: StoredLink | StoredUpdate | StoredChunk): void => {
  if ("blob" in each) insertStoredChunk(opened, each);
  else if ("hash" in each) insertLink(opened, each);
  else insertUpdate(opened, each);
};

const insertLink = (opened: DatabaseSync, { hash, role }: StoredLink) =>
  opened.prepare("INSERT INTO links (hash, role) VALUES (?, ?)").run(hash, role);

const insertUpdate = (opened: DatabaseSync, { document, update }: StoredUpdate) =>
  opened.prepare("INSERT INTO updates (document, content) VALUES (?, ?)").run(document, update);

function allLinks(use: <Result>(task: (opened: DatabaseSync) => Result) => Result): StoredLink[] {
  const rows = use((opened) => opened.prepare("SELECT hash, role FROM links").all());
  return rows.flatMap(({ hash, role }) => (hash instanceof Uint8Array && isRole(role) ? [{ hash, role }] : []));
}
