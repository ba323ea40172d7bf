import { sep } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { versionReason } from "../../../core/review/reason-note";
import type { TextRange, VersionEntry, Writer } from "../../../core/review/writer";
import type { NewVersion } from "../ports/history";
import { detailsTable, pastesTable } from "./history-database";

/** The longest request that is stored, in UTF-16 units. */
const MAX_REQUEST_LENGTH = 2000;
const MAX_NAME_LENGTH = 200;
/** The maximum number of ranges of pasted text that an entry has. */
const MAX_PASTES = 1000;

/** Whether an entry's bytes are kept. */
const isThere = "EXISTS (SELECT 1 FROM objects WHERE objects.version = entries.version) AS kept";

/** The version that was last entered for a path. */
export const newestVersion = (database: DatabaseSync, path: string) =>
  database.prepare("SELECT version FROM entries WHERE path = ? ORDER BY id DESC LIMIT 1").get(path)?.["version"];

/** False for a file of an older Galley until details are first written. */
export const hasDetails = (database: DatabaseSync) =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'details'").get() !== undefined;

/** The same of the table of pasted ranges. */
export const hasPastes = (database: DatabaseSync) =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'pastes'").get() !== undefined;

/** Adds an entry, whose bytes are stored already. Returns its row id. */
export function addEntry(
  database: DatabaseSync,
  { realPath, bytes, version, by, reason, ...details }: NewVersion,
  at: number,
): number {
  const { lastInsertRowid } = database
    .prepare(
      "INSERT INTO entries (path, version, at, writer_kind, writer_name, reason, size) VALUES (?, ?, ?, ?, ?, ?, ?)",
    )
    .run(realPath, version, at, by.kind, by.name, reason, bytes.length);
  storeDetails(database, lastInsertRowid, details);
  if (details.pasted?.length) {
    database.exec(pastesTable);
    const ranges = JSON.stringify(details.pasted.slice(0, MAX_PASTES));
    database.prepare("INSERT OR REPLACE INTO pastes (entry, ranges) VALUES (?, ?)").run(lastInsertRowid, ranges);
  }
  return Number(lastInsertRowid);
}

function storeDetails(
  database: DatabaseSync,
  entry: number | bigint,
  { request, change }: Pick<NewVersion, "request" | "change">,
): void {
  if (request === undefined && !change) return;
  database.exec(detailsTable);
  database
    .prepare("INSERT OR REPLACE INTO details (entry, request, added, removed) VALUES (?, ?, ?, ?)")
    .run(entry, request?.slice(0, MAX_REQUEST_LENGTH) ?? null, change?.added ?? null, change?.removed ?? null);
}

/** A query of entries with their details. */
function entriesWith(database: DatabaseSync, columns: string): string {
  const [details, pastes] = [hasDetails(database), hasPastes(database)];
  const more = `${details ? ", request, added, removed, mark" : ""}${pastes ? ", ranges" : ""}${columns}`;
  const joins = `${details ? " LEFT JOIN details ON details.entry = id" : ""}${pastes ? " LEFT JOIN pastes ON pastes.entry = id" : ""}`;
  return `SELECT entries.*, ${isThere}${more} FROM entries${joins}`;
}

/** The entries of a path, newest first. */
export const entriesOf = (database: DatabaseSync, realPath: string, limit: number): VersionEntry[] =>
  database
    .prepare(`${entriesWith(database, "")} WHERE path = ? ORDER BY id DESC LIMIT ?`)
    .all(realPath, limit)
    .map(entryOf);

/** The files in a folder that have versions, those with the newest first. */
export function filesIn(
  database: DatabaseSync,
  folder: string,
  most: number,
): { realPath: string; newest: VersionEntry; versions: number }[] {
  const inside = folder.endsWith(sep) ? folder : folder + sep;
  const rows = database
    .prepare(
      `${entriesWith(database, ", versions")}
       JOIN (SELECT max(id) AS newest, count(*) AS versions FROM entries WHERE path >= ? AND path < ? GROUP BY path)
       ON id = newest ORDER BY id DESC LIMIT ?`,
    )
    .all(inside, pastAll(inside), most);
  return rows.map((row) => ({
    realPath: String(row["path"]),
    newest: entryOf(row),
    versions: Number(row["versions"]),
  }));
}

/** Names a version of a path; null removes the name. */
export function markEntry(database: DatabaseSync, realPath: string, versionId: string, name: string | null): void {
  const id = idOf(versionId);
  if (id === null) return;
  if (!database.prepare("SELECT 1 FROM entries WHERE id = ? AND path = ?").get(id, realPath)) return;
  database.exec(detailsTable);
  database
    .prepare("INSERT INTO details (entry, mark) VALUES (?, ?) ON CONFLICT (entry) DO UPDATE SET mark = excluded.mark")
    .run(id, name?.slice(0, MAX_NAME_LENGTH) ?? null);
}

/** The version of one entry of a path; null if there is no such entry. */
export function versionOfEntry(database: DatabaseSync, realPath: string, versionId: string): string | null {
  const id = idOf(versionId);
  if (id === null) return null;
  const row = database.prepare("SELECT version FROM entries WHERE id = ? AND path = ?").get(id, realPath);
  return row === undefined ? null : String(row["version"]);
}

/** A file or a folder was renamed: its versions follow. */
export function moveEntries(database: DatabaseSync, from: string, to: string): void {
  const inside = from + sep;
  const pastInside = pastAll(inside);
  database
    .prepare("UPDATE entries SET path = ? || substr(path, length(?) + 1) WHERE path = ? OR (path >= ? AND path < ?)")
    .run(to, from, from, inside, pastInside);
}

/** The row id of an entry's public name; null if the name is invalid. */
function idOf(versionId: string): number | null {
  const digits = /^v(\d{1,15})$/.exec(versionId)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The first string after all those that begin with `inside`, which ends with a separator, so that the index can be used. */
const pastAll = (inside: string): string => inside.slice(0, -1) + String.fromCharCode(sep.charCodeAt(0) + 1);

function entryOf(row: Record<string, unknown>): VersionEntry {
  const kind = row["writer_kind"];
  const by: Writer = { kind: kind === "you" || kind === "agent" ? kind : "program", name: String(row["writer_name"]) };
  return {
    version_id: `v${String(row["id"]).padStart(12, "0")}`,
    version: String(row["version"]),
    at: new Date(Number(row["at"])).toISOString(),
    by,
    ...versionReason(by, String(row["reason"])),
    size: Number(row["size"]),
    ...(typeof row["request"] === "string" && { request: row["request"] }),
    ...(typeof row["added"] === "number" && { change: { added: row["added"], removed: Number(row["removed"]) } }),
    ...(typeof row["ranges"] === "string" && { pasted: rangesIn(row["ranges"]) }),
    ...(typeof row["mark"] === "string" && { mark: row["mark"] }),
    ...(row["kept"] === 0 && { bytes: "not kept" as const }),
  };
}

/** The stored ranges; those that are none are left out. */
function rangesIn(json: string): TextRange[] {
  try {
    const read: unknown = JSON.parse(json);
    const isRange = (range: unknown): range is TextRange =>
      Array.isArray(range) && range.length === 2 && range.every((at) => Number.isSafeInteger(at) && at >= 0);
    return Array.isArray(read) ? read.filter(isRange) : [];
  } catch {
    return [];
  }
}
