import type { DatabaseSync } from "node:sqlite";
import { hasDetails } from "./history-entries";
import type { StoredObjects } from "./stored-objects";

/** Milliseconds after which versions of a burst are thinned out: until then, edits that were not saved before a crash may be based on any of them. */
const ALL_KEPT_MS = 60_000;
/** Of a writer's versions without another's in between, one of so many milliseconds stays. */
const KEPT_EVERY_MS = 2000;

/** An entry of a burst. `since`: when the oldest of those began that it stands for, in milliseconds since 1970. */
type BurstEntry = { id: number; at: number; since: number };

/**
 * Thins out the versions that are written while somebody types. Call the result in the transaction that has added one. A version goes if the next one
 * of its file is by the same writer, in the same burst and of this process; that one then counts the words of both. Marked versions stay.
 */
export function createBurstThinning(objects: Pick<StoredObjects, "remover">) {
  const bursts = new Map<string, BurstEntry[]>();

  return (database: DatabaseSync, realPath: string, { id, at }: { id: number; at: number }): void => {
    const burst = bursts.get(realPath) ?? [];
    bursts.set(realPath, burst);
    burst.push({ id, at, since: at });
    for (;;) {
      const [older, newer] = burst;
      if (older === undefined || newer === undefined || older.at > at - ALL_KEPT_MS) return;
      burst.shift();
      // A clock that was set back says nothing.
      const isSame = newer.at >= older.since && newer.at - older.since < KEPT_EVERY_MS;
      if (!isSame || !areOneWriters(database, realPath, older.id, newer.id)) continue;
      mergeCounts(database, older.id, newer.id);
      removeEntry(database, older.id, objects);
      newer.since = older.since;
    }
  };
}

/** Whether two entries of a file follow each other, by the same writer for the same reason, and the older one has no mark. */
function areOneWriters(database: DatabaseSync, realPath: string, older: number, newer: number): boolean {
  const rows = database
    .prepare("SELECT id, writer_kind, writer_name, reason FROM entries WHERE path = ? AND id >= ? ORDER BY id LIMIT 2")
    .all(realPath, older);
  const [first, second] = rows;
  if (first?.["id"] !== older || second?.["id"] !== newer) return false;
  if (["writer_kind", "writer_name", "reason"].some((column) => first[column] !== second[column])) return false;
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
  if (database.prepare("SELECT 1 FROM entries WHERE version = ? LIMIT 1").get(version) === undefined)
    objects.remover(database)(version);
}
