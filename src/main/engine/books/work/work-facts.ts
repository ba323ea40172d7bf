import type { DatabaseSync } from "node:sqlite";

/** Facts about the book as a whole: `ids`, `gone`, `language`. */
export type FactName = "ids" | "gone" | "language";

/** The value of a fact; null if it was never set. */
export function fact(database: DatabaseSync, name: FactName): string | null {
  const row = database.prepare("SELECT value FROM facts WHERE name = ?").get(name);
  return row === undefined ? null : String(row["value"]);
}

/** Sets a fact. */
export function keepFact(database: DatabaseSync, name: FactName, value: string): void {
  database.prepare("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)").run(name, value);
}
