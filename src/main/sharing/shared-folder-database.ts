import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import * as Y from "yjs";
import { openResilientDatabase, transaction } from "../engine/storage";

/** What the holder of a link may do. A reader's updates are refused. */
export type Role = "reader" | "editor";

/** The links of a shared folder, and its documents as a log of updates. Every method throws if it cannot be stored on the disk. */
export type SharedFolderDatabase = {
  /** Makes a link's secret, which is stored only as a hash. */
  makeSecret(role: Role): string;
  /** Whether there is a link with this role. */
  hasLink(role: Role): boolean;
  /** Ends all links. */
  revokeLinks(): void;
  /** What the holder of this secret may do; null if it is none of ours. */
  roleOf(secret: string): Role | null;
  /** Stores an update of a document. Resolves once it would survive a power cut. */
  append(document: string, update: Uint8Array): Promise<void>;
  /** Everything stored of a document, in one update; null if there is nothing. What is damaged is left out, and reported. */
  load(document: string): Uint8Array | null;
  close(): void;
};

const schema = `
  CREATE TABLE links (hash BLOB PRIMARY KEY, role TEXT NOT NULL) STRICT;
  CREATE TABLE updates (id INTEGER PRIMARY KEY AUTOINCREMENT, document TEXT NOT NULL, content BLOB NOT NULL) STRICT;
  CREATE INDEX updates_by_document ON updates (document, id);
`;

/** A document with more updates than this is stored as one when it is loaded. */
const MAX_LOG = 50;

const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

type Waiting = { document: string; update: Uint8Array; done(): void; failed(error: unknown): void };

/** Opens the database of a shared folder in `folder`, made if it is missing. Throws if it cannot be used. */
export function openSharedFolderDatabase(folder: string, notice: (sentence: string) => void): SharedFolderDatabase {
  const database = openResilientDatabase(
    folder,
    {
      name: "sharing",
      schemaNumber: 1,
      schema,
      isDurable: true,
      tables: ["links", "updates"],
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
  /** A database in memory is never used: what it confirms would be lost. */
  const use: typeof database.use = (task) => {
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
          const insert = opened.prepare("INSERT INTO updates (document, content) VALUES (?, ?)");
          for (const { document, update } of batch) insert.run(document, update);
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
        opened.prepare("INSERT INTO updates (document, content) VALUES (?, ?)").run(document, whole);
      }),
    );
  }

  return {
    makeSecret(role) {
      const secret = randomBytes(32).toString("base64url");
      use((opened) => opened.prepare("INSERT INTO links (hash, role) VALUES (?, ?)").run(hashOf(secret), role));
      return secret;
    },
    hasLink: (role) => use((opened) => opened.prepare("SELECT 1 FROM links WHERE role = ?").get(role) !== undefined),
    revokeLinks: () => use((opened) => opened.exec("DELETE FROM links")),
    roleOf(secret) {
      const asked = hashOf(secret);
      let found: Role | null = null;
      // Every link is compared in full, so that the time says nothing about the secrets.
      for (const { hash, role } of use((opened) => opened.prepare("SELECT hash, role FROM links").all())) {
        const isEqual = hash instanceof Uint8Array && hash.length === asked.length && timingSafeEqual(hash, asked);
        if (isEqual && (role === "reader" || role === "editor")) found = role;
      }
      return found;
    },
    append: (document, update) =>
      new Promise((done, failed) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ document, update, done, failed });
      }),
    load(document) {
      flush();
      const rows = use((opened) =>
        opened.prepare("SELECT id, content FROM updates WHERE document = ? ORDER BY id").all(document),
      );
      if (rows.length === 0) return null;
      const doc = new Y.Doc();
      let damaged = 0;
      for (const { content } of rows) {
        try {
          if (content instanceof Uint8Array) Y.applyUpdate(doc, content);
        } catch {
          damaged += 1;
        }
      }
      const whole = Y.encodeStateAsUpdate(doc);
      doc.destroy();
      if (damaged > 0)
        notice(`stored updates of a document that could not be read, and are kept as they are: ${damaged}`);
      else if (rows.length > MAX_LOG) compact(document, whole, Number(rows.at(-1)?.["id"]));
      return whole;
    },
    close() {
      flush();
      database.close();
    },
  };
}
