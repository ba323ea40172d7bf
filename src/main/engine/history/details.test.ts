import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { withNote } from "../../../core/review/reason-note";
import type { NewVersion } from "../ports/history";
import { versionOf } from "../storage/files/version";
import { openHistory, type SqliteHistory } from "./sqlite-history";

let dataDir = "";
let history: SqliteHistory;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "galley-history-"));
  history = openHistory({ dataDir });
});
afterEach(async () => {
  await history.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const version = (realPath: string, text: string, more: Partial<NewVersion> = {}): NewVersion => {
  const bytes = Buffer.from(text);
  return { realPath, bytes, version: versionOf(bytes), by: { kind: "agent", name: "model" }, reason: "patch", ...more };
};

it("the request and the size of the change are stored with a version", async () => {
  await history.record(version("/w/a.md", "one"));
  await history.record(version("/w/a.md", "two", { request: "Say two", change: { added: 1, removed: 1 } }));
  const [second, first] = await history.list("/w/a.md");
  expect(second).toMatchObject({ request: "Say two", change: { added: 1, removed: 1 } });
  expect(first).not.toHaveProperty("request");
  expect(first).not.toHaveProperty("change");
});

it("a history of an older Galley without details can be read and written", async () => {
  await history.record(version("/w/a.md", "one"));
  await history.close();
  const database = new DatabaseSync(join(dataDir, "history.db"));
  database.exec("DROP TABLE details");
  database.close();
  history = openHistory({ dataDir });
  expect(await history.list("/w/a.md")).toHaveLength(1);
  expect(await history.filesIn("/w", 10)).toHaveLength(1);
  await history.record(version("/w/a.md", "two"));
  expect(await history.list("/w/a.md")).toHaveLength(2);
  await history.record(version("/w/a.md", "three", { request: "Go on" }));
  expect((await history.list("/w/a.md"))[0]).toMatchObject({ request: "Go on" });
});

it("an older Galley's columns stay unchanged, so that it can use the same file", async () => {
  await history.record(version("/w/a.md", "one", { request: "Why" }));
  const database = new DatabaseSync(join(dataDir, "history.db"));
  const columns = database.prepare("SELECT name FROM pragma_table_info('entries')").all();
  database.close();
  expect(columns.map(({ name }) => name)).toEqual([
    ...["id", "path", "version", "at", "writer_kind", "writer_name", "reason", "size"],
  ]);
});

it("the files of a folder are listed by their last write, without files beside the folder", async () => {
  for (const path of ["/w/a.md", "/w/deep/b.md", "/w2/c.md", "/w.md"]) await history.record(version(path, path));
  await history.record(version("/w/a.md", "again", { request: "Again" }));
  const files = await history.filesIn("/w", 10);
  expect(files.map(({ realPath, versions }) => [realPath, versions])).toEqual([
    ["/w/a.md", 2],
    ["/w/deep/b.md", 1],
  ]);
  expect(files[0]?.newest).toMatchObject({ request: "Again" });
  expect(await history.filesIn("/w", 1)).toHaveLength(1);
});

it("a renamed folder keeps the history of its files, requests included", async () => {
  await history.record(version("/w/deep/b.md", "one", { request: "Begin" }));
  await history.moved("/w/deep", "/w/other");
  expect(await history.list("/w/other/b.md")).toMatchObject([{ request: "Begin" }]);
  expect(await history.filesIn("/w/deep", 10)).toEqual([]);
});

it("a note is read apart from the reason, and an older Galley finds both in the column it knows", async () => {
  await history.record(version("/w/a.md", "one", { reason: withNote("patch", "shorter intro") }));
  expect(await history.list("/w/a.md")).toMatchObject([{ reason: "patch", note: "shorter intro" }]);
  expect((await history.filesIn("/w", 1))[0]?.newest).toMatchObject({ reason: "patch", note: "shorter intro" });
  const database = new DatabaseSync(join(dataDir, "history.db"));
  const stored = database.prepare("SELECT reason FROM entries").all();
  database.close();
  expect(stored).toEqual([{ reason: "patch\nshorter intro" }]);
});

it("only agents leave notes: what the user did may be named in several lines", async () => {
  const by = { kind: "you", name: "" } as const;
  await history.record(version("/w/a.md", "one", { by, reason: "“a” replaced\nwith “b”" }));
  const [entry] = await history.list("/w/a.md");
  expect(entry).toMatchObject({ reason: "“a” replaced\nwith “b”" });
  expect(entry).not.toHaveProperty("note");
});
