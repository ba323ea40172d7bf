import type { DatabaseSync } from "node:sqlite";

/** What the work says of the book as a whole: `ids`, `gone`, `language`. */
export type FactName = "ids" | "gone" | "language";

/** A fact, or null where it has never been kept. */
export function fact(database: DatabaseSync, name: FactName): string | null {
  const row = database.prepare("SELECT value FROM facts WHERE name = ?").get(name);
  return row === undefined ? null : String(row["value"]);
}

/** Keeps a fact instead of the one before. */
export function keepFact(database: DatabaseSync, name: FactName, value: string): void {
  database.prepare("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)").run(name, value);
}
