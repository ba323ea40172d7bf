import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import type { StoreName, StoreState } from "../../../shared/diagnostics";

/** Which databases to check; `every page` reads them completely. */
export type StoreCheck = { folder: string; depth: "counts" | "every page" };

/** For each `.db` file, the table whose rows are counted. */
const tables: Record<StoreName, string> = {
  history: "entries",
  review: "reviews",
  paragraphs: "documents",
  library: "entries",
  conversations: "conversations",
  books: "readings",
};

/** The state of every database in a folder. Opens them read-only, so a check changes nothing. */
export function checkStores({ folder, depth }: StoreCheck): StoreState[] {
  return (Object.keys(tables) as StoreName[]).map((name) => {
    const path = join(folder, `${name}.db`);
    const bytes = [path, `${path}-wal`].reduce(
      (sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
    if (bytes === 0) return { name, state: "absent", rows: null, bytes };
    return { name, bytes, ...stateOf(path, tables[name], depth) };
  });
}

function stateOf(path: string, table: string, depth: StoreCheck["depth"]): Pick<StoreState, "state" | "rows"> {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 500 });
    if (depth === "every page") {
      const [found] = database.prepare("PRAGMA quick_check(1)").all();
      if (!found || Object.values(found)[0] !== "ok") return { state: "damaged", rows: null };
    }
    const rows = Object.values(database.prepare(`SELECT count(*) FROM ${table}`).get() ?? {})[0];
    return { state: "sound", rows: typeof rows === "number" ? rows : null };
  } catch (error) {
    // Only SQLITE_CORRUPT and SQLITE_NOTADB mean damage; other errors may be temporary, such as locks or permissions.
    const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
    return { state: code === 11 || code === 26 ? "damaged" : "unread", rows: null };
  } finally {
    database?.close();
  }
}

if (parentPort) parentPort.postMessage(checkStores(workerData as StoreCheck));
