import { DatabaseSync } from "node:sqlite";
import * as Y from "yjs";
import { FILE_LIST } from "../../../core/sharing/document-name";
import { renameFolder } from "../../../core/sharing/file-list";
import { storedChunks as postgresChunks } from "./postgres-blobs";
import { describeDatabase, whyUnusable } from "./postgres-database";
import { type Contents, isRole } from "./shared-folder-store";
import { storedChunks as sqliteChunks } from "./sqlite-blobs";
import { SCHEMA_NUMBER } from "./sqlite-store";

/** Rows of Postgres that are read at once. */
const PAGE = 20;

/** Everything in the database file of a shared folder, as of one moment, while its server may be running. Rejects with a sentence. */
export async function* sqliteContents(file: string): Contents {
  let database: DatabaseSync;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
  try {
    const schema = Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
    if (schema > SCHEMA_NUMBER) throw new Error("it was written by a newer Galley");
    database.exec("BEGIN");
    for (const { hash, role } of database.prepare("SELECT hash, role FROM links").all())
      if (hash instanceof Uint8Array && isRole(role)) yield { hash, role };
    for (const { document, content } of database.prepare("SELECT document, content FROM updates ORDER BY id").iterate())
      if (typeof document === "string" && content instanceof Uint8Array) yield { document, update: content };
    // Schema 1 had texts only.
    if (schema > 1) yield* sqliteChunks(database);
  } catch (error) {
    throw new Error(`${file} is not the backup of a shared folder, or is damaged: ${(error as Error).message}`);
  } finally {
    database.close();
  }
}

/** Everything in a Postgres database, as of one moment, while its servers may be running. Rejects with a sentence. */
export async function* postgresContents(url: string): Contents {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    for (const { hash, role } of (await client.query("SELECT hash, role FROM galley_links")).rows)
      if (hash instanceof Uint8Array && isRole(role)) yield { hash, role };
    for (let last = "0"; ; ) {
      const query = "SELECT id, document, content FROM galley_updates WHERE id > $1 ORDER BY id LIMIT $2";
      const { rows } = await client.query(query, [last, PAGE]);
      for (const { document, content } of rows)
        if (content instanceof Uint8Array) yield { document: String(document), update: content };
      if (rows.length < PAGE) break;
      last = String(rows.at(-1)?.id);
    }
    // A database that no newer server has used yet has texts only.
    const { rows } = await client.query("SELECT to_regclass('galley_blobs') IS NOT NULL AS found");
    if (rows[0]?.found) yield* postgresChunks(client);
  } catch (error) {
    throw new Error(whyUnusable(error, describeDatabase(url)));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * The same contents, in which the shared folder has another id: a server that was set back lacks what its members once had in common with it, which must
 * not look as if somebody had deleted it.
 */
export async function* withNewFolderId(contents: Contents, id: string): Contents {
  const list = new Y.Doc();
  try {
    for await (const each of contents) {
      if ("document" in each && each.document === FILE_LIST)
        try {
          Y.applyUpdate(list, each.update);
        } catch {
          // Damaged updates are kept, and reported when the document is loaded.
        }
      yield each;
    }
    const update = renameFolder(list, id);
    if (update !== null) yield { document: FILE_LIST, update };
  } finally {
    list.destroy();
  }
}
