import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DatabaseShape, openResilientDatabase, type ResilientDatabase } from "./resilient-database";

let folder: string;
let notices: string[];
const open: ResilientDatabase[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-database-"));
  notices = [];
});
afterEach(() => {
  for (const database of open.splice(0)) database.close();
  rmSync(folder, { recursive: true, force: true });
});

const shape: DatabaseShape = {
  name: "notes",
  schemaNumber: 2,
  schema: "CREATE TABLE notes (text TEXT NOT NULL) STRICT",
  tables: ["notes"],
  busyTimeout: { opening: 500, later: 500 },
  messages: {
    subject: "the notes",
    verb: "were",
    afterDamage: "started again",
    whenUnusable: "they are lost at the end",
  },
};

function opened(location: string | null = folder, of: DatabaseShape = shape): ResilientDatabase {
  const database = openResilientDatabase(location, of, (sentence) => void notices.push(sentence));
  open.push(database);
  return database;
}

const add = (database: ResilientDatabase, text: string): void =>
  database.use((notes) => void notes.prepare("INSERT INTO notes VALUES (?)").run(text));
const all = (database: ResilientDatabase): string[] =>
  database.use((notes) =>
    notes
      .prepare("SELECT text FROM notes")
      .all()
      .map((row) => String(row["text"])),
  );
const path = (): string => join(folder, "notes.db");
const asides = (): string[] => readdirSync(folder).filter((name) => /^notes\.damaged-[\dTZ-]+\.db$/.test(name));

/** Content to damage: several pages, all of them in the main file. */
function filled(): Buffer {
  const database = opened();
  for (let count = 0; count < 200; count++) add(database, `${count} ${"x".repeat(500)}`);
  for (const one of open.splice(0)) one.close();
  return readFileSync(path());
}

it("a database keeps its content from one process to the next, readable for its owner only [A30]", () => {
  add(opened(), "one");
  for (const one of open.splice(0)) one.close();
  const again = opened();
  expect(all(again)).toEqual(["one"]);
  expect(again.isPersistent).toBe(true);
  if (process.platform !== "win32") expect(statSync(path()).mode & 0o077).toBe(0);
  expect(notices).toEqual([]);
});

it("a database is opened on first use", () => {
  const database = opened();
  expect(readdirSync(folder)).toEqual([]);
  expect(all(database)).toEqual([]);
  expect(readdirSync(folder)).toContain("notes.db");
});

const damages: Record<string, (bytes: Buffer) => void> = {
  "content of another kind": () => writeFileSync(path(), "hello, this was a database once, and has some length"),
  "an overwritten head": (bytes) => writeFileSync(path(), bytes.fill(0x5a, 0, 100)),
  "overwritten tables": (bytes) => writeFileSync(path(), bytes.fill(0x5a, 4096)),
  "a missing end": (bytes) => truncateSync(path(), (bytes.length >> 1) & ~4095),
  "a missing table": () => {
    const raw = new DatabaseSync(path());
    raw.exec("DROP TABLE notes");
    raw.close();
  },
};

describe("a damaged database", () => {
  for (const [name, harm] of Object.entries(damages)) {
    it(`with ${name} is set aside with all its content, reported once, and started again`, () => {
      harm(filled());
      const damaged = readFileSync(path());
      const database = opened();
      add(database, "new");
      expect(all(database)).toEqual(["new"]);
      expect(database.isPersistent).toBe(true);
      expect(asides()).toHaveLength(1);
      expect(readFileSync(join(folder, asides()[0] ?? "")).equals(damaged)).toBe(true);
      expect(notices).toEqual([
        `the notes were damaged; they were set aside as ${join(folder, asides()[0] ?? "")}, and started again`,
      ]);
    });
  }

  it("is set aside when the damage shows only in use, and the task runs again", () => {
    filled();
    const database = opened();
    expect(all(database)).toHaveLength(200);
    let runs = 0;
    const result = database.use((notes) => {
      if (runs++ === 0) throw Object.assign(new Error("database disk image is malformed"), { errcode: 11 });
      return notes.prepare("SELECT count(*) AS count FROM notes").get()?.["count"];
    });
    expect([result, runs, asides().length, notices.length]).toEqual([0, 2, 1, 1]);
  });

  it("is set aside by one of two processes that find it, and both use the same new one", () => {
    filled();
    const [first, second] = [opened(), opened()];
    expect([all(first).length, all(second).length]).toEqual([200, 200]);
    const malformed = Object.assign(new Error("malformed"), { errcode: 11 });
    let runs = 0;
    first.use(() => {
      if (runs++ === 0) throw malformed;
    });
    add(first, "seen by both");
    expect(all(second)).toEqual(["seen by both"]);
    expect(asides()).toHaveLength(1);
    expect(notices).toEqual([
      expect.stringContaining("set aside"),
      expect.stringMatching(/^the notes in .* removed or replaced while Galley was running$/),
    ]);
  });

  it("is not set aside for any other error, which the caller gets", () => {
    const database = opened();
    expect(() => database.use(() => void JSON.parse("{"))).toThrow(SyntaxError);
    expect(() => add(database, null as unknown as string)).toThrow(/NOT NULL/);
    expect([asides(), notices]).toEqual([[], []]);
  });
});

describe("a database file that is removed or replaced while it is open", () => {
  it("is made again, and new rows are in the file that everyone finds", () => {
    const database = opened();
    add(database, "before");
    rmSync(path());
    add(database, "after it was removed");
    expect(all(database)).toEqual(["after it was removed"]);
    expect(all(opened())).toEqual(["after it was removed"]);
    expect(notices).toEqual([expect.stringContaining("removed or replaced")]);
  });

  it("is made again with its folder", () => {
    const database = opened();
    add(database, "before");
    rmSync(folder, { recursive: true });
    add(database, "after it was removed");
    expect(all(opened())).toEqual(["after it was removed"]);
    expect(database.writeError).toBeNull();
  });
});

describe("a database that cannot be used is kept in memory and reported", () => {
  it("if its folder cannot be made", () => {
    writeFileSync(join(folder, "file"), "");
    const database = opened(join(folder, "file", "data"));
    add(database, "one");
    expect(all(database)).toEqual(["one"]);
    expect(database.isPersistent).toBe(false);
    expect(notices.join()).toMatch(/^the notes in .*data cannot be used \(.*\); they are lost at the end$/);
  });

  it("if a newer Galley wrote it: the file stays as it is", () => {
    filled();
    const raw = new DatabaseSync(path());
    raw.exec("PRAGMA user_version = 3");
    raw.close();
    const before = readFileSync(path());
    const database = opened();
    add(database, "one");
    expect(database.isPersistent).toBe(false);
    expect(notices.join()).toContain("it was written by a newer Galley");
    expect([asides(), readFileSync(path()).equals(before)]).toEqual([[], true]);
  });

  it("if a newer Galley wrote it and it can be read, it is read, and nothing is added", () => {
    filled();
    const raw = new DatabaseSync(path());
    raw.exec("PRAGMA user_version = 3");
    raw.close();
    const database = opened(folder, { ...shape, newerReadQueries: ["SELECT text FROM notes LIMIT 1"] });
    expect(all(database)).toHaveLength(200);
    expect(() => add(database, "one")).toThrow(/readonly/);
    expect(database.writeError).toContain("written by a newer Galley");
    expect(notices.join()).toContain("update this Galley");
    expect(all(opened(folder, { ...shape, newerReadQueries: ["SELECT no_more FROM notes"] }))).toEqual([]);
    expect(asides()).toEqual([]);
  });

  it("without a message if memory was asked for", () => {
    const database = opened(null);
    add(database, "one");
    expect([all(database), database.isPersistent, notices]).toEqual([["one"], false, []]);
  });
});

// Without its lock, another process that closes the database would take itself for the last one, and remove the log of changes.
it.runIf(process.platform === "linux")("a second opening in this process leaves the lock of the first one", () => {
  const first = opened();
  add(first, "one");
  const locks = () =>
    readFileSync("/proc/locks", "utf8")
      .split("\n")
      .filter((line) => line.includes(`:${statSync(path()).ino} `));
  expect(locks().length).toBeGreaterThan(0);
  expect(all(opened())).toEqual(["one"]);
  expect(locks().length).toBeGreaterThan(0);
});
