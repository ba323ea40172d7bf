import type { DatabaseSync } from "node:sqlite";

/** Facts about the book as a whole, the flags that are ignored, and the checks that are changed. */
export type FactName = "ids" | "gone" | "language" | `ignored ${string}` | `check ${string}`;

/** The value of a fact; null if it was never set. */
export function fact(database: DatabaseSync, name: FactName): string | null {
  const row = database.prepare("SELECT value FROM facts WHERE name = ?").get(name);
  return row === undefined ? null : String(row["value"]);
}

/** Sets a fact. */
export function keepFact(database: DatabaseSync, name: FactName, value: string): void {
  database.prepare("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)").run(name, value);
}

/** The facts whose name begins with `prefix`, which ends in a blank. */
export const factsWith = (database: DatabaseSync, prefix: string): { name: string; value: string }[] =>
  database
    .prepare("SELECT name, value FROM facts WHERE name >= ? AND name < ?")
    .all(prefix, `${prefix.slice(0, -1)}!`)
    .map((row) => ({ name: String(row["name"]), value: String(row["value"]) }));

/** The facts of these names, each with the beginning of its value. */
export const shortFacts = (database: DatabaseSync, names: readonly string[]): { name: string; value: string }[] =>
  database
    .prepare(
      "SELECT name, substr(CAST(value AS TEXT), 1, 40) AS value FROM facts WHERE name IN (SELECT value FROM json_each(?))",
    )
    .all(JSON.stringify(names))
    .map((row) => ({ name: String(row["name"]), value: String(row["value"]) }));

export const dropFact = (database: DatabaseSync, name: FactName): void =>
  void database.prepare("DELETE FROM facts WHERE name = ?").run(name);
