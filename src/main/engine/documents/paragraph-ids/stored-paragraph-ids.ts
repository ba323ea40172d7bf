import { sep } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { type IdsResult, idLength, splitIds } from "../../office/jobs/ids/compute-ids";
import type { NamedText } from "../../ports/paragraph-ids";

/** What is stored of a document: its ids, and the paragraphs that they belong to. */
type Row = { version: string; ids: string; known: Uint8Array };

export function storedRow(database: DatabaseSync, realPath: string): Row | null {
  const row = database.prepare("SELECT version, ids, known FROM documents WHERE path = ?").get(realPath);
  return row === undefined
    ? null
    : { version: String(row["version"]), ids: String(row["ids"]), known: row["known"] as Uint8Array };
}

/** The version whose ids are stored. */
export const versionAt = (database: DatabaseSync, realPath: string): string | null => {
  const row = database.prepare("SELECT version FROM documents WHERE path = ?").get(realPath);
  return row === undefined ? null : String(row["version"]);
};

/** The stored ids of exactly this version; null if there are none. */
export function storedIds(database: DatabaseSync, { realPath, version, paragraphs }: NamedText): string[] | null {
  const row = database.prepare("SELECT ids FROM documents WHERE path = ? AND version = ?").get(realPath, version);
  const list = String(row?.["ids"] ?? "");
  return row !== undefined && list.length === idLength * paragraphs.length ? splitIds(list) : null;
}

/** Stores the ids of a version. Where all ids together exceed `maxBytes`, the documents read longest ago are dropped. */
export function storeParagraphIds(
  database: DatabaseSync,
  { realPath, version }: NamedText,
  { ids, known }: IdsResult,
  { maxBytes, now }: { maxBytes: number; now: number },
): void {
  database
    .prepare("INSERT OR REPLACE INTO documents (path, version, used, size, ids, known) VALUES (?, ?, ?, ?, ?, ?)")
    .run(realPath, version, now, ids.length + known.length, ids, known);
  const excess = Number(database.prepare("SELECT total(size) AS sum FROM documents").get()?.["sum"] ?? 0) - maxBytes;
  if (excess <= 0) return;
  let freed = 0;
  for (const row of database.prepare("SELECT path, size FROM documents ORDER BY used").all()) {
    if (freed >= excess) break;
    if (row["path"] === realPath) continue;
    database.prepare("DELETE FROM documents WHERE path = ?").run(String(row["path"]));
    freed += Number(row["size"]);
  }
}

/** A file or a folder was renamed: its ids follow. */
export function moveParagraphIds(database: DatabaseSync, from: string, to: string): void {
  const inside = from + sep;
  const pastInside = from + String.fromCharCode(sep.charCodeAt(0) + 1);
  database
    .prepare("DELETE FROM documents WHERE path = ? OR (path >= ? AND path < ?)")
    .run(to, to + sep, to + String.fromCharCode(sep.charCodeAt(0) + 1));
  database
    .prepare("UPDATE documents SET path = ? || substr(path, length(?) + 1) WHERE path = ? OR (path >= ? AND path < ?)")
    .run(to, from, from, inside, pastInside);
}
