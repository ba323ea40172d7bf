import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as Y from "yjs";
import { planSweep } from "./blob-store";
import { allOf, checkBlobs, checkFilled, fillBlobs } from "./blobs.fixture";
import { sqliteContents } from "./contents";
import { hashOf } from "./shared-folder-store";
import { openSqliteStore } from "./sqlite-store";

let folder: string;
let notices: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-shared-"));
  notices = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openSqliteStore(folder, (sentence) => notices.push(sentence));

/** The updates of a document in which `count` words are written one after the other. */
function updatesOf(count: number): Uint8Array[] {
  const doc = new Y.Doc();
  const updates: Uint8Array[] = [];
  doc.on("update", (update: Uint8Array) => updates.push(update));
  for (let at = 0; at < count; at++) doc.getText("t").insert(doc.getText("t").length, `${at} `);
  return updates;
}

function textIn(update: Uint8Array | null): string {
  const doc = new Y.Doc();
  if (update !== null) Y.applyUpdate(doc, update);
  return doc.getText("t").toString();
}

const rows = () => {
  const database = new DatabaseSync(join(folder, "sharing.db"));
  const found = database.prepare("SELECT document, count(*) AS count FROM updates GROUP BY document").all();
  database.close();
  return Object.fromEntries(found.map(({ document, count }) => [document, count]));
};

test("a long log becomes one update, in which nothing is missing, and other documents stay", async () => {
  const database = open();
  const updates = updatesOf(60);
  await Promise.all([...updates, ...updatesOf(1)].map((each, at) => database.append(at < 60 ? "a" : "b", each)));
  expect(rows()).toEqual({ a: 60, b: 1 });
  const expected = Array.from({ length: 60 }, (_, at) => `${at} `).join("");
  expect(textIn(await database.load("a"))).toBe(expected);
  expect(rows()).toEqual({ a: 1, b: 1 });
  expect(textIn(await database.load("a"))).toBe(expected);
  expect(await database.load("c")).toBeNull();
  await database.close();
});

test("an update that waits for an earlier one is kept until that arrives", async () => {
  const database = open();
  const [first, second] = updatesOf(2) as [Uint8Array, Uint8Array];
  await database.append("a", second);
  expect(textIn(await database.load("a"))).toBe("");
  await database.append("a", first);
  expect(textIn(await database.load("a"))).toBe("0 1 ");
  await database.close();
});

test("a damaged update is left where it is and reported, and the others are used", async () => {
  const database = open();
  for (const update of updatesOf(60)) await database.append("a", update);
  await database.append("a", Uint8Array.from([9, 255, 255]));
  expect(textIn(await database.load("a"))).toMatch(/^0 1 .* 59 $/);
  expect(notices).toEqual(["stored updates of a document that could not be read, and are kept as they are: 1"]);
  expect(rows()).toEqual({ a: 61 });
  await database.close();
});

test("a secret has its role until links are revoked, and there is always a link for editors", async () => {
  const store = open();
  const first = await store.makeLinks({ roles: ["reader"], revoke: false });
  expect(first.map(({ role }) => role)).toEqual(["editor", "reader"]);
  const second = await store.makeLinks({ roles: ["reader"], revoke: false });
  expect(second.map(({ role }) => role)).toEqual(["reader"]);
  const secrets = [...first, ...second].map(({ secret }) => secret);
  const roles = () => Promise.all([...secrets, "", `${secrets[0]} `].map(store.roleOf));
  expect(await roles()).toEqual(["editor", "reader", "reader", null, null]);
  expect(await store.links()).toEqual(new Set(secrets.map((secret) => hashOf(secret).toString("hex"))));
  expect(await store.makeLinks({ roles: [], revoke: true })).toMatchObject([{ role: "editor" }]);
  expect(await roles()).toEqual([null, null, null, null, null]);
  await store.close();
});

const pieces = async () => {
  const database = new DatabaseSync(join(folder, "sharing.db"));
  const count = Number(database.prepare("SELECT count(*) AS count FROM blob_chunks").get()?.["count"]);
  database.close();
  return count;
};

test("the content of a file is there as a whole or not at all, and is removed when nobody has named it for long", async () => {
  const store = open();
  await checkBlobs(store.blobs, pieces);
  await store.close();
});

test("of very many contents that are removed, some are left to the next time", () => {
  const stored = Array.from({ length: 20 }, (_, at) => ({ hash: String(at), size: 50 * 1024 * 1024, unused: 1 }));
  expect(planSweep(stored, { named: new Set(["0"]), now: 100, keepMs: 10 })).toEqual({
    used: ["0"],
    unused: [],
    removed: ["1", "2", "3", "4", "5", "6"],
  });
});

test("what an upload left that was cut off by a kill is removed at the next start, and a backup has the files", async () => {
  const first = open();
  await fillBlobs(first.blobs);
  await first.close();
  const database = new DatabaseSync(join(folder, "sharing.db"));
  database.exec("INSERT INTO blob_chunks (upload, number, bytes) VALUES ('half', 0, x'00')");
  database.close();
  const second = open();
  expect(await pieces()).toBe(3);
  await checkFilled(second.blobs);
  await second.close();
  const elsewhere = mkdtempSync(join(tmpdir(), "galley-shared-"));
  const copy = openSqliteStore(elsewhere, () => {});
  await copy.fill(sqliteContents(join(folder, "sharing.db")));
  await checkFilled(copy.blobs);
  await copy.close();
  rmSync(elsewhere, { recursive: true });
});

test("a shared folder of an earlier Galley, which had texts only, is used as it is", async () => {
  const [update = new Uint8Array()] = updatesOf(1);
  const earlier = new DatabaseSync(join(folder, "sharing.db"));
  earlier.exec(`
    CREATE TABLE links (hash BLOB PRIMARY KEY, role TEXT NOT NULL) STRICT;
    CREATE TABLE updates (id INTEGER PRIMARY KEY AUTOINCREMENT, document TEXT NOT NULL, content BLOB NOT NULL) STRICT;
    CREATE INDEX updates_by_document ON updates (document, id);
    PRAGMA user_version = 1;
  `);
  earlier.prepare("INSERT INTO updates (document, content) VALUES ('a', ?)").run(update);
  earlier.close();
  const contents = await allOf(sqliteContents(join(folder, "sharing.db")));
  expect(contents).toHaveLength(1);
  const store = open();
  await fillBlobs(store.blobs);
  expect(textIn(await store.load("a"))).toBe("0 ");
  await checkFilled(store.blobs);
  await store.close();
  expect(notices).toEqual([]);
});

test("a closed store confirms nothing, and stays closed", async () => {
  const store = open();
  const [update = new Uint8Array()] = updatesOf(1);
  const last = store.append("a", update);
  await store.close();
  await last;
  await expect(store.append("a", update)).rejects.toThrow("closed");
  expect(rows()).toEqual({ a: 1 });
});

test("nothing is served from memory: a folder that cannot be written is an error", () => {
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "a file stands here");
  expect(open).toThrow(/cannot be used/);
});
