import type { DatabaseSync } from "node:sqlite";

/**
 * Which version of a translation the user has accepted; it counts only while that version is selected. The table is made with the first
 * acceptance, so that older databases need no new schema.
 */
export const acceptedTable = `
  CREATE TABLE IF NOT EXISTS accepted (
    paragraph TEXT NOT NULL, language TEXT NOT NULL, version INTEGER NOT NULL, at TEXT NOT NULL, writer TEXT NOT NULL,
    PRIMARY KEY (paragraph, language)
  ) STRICT
`;

const isThere = (database: DatabaseSync): boolean =>
  database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'accepted'").get() !== undefined;

/** The accepted versions by paragraph, whether or not they are still selected; of the given paragraphs, or of all. */
export function acceptedVersions(
  database: DatabaseSync,
  language: string,
  only: readonly string[] | null = null,
): Map<string, string> {
  if (!isThere(database)) return new Map();
  const among = only === null ? "" : "AND paragraph IN (SELECT value FROM json_each(?))";
  const ids = only === null ? [] : [JSON.stringify(only)];
  const rows = database
    .prepare(`SELECT paragraph, version FROM accepted WHERE language = ? ${among}`)
    .all(language, ...ids);
  return new Map(rows.map((row) => [String(row["paragraph"]), String(row["version"])]));
}

/**
 * Accepts the selected versions of these paragraphs. Returns how many have one. With `sources`, the hashes of the sources as they are now, the
 * versions count as translations of these.
 */
export function accept(
  database: DatabaseSync,
  paragraphs: readonly string[],
  {
    language,
    at,
    writer,
    sources,
  }: { language: string; at: string; writer: string; sources?: ReadonlyMap<string, string> },
): number {
  database.exec(acceptedTable);
  const keep = database.prepare(
    `INSERT OR REPLACE INTO accepted (paragraph, language, version, at, writer)
     SELECT paragraph, language, number, ?, ? FROM translations WHERE paragraph = ? AND language = ? AND selected = 1`,
  );
  let count = 0;
  for (const paragraph of paragraphs) count += Number(keep.run(at, writer, paragraph, language).changes);
  const renew = database.prepare(
    "UPDATE translations SET source = ? WHERE paragraph = ? AND language = ? AND selected = 1 AND source <> ?",
  );
  for (const [paragraph, source] of sources ?? []) renew.run(source, paragraph, language, source);
  return count;
}

/** Withdraws the acceptance of these paragraphs. */
export function unaccept(database: DatabaseSync, paragraphs: readonly string[], language: string): void {
  if (!isThere(database)) return;
  const remove = database.prepare("DELETE FROM accepted WHERE paragraph = ? AND language = ?");
  for (const paragraph of paragraphs) remove.run(paragraph, language);
}
