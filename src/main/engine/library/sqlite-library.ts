import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { inflateRawSync } from "node:zlib";
import { isDamage } from "../storage/databases/resilient-database";
import { isBusy, snapshot, transaction } from "../storage/databases/transaction";
import { bareLetters } from "./entries/bare-letters";
import type { ContentLibrary, FieldLookup, Lookup, LookupResult } from "./entries/content-library";
import { declaredSql } from "./entries/declared-values";
import type {
  DocumentContent,
  DocumentSource,
  EntryFields,
  EntryKind,
  KindDeclaration,
  LibraryDocument,
  LibraryEntry,
} from "./entries/entry";
import { conditionSql, isPart, onBare } from "./entries/entry-columns";
import { folded } from "./entries/folded";
import { libraryName, openLibraryDatabase } from "./library-database";
import { busyError, replaceInFile, replaceInMemory, replaceInSlices } from "./replace-document";
import { readSrd, srdKey, srdVersion } from "./srd/read-srd";
import { entryWriter, eraseDocument, nextGeneration, writeDocumentRow } from "./write-document";

export type LibraryOptions = {
  /** The folder of `library.db`; null keeps the library in memory. */
  dataDir: string | null;
  /** Receives messages about a database that was damaged or cannot be used. */
  notice?: (sentence: string) => void;
  /** Where messages are kept for `takeNotices`, if others add some. */
  notices?: string[];
  /** The shipped documents; for tests. */
  shipped?: readonly ShippedDocument[];
};

/** Entries that are read at once. */
const page = 500;

/** The library in SQLite, shared by several processes. Never throws on opening: see `notice`. */
export function openContentLibrary(options: LibraryOptions): ContentLibrary {
  const { dataDir, notice = () => {}, notices: pendingNotices = [], shipped = shippedDocuments } = options;
  const notify = (sentence: string): void => {
    pendingNotices.push(sentence);
    notice(sentence);
  };
  const libraryDatabase = openLibraryDatabase(dataDir, notify);
  const stocked = new WeakSet<DatabaseSync>();

  const use = <Result>(task: (database: DatabaseSync) => Result): Result =>
    libraryDatabase.use((database) => {
      if (!stocked.has(database)) {
        database.function("bare_letters", { deterministic: true }, (text) => bareLetters(String(text)));
        for (const document of shipped) if (isDue(database, document)) ship(database, document);
        stocked.add(database);
      }
      return task(database);
    });

  function ship(database: DatabaseSync, document: ShippedDocument): void {
    let content: DocumentContent;
    try {
      content = document.read();
    } catch (error) {
      notify(`${document.document}, which ships with Galley, cannot be read: ${(error as Error).message}`);
      return;
    }
    transaction(database, () => {
      // Another process may have added it first.
      if (isDue(database, document)) putShipped(database, document, content);
    });
  }

  function change<Result>(task: (database: DatabaseSync) => Result): Result {
    try {
      return use((database) => transaction(database, () => task(database)));
    } catch (error) {
      throw isBusy(error) ? busyError(error) : error;
    }
  }

  /** Another connection has found damage: sets the database aside and starts a new one. */
  function replaceDamaged(damage: unknown): void {
    let hasThrown = false;
    use(() => {
      if (hasThrown) return;
      hasThrown = true;
      throw damage;
    });
  }

  return {
    get isPersistent() {
      return libraryDatabase.isPersistent;
    },
    shipped: shipped.map(({ document }) => document),
    generation: () =>
      use((database) => Number(database.prepare("SELECT generation FROM state").get()?.["generation"] ?? 0)),
    documents: () =>
      use((database) => {
        const rows = database.prepare(`SELECT ${documentColumns} FROM documents ORDER BY entry_count DESC, document`);
        return rows.all().map(documentOf);
      }),
    byIds: (ids) => use((database) => entriesWith(database, ids)),
    *entries(document) {
      // The ids of a document follow each other. Its own index would be sorted again for each page.
      const range = use((database) => {
        const [where, values] = document === undefined ? ["", []] : ["WHERE document = ?", [folded(document)]];
        return database.prepare(`SELECT min(id) AS first, max(id) AS last FROM entries ${where}`).get(...values);
      });
      const last = Number(range?.["last"] ?? 0);
      const key = document === undefined ? null : folded(document);
      for (let from = Number(range?.["first"] ?? 1); from <= last; ) {
        const rows = use((database) => {
          const sql = `${entrySelect} WHERE e.id BETWEEN ? AND ? AND (? IS NULL OR +e.document = ?) ORDER BY e.id LIMIT ${page}`;
          return database.prepare(sql).all(from, last, key, key).map(entryOf);
        });
        yield* rows;
        const end = rows.at(-1);
        if (end === undefined || rows.length < page) return;
        from = end.id + 1;
      }
    },
    names: (document, limit) =>
      use((database) =>
        database
          .prepare(
            "SELECT e.kind, c.name FROM entries e JOIN contents c ON c.id = e.id WHERE e.document = ? ORDER BY e.id LIMIT ?",
          )
          .all(folded(document), limit)
          .map((row) => ({ kind: String(row["kind"]), name: String(row["name"]) })),
      ),
    lookup: (lookup) => use((database) => snapshot(database, () => runLookup(database, lookup))),
    withFields: (lookup) => use((database) => snapshot(database, () => lookUpFields(database, lookup))),
    idsWithFields: (lookup) => use((database) => fieldIds(database, lookup)),
    // Every path that is not a file is looked up here, so this does not add the shipped documents first.
    rulebook: (document) =>
      libraryDatabase.use((database) => {
        const row = database
          .prepare("SELECT shown, title, version, markdown FROM documents WHERE document = ? AND markdown IS NOT NULL")
          .get(folded(document));
        if (row === undefined) return null;
        const text = inflateRawSync(row["markdown"] as Uint8Array, { maxOutputLength: 512 * 1024 * 1024 }).toString();
        return { document: String(row["shown"]), title: String(row["title"]), version: String(row["version"]), text };
      }),
    async replace(content, given = {}) {
      // Adds the shipped documents first: otherwise another process would have to wait for this one to add them.
      const inMemory = use((database) => (libraryDatabase.isPersistent ? null : database));
      const replace = async () =>
        inMemory === null
          ? replaceInFile(join(dataDir ?? "", `${libraryName}.db`), content, given)
          : given.isUnused
            ? replaceInSlices(inMemory, content, given)
            : replaceInMemory(inMemory, content);
      const row = await replace().catch((error: unknown) => {
        if (!isDamage(error)) throw error;
        replaceDamaged(error);
        return replace();
      });
      given.progress?.(row.entryCount, row.entryCount);
      return row;
    },
    remove: (document) =>
      change((database) => {
        const known = database
          .prepare(`SELECT ${documentColumns} FROM documents WHERE document = ?`)
          .get(folded(document));
        if (known === undefined) return null;
        eraseDocument(database, document);
        nextGeneration(database);
        database.prepare("UPDATE shipped SET status = 'removed' WHERE document = ?").run(folded(document));
        return documentOf(known);
      }),
    restore(document) {
      const found = shipped.find((each) => folded(each.document) === folded(document));
      if (found === undefined) return null;
      const content = found.read();
      return change((database) => putShipped(database, found, content));
    },
    use,
    takeNotices: () => pendingNotices.splice(0),
    close: () => libraryDatabase.close(),
  };
}

/** Whether a shipped document must be added: it never was, or an older, unchanged version is present. */
function isDue(database: DatabaseSync, { document, version }: ShippedDocument): boolean {
  const row = database.prepare("SELECT version, status FROM shipped WHERE document = ?").get(folded(document));
  return row === undefined || (row["status"] === "shipped" && row["version"] !== version);
}

function putShipped(database: DatabaseSync, { document, version }: ShippedDocument, content: DocumentContent) {
  eraseDocument(database, document);
  const put = entryWriter(database, content);
  for (const entry of content.entries) put(entry);
  database
    .prepare("INSERT OR REPLACE INTO shipped (document, version, status) VALUES (?, ?, 'shipped')")
    .run(folded(document), version);
  return writeDocumentRow(database, content, version);
}

const documentColumns =
  "shown, title, license, publisher, credit, source, entry_count, kinds, version, generation, declares";

type Row = Record<string, unknown>;

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

const documentOf = (row: Row): LibraryDocument => ({
  document: String(row["shown"]),
  title: String(row["title"]),
  license: textOrNull(row["license"]),
  publisher: textOrNull(row["publisher"]),
  credit: textOrNull(row["credit"]),
  source: row["source"] as DocumentSource,
  entryCount: Number(row["entry_count"]),
  declares: JSON.parse(String(row["declares"])) as KindDeclaration[],
  kinds: JSON.parse(String(row["kinds"])) as EntryKind[],
  version: String(row["version"]),
  generation: Number(row["generation"]),
});

const entrySelect = `
  SELECT e.id, d.shown AS document, e.kind, e.key, c.name, c.text, c.fields
  FROM entries e JOIN documents d ON d.document = e.document JOIN contents c ON c.id = e.id`;

const entryOf = (row: Row): LibraryEntry => ({
  id: Number(row["id"]),
  document: String(row["document"]),
  kind: row["kind"] as EntryKind,
  key: String(row["key"]),
  name: String(row["name"]),
  text: String(row["text"]),
  fields: JSON.parse(String(row["fields"])) as EntryFields,
});

function entriesWith(database: DatabaseSync, ids: readonly number[]): LibraryEntry[] {
  const rows = database
    .prepare(`${entrySelect} WHERE e.id IN (SELECT value FROM json_each(?))`)
    .all(JSON.stringify(ids))
    .map(entryOf);
  const byId = new Map(rows.map((entry) => [entry.id, entry]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Exact names first, then those with other accents, then names with that beginning, then the others, each by name, document and key. An entry's position depends only on
 * itself and the query, so a filter keeps the order of the others.
 */
function runLookup(database: DatabaseSync, { kind, name, conditions, documents, limit }: Lookup): LookupResult {
  const sought = name === undefined ? "" : folded(name);
  const where = ["kind = ?"];
  const values: (string | number)[] = [kind];
  const bare = bareLetters(sought);
  if (sought !== "") {
    const isNamed = onBare("folded", isPart, bare);
    where.push(isNamed.sql);
    values.push(...isNamed.values);
  }
  for (const condition of conditions) {
    const { sql, values: more } = conditionSql(condition);
    where.push(sql);
    values.push(...more);
  }
  if (documents !== null) {
    where.push("document IN (SELECT value FROM json_each(?))");
    values.push(JSON.stringify(documents.map((document) => folded(document))));
  }
  const ranks =
    "CASE WHEN folded = ? THEN 0 WHEN bare_letters(folded) = ? THEN 1 WHEN instr(bare_letters(folded), ?) = 1 THEN 2 ELSE 3 END,";
  const rank = sought === "" ? "" : ranks;
  const ranked = sought === "" ? [] : [sought, bare, bare];
  const condition = where.join(" AND ");
  const order = `${rank} folded, document, key`;
  if (sought !== "") {
    // The index covers the search by name: one pass both finds and counts.
    const sql = `SELECT id, count(*) OVER () AS total FROM entries INDEXED BY entries_by_name WHERE ${condition}`;
    const rows = database.prepare(`${sql} ORDER BY ${order} LIMIT ?`).all(...values, ...ranked, limit);
    return { entries: entriesWith(database, idsOf(rows)), total: Number(rows[0]?.["total"] ?? 0) };
  }
  // The first entries come in index order, which stops early; counting scans the rows in storage order.
  const counting = `SELECT count(*) AS total FROM entries INDEXED BY entries_by_kind WHERE ${condition}`;
  const total = Number(database.prepare(counting).get(...values)?.["total"] ?? 0);
  if (total === 0) return { entries: [], total };
  const sql = `SELECT id FROM entries INDEXED BY entries_by_name WHERE ${condition} ORDER BY ${order} LIMIT ?`;
  return { entries: entriesWith(database, idsOf(database.prepare(sql).all(...values, limit))), total };
}

function fieldCondition({ kinds, conditions, documents }: Omit<FieldLookup, "limit">) {
  const where: string[] = [];
  const values: (string | number)[] = [];
  for (const condition of conditions) {
    const { sql, values: more } = declaredSql(condition);
    where.push(sql);
    values.push(...more);
  }
  if (kinds !== null) {
    where.push("kind IN (SELECT value FROM json_each(?))");
    values.push(JSON.stringify(kinds));
  }
  if (documents !== null) {
    where.push("document IN (SELECT value FROM json_each(?))");
    values.push(JSON.stringify(documents.map((document) => folded(document))));
  }
  return { condition: where.join(" AND ") || "TRUE", values };
}

function lookUpFields(database: DatabaseSync, lookup: FieldLookup): LookupResult {
  const { condition, values } = fieldCondition(lookup);
  const order = "folded, kind, document, key";
  const sql = `SELECT id, count(*) OVER () AS total FROM entries WHERE ${condition} ORDER BY ${order} LIMIT ?`;
  const rows = database.prepare(sql).all(...values, lookup.limit);
  return { entries: entriesWith(database, idsOf(rows)), total: Number(rows[0]?.["total"] ?? 0) };
}

function fieldIds(database: DatabaseSync, lookup: Omit<FieldLookup, "limit">): Set<number> {
  const { condition, values } = fieldCondition(lookup);
  return new Set(idsOf(database.prepare(`SELECT id FROM entries WHERE ${condition}`).all(...values)));
}

const idsOf = (rows: readonly Row[]): number[] => rows.map((row) => Number(row["id"]));

/** A document that comes with Galley. */
export type ShippedDocument = {
  document: string;
  /** Changes with the content: a library with an older version takes the new one. */
  version: string;
  read(): DocumentContent;
};

/** The documents that ship with Galley. */
export const shippedDocuments: readonly ShippedDocument[] = [{ document: srdKey, version: srdVersion, read: readSrd }];
