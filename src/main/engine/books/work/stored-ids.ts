import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { ForeignDatabaseError } from "../../storage/databases/resilient-database";
import type { BookIds, KnownChapter } from "../book/assign-ids";
import { fact, keepFact } from "./work-facts";

/** The maximum number of characters that one chapter's ids may unpack to: a few kilobytes could expand to gigabytes. */
const MAX_IDS_LENGTH = 32 * 1024 * 1024;

/** The version of the stored ids, different after each change; empty if none are stored. */
export const storedIdsVersion = (database: DatabaseSync): string => fact(database, "ids") ?? "";

/** The stored ids; null if there are none. */
export function readStoredIds(database: DatabaseSync): BookIds | null {
  if (storedIdsVersion(database) === "") return null;
  const rows = database.prepare("SELECT id, version, content FROM chapters ORDER BY position").all();
  return {
    chapters: rows.map((row) => ({
      id: String(row["id"]),
      version: String(row["version"]),
      ...(unpack(row["content"] as Uint8Array) as Pick<KnownChapter, "ids" | "known">),
    })),
    gone: JSON.parse(fact(database, "gone") ?? "[]") as BookIds["gone"],
  };
}

/** Stores the ids; those of `before` are stored already. Returns their new version. */
export function storeIds(database: DatabaseSync, before: BookIds | null, bookIds: BookIds): string {
  const stored = new Set(before?.chapters);
  const present = new Set(bookIds.chapters.map(({ id }) => id));
  for (const { id } of before?.chapters ?? [])
    if (!present.has(id)) database.prepare("DELETE FROM chapters WHERE id = ?").run(id);
  const put = database.prepare("INSERT OR REPLACE INTO chapters (id, position, version, content) VALUES (?, ?, ?, ?)");
  const move = database.prepare("UPDATE chapters SET position = ? WHERE id = ?");
  for (const [position, chapter] of bookIds.chapters.entries()) {
    const { id, version, ids, known } = chapter;
    if (stored.has(chapter)) move.run(position, id);
    else put.run(id, position, version, pack({ ids, known }));
  }
  keepFact(database, "gone", JSON.stringify(bookIds.gone));
  const stamp = randomUUID();
  keepFact(database, "ids", stamp);
  return stamp;
}

/** A JSON value, compressed. */
export const pack = (value: unknown): Uint8Array => deflateRawSync(JSON.stringify(value), { level: 1 });

/** The inverse of `pack`. Throws `ForeignDatabaseError` for other bytes. */
export function unpack(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(inflateRawSync(bytes, { maxOutputLength: MAX_IDS_LENGTH }).toString());
  } catch (error) {
    throw new ForeignDatabaseError(`its ids cannot be read: ${(error as Error).message.slice(0, 100)}`, {
      cause: error,
    });
  }
}
