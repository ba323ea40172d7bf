import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { open, readFile, rm, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { VersionEntry, Writer } from "../../../core/review/writer";
import { holdsSecrets } from "../../../core/text/holds-secrets";
import { type History, type NewVersion, NotDurableError } from "../ports/history";
import { makeFolders } from "../storage/make-folders";
import { versionOf } from "../storage/version";
import { detailsTable, isBusy, openHistoryDatabase } from "./history-database";
import { type Packed, pack, unpack } from "./packing";

export type HistoryOptions = {
  /** The folder of `history.db` and `objects/`. */
  dataDir: string;
  /** Receives a message about a history that was damaged or cannot be used. */
  notice?: (sentence: string) => void;
  /** Older versions are pruned; default 365. The last twenty of each file stay. */
  maxAgeDays?: number;
  /** The limit on disk for all versions together; default 1 GiB. The newest of each file always stays. */
  maxBytes?: number;
  /** For tests. */
  now?: () => number;
};

/** Packed bytes larger than this are stored in a file of their own. */
const MAX_BYTES_IN_DATABASE = 1024 * 1024;
/** Entries that are pruned in one transaction, so that no other process waits long. */
const PRUNE_STEP = 100;
const dayMs = 24 * 60 * 60_000;
/** Versions of each file that stay, whatever their age. */
const MIN_KEPT_VERSIONS = 20;
/** The share of all entries that may be pruned at once because of age. */
const ageShare = 0.1;
/** Milliseconds before the first pruning after the start, and between later ones. */
const pruneAfter = 30_000;
const prunePause = 10 * 60_000;
/** Milliseconds that the bytes of a file of secrets are kept if they exist nowhere else. */
const secretsMs = 7 * 24 * 60 * 60_000;
/** The longest request that is stored, in UTF-16 units. */
const MAX_REQUEST_LENGTH = 2000;
const MAX_NAME_LENGTH = 200;
/** Milliseconds to wait while another process writes. */
const BUSY_TIMEOUT = 10_000;

/** A history that can be pruned on request. It also prunes by itself from time to time. */
export type SqliteHistory = History & { prune(): Promise<void> };

/** The history in SQLite, shared by several processes. Never throws on opening: see `notice`. */
export function openHistory(options: HistoryOptions): SqliteHistory {
  const { dataDir, notice = () => {}, maxAgeDays = 365, maxBytes = 1024 ** 3, now = Date.now } = options;
  const historyDatabase = openHistoryDatabase(dataDir, notice);
  let closed = false;
  /** Entries are added in the order of the calls, although packing takes different times. */
  let last: Promise<unknown> = Promise.resolve();
  const enqueue = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(task, task);
    last = mine.catch(() => {});
    return mine;
  };

  const objectPath = (version: string) => join(dataDir, "objects", version.slice(0, 2), version);

  /** Runs a write transaction; waits without blocking while another process writes. */
  const write = async <Result>(task: (database: DatabaseSync) => Result): Promise<Result> => {
    const deadline = Date.now() + BUSY_TIMEOUT;
    for (;;) {
      try {
        return historyDatabase.use((database) => {
          database.exec("BEGIN IMMEDIATE");
          try {
            const result = task(database);
            database.exec("COMMIT");
            return result;
          } catch (error) {
            if (database.isTransaction) database.exec("ROLLBACK");
            throw error;
          }
        });
      } catch (error) {
        if (!isBusy(error) || Date.now() > deadline) throw error;
        await sleep(2 + Math.random() * 8);
      }
    }
  };

  const newestVersion = (database: DatabaseSync, path: string) =>
    database.prepare("SELECT version FROM entries WHERE path = ? ORDER BY id DESC LIMIT 1").get(path)?.["version"];
  const hasObject = (database: DatabaseSync, version: string) =>
    database.prepare("SELECT 1 FROM objects WHERE version = ?").get(version) !== undefined;

  const storeObject = (database: DatabaseSync, version: string, packed: Packed, beside: string | null): void => {
    if (hasObject(database, version)) return;
    if (beside) {
      // Inside the transaction, as pruning removes such files in one too: so it never removes a file that was just stored.
      makeFolders(dirname(objectPath(version)), 0o700);
      renameSync(beside, objectPath(version));
      // The file's name must be durable before the database refers to it.
      syncFolderOf(objectPath(version));
    }
    database
      .prepare("INSERT INTO objects (version, packing, stored, bytes) VALUES (?, ?, ?, ?)")
      .run(version, packed.packing, packed.bytes.length, beside ? null : packed.bytes);
  };

  /** False for a file of an older Galley until details are first written. */
  const hasDetails = (database: DatabaseSync) =>
    database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'details'").get() !== undefined;

  const storeDetails = (
    database: DatabaseSync,
    entry: number | bigint,
    { request, change }: Pick<NewVersion, "request" | "change">,
  ): void => {
    if (request === undefined && !change) return;
    database.exec(detailsTable);
    database
      .prepare("INSERT OR REPLACE INTO details (entry, request, added, removed) VALUES (?, ?, ?, ?)")
      .run(entry, request?.slice(0, MAX_REQUEST_LENGTH) ?? null, change?.added ?? null, change?.removed ?? null);
  };

  const entriesWith = (database: DatabaseSync, columns: string) =>
    hasDetails(database)
      ? `SELECT entries.*, ${isThere}, request, added, removed, mark${columns} FROM entries LEFT JOIN details ON entry = id`
      : `SELECT entries.*, ${isThere}${columns} FROM entries`;

  const record: History["record"] = async ({ realPath, bytes, version, by, reason, elsewhere, ...details }) => {
    const isKept = elsewhere === "nowhere" || !holdsSecrets(realPath);
    const isEntered = (database: DatabaseSync) =>
      newestVersion(database, realPath) === version && (!isKept || hasObject(database, version));
    if (historyDatabase.use(isEntered)) return;
    let packed: Packed | null = null;
    let beside: string | null = null;
    try {
      for (;;) {
        if (isKept && !packed && !historyDatabase.use((database) => hasObject(database, version))) {
          packed = await pack(bytes);
          if (historyDatabase.isPersistent && packed.bytes.length > MAX_BYTES_IN_DATABASE)
            beside = await writeObjectFile(dataDir, packed.bytes);
        }
        const entered = await write((database) => {
          if (isEntered(database)) return true;
          if (packed) storeObject(database, version, packed, beside);
          // Another process has pruned the bytes meanwhile.
          else if (isKept && !hasObject(database, version)) return false;
          // The entry existed already, without its bytes.
          if (newestVersion(database, realPath) === version) return true;
          const { lastInsertRowid } = database
            .prepare(
              "INSERT INTO entries (path, version, at, writer_kind, writer_name, reason, size) VALUES (?, ?, ?, ?, ?, ?, ?)",
            )
            .run(realPath, version, now(), by.kind, by.name, reason, bytes.length);
          storeDetails(database, lastInsertRowid, details);
          return true;
        });
        if (entered && packed) synced.add(version);
        if (entered) return;
      }
    } finally {
      if (beside) await rm(beside, { force: true });
    }
  };

  /** Versions that this process has committed, and so synced. */
  const synced = createRecentNames(1000);

  /** Whether the bytes of a version are stored; for a separate file, whether its size is right. */
  const isComplete = async (version: string): Promise<boolean> => {
    const row = historyDatabase.use((database) =>
      database.prepare("SELECT stored, bytes IS NULL AS beside FROM objects WHERE version = ?").get(version),
    );
    if (row === undefined || row["beside"] !== 1) return row !== undefined;
    const found = await stat(objectPath(version)).catch(() => null);
    return found?.size === row["stored"];
  };

  const hold: History["hold"] = async (entry) => {
    const { realPath, version } = entry;
    try {
      await record(entry);
    } catch (error) {
      throw new NotDurableError(
        historyDatabase.writeError ?? (error instanceof Error ? error.message : String(error)),
        { cause: error },
      );
    }
    if (historyDatabase.writeError !== null) throw new NotDurableError(historyDatabase.writeError);
    if (!(await isComplete(version)) && !holdsSecrets(realPath)) {
      await write((database) => database.prepare("DELETE FROM objects WHERE version = ?").run(version));
      await record(entry);
      if (!(await isComplete(version))) throw new NotDurableError("the history has no copy of it");
    }
    // Another process may be an older Galley, which commits without a sync.
    if (!synced.has(version)) await syncFile(join(dataDir, "history.db-wal"));
    synced.add(version);
  };

  const content: History["content"] = async (version) => {
    const row = historyDatabase.use((database) =>
      database.prepare("SELECT packing, bytes FROM objects WHERE version = ?").get(version),
    );
    if (!row) return null;
    const packing = row["packing"] === "zstd" ? "zstd" : "none";
    try {
      const stored = row["bytes"] instanceof Uint8Array ? row["bytes"] : await readFile(objectPath(version));
      const bytes = await unpack({ packing, bytes: stored });
      if (versionOf(bytes) === version) return bytes;
    } catch {
      // Reported below.
    }
    notice(`one version in the history (${version.slice(0, 12)}…) is damaged and cannot be shown`);
    return null;
  };

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
      const isUsed = database.prepare("SELECT 1 FROM entries WHERE version = ? LIMIT 1");
      const removeObject = database.prepare(
        "DELETE FROM objects WHERE version = ? RETURNING stored, bytes IS NULL AS beside",
      );
      let removed = 0;
      let freed = 0;
      for (const row of rows) {
        if (freed >= enough) break;
        const version = String(row["version"]);
        remove.run(Number(row["id"]));
        removeDetails?.run(Number(row["id"]));
        removed++;
        if (isUsed.get(version)) continue;
        const object = removeObject.get(version);
        freed += Number(object?.["stored"] ?? 0);
        if (object?.["beside"] === 1) rmSync(objectPath(version), { force: true });
      }
      return removed;
    });

  /**
   * Removes entries that are too old, by the order in which they were made: an entry added after a younger one is not older, whatever the
   * clock said. The last entries of each file stay, and at most a share of all entries is removed at a time.
   */
  const pruneOld = async (today: number): Promise<void> => {
    const oldest = today - maxAgeDays * dayMs;
    const [count, first] = historyDatabase.use((database) => {
      const row = database
        .prepare("SELECT count(*) AS count, (SELECT min(id) FROM entries WHERE at >= ?) AS first FROM entries")
        .get(oldest);
      return [Number(row?.["count"]), row?.["first"]];
    });
    const isOld = `${first === null ? "1" : `id < ${Number(first)}`} AND (
      SELECT count(*) FROM entries AS later WHERE later.path = old.path AND later.id > old.id) >= ${MIN_KEPT_VERSIONS}`;
    let left = Math.max(PRUNE_STEP, Math.floor(count * ageShare));
    while (!closed && left > 0) {
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
      const target = excess > 0 && !closed ? historyDatabase.use((database) => largestShare(database, spent)) : null;
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
      if (closed) return;
      await write((database) => {
        const removeObject = database.prepare(
          "DELETE FROM objects WHERE version = ? RETURNING bytes IS NULL AS beside",
        );
        const old = database.prepare(
          `SELECT version FROM entries WHERE path = ? AND EXISTS (SELECT 1 FROM objects WHERE version = entries.version)
           GROUP BY version`,
        );
        const others = database.prepare("SELECT DISTINCT path FROM entries WHERE version = ?");
        const latest = database.prepare("SELECT max(at) AS at FROM entries WHERE version = ?");
        for (const row of old.all(path)) {
          const version = String(row["version"]);
          if (Number(latest.get(version)?.["at"]) >= today - secretsMs) continue;
          if (!others.all(version).every((other) => holdsSecrets(String(other["path"])))) continue;
          if (removeObject.get(version)?.["beside"] === 1) rmSync(objectPath(version), { force: true });
        }
      });
    }
  };

  const prune = async (): Promise<void> => {
    const today = await write((database) => trustedTime(database, now()));
    if (today !== null) {
      await forgetSecrets(today);
      await pruneOld(today);
    }
    await pruneLarge();
    if (!closed) historyDatabase.use((database) => database.exec("PRAGMA incremental_vacuum(2000)"));
  };

  const pruneNowAndThen = () => {
    prune().catch((error: unknown) => notice(`old versions could not be removed: ${(error as Error).message}`));
  };
  const timers = [setTimeout(pruneNowAndThen, pruneAfter), setInterval(pruneNowAndThen, prunePause)];
  for (const timer of timers) timer.unref();

  return {
    record: (entry) => enqueue(() => record(entry)),
    hold: (entry) => enqueue(() => hold(entry)),
    async list(realPath, limit = -1) {
      await last;
      const rows = historyDatabase.use((database) =>
        database.prepare(`${entriesWith(database, "")} WHERE path = ? ORDER BY id DESC LIMIT ?`).all(realPath, limit),
      );
      return rows.map(entryOf);
    },
    mark: (realPath, versionId, name) =>
      enqueue(() =>
        write((database) => {
          const id = idOf(versionId);
          if (id === null) return;
          if (!database.prepare("SELECT 1 FROM entries WHERE id = ? AND path = ?").get(id, realPath)) return;
          database.exec(detailsTable);
          database
            .prepare(
              "INSERT INTO details (entry, mark) VALUES (?, ?) ON CONFLICT (entry) DO UPDATE SET mark = excluded.mark",
            )
            .run(id, name?.slice(0, MAX_NAME_LENGTH) ?? null);
        }),
      ),
    async filesIn(folder, most) {
      await last;
      const inside = folder.endsWith(sep) ? folder : folder + sep;
      const rows = historyDatabase.use((database) =>
        database
          .prepare(
            `${entriesWith(database, ", versions")}
             JOIN (SELECT max(id) AS newest, count(*) AS versions FROM entries WHERE path >= ? AND path < ? GROUP BY path)
             ON id = newest ORDER BY id DESC LIMIT ?`,
          )
          .all(inside, pastAll(inside), most),
      );
      return rows.map((row) => ({
        realPath: String(row["path"]),
        newest: entryOf(row),
        versions: Number(row["versions"]),
      }));
    },
    async read(realPath, versionId) {
      await last;
      const id = idOf(versionId);
      if (id === null) return null;
      const row = historyDatabase.use((database) =>
        database.prepare("SELECT version FROM entries WHERE id = ? AND path = ?").get(id, realPath),
      );
      return row ? content(String(row["version"])) : null;
    },
    async content(version) {
      await last;
      return content(version);
    },
    moved: (from, to) =>
      enqueue(() =>
        write((database) => {
          const inside = from + sep;
          const pastInside = pastAll(inside);
          database
            .prepare(
              "UPDATE entries SET path = ? || substr(path, length(?) + 1) WHERE path = ? OR (path >= ? AND path < ?)",
            )
            .run(to, from, from, inside, pastInside);
        }),
      ),
    prune,
    async close() {
      if (closed) return;
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      await last;
      historyDatabase.close();
    },
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
  const trusted = Math.min(clock, before + dayMs);
  if (row !== undefined && trusted <= before) return null;
  database.prepare("INSERT OR REPLACE INTO prunings (id, trusted) VALUES (1, ?)").run(Math.max(trusted, before));
  return Math.max(trusted, before);
}

/** Whether an entry's bytes are kept. */
const isThere = "EXISTS (SELECT 1 FROM objects WHERE objects.version = entries.version) AS kept";

/** The row id of an entry's public name; null if the name is invalid. */
function idOf(versionId: string): number | null {
  const digits = /^v(\d{1,15})$/.exec(versionId)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The first string after all those that begin with `inside`, which ends with a separator, so that the index can be used. */
const pastAll = (inside: string): string => inside.slice(0, -1) + String.fromCharCode(sep.charCodeAt(0) + 1);

/** Also syncs the parent folder, which may have been made for the file. */
function syncFolderOf(path: string): void {
  for (const folder of [dirname(path), dirname(dirname(path))]) {
    let opened: number | null = null;
    try {
      opened = openSync(folder, "r");
      fsyncSync(opened);
    } catch (error) {
      // Some file systems cannot sync a folder, and Windows cannot open one.
      if (!["EINVAL", "EISDIR", "EPERM", "ENOTSUP"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    } finally {
      if (opened !== null) closeSync(opened);
    }
  }
}

async function writeObjectFile(dataDir: string, bytes: Uint8Array): Promise<string> {
  const folder = join(dataDir, "objects");
  makeFolders(folder, 0o700);
  const path = join(folder, `.${process.pid}-${randomBytes(6).toString("hex")}.part`);
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  return path;
}

/** Syncs what other processes wrote to a file; a missing file has nothing to sync. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new NotDurableError(`the history could not be synced to the disk (${error.code})`, { cause: error });
  });
  try {
    await file?.sync();
  } catch (error) {
    throw new NotDurableError(`the history could not be synced to the disk (${(error as Error).message})`, {
      cause: error,
    });
  } finally {
    await file?.close();
  }
}

/** A set of the last `most` names that were added. */
function createRecentNames(most: number): { has(name: string): boolean; add(name: string): void } {
  const names = new Set<string>();
  return {
    has: (name) => names.has(name),
    add(name) {
      names.delete(name);
      names.add(name);
      if (names.size > most) names.delete(names.values().next().value as string);
    },
  };
}

function entryOf(row: Record<string, unknown>): VersionEntry {
  const kind = row["writer_kind"];
  const by: Writer = { kind: kind === "you" || kind === "agent" ? kind : "program", name: String(row["writer_name"]) };
  return {
    version_id: `v${String(row["id"]).padStart(12, "0")}`,
    version: String(row["version"]),
    at: new Date(Number(row["at"])).toISOString(),
    by,
    reason: String(row["reason"]),
    size: Number(row["size"]),
    ...(typeof row["request"] === "string" && { request: row["request"] }),
    ...(typeof row["added"] === "number" && { change: { added: row["added"], removed: Number(row["removed"]) } }),
    ...(typeof row["mark"] === "string" && { mark: row["mark"] }),
    ...(row["kept"] === 0 && { bytes: "not kept" as const }),
  };
}
