import type { DatabaseSync } from "node:sqlite";
import { acceptedVersions } from "./accepted";

/** One version of a paragraph's translation. */
export type Translation = {
  /** Unique in the book. */
  id: string;
  text: string;
  selected: boolean;
  /** When it was submitted, in ISO 8601. */
  at: string;
  language: string;
  /** The task that it was submitted for; null if the user wrote it. */
  task: string | null;
  writer: string;
  /** The hash of the source text that it translates. If the hash differs now, the source has changed since. */
  source: string;
};

/** A new version: who submits it, for which source and task. */
export type NewTranslation = {
  paragraph: string;
  language: string;
  text: string;
  source: string;
  task: string | null;
  writer: string;
  at: string;
};

/** The selected translations into a language by paragraph; of the given paragraphs, or of all. */
export function selectedTranslations(
  database: DatabaseSync,
  language: string,
  paragraphs: readonly string[] | null = null,
): Map<string, string> {
  const found = new Map<string, string>();
  if (paragraphs === null) {
    const all = database.prepare("SELECT paragraph, text FROM translations WHERE selected = 1 AND language = ?");
    for (const row of all.iterate(language)) found.set(String(row["paragraph"]), String(row["text"]));
    return found;
  }
  const one = database.prepare("SELECT text FROM translations WHERE paragraph = ? AND language = ? AND selected = 1");
  for (const paragraph of paragraphs) {
    const row = one.get(paragraph, language);
    if (row !== undefined) found.set(paragraph, String(row["text"]));
  }
  return found;
}

/**
 * The paragraphs that were translated into a language after version `after`, in the order of their versions, and the last version that was looked
 * at; at most `limit` versions.
 */
export function translatedSince(
  database: DatabaseSync,
  language: string,
  { after, limit }: { after: number; limit: number },
): { paragraphs: string[]; last: number } {
  const rows = database
    .prepare("SELECT number, paragraph, language FROM translations WHERE number > ? ORDER BY number LIMIT ?")
    .all(after, limit);
  const last = Number(rows.at(-1)?.["number"] ?? after);
  return { paragraphs: rows.flatMap((row) => (row["language"] === language ? [String(row["paragraph"])] : [])), last };
}

/** What a version with this number is known by: its paragraph, and when it was submitted; null if there is none. */
export function versionStamp(database: DatabaseSync, number: number): string | null {
  const row = database.prepare("SELECT paragraph, at FROM translations WHERE number = ?").get(number);
  return row === undefined ? null : `${row["paragraph"]} ${row["at"]}`;
}

/** All versions of a paragraph's translations in every language, oldest first. */
export function translationsOf(database: DatabaseSync, paragraph: string): Translation[] {
  const rows = database.prepare("SELECT * FROM translations WHERE paragraph = ? ORDER BY number").all(paragraph);
  return rows.map((row) => ({
    id: String(row["number"]),
    text: String(row["text"]),
    selected: row["selected"] === 1,
    at: String(row["at"]),
    language: String(row["language"]),
    task: row["task"] === null ? null : String(row["task"]),
    writer: String(row["writer"]),
    source: String(row["source"]),
  }));
}

/**
 * Stores a translation as a new selected version; `unchanged` if the selected version has the same text. That version then counts as a
 * translation of the source as it is now, unless the user has accepted it: whether it still holds is up to the user.
 */
export function addTranslation(database: DatabaseSync, added: NewTranslation): "added" | "unchanged" {
  const { paragraph, language, text, source, task, writer, at } = added;
  if (selectedTranslations(database, language, [paragraph]).get(paragraph) === text) {
    renewSource(database, added);
    return "unchanged";
  }
  unselect(database, paragraph, language);
  database
    .prepare(
      "INSERT INTO translations (paragraph, language, text, source, selected, at, task, writer) VALUES (?, ?, ?, ?, 1, ?, ?, ?)",
    )
    .run(paragraph, language, text, source, at, task, writer);
  return "added";
}

function renewSource(database: DatabaseSync, { paragraph, language, source }: NewTranslation): void {
  const accepted = acceptedVersions(database, language, [paragraph]).get(paragraph) ?? null;
  database
    .prepare(
      "UPDATE translations SET source = ? WHERE paragraph = ? AND language = ? AND selected = 1 AND source <> ? AND number IS NOT ?",
    )
    .run(source, paragraph, language, source, accepted === null ? null : Number(accepted));
}

/** Selects an earlier version; false if the paragraph has no such version. */
export function selectTranslation(database: DatabaseSync, paragraph: string, id: string): boolean {
  const found = translationsOf(database, paragraph).find((each) => each.id === id);
  if (found === undefined) return false;
  unselect(database, paragraph, found.language);
  database.prepare("UPDATE translations SET selected = 1 WHERE number = ?").run(Number(id));
  return true;
}

/** Leaves a paragraph without a translation, if this version is its selected one. The version stays. */
export function withdrawTranslation(database: DatabaseSync, id: string): boolean {
  return (
    Number(
      database.prepare("UPDATE translations SET selected = 0 WHERE number = ? AND selected = 1").run(Number(id))
        .changes,
    ) > 0
  );
}

const unselect = (database: DatabaseSync, paragraph: string, language: string): void =>
  void database
    .prepare("UPDATE translations SET selected = 0 WHERE paragraph = ? AND language = ? AND selected = 1")
    .run(paragraph, language);
