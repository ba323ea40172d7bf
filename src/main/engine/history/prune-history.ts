import { sep } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { holdsSecrets } from "../../../core/text/holds-secrets";
import type { ResilientDatabase } from "../storage/databases/resilient-database";
import { hasDetails, hasPastes } from "./history-entries";
import type { StoredObjects } from "./stored-objects";

/** Entries that are pruned in one transaction, so that no other process waits long. */
const PRUNE_STEP = 100;
const DAY_MS = 24 * 60 * 60_000;
/** Versions of each file that stay, whatever their age. */
const MIN_KEPT_VERSIONS = 20;
/** The share of all entries that may be pruned at once because of age. */
const ageShare = 0.1;
/** Milliseconds that the bytes of a file of secrets are kept if they exist nowhere else. */
const SECRETS_MS = 7 * 24 * 60 * 60_000;

/** Removes old versions until `closed`. Returns the function that does it once. */
export function createPruning({
  historyDatabase,
  objects,
  write,
  maxAgeDays,
  maxBytes,
  now,
  isClosed,
}: {
  historyDatabase: ResilientDatabase;
  objects: StoredObjects;
  write<Result>(task: (database: DatabaseSync) => Result): Promise<Result>;
  maxAgeDays: number;
  maxBytes: number;
  now(): number;
  isClosed(): boolean;
}): () => Promise<void> {
  /**
   * Removes the oldest of some entries, only as many as it takes to free `enough` bytes, and never a file's newest. Returns how many it
   * removed. `condition` is SQL on `old`, an entry.
   */
  const pruneSome = (condition: string, values: (number | string)[], enough: number): Promise<number> =>
    write((database) => {
      const rows = database
        .prepare(
          `SELECT id, version FROM entries AS old WHERE ${condition}
           AND EXISTS (SELECT 1 FROM entries AS newer WHERE newer.path = old.path AND newer.id > old.id)
           ORDER BY id LIMIT ${PRUNE_STEP}`,
        )
        .all(...values);
      const remove = database.prepare("DELETE FROM entries WHERE id = ?");
      const removeDetails = hasDetails(database) ? database.prepare("DELETE FROM details WHERE entry = ?") : null;
      const removePastes = hasPastes(database) ? database.prepare("DELETE FROM pastes WHERE entry = ?") : null;
      const isUsed = database.prepare("SELECT 1 FROM entries WHERE version = ? LIMIT 1");
      const removeObject = objects.remover(database);
      let removed = 0;
      let freed = 0;
      for (const row of rows) {
        if (freed >= enough) break;
        const version = String(row["version"]);
        remove.run(Number(row["id"]));
        removeDetails?.run(Number(row["id"]));
        removePastes?.run(Number(row["id"]));
        removed++;
        if (isUsed.get(version)) continue;
        freed += removeObject(version);
      }
      return removed;
    });

  /**
   * Removes entries that are too old, by the order in which they were made: an entry added after a younger one is not older, whatever the
   * clock said. The last entries of each file stay, and at most a share of all entries is removed at a time.
   */
  const pruneOld = async (today: number): Promise<void> => {
    const oldest = today - maxAgeDays * DAY_MS;
    const [count, first] = historyDatabase.use((database) => {
      const row = database
        .prepare("SELECT count(*) AS count, (SELECT min(id) FROM entries WHERE at >= ?) AS first FROM entries")
        .get(oldest);
      return [Number(row?.["count"]), row?.["first"]];
    });
    const isOld = `${first === null ? "1" : `id < ${Number(first)}`} AND (
      SELECT count(*) FROM entries AS later WHERE later.path = old.path AND later.id > old.id) >= ${MIN_KEPT_VERSIONS}`;
    let left = Math.max(PRUNE_STEP, Math.floor(count * ageShare));
    while (!isClosed() && left > 0) {
      const removed = await pruneSome(isOld, [], Infinity);
      if (removed === 0) return;
      left -= removed;
      await sleep(5);
    }
  };

  /**
   * Frees space above the limit where most is used: by the kind of writer (agents, user, other programs) that uses most, in the folder of
   * it that uses most. So nobody's writing displaces what others keep.
   */
  const pruneLarge = async (): Promise<void> => {
    const spent = new Set<string>();
    for (;;) {
      const excess = historyDatabase.use(storedBytes) - maxBytes;
      const target =
        excess > 0 && !isClosed() ? historyDatabase.use((database) => largestShare(database, spent)) : null;
      if (target === null) return;
      const { writer, folder, more } = target;
      // Only down to the next largest, which is then pruned in turn.
      const enough = Math.min(excess, Math.max(more, excess / 8));
      const inFolder = "writer_kind = ? AND substr(path, 1, ?) = ? AND instr(substr(path, ? + 1), ?) = 0";
      const values = [writer, folder.length, folder, folder.length, sep];
      if ((await pruneSome(inFolder, values, enough)) === 0) spent.add(target.key);
      await sleep(5);
    }
  };

  /** Removes bytes that only files of secrets have, a week after their last use. The entries stay. */
  const forgetSecrets = async (today: number): Promise<void> => {
    const paths = historyDatabase
      .use((database) => database.prepare("SELECT DISTINCT path FROM entries").all())
      .map((row) => String(row["path"]))
      .filter(holdsSecrets);
    // Overwrites what is deleted.
    if (paths.length > 0) historyDatabase.use((database) => database.exec("PRAGMA secure_delete = ON"));
    for (const path of paths) {
      if (isClosed()) return;
      await write((database) => {
        const removeObject = objects.remover(database);
        const old = database.prepare(
          `SELECT version FROM entries WHERE path = ? AND EXISTS (SELECT 1 FROM objects WHERE version = entries.version)
           GROUP BY version`,
        );
        const others = database.prepare("SELECT DISTINCT path FROM entries WHERE version = ?");
        const latest = database.prepare("SELECT max(at) AS at FROM entries WHERE version = ?");
        for (const row of old.all(path)) {
          const version = String(row["version"]);
          if (Number(latest.get(version)?.["at"]) >= today - SECRETS_MS) continue;
          if (!others.all(version).every((other) => holdsSecrets(String(other["path"])))) continue;
          removeObject(version);
        }
      });
    }
  };

  return async (): Promise<void> => {
    const today = await write((database) => trustedTime(database, now()));
    if (today !== null) {
      await forgetSecrets(today);
      await pruneOld(today);
    }
    await pruneLarge();
    if (!isClosed()) historyDatabase.use((database) => database.exec("PRAGMA incremental_vacuum(2000)"));
  };
}

/** The bytes that all versions together take on disk. */
const storedBytes = (database: DatabaseSync): number =>
  Number(database.prepare("SELECT total(stored) AS sum FROM objects").get()?.["sum"]);

type Share = {
  key: string;
  writer: string;
  /** Ends with a separator. */
  folder: string;
  /** How many bytes more it uses than the next largest. */
  more: number;
};

/** The folder whose older versions use most, for the kind of writer that uses most; null if nothing more can be removed. */
function largestShare(database: DatabaseSync, spent: ReadonlySet<string>): Share | null {
  const rows = database
    .prepare(
      `SELECT path, writer_kind AS writer, total(stored) AS sum FROM entries JOIN objects USING (version)
       WHERE EXISTS (SELECT 1 FROM entries AS newer WHERE newer.path = entries.path AND newer.id > entries.id)
       GROUP BY path, writer_kind`,
    )
    .all();
  const writers = new Map<string, Map<string, number>>();
  for (const row of rows) {
    const [writer, folder] = [String(row["writer"]), folderOf(String(row["path"]))];
    if (spent.has(shareKey(writer, folder))) continue;
    const folders = writers.get(writer) ?? new Map<string, number>();
    folders.set(folder, (folders.get(folder) ?? 0) + Number(row["sum"]));
    writers.set(writer, folders);
  }
  const sumOf = (folders: ReadonlyMap<string, number>) => [...folders.values()].reduce((sum, each) => sum + each, 0);
  const [first, second] = [...writers].sort(([, a], [, b]) => sumOf(b) - sumOf(a));
  if (first === undefined) return null;
  const [writer, folders] = first;
  const [largest, next] = [...folders].sort(([, a], [, b]) => b - a);
  if (largest === undefined) return null;
  const [folder, bytes] = largest;
  const toNextWriter = sumOf(folders) - (second ? sumOf(second[1]) : 0);
  return { key: shareKey(writer, folder), writer, folder, more: Math.min(toNextWriter, bytes - (next?.[1] ?? 0)) };
}

const shareKey = (writer: string, folder: string): string => `${writer} ${folder}`;

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf(sep) + 1);

/**
 * The time, in milliseconds since 1970, that entries are aged by. It follows the clock, but advances by at most a day for each pruning, so
 * that a wrong clock does not age everything at once; null if the clock has not advanced since the last pruning, and nothing is due.
 */
function trustedTime(database: DatabaseSync, clock: number): number | null {
  database.exec(
    "CREATE TABLE IF NOT EXISTS prunings (id INTEGER PRIMARY KEY CHECK (id = 1), trusted INTEGER NOT NULL) STRICT",
  );
  const row = database.prepare("SELECT trusted FROM prunings").get();
  const oldest = database.prepare("SELECT min(at) AS at FROM entries").get()?.["at"];
  const before = row === undefined ? Math.min(clock, Number(oldest ?? clock)) : Number(row["trusted"]);
  const trusted = Math.min(clock, before + DAY_MS);
  if (row !== undefined && trusted <= before) return null;
  database.prepare("INSERT OR REPLACE INTO prunings (id, trusted) VALUES (1, ?)").run(Math.max(trusted, before));
  return Math.max(trusted, before);
}
