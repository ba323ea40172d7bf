import type { DatabaseSync } from "node:sqlite";

/** A flag that the user has put aside, with a reason or an empty one. It counts for one version of a translation. */
export type IgnoredFlag = {
  paragraph: string;
  version: string;
  kind: string;
  reason: string;
  at: string;
  writer: string;
};

/** The table is made with the first flag that is ignored, so that older databases need no new schema. */
const ignoredTable = `
  CREATE TABLE IF NOT EXISTS ignored_flags (
    paragraph TEXT NOT NULL, version INTEGER NOT NULL, kind TEXT NOT NULL, reason TEXT NOT NULL, at TEXT NOT NULL, writer TEXT NOT NULL,
    PRIMARY KEY (paragraph, version, kind)
  ) STRICT
`;

const isThere = (database: DatabaseSync): boolean =>
  database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'ignored_flags'").get() !== undefined;

/** The ignored flags of the given paragraphs, or of all, in all versions. */
export function ignoredFlags(database: DatabaseSync, only: readonly string[] | null = null): IgnoredFlag[] {
  if (!isThere(database)) return [];
  const among = only === null ? "" : "WHERE paragraph IN (SELECT value FROM json_each(?))";
  const rows = database
    .prepare(`SELECT * FROM ignored_flags ${among}`)
    .all(...(only === null ? [] : [JSON.stringify(only)]));
  return rows.map((row) => ({
    paragraph: String(row["paragraph"]),
    version: String(row["version"]),
    kind: String(row["kind"]),
    reason: String(row["reason"]),
    at: String(row["at"]),
    writer: String(row["writer"]),
  }));
}

/** Puts a flag aside. */
export function ignoreFlag(
  database: DatabaseSync,
  { paragraph, version, kind, reason, at, writer }: IgnoredFlag,
): void {
  database.exec(ignoredTable);
  database
    .prepare(
      "INSERT OR REPLACE INTO ignored_flags (paragraph, version, kind, reason, at, writer) VALUES (?, ?, ?, ?, ?, ?)",
    )
    .run(paragraph, Number(version), kind, reason, at, writer);
}

/** Shows a flag again. */
export function restoreFlag(
  database: DatabaseSync,
  { paragraph, version, kind }: Pick<IgnoredFlag, "paragraph" | "version" | "kind">,
): void {
  if (!isThere(database)) return;
  database
    .prepare("DELETE FROM ignored_flags WHERE paragraph = ? AND version = ? AND kind = ?")
    .run(paragraph, Number(version), kind);
}
