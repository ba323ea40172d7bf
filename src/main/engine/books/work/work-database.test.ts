import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { deflateRawSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import { readStoredIds } from "./stored-ids";
import { isLocked, openWorkDatabase } from "./work-database";
import { workSchema } from "./work-schema";
import { workStore } from "./work-store";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-work-")));
let folders = 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newPath = (): string => join(folder, String(++folders), ".galley", "book.db");

const translation = (paragraph: string, text: string) => ({
  paragraph,
  text,
  language: "",
  source: "",
  task: null,
  writer: "tester",
  at: "2026-01-01T00:00:00Z",
});

function opened(path: string) {
  const notices: string[] = [];
  const database = openWorkDatabase(path, (sentence) => notices.push(sentence));
  return {
    notices,
    database,
    add: (paragraph: string, text: string) =>
      database.write((stored) => workStore(stored).add(translation(paragraph, text))),
    /** Large enough to take many pages of the file. */
    fill: () =>
      database.write((stored) => {
        for (let at = 0; at < 300; at++) workStore(stored).add(translation(`p${at}`, "words ".repeat(50)));
      }),
    selected: () => Object.fromEntries(database.read((stored) => workStore(stored).selected(""))),
  };
}

it("reading makes nothing; the first write makes the folder, and leaves one file", () => {
  const path = newPath();
  const work = opened(path);
  expect(work.selected()).toEqual({});
  expect(readdirSync(folder)).not.toContain(String(folders));
  work.add("a", "x");
  expect(work.selected()).toEqual({ a: "x" });
  expect(readdirSync(join(path, ".."))).toEqual(["book.db"]);
  expect(opened(path).selected()).toEqual({ a: "x" });
});

it("does not set aside a database whose tables another process makes while it is opened", () => {
  const path = newPath();
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, "");
  const notices: string[] = [];
  // Called between two looks at the file.
  const makeTables = (): null => {
    const other = new DatabaseSync(path, { timeout: 0 });
    try {
      other.exec(`BEGIN; ${workSchema}; PRAGMA user_version = 1; COMMIT`);
    } catch {
      // It has to wait.
    }
    other.close();
    return null;
  };
  const database = openWorkDatabase(path, (sentence) => notices.push(sentence), makeTables);
  database.write((stored) => workStore(stored).add(translation("a", "x")));
  expect(notices).toEqual([]);
  expect(readdirSync(join(path, ".."))).toEqual(["book.db"]);
});

it("a transaction that throws changes nothing", () => {
  const work = opened(newPath());
  work.add("a", "x");
  const fails = () =>
    work.database.write((stored) => {
      workStore(stored).add(translation("a", "y"));
      workStore(stored).add(translation("b", "y"));
      throw new Error("stray");
    });
  expect(fails).toThrow("stray");
  expect(work.selected()).toEqual({ a: "x" });
});

it("a file that a sync program replaces between two calls is the one that counts", () => {
  const [path, other] = [newPath(), newPath()];
  const work = opened(path);
  work.add("a", "mine");
  opened(other).add("a", "theirs");
  writeFileSync(path, readFileSync(other));
  expect(work.selected()).toEqual({ a: "theirs" });
  work.add("b", "more");
  expect(opened(path).selected()).toEqual({ a: "theirs", b: "more" });
});

it("damage is reported and left alone on a read, and set aside before a write, wherever it is", () => {
  const path = newPath();
  const work = opened(path);
  work.fill();
  const sound = readFileSync(path);
  for (const [from, to] of [
    [0, 100],
    [4096, 20_000],
  ] as const) {
    const bytes = Buffer.from(sound);
    bytes.fill(0x5a, from, to);
    writeFileSync(path, bytes);
    const other = opened(path);
    expect(other.selected()).toEqual({});
    expect(other.notices[0]).toContain("damaged");
    expect(readFileSync(path)).toEqual(bytes);
    other.add("new", "x");
    expect(other.notices.at(-1)).toContain("set aside");
    expect(opened(path).selected()).toEqual({ new: "x" });
  }
  expect(readdirSync(join(path, "..")).filter((name) => name.includes("damaged"))).toHaveLength(2);
});

it("damage that only the write finds, and a folder in the file's place, are set aside too", () => {
  const path = newPath();
  const work = opened(path);
  work.fill();
  const bytes = readFileSync(path);
  const other = opened(path);
  let runs = 0;
  // Damages a page in the middle, which only the transaction reads.
  const result = other.database.write((stored) => {
    if (++runs === 1) throw Object.assign(new Error("database disk image is malformed"), { errcode: 11 });
    workStore(stored).add(translation("new", "x"));
    return "written";
  });
  expect([result, runs, opened(path).selected()]).toEqual(["written", 2, { new: "x" }]);
  const aside = () => readdirSync(join(path, "..")).filter((name) => name.includes("damaged"));
  expect(readFileSync(join(path, "..", aside()[0] ?? "")).equals(bytes)).toBe(true);
  expect(other.notices.join()).toContain("set aside");

  rmSync(path);
  mkdirSync(path);
  const third = opened(path);
  expect(third.selected()).toEqual({});
  expect(third.notices.join()).toContain("damaged");
  third.add("again", "y");
  expect(opened(path).selected()).toEqual({ again: "y" });
  expect(aside()).toHaveLength(2);
});

it("a newer Galley's file is left alone, and a folder that cannot be written is rejected with an error", () => {
  const path = newPath();
  opened(path).add("a", "x");
  const newer = new DatabaseSync(path);
  newer.exec("PRAGMA user_version = 99");
  newer.close();
  expect(() => opened(path).selected()).toThrow("newer Galley");
  expect(() => opened(path).add("a", "y")).toThrow("newer Galley");
  const file = join(folder, "plain");
  writeFileSync(file, "");
  expect(() => opened(join(file, ".galley", "book.db")).add("a", "x")).toThrow("cannot be kept");
});

const looping = (name: string) =>
  `CREATE VIEW ${name} AS WITH RECURSIVE forever(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM forever) SELECT 'ids' AS name, value FROM forever`;

it.each([
  ["a view that never ends in a table's place", [looping("facts")], /view "facts"/],
  [
    "a trigger",
    [workSchema, "CREATE TRIGGER one AFTER INSERT ON tasks BEGIN DELETE FROM translations; END"],
    /trigger "one"/,
  ],
  ["a view besides ours", [workSchema, looping("more")], /view "more"/],
  [
    "a table with a column that is computed",
    [
      workSchema.replace(
        "name TEXT PRIMARY KEY, value TEXT NOT NULL",
        "name TEXT PRIMARY KEY, value TEXT NOT NULL, more TEXT AS (hex(zeroblob(1000000)))",
      ),
    ],
    /table "facts"/,
  ],
  [
    "a check that costs much",
    [workSchema.replace("status TEXT NOT NULL", "status TEXT NOT NULL CHECK (length(hex(zeroblob(9))) > 0)")],
    /table "tasks"/,
  ],
  ["a virtual table", [workSchema, "CREATE VIRTUAL TABLE found USING fts5(text)"], /Galley did not make/],
  ["an index on an expression", [workSchema, "CREATE INDEX heavy ON tasks (hex(id))"], /index "heavy"/],
  ["a table less", [workSchema, "DROP TABLE comments"], /lacks a table/],
])("a database that a stranger made, with %s, is not read, and is set aside before a write", (_, sql, message) => {
  const path = newPath();
  mkdirSync(join(path, ".."), { recursive: true });
  const planted = new DatabaseSync(path);
  for (const each of sql) planted.exec(each);
  planted.exec("PRAGMA user_version = 1");
  planted.close();
  const work = opened(path);
  expect(work.selected()).toEqual({});
  expect(work.notices[0]).toMatch(message);
  expect(work.notices[0]).toMatch(/was not written by Galley .* and is not read/);
  work.add("a", "x");
  expect(work.selected()).toEqual({ a: "x" });
  expect(work.notices.at(-1)).toMatch(/was not written by Galley .*set aside as .*\.damaged-/);
});

it("a foreign table in a database that claims to be empty is set aside too", () => {
  const path = newPath();
  mkdirSync(join(path, ".."), { recursive: true });
  const planted = new DatabaseSync(path);
  planted.exec(looping("facts"));
  planted.close();
  const work = opened(path);
  expect(work.selected()).toEqual({});
  work.add("a", "x");
  expect(work.selected()).toEqual({ a: "x" });
});

it("ids that unpack to gigabytes count as damage", () => {
  const path = newPath();
  opened(path).add("a", "x");
  const planted = new DatabaseSync(path);
  planted.exec("INSERT INTO facts VALUES ('ids', 'one')");
  planted
    .prepare("INSERT INTO chapters VALUES ('c', 1, 'v', ?)")
    .run(deflateRawSync(Buffer.alloc(64 * 1024 * 1024, "[")));
  planted.close();
  const work = opened(path);
  expect(work.database.read(readStoredIds)).toBe(null);
  expect(work.notices[0]).toMatch(/its ids cannot be read/);
});

it("a locked database is not waited for without patience, and is recognised as locked", () => {
  const path = newPath();
  opened(path).add("a", "x");
  const impatient = openWorkDatabase(path, () => {}, undefined, 0);
  expect(impatient.read((stored) => stored.prepare("PRAGMA busy_timeout").get())).toEqual({ timeout: 0 });
  const other = new DatabaseSync(path);
  other.exec("BEGIN EXCLUSIVE");
  const read = (): unknown => impatient.read((stored) => workStore(stored).selected(""));
  expect(read).toThrow(expect.toSatisfy(isLocked));
  other.close();
  expect(read()).toEqual(new Map([["a", "x"]]));
});
