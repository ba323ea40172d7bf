import type { DatabaseSync } from "node:sqlite";

/** A translation that takes the place of a selected version. */
export type ReplacedVersion = { paragraph: string; version: string; text: string };

/** A paragraph with the version that was selected before, and the one that is now. */
export type Reselection = { paragraph: string; before: string; version: string };

/**
 * Stores translations in place of the selected versions; one that is no longer selected is left out. They are translations of the same sources, so that
 * whether a source has changed since stays known.
 */
export function replaceSelected(
  database: DatabaseSync,
  language: string,
  { replaced, writer, at }: { replaced: readonly ReplacedVersion[]; writer: string; at: string },
): Reselection[] {
  const unselect = database.prepare(
    "UPDATE translations SET selected = 0 WHERE number = ? AND paragraph = ? AND language = ? AND selected = 1",
  );
  const add = database.prepare(
    `INSERT INTO translations (paragraph, language, text, source, selected, at, task, writer)
     SELECT paragraph, language, ?, source, 1, ?, NULL, ? FROM translations WHERE number = ?`,
  );
  return replaced.flatMap(({ paragraph, version, text }) => {
    if (Number(unselect.run(Number(version), paragraph, language).changes) === 0) return [];
    const { lastInsertRowid } = add.run(text, at, writer, Number(version));
    return [{ paragraph, before: version, version: String(lastInsertRowid) }];
  });
}

/** Selects the versions from before again, where nothing else was selected since. Returns the paragraphs. */
export function reselect(database: DatabaseSync, language: string, changes: readonly Reselection[]): string[] {
  const exists = database.prepare("SELECT 1 FROM translations WHERE number = ? AND paragraph = ? AND language = ?");
  const set = database.prepare(
    "UPDATE translations SET selected = ? WHERE number = ? AND paragraph = ? AND language = ? AND selected <> ?",
  );
  return changes.flatMap(({ paragraph, before, version }) => {
    if (exists.get(Number(before), paragraph, language) === undefined) return [];
    if (Number(set.run(0, Number(version), paragraph, language, 0).changes) === 0) return [];
    set.run(1, Number(before), paragraph, language, 1);
    return [paragraph];
  });
}
