import { randomBytes } from "node:crypto";
import { renameSync, rmSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { makeFolders } from "../files/make-folders";
import { versionOf } from "../files/version";
import type { History, NewVersion, VersionEntry, Writer } from "./history";
import { detailsTable, isBusy, openHistoryDatabase } from "./history-database";
import { holdsSecrets } from "./holds-secrets";
import { type Packed, pack, unpack } from "./packing";

export type HistoryOptions = {
  /** `history.db` and `objects/` live here. */
  dataDir: string;
  /** Hears in a sentence of a history that was damaged or cannot be used. */
  notice?: (sentence: string) => void;
  /** Versions older than this go first; 365 unless told. The newest of each file always stays. */
  maxAgeDays?: number;
  /** What all versions together may take on disk; 1 GiB unless told. */
  maxBytes?: number;
  /** For tests. */
  now?: () => number;
};

/** What gets larger than this after packing lies beside the database, as a file of its own. */
const largestInDatabase = 1024 * 1024;
/** Pruning goes in steps of this many entries, so that no one waits for long. */
const pruneStep = 100;
/** The first pruning after the start, and the pause between later ones. */
const pruneAfter = 30_000;
const prunePause = 10 * 60_000;
/** So long the bytes of a file of secrets stay where nothing else has them. */
const secretsMs = 7 * 24 * 60 * 60_000;
/** What a request may say, in UTF-16 units. */
const longestRequest = 2000;
const longestName = 200;
/** How long another process may be writing. */
const busyLimit = 10_000;

/** History with a way to prune at once; by itself it prunes now and then while it is open. */
export type SqliteHistory = History & { prune(): Promise<void> };

/** History in SQLite, for several processes at once. Never throws on opening: see `notice`. */
export function openHistory(options: HistoryOptions): SqliteHistory {
  const { dataDir, notice = () => {}, maxAgeDays = 365, maxBytes = 1024 ** 3, now = Date.now } = options;
  const held = openHistoryDatabase(dataDir, notice);
  let closed = false;
  /** Entries are made in the order of the calls, though packing them takes different times. */
  let last: Promise<unknown> = Promise.resolve();
  const inOrder = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(task, task);
    last = mine.catch(() => {});
    return mine;
  };

  const objectPath = (version: string) => join(dataDir, "objects", version.slice(0, 2), version);

  /** A write transaction; waits without blocking while another process writes. */
  const write = async <Result>(task: (database: DatabaseSync) => Result): Promise<Result> => {
    const deadline = Date.now() + busyLimit;
    for (;;) {
      try {
        return held.use((database) => {
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
      // Inside the transaction: pruning removes such files inside one as well, and so never a file that was just put there.
      makeFolders(dirname(objectPath(version)), 0o700);
      renameSync(beside, objectPath(version));
    }
    database
      .prepare("INSERT INTO objects (version, packing, stored, bytes) VALUES (?, ?, ?, ?)")
      .run(version, packed.packing, packed.bytes.length, beside ? null : packed.bytes);
  };

  /** A file that an older Galley began has no such table before the first write of ours. */
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
      .run(entry, request?.slice(0, longestRequest) ?? null, change?.added ?? null, change?.removed ?? null);
  };

  const entriesWith = (database: DatabaseSync, columns: string) =>
    hasDetails(database)
      ? `SELECT entries.*, ${isThere}, request, added, removed, mark${columns} FROM entries LEFT JOIN details ON entry = id`
      : `SELECT entries.*, ${isThere}${columns} FROM entries`;

  const record: History["record"] = async ({ realPath, bytes, version, by, reason, elsewhere, ...details }) => {
    const isKept = elsewhere === "nowhere" || !holdsSecrets(realPath);
    const isEntered = (database: DatabaseSync) =>
      newestVersion(database, realPath) === version && (!isKept || hasObject(database, version));
    if (held.use(isEntered)) return;
    let packed: Packed | null = null;
    let beside: string | null = null;
    try {
      for (;;) {
        if (isKept && !packed && !held.use((database) => hasObject(database, version))) {
          packed = await pack(bytes);
          if (held.lasting && packed.bytes.length > largestInDatabase) beside = await putBeside(dataDir, packed.bytes);
        }
        const entered = await write((database) => {
          if (isEntered(database)) return true;
          if (packed) storeObject(database, version, packed, beside);
          // Another process has pruned it since we looked.
          else if (isKept && !hasObject(database, version)) return false;
          // Entered before without its bytes.
          if (newestVersion(database, realPath) === version) return true;
          const { lastInsertRowid } = database
            .prepare(
              "INSERT INTO entries (path, version, at, writer_kind, writer_name, reason, size) VALUES (?, ?, ?, ?, ?, ?, ?)",
            )
            .run(realPath, version, now(), by.kind, by.name, reason, bytes.length);
          storeDetails(database, lastInsertRowid, details);
          return true;
        });
        if (entered) return;
      }
    } finally {
      if (beside) await rm(beside, { force: true });
    }
  };

  const content: History["content"] = async (version) => {
    const row = held.use((database) =>
      database.prepare("SELECT packing, bytes FROM objects WHERE version = ?").get(version),
    );
    if (!row) return null;
    const packing = row["packing"] === "zstd" ? "zstd" : "none";
    try {
      const stored = row["bytes"] instanceof Uint8Array ? row["bytes"] : await readFile(objectPath(version));
      const bytes = await unpack({ packing, bytes: stored });
      if (versionOf(bytes) === version) return bytes;
    } catch {
      // Told below.
    }
    notice(`one version in the history (${version.slice(0, 12)}…) is damaged and cannot be shown`);
    return null;
  };

  /** Removes some of the oldest entries, no more than it takes to free `enough` bytes; how many it removed. */
  const pruneSome = (condition: string, values: number[], enough: number): Promise<number> =>
    write((database) => {
      const rows = database
        .prepare(
          `SELECT id, version FROM entries AS old WHERE ${condition}
           AND EXISTS (SELECT 1 FROM entries AS newer WHERE newer.path = old.path AND newer.id > old.id)
           ORDER BY id LIMIT ${pruneStep}`,
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

  /** Takes the bytes away that only files of secrets had, a week after the last of them; their entries stay. */
  const forgetSecrets = async (): Promise<void> => {
    const paths = held
      .use((database) => database.prepare("SELECT DISTINCT path FROM entries").all())
      .map((row) => String(row["path"]))
      .filter(holdsSecrets);
    // What is deleted is written over, too.
    if (paths.length > 0) held.use((database) => database.exec("PRAGMA secure_delete = ON"));
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
          if (Number(latest.get(version)?.["at"]) >= now() - secretsMs) continue;
          if (!others.all(version).every((other) => holdsSecrets(String(other["path"])))) continue;
          if (removeObject.get(version)?.["beside"] === 1) rmSync(objectPath(version), { force: true });
        }
      });
    }
  };

  const prune = async (): Promise<void> => {
    await forgetSecrets();
    const oldest = now() - maxAgeDays * 24 * 60 * 60_000;
    while (!closed && (await pruneSome("at < ?", [oldest], Infinity)) > 0) await sleep(5);
    const excess = () =>
      Number(held.use((database) => database.prepare("SELECT total(stored) AS sum FROM objects").get())?.["sum"]) -
      maxBytes;
    while (!closed && excess() > 0 && (await pruneSome("1", [], excess())) > 0) await sleep(5);
    if (!closed) held.use((database) => database.exec("PRAGMA incremental_vacuum(2000)"));
  };

  const pruneNowAndThen = () => {
    prune().catch((error: unknown) => notice(`old versions could not be removed: ${(error as Error).message}`));
  };
  const timers = [setTimeout(pruneNowAndThen, pruneAfter), setInterval(pruneNowAndThen, prunePause)];
  for (const timer of timers) timer.unref();

  return {
    record: (entry) => inOrder(() => record(entry)),
    async list(realPath, limit = -1) {
      await last;
      const rows = held.use((database) =>
        database.prepare(`${entriesWith(database, "")} WHERE path = ? ORDER BY id DESC LIMIT ?`).all(realPath, limit),
      );
      return rows.map(entryOf);
    },
    mark: (realPath, versionId, name) =>
      inOrder(() =>
        write((database) => {
          const id = idOf(versionId);
          if (id === null) return;
          if (!database.prepare("SELECT 1 FROM entries WHERE id = ? AND path = ?").get(id, realPath)) return;
          database.exec(detailsTable);
          database
            .prepare(
              "INSERT INTO details (entry, mark) VALUES (?, ?) ON CONFLICT (entry) DO UPDATE SET mark = excluded.mark",
            )
            .run(id, name?.slice(0, longestName) ?? null);
        }),
      ),
    async filesIn(folder, most) {
      await last;
      const inside = folder.endsWith(sep) ? folder : folder + sep;
      const rows = held.use((database) =>
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
      const row = held.use((database) =>
        database.prepare("SELECT version FROM entries WHERE id = ? AND path = ?").get(id, realPath),
      );
      return row ? content(String(row["version"])) : null;
    },
    async content(version) {
      await last;
      return content(version);
    },
    moved: (from, to) =>
      inOrder(() =>
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
      held.close();
    },
  };
}

/** Whether an entry's bytes are kept. */
const isThere = "EXISTS (SELECT 1 FROM objects WHERE objects.version = entries.version) AS kept";

/** The row of an entry, as it is named outside; null for what is no such name. */
function idOf(versionId: string): number | null {
  const digits = /^v(\d{1,15})$/.exec(versionId)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** What comes after everything that begins with `inside`, which ends with a separator: found through the index. */
const pastAll = (inside: string): string => inside.slice(0, -1) + String.fromCharCode(sep.charCodeAt(0) + 1);

async function putBeside(dataDir: string, bytes: Uint8Array): Promise<string> {
  const folder = join(dataDir, "objects");
  makeFolders(folder, 0o700);
  const path = join(folder, `.${process.pid}-${randomBytes(6).toString("hex")}.part`);
  await writeFile(path, bytes, { mode: 0o600, flag: "wx" });
  return path;
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
