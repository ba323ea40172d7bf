import type { DatabaseSync } from "node:sqlite";
import { type EarlierPieces, editsOfPieces, type PackedEdits } from "../../../core/review/packed-edits";
import type { ReviewedWrite } from "../../../core/review/pending-edits";
import { holdsSecrets } from "../../../core/text/holds-secrets";
import type { AnnouncedWrite } from "../ports/review";
import { type PackedJson, packJson, unpackJson, unpackList } from "../storage/databases/packed-json";
import { openResilientDatabase, type ResilientDatabase } from "../storage/databases/resilient-database";
import { createSeal, lostEdits, type Seal, type SealedEdits } from "./sealed-edits";

const schema = `
  CREATE TABLE reviews (
    path TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    used INTEGER NOT NULL,
    pending ANY NOT NULL,
    writes TEXT NOT NULL,
    format INTEGER NOT NULL DEFAULT 1
  ) STRICT
`;

/**
 * Format 1 is read by `editsOfPieces`. Format 2 is `PackedEdits` as JSON, deflated if long. Format 3 is `SealedEdits`, for files of
 * secrets: none of their text is stored.
 */
const format = 2;
const sealedFormat = 3;
/** One key for everything that this process stores. */
const ownSeal = createSeal();

const fromFirst = `
  ALTER TABLE reviews RENAME TO earlier_reviews;
  ${schema};
  INSERT INTO reviews SELECT path, version, used, pending, writes, 1 FROM earlier_reviews;
  DROP TABLE earlier_reviews
`;

/** The pending edits, in `folder` (null: in memory), opened on first use. */
export function openReviewDatabase(folder: string | null, notice: (sentence: string) => void): ResilientDatabase {
  return openResilientDatabase(
    folder,
    {
      name: "review",
      schemaNumber: 2,
      schema,
      migrations: { 1: fromFirst },
      tables: ["reviews"],
      // After a power cut an agent's write must not look like the user's.
      isDurable: true,
      busyTimeout: { opening: 3000, later: 3000 },
      messages: {
        subject: "the list of agents' edits that wait for review",
        verb: "was",
        afterDamage: "a new one was started; the edits themselves are in your documents and in their history",
        whenUnusable: "it is kept only until Galley is closed",
      },
    },
    notice,
  );
}

/** One document's row, of which `pending` may be unpacked on first use. `isWordAligned` is false for edits of an earlier Galley, which may begin or end inside words. */
export type ReviewRow = {
  version: string;
  pending: PackedEdits;
  writes: ReviewedWrite[];
  isWordAligned: boolean;
  /** The texts that these edits replaced in a file of secrets are lost: `pending` has insertions only, and nothing can be undone. */
  isTextLost: boolean;
  /**
   * `pending` exactly as it is or will be stored, to detect that another row has replaced this one; null if that is not known. Deflated if there
   * are very many.
   */
  storedPending: PackedJson | null;
  /** Unpacks `pending` in several turns of this thread. Without it that happens at once, on first use. */
  unpack?(): Promise<unknown>;
};

/** A row in its stored form (null: nothing is pending), which is unpacked if somebody looks at the edits. */
export function packedRow(version: string, stored: PackedJson | null, writes: ReviewedWrite[]): ReviewRow {
  let unpacked: PackedEdits | null = stored === null ? [] : null;
  return {
    version,
    writes,
    isWordAligned: true,
    isTextLost: false,
    storedPending: stored,
    get pending() {
      unpacked ??= unpackJson(stored ?? "[]") as PackedEdits;
      return unpacked;
    },
    async unpack() {
      if (stored !== null) unpacked ??= (await unpackList(stored)) as PackedEdits;
    },
  };
}

export function readReview(database: DatabaseSync, path: string, seal = ownSeal): ReviewRow | null {
  const row = database.prepare("SELECT version, pending, writes, format FROM reviews WHERE path = ?").get(path);
  return row === undefined ? null : rowOf(row, seal);
}

/** Whether the row of a path is still this one; null if there was none. */
export function isUnchanged(database: DatabaseSync, path: string, seen: ReviewRow | null): boolean {
  const row = database.prepare("SELECT version, pending FROM reviews WHERE path = ?").get(path);
  if (row === undefined || seen === null) return row === undefined && seen === null;
  if (row["version"] !== seen.version || seen.storedPending === null) return false;
  const { pending } = row as { pending: string | Uint8Array };
  if (typeof pending === "string" || typeof seen.storedPending === "string") return pending === seen.storedPending;
  return Buffer.compare(pending, seen.storedPending) === 0;
}

/** The path of every row, last written first. */
export const reviewedPaths = (database: DatabaseSync): string[] =>
  database
    .prepare("SELECT path FROM reviews ORDER BY used DESC, path")
    .all()
    .map((row) => String(row["path"]));

function rowOf({ version, pending, writes, format: stored }: Record<string, unknown>, seal: Seal): ReviewRow {
  const packed: PackedJson = pending instanceof Uint8Array ? pending : String(pending);
  const row = {
    version: String(version),
    writes: JSON.parse(String(writes)) as ReviewedWrite[],
    isTextLost: false,
    storedPending: packed,
  };
  if (stored === format) return packedRow(row.version, packed, row.writes);
  const pieces = unpackJson(packed);
  if (stored === sealedFormat) {
    const sealed = pieces as SealedEdits;
    const opened = seal.open(sealed);
    return { ...row, pending: opened ?? sealed.spans, isWordAligned: true, isTextLost: opened === null };
  }
  return { ...row, pending: editsOfPieces(pieces as EarlierPieces), isWordAligned: false };
}

/** Stores a row, or deletes it if nothing is pending. */
export function writeReview(
  database: DatabaseSync,
  path: string,
  row: Pick<ReviewRow, "version" | "pending" | "writes" | "storedPending">,
  used: number,
  seal = ownSeal,
): void {
  // Does not unpack what is stored already.
  if (row.storedPending === null && row.pending.length === 0) {
    database.prepare("DELETE FROM reviews WHERE path = ?").run(path);
    return;
  }
  const isSecret = holdsSecrets(path);
  const stored = isSecret ? sealed(database, path, row, seal) : (row.storedPending ?? packJson(row.pending));
  database
    .prepare("INSERT OR REPLACE INTO reviews (path, version, used, pending, writes, format) VALUES (?, ?, ?, ?, ?, ?)")
    .run(path, row.version, used, stored, JSON.stringify(row.writes), isSecret ? sealedFormat : format);
}

/** Lost texts stay lost: what an edit replaced cannot be reconstructed. */
function sealed(database: DatabaseSync, path: string, { pending }: Pick<ReviewRow, "pending">, seal: Seal): PackedJson {
  const isTextLost = readReview(database, path, seal)?.isTextLost === true;
  return packJson(isTextLost ? lostEdits(pending) : seal.close(pending));
}

/** Agents' writes that are about to land. In a separate table, made on first use, so that an older Galley can still use the file. */
const announcedTable = `
  CREATE TABLE IF NOT EXISTS announced (
    path TEXT PRIMARY KEY,
    before TEXT,
    after TEXT NOT NULL,
    write TEXT NOT NULL
  ) STRICT
`;

const hasAnnounced = (database: DatabaseSync): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'announced'").get() !== undefined;

/** Announces an agent's next write, replacing any other announcement for this file. */
export function writeAnnounced(database: DatabaseSync, { realPath, from, to, write }: AnnouncedWrite): void {
  if (!hasAnnounced(database)) database.exec(announcedTable);
  database
    .prepare("INSERT OR REPLACE INTO announced (path, before, after, write) VALUES (?, ?, ?, ?)")
    .run(realPath, from, to, JSON.stringify(write));
}

export function removeAnnounced(database: DatabaseSync, realPath: string): void {
  if (hasAnnounced(database)) database.prepare("DELETE FROM announced WHERE path = ?").run(realPath);
}

export const readAnnounced = (database: DatabaseSync): AnnouncedWrite[] =>
  !hasAnnounced(database)
    ? []
    : database
        .prepare("SELECT path, before, after, write FROM announced")
        .all()
        .map(({ path, before, after, write }) => ({
          realPath: String(path),
          from: before === null ? null : String(before),
          to: String(after),
          write: JSON.parse(String(write)) as ReviewedWrite,
        }));
