import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { serialQueue } from "../../../core/async/serial-queue";
import type { History } from "../ports/history";
import { HISTORY_TIMEOUT_MS } from "../ports/limits";
import { isBusy, transaction } from "../storage/databases/transaction";
import { openHistoryDatabase } from "./history-database";
import { entriesOf, filesIn, markEntry, moveEntries, versionOfEntry } from "./history-entries";
import { createPruning } from "./prune-history";
import { createRecorder } from "./record-versions";
import { createStoredObjects } from "./stored-objects";

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

/** Milliseconds before the first pruning after the start, and between later ones. */
const PRUNE_AFTER = 30_000;
const PRUNE_PAUSE = 10 * 60_000;

/** A history that can be pruned on request. It also prunes by itself from time to time. */
export type SqliteHistory = History & { prune(): Promise<void> };

/** The history in SQLite, shared by several processes. Never throws on opening: see `notice`. */
export function openHistory(options: HistoryOptions): SqliteHistory {
  const { dataDir, notice = () => {}, maxAgeDays = 365, maxBytes = 1024 ** 3, now = Date.now } = options;
  const historyDatabase = openHistoryDatabase(dataDir, notice);
  let closed = false;
  // Entries are added in the order of the calls, although packing takes different times.
  const enqueue = serialQueue();
  const objects = createStoredObjects(dataDir, historyDatabase, notice);

  /** Runs a write transaction; waits without blocking while another process writes. */
  const write = async <Result>(task: (database: DatabaseSync) => Result): Promise<Result> => {
    const deadline = Date.now() + HISTORY_TIMEOUT_MS;
    for (;;) {
      try {
        return historyDatabase.use((database) => transaction(database, task));
      } catch (error) {
        if (!isBusy(error) || Date.now() > deadline) throw error;
        await sleep(2 + Math.random() * 8);
      }
    }
  };

  const { record, hold, retain } = createRecorder({ dataDir, historyDatabase, objects, write, now });
  const isClosed = () => closed;
  const prune = createPruning({ historyDatabase, objects, write, maxAgeDays, maxBytes, now, isClosed });

  const pruneNowAndThen = () => {
    prune().catch((error: unknown) => notice(`old versions could not be removed: ${(error as Error).message}`));
  };
  const timers = [setTimeout(pruneNowAndThen, PRUNE_AFTER), setInterval(pruneNowAndThen, PRUNE_PAUSE)];
  for (const timer of timers) timer.unref();

  return {
    record: (entry) => enqueue(() => record(entry)),
    hold: (entry) => enqueue(() => hold(entry)),
    retain: (realPath, version) => void enqueue(async () => retain(realPath, version)),
    async list(realPath, limit = -1) {
      await enqueue.idle();
      return historyDatabase.use((database) => entriesOf(database, realPath, limit));
    },
    mark: (realPath, versionId, name) =>
      enqueue(() => write((database) => markEntry(database, realPath, versionId, name))),
    async filesIn(folder, most) {
      await enqueue.idle();
      return historyDatabase.use((database) => filesIn(database, folder, most));
    },
    async read(realPath, versionId) {
      await enqueue.idle();
      const version = historyDatabase.use((database) => versionOfEntry(database, realPath, versionId));
      return version === null ? null : objects.content(version);
    },
    async content(version) {
      await enqueue.idle();
      return objects.content(version);
    },
    moved: (from, to) => enqueue(() => write((database) => moveEntries(database, from, to))),
    prune,
    async close() {
      if (closed) return;
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      await enqueue.idle();
      historyDatabase.close();
    },
  };
}
