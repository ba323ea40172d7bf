import type { DatabaseSync } from "node:sqlite";
import { hasDetails, hasPastes } from "./history-entries";
import type { StoredObjects } from "./stored-objects";

/** Milliseconds after which versions of a burst are thinned out: until then, edits that were not saved before a crash may be based on any of them. */
const ALL_KEPT_MS = 60_000;
/** Of a writer's versions without another's in between, one of this many milliseconds stays. */
const KEPT_EVERY_MS = 2000;
/** The maximum number of files whose bursts are known at once; versions of the others stay. */
const MAX_FILES = 200;

/** An entry of a burst. `since`: when the oldest of those began that it stands for, in milliseconds since 1970. */
type BurstEntry = { id: number; version: string; at: number; since: number; isRetained: boolean };

/**
 * Thins out the versions that are written while somebody types. A version goes if the next one of its file is by the same writer, in the same burst and
 * of this process; that one then counts the words of both. Marked versions stay, and so do those that something else is based on.
 */
export function createBurstThinning(objects: Pick<StoredObjects, "remover">) {
  const bursts = new Map<string, BurstEntry[]>();

  return {
    /** Call it in the transaction that has added a version of a burst. */
    added(
      database: DatabaseSync,
      realPath: string,
      { id, version, at }: { id: number; version: string; at: number },
    ): void {
      const burst = bursts.get(realPath) ?? [];
      // The newest last, so that of many files only those of the last bursts are known.
      bursts.delete(realPath);
      bursts.set(realPath, burst);
      if (bursts.size > MAX_FILES) bursts.delete(bursts.keys().next().value as string);
      burst.push({ id, version, at, since: at, isRetained: false });
      for (;;) {
        const [older, newer] = burst;
        if (older === undefined || newer === undefined || older.at > at - ALL_KEPT_MS) return;
        burst.shift();
        // A clock that was set back says nothing.
        const isSame = newer.at >= older.since && newer.at - older.since < KEPT_EVERY_MS;
        if (older.isRetained || !isSame || !areOneWriters(database, realPath, older.id, newer.id)) continue;
        mergeCounts(database, older.id, newer.id);
        removeEntry(database, older.id, objects);
        newer.since = older.since;
      }
    },
    /** Somebody relies on this version, as unsaved edits or an agent's next edit do: it stays. */
    retain(realPath: string, version: string): void {
      for (const entry of bursts.get(realPath) ?? []) if (entry.version === version) entry.isRetained = true;
    },
  };
}

/** Whether two entries of a file follow each other, by the same writer for the same reason, and the older one has no mark and no file of its own. */
function areOneWriters(database: DatabaseSync, realPath: string, older: number, newer: number): boolean {
  const rows = database
    .prepare("SELECT id, writer_kind, writer_name, reason FROM entries WHERE path = ? AND id >= ? ORDER BY id LIMIT 2")
    .all(realPath, older);
  const [first, second] = rows;
  if (first?.["id"] !== older || second?.["id"] !== newer) return false;
  if (["writer_kind", "writer_name", "reason"].some((column) => first[column] !== second[column])) return false;
  // The file of a large version could not come back if the transaction fails.
  const isFile = "SELECT 1 FROM objects JOIN entries USING (version) WHERE entries.id = ? AND bytes IS NULL";
  if (database.prepare(isFile).get(older) !== undefined) return false;
  // Its ranges are those of its own text.
  const isPasted = "SELECT 1 FROM pastes WHERE entry = ?";
  if (hasPastes(database) && database.prepare(isPasted).get(older) !== undefined) return false;
  const isMarked = "SELECT 1 FROM details WHERE entry = ? AND (mark IS NOT NULL OR request IS NOT NULL)";
  return !hasDetails(database) || database.prepare(isMarked).get(older) === undefined;
}

/** Words that the older one added and the newer one changed are typed words that went on: they count once. */
function mergeCounts(database: DatabaseSync, older: number, newer: number): void {
  if (!hasDetails(database)) return;
  const counts = database.prepare("SELECT added, removed FROM details WHERE entry = ?");
  const [first, second] = [counts.get(older), counts.get(newer)].map((row) =>
    typeof row?.["added"] === "number" ? { added: row["added"], removed: Number(row["removed"]) } : null,
  );
  if (!second) return;
  const both = first ? Math.min(first.added, second.removed) : 0;
  database
    .prepare("UPDATE details SET added = ?, removed = ? WHERE entry = ?")
    .run(first ? first.added + second.added - both : null, first ? first.removed + second.removed - both : null, newer);
}

function removeEntry(database: DatabaseSync, id: number, objects: Pick<StoredObjects, "remover">): void {
  const version = String(database.prepare("DELETE FROM entries WHERE id = ? RETURNING version").get(id)?.["version"]);
  if (hasDetails(database)) database.prepare("DELETE FROM details WHERE entry = ?").run(id);
  if (hasPastes(database)) database.prepare("DELETE FROM pastes WHERE entry = ?").run(id);
  if (database.prepare("SELECT 1 FROM entries WHERE version = ? LIMIT 1").get(version) === undefined)
    objects.remover(database)(version);
}
