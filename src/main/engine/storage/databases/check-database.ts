import { DatabaseSync } from "node:sqlite";
import { distrust, isDamage } from "./resilient-database";

/** Milliseconds to wait for another process that writes. */
const PATIENCE = 8_000;

/**
 * What SQLite's `quick_check` finds wrong with the database at `path`; null if it is sound or cannot be read. A hostile database can keep
 * even this check busy forever, so run it in a process that can be killed.
 */
export function checkDatabase(path: string): string | null {
  // A transaction of a killed process has to be rolled back before anyone can read. That needs a write.
  for (const readOnly of [true, false]) {
    let database: DatabaseSync | null = null;
    try {
      database = distrust(new DatabaseSync(path, { readOnly, timeout: PATIENCE }));
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
