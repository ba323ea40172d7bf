import type { DatabaseSync } from "node:sqlite";
import { deflateRawSync } from "node:zlib";
import { versionOf } from "../storage/files/version";
import { declaredValues } from "./entries/declared-values";
import { type DocumentContent, type EntryContent, entryKinds, type LibraryDocument } from "./entries/entry";
import { columnTypes, columnValues } from "./entries/entry-columns";
import { folded } from "./entries/folded";

/** The version of a document's content, see `LibraryDocument`. */
export function contentVersion(content: Omit<DocumentContent, "source">): string {
  const { document, title, license, publisher, credit, markdown, declares = [], entries } = content;
  const declared = declares.length > 0 ? [declares] : [];
  const all = [document, title, license, publisher, credit, markdown, entries, ...declared];
  return versionOf(Buffer.from(JSON.stringify(all)));
}

/** Inside a transaction: deletes the document with this key, if any. */
export function eraseDocument(database: DatabaseSync, document: string): void {
  const key = folded(document);
  database.prepare("DELETE FROM contents WHERE id IN (SELECT id FROM entries WHERE document = ?)").run(key);
  database.prepare("DELETE FROM declared_values WHERE document = ?").run(key);
  database.prepare("DELETE FROM entries WHERE document = ?").run(key);
  database.prepare("DELETE FROM documents WHERE document = ?").run(key);
}

/** Inside a transaction: increments the library's generation and returns the new one. */
export function nextGeneration(database: DatabaseSync): number {
  return Number(
    database.prepare("UPDATE state SET generation = generation + 1 RETURNING generation").get()?.["generation"],
  );
}

/** Inside a transaction: returns a function that writes an entry of one document, which declares these kinds, and returns the number of its rows. */
export function entryWriter(
  database: DatabaseSync,
  { document, declares = [] }: Pick<DocumentContent, "document" | "declares">,
): (entry: EntryContent) => number {
  const names = ["document", "kind", "key", "folded", ...columnTypes.map(([name]) => name)];
  const entries = database.prepare(
    `INSERT INTO entries (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
  );
  const contents = database.prepare("INSERT INTO contents (id, name, text, fields) VALUES (?, ?, ?, ?)");
  const values = database.prepare("INSERT OR IGNORE INTO declared_values VALUES (?, ?, ?, ?, ?, ?)");
  const declared = new Map(declares.map((each) => [each.kind, each]));
  const of = folded(document);
  return (entry) => {
    const { kind, key, name, text, fields } = entry;
    const { lastInsertRowid } = entries.run(of, kind, key, folded(name), ...columnValues(kind, fields));
    contents.run(lastInsertRowid, name, text, JSON.stringify(fields));
    const declaration = declared.get(kind);
    if (declaration === undefined) return 1;
    const rows = declaredValues(declaration, entry);
    for (const row of rows) values.run(of, kind, ...row, lastInsertRowid);
    return 1 + rows.length;
  };
}

/** Inside a transaction: writes the row of a document whose entries were written, with a new generation. */
export function writeDocumentRow(database: DatabaseSync, content: DocumentContent, version: string): LibraryDocument {
  const { document, title, license, publisher, credit, source, markdown, declares = [], entries } = content;
  const present = new Set(entries.map(({ kind }) => kind));
  const kinds = [...entryKinds, ...declares.map(({ kind }) => kind)].filter((kind) => present.has(kind));
  const generation = nextGeneration(database);
  database
    .prepare(
      // By name, so that a Galley that is still running when a newer one adds a column can add documents.
      `INSERT INTO documents (document, shown, title, license, publisher, credit, source, entry_count, kinds, version, generation, markdown, declares)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      ...[folded(document), document, title, license, publisher, credit, source],
      ...[entries.length, JSON.stringify(kinds), version, generation],
      markdown === null ? null : deflateRawSync(markdown),
      JSON.stringify(declares),
    );
  return {
    document,
    title,
    license,
    publisher,
    credit,
    source,
    declares,
    entryCount: entries.length,
    kinds,
    version,
    generation,
  };
}
