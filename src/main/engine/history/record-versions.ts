import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { holdsSecrets } from "../../../core/text/holds-secrets";
import { type History, NotDurableError } from "../ports/history";
import type { ResilientDatabase } from "../storage/databases/resilient-database";
import { addEntry, newestVersion } from "./history-entries";
import { hasObject, type PackedObject, type StoredObjects } from "./stored-objects";
import { createBurstThinning } from "./thin-bursts";

/** Records versions in the history. The caller must never run two calls at once. */
export function createRecorder({
  dataDir,
  historyDatabase,
  objects,
  write,
  now,
}: {
  dataDir: string;
  historyDatabase: ResilientDatabase;
  objects: StoredObjects;
  write<Result>(task: (database: DatabaseSync) => Result): Promise<Result>;
  now(): number;
}): Pick<History, "record" | "hold" | "retain"> {
  /** Versions that this process has committed, and so synced. */
  const synced = createRecentNames(1000);
  const bursts = createBurstThinning(objects);

  const record: History["record"] = async (entry) => {
    const { realPath, bytes, version, elsewhere } = entry;
    const isKept = elsewhere === "nowhere" || !holdsSecrets(realPath);
    const isEntered = (database: DatabaseSync) =>
      newestVersion(database, realPath) === version && (!isKept || hasObject(database, version));
    if (!entry.isInBurst) bursts.retain(realPath, version);
    if (historyDatabase.use(isEntered)) return;
    let object: PackedObject | null = null;
    try {
      for (;;) {
        if (isKept && !object && !historyDatabase.use((database) => hasObject(database, version)))
          object = await objects.pack(bytes);
        const entered = await write((database) => {
          if (isEntered(database)) return true;
          if (object) objects.store(database, version, object);
          // Another process has pruned the bytes meanwhile.
          else if (isKept && !hasObject(database, version)) return false;
          // The entry existed already, without its bytes.
          if (newestVersion(database, realPath) !== version) {
            const id = addEntry(database, entry, now());
            if (entry.isInBurst) bursts.added(database, realPath, { id, version, at: now() });
          }
          return true;
        });
        if (entered && object) synced.add(version);
        if (entered) return;
      }
    } finally {
      if (object?.file) await rm(object.file, { force: true });
    }
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
    if (!(await objects.isComplete(version)) && !holdsSecrets(realPath)) {
      await write((database) => database.prepare("DELETE FROM objects WHERE version = ?").run(version));
      await record(entry);
      if (!(await objects.isComplete(version))) throw new NotDurableError("the history has no copy of it");
    }
    // Another process may be an older Galley, which commits without a sync.
    if (!synced.has(version)) await syncFile(join(dataDir, "history.db-wal"));
    synced.add(version);
  };

  return { record, hold, retain: bursts.retain };
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
