import { DatabaseSync } from "node:sqlite";
import { distrust, isDamage } from "./durable-database";

/** Milliseconds to wait for another process that writes. */
const patience = 8_000;

/**
 * What SQLite finds wrong with how the pages of the database at `path` hang together; null where that is sound, or cannot be looked at.
 * Pages may stand for more rows than can ever be read, and some of them hold even this check for good: it is for a process that may be
 * ended.
 */
export function checkDatabase(path: string): string | null {
  // A transaction that was killed has to be taken back before anyone can read, and that is a write.
  for (const readOnly of [true, false]) {
    let database: DatabaseSync | null = null;
    try {
      database = distrust(new DatabaseSync(path, { readOnly, timeout: patience }));
      const found = database.prepare("PRAGMA quick_check(1)").get()?.["quick_check"];
      return found === "ok" ? null : String(found);
    } catch (error) {
      if (isDamage(error)) return (error as Error).message;
    } finally {
      database?.close();
    }
  }
  return null;
}
