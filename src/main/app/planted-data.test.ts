import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { workSchema, workSchemaNumber } from "../engine/books/work/work-schema";
import { createTestApp, FakePage, type TestApp } from "./testing/test-app";

let testApp: TestApp;
beforeEach(() => {
  testApp = createTestApp({ "a.md": "one\n", "b.md": "other\n" });
});
afterEach(() => testApp.end());

/** What is placed where Galley expects its own file. */
const contents: Record<string, (path: string) => void> = {
  "an empty file": (path) => writeFileSync(path, ""),
  "random bytes": (path) =>
    writeFileSync(path, Buffer.from(Array.from({ length: 9000 }, (_, at) => (at * 7919) % 251))),
  "arrays 200,000 deep": (path) => writeFileSync(path, "[".repeat(200_000) + "]".repeat(200_000)),
  "another shape": (path) =>
    writeFileSync(
      path,
      JSON.stringify({ __proto__: null, windows: [{ tabs: 7 }], documents: "x", theme: [], names: {} }),
    ),
  "the header of a database, and nothing behind it": (path) =>
    writeFileSync(path, "SQLite format 3\0".padEnd(4096, "\0")),
  "a folder": (path) => mkdirSync(join(path, "in it"), { recursive: true }),
};

/** Galley's own files, and whether they are read at startup, so that a notice is expected. */
const files: [string, boolean][] = [
  ["session.json", true],
  ["settings.json", true],
  ["recent.json", true],
  ["agents.json", true],
  ["history.db", false],
  ["review.db", false],
  ["conversations.db", false],
  ["library.db", false],
  ["jobs.db", false],
  ["journal/planted.json", false],
  ["opening/planted.json", false],
  ["mends/planted.json", false],
];

/** An empty settings file is valid, and JSON may be nested, so neither causes a notice. */
const isSilent = (name: string, what: string): boolean => name === "settings.json" && what === "an empty file";

const planted = files.flatMap(([name, isRead], file) =>
  Object.keys(contents)
    .filter((_, content) => process.env["GALLEY_LONG"] !== undefined || (file + content) % 6 === 0)
    .map((what) => ({ name, what, isRead })),
);

test.each(planted)(
  "$what at $name is reported when startup reads it, and the unsaved text, the other documents and their edits are there [A19]",
  async ({ name, what, isRead }) => {
    await testApp.start();
    const page = new FakePage(testApp, await testApp.open("a.md"));
    page.type("one\nmy words");
    await page.journal();
    await testApp.app.flush();
    const path = join(testApp.dataDir, name);
    for (const beside of ["", "-wal", "-shm"]) rmSync(path + beside, { recursive: true, force: true });
    mkdirSync(join(path, ".."), { recursive: true });
    contents[what]?.(path);
    testApp = await testApp.crash();

    const state = await testApp.start();
    if (isRead && !isSilent(name, what)) expect(state.notices.length).toBeGreaterThan(0);
    const texts = state.documents.map((document) => new FakePage(testApp, document).text);
    expect(texts).toContain("one\nmy words");
    const other = new FakePage(testApp, await testApp.open("b.md"));
    other.type("other\nmore");
    expect(await other.save()).toMatchObject({ status: "saved" });
    expect(testApp.read("b.md")).toBe("other\nmore");
  },
);

/** Counts to no end where it is asked for. */
const forever = "WITH RECURSIVE forever(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM forever)";

/** What is put into a sound database of ours. `ran` is a table that shows whether any of it was run. */
const schemas: Record<string, (database: DatabaseSync, table: string) => void> = {
  "a view in the place of a table": (database, table) =>
    database.exec(`ALTER TABLE ${table} RENAME TO hidden; CREATE VIEW ${table} AS SELECT * FROM hidden`),
  "a view that never ends in the place of a table": (database, table) =>
    database.exec(
      `ALTER TABLE ${table} RENAME TO hidden; CREATE VIEW ${table} AS ${forever} SELECT n FROM forever WHERE n < 0`,
    ),
  "a trigger that empties a table": (database, table) =>
    database.exec(
      `CREATE TABLE ran (n); CREATE TRIGGER planted AFTER INSERT ON ${table} BEGIN INSERT INTO ran VALUES (1); DELETE FROM ${table}; END`,
    ),
  "a trigger that never ends": (database, table) =>
    database.exec(
      `CREATE TABLE ran (n); CREATE TRIGGER planted BEFORE INSERT ON ${table} BEGIN INSERT INTO ran ${forever} SELECT n FROM forever; END`,
    ),
};

/** Every page but the first is another program's. */
function damagePages(path: string): void {
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0xaa, bytes.readUInt16BE(16)));
}

function plantInto(path: string, what: string, table: string): void {
  const database = new DatabaseSync(path);
  // Nothing of it is in a log beside it.
  database.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
  schemas[what]?.(database, table);
  database.close();
  if (what === "damaged pages") damagePages(path);
}

/** What was planted and set aside is as it was planted: its trigger ran for nothing. */
function wasNeverRun(folder: string, name: string): void {
  const aside = readdirSync(folder).filter((each) => each.startsWith(`${name}.damaged-`) && each.endsWith(".db"));
  expect(aside).toHaveLength(1);
  const path = join(folder, aside[0] ?? "");
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    const tables = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'ran'").all();
    if (tables.length > 0) expect(database.prepare("SELECT count(*) AS n FROM ran").get()).toEqual({ n: 0 });
    database.close();
  } catch (error) {
    expect(String(error)).toMatch(/malformed/);
  }
}

/** Our databases, the table that is written there, and what is reported about one that is not ours. */
const databases = [
  { name: "history", table: "entries", subject: "the history was" },
  { name: "review", table: "reviews", subject: "the list of agents' edits that wait for review was" },
  { name: "conversations", table: "conversations", subject: "the conversations were" },
];

test.each(databases.flatMap((each) => [...Object.keys(schemas), "damaged pages"].map((what) => ({ ...each, what }))))(
  "$what in the database of $name is set aside with a sentence, and nothing of it is run [A19]",
  async ({ name, table, subject, what }) => {
    const agent = async (text: string) => {
      const caller = { id: "1", name: "Claude", roots: [testApp.folder] };
      const call = {
        name: "text_editor",
        arguments: { action: "patch", path: "b.md", ...patched(testApp.read("b.md"), text) },
      };
      expect(await (await testApp.engine()).run({ ...call, caller })).toMatchObject({ ok: true });
    };
    /** Something is written into each database and read from it. */
    const work = async (text: string) => {
      const { doc } = await testApp.open("b.md");
      await agent(text);
      const answers = testApp.window.handlers;
      expect(await answers["review:list"]("counts")).toMatchObject({ documents: [{ path: testApp.path("b.md") }] });
      const listed = await answers["history:list"](doc);
      expect(listed.ok && listed.versions[0]?.by).toMatchObject({ kind: "agent", name: "Claude" });
      expect(await answers["assistant:create"](testApp.folder)).toMatchObject({ ok: true });
      expect(await answers["assistant:list"]({ folder: testApp.folder, sought: "" })).toMatchObject({ ok: true });
    };
    await testApp.start();
    await testApp.window.openWorkspace(testApp.folder);
    await work("first");
    // What crashed is still there in a test, and may find what was planted first.
    const { desktop: crashed } = testApp;
    testApp = await testApp.crash();
    plantInto(join(testApp.dataDir, `${name}.db`), what, table);

    await testApp.start();
    await testApp.window.openWorkspace(testApp.folder);
    await work("second");
    const why =
      what === "damaged pages"
        ? "damaged"
        : /not written by Galley \(it holds a (view|trigger) "\w+" that Galley did not make\)/;
    const notices = [crashed, testApp.desktop].flatMap((desktop) => [
      ...desktop.logged,
      ...desktop.events("app:notice").map(({ message }) => message),
    ]);
    const sentences = notices.filter((sentence) => sentence.includes(subject));
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatch(why);
    expect(sentences[0]).toMatch(/ set aside as .*damaged-.*\.db, and /);
    expect(testApp.read("b.md")).toContain("second");
    wasNeverRun(testApp.dataDir, name);
  },
);

test.each([...Object.keys(schemas), "damaged pages"])(
  "%s in a book's database is reported and not read, set aside before a write, and never executed [A19]",
  async (what) => {
    await testApp.start();
    await testApp.window.openWorkspace(testApp.folder);
    const book = join(testApp.folder, "novel");
    const path = join(book, ".galley", "book.db");
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(join(book, "1.md"), "one");
    const database = new DatabaseSync(path);
    database.exec(`${workSchema}; PRAGMA user_version = ${workSchemaNumber}`);
    database.close();
    plantInto(path, what, "translations");
    const planted = readFileSync(path);

    const { handlers } = testApp.window;
    expect(await handlers["book:open"](book)).toMatchObject({ ok: true });
    expect(await handlers["book:overview"](book)).toMatchObject({ ok: true, shown: { counts: { paragraphs: 1 } } });
    expect(readFileSync(path)).toEqual(planted);
    const notices = () => [
      ...testApp.desktop.logged,
      ...testApp.desktop.events("app:notice").map(({ message }) => message),
    ];
    const why =
      what === "damaged pages"
        ? "is damaged and cannot be shown"
        : /was not written by Galley \(it holds a \w+ "\w+" that Galley did not make\) and is not read/;
    expect(notices().join("\n")).toMatch(why);

    const rows = await handlers["book:rows"]({ book, chapter: "1.md" });
    const paragraph = rows.ok ? (rows.rows[0]?.id ?? "") : "";
    const translated = { book, paragraph, text: "eins", base: null };
    expect(await handlers["book:translate"](translated)).toMatchObject({ ok: true });
    expect(notices().join("\n")).toMatch(/it was set aside as .*book\.damaged-.*\.db, and new work was started/);
    wasNeverRun(join(path, ".."), "book");
  },
);

const patched = (before: string, text: string) => ({ old_text: before.trim(), new_text: text });
