import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Writer } from "../../../core/review/writer";
import { versionOf } from "../storage/files/version";
import { type HistoryOptions, openHistory, type SqliteHistory } from "./sqlite-history";

let dataDir: string;
const open: SqliteHistory[] = [];
const notices: string[] = [];
const you: Writer = { kind: "you", name: "you" };

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "galley-history-"));
  notices.length = 0;
});
afterEach(async () => {
  for (const history of open.splice(0)) await history.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function opened(options: Partial<HistoryOptions> = {}): SqliteHistory {
  const history = openHistory({ dataDir, notice: (sentence) => notices.push(sentence), ...options });
  open.push(history);
  return history;
}

const keep = (
  history: SqliteHistory,
  realPath: string,
  content: string | Uint8Array,
  reason = "autosave",
  by = you,
) => {
  const bytes = Buffer.from(content);
  return history.record({ realPath, bytes, version: versionOf(bytes), by, reason });
};

/** Bytes that do not compress. */
function noise(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let state = 1;
  for (let i = 0; i < size; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

const textOf = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString();

test("every recorded version can be read back, newest first, with its writer and reason", async () => {
  const history = opened();
  await keep(history, "/w/a.md", "one", "autosave");
  await keep(history, "/w/a.md", "two\n".repeat(1000), "patch", { kind: "agent", name: "Claude" });
  const entries = await history.list("/w/a.md");
  expect(entries.map(({ reason, by, size }) => ({ reason, by, size }))).toEqual([
    { reason: "patch", by: { kind: "agent", name: "Claude" }, size: 4000 },
    { reason: "autosave", by: you, size: 3 },
  ]);
  expect(textOf(await history.read("/w/a.md", entries[0]?.version_id ?? ""))).toBe("two\n".repeat(1000));
  expect(textOf(await history.read("/w/a.md", entries[1]?.version_id ?? ""))).toBe("one");
  expect(textOf(await history.content(versionOf(Buffer.from("one"))))).toBe("one");
});

test("recording the newest version again adds no entry, recording an older one does", async () => {
  const history = opened();
  for (const text of ["a", "a", "b", "a"]) await keep(history, "/w/a.md", text);
  expect((await history.list("/w/a.md")).length).toBe(3);
});

test("an entry can be read only through its own file, and an unknown one is null [A32]", async () => {
  const history = opened();
  await keep(history, "/w/a.md", "secret");
  const [entry] = await history.list("/w/a.md");
  expect(await history.read("/w/b.md", entry?.version_id ?? "")).toBeNull();
  for (const odd of ["", "v9999", "1; DROP TABLE entries", "v1e3"])
    expect(await history.read("/w/a.md", odd)).toBeNull();
});

test("entries keep the order of the calls, however long each takes and whatever the clock says", async () => {
  let clock = Date.parse("2026-11-20T12:00:00Z");
  const history = opened({ now: () => clock });
  const calls: Promise<void>[] = [];
  for (let i = 0; i < 12; i++) {
    calls.push(keep(history, "/w/a.md", Buffer.concat([noise(i % 2 === 0 ? 900_000 : 10), Buffer.of(i)]), `step ${i}`));
  }
  await Promise.all(calls);
  clock -= 24 * 60 * 60_000;
  await keep(history, "/w/a.md", "a day earlier", "step 12");
  const entries = await history.list("/w/a.md");
  expect(entries.map(({ reason }) => reason)).toEqual(Array.from({ length: 13 }, (_, i) => `step ${12 - i}`));
  const ids = entries.map(({ version_id }) => version_id);
  expect([...ids].sort().reverse()).toEqual(ids);
});

test("bytes too large for the database are stored once in a file that only its user can read [A30]", async () => {
  const history = opened();
  const large = noise(3 * 1024 * 1024);
  await keep(history, "/w/a.md", large);
  await keep(history, "/w/b.md", large);
  const version = versionOf(large);
  const path = join(dataDir, "objects", version.slice(0, 2), version);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, "history.db")).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(dataDir, "objects"))).toEqual([version.slice(0, 2)]);
  expect(Buffer.from((await history.content(version)) ?? []).equals(large)).toBe(true);
});

test("a renamed file or folder keeps its history, one with a similar name is not affected", async () => {
  const history = opened();
  await keep(history, "/w/日本/a.md", "1");
  await keep(history, "/w/日本/b/c.md", "2");
  await keep(history, "/w/日本語.md", "3");
  await keep(history, "/w/日本-2/a.md", "4");
  await history.moved("/w/日本", "/w/nihon");
  expect((await history.list("/w/nihon/a.md")).length).toBe(1);
  expect((await history.list("/w/nihon/b/c.md")).length).toBe(1);
  expect((await history.list("/w/日本/a.md")).length).toBe(0);
  expect((await history.list("/w/日本語.md")).length).toBe(1);
  expect((await history.list("/w/日本-2/a.md")).length).toBe(1);
});

test("two histories on one folder see each other's versions and lose none", async () => {
  const [one, two] = [opened(), opened()];
  const calls: Promise<void>[] = [];
  for (let i = 0; i < 100; i++) calls.push(keep(i % 2 ? one : two, "/w/a.md", `text ${i}`));
  await Promise.all(calls);
  expect((await one.list("/w/a.md")).length).toBe(100);
  expect(await two.list("/w/a.md")).toEqual(await one.list("/w/a.md"));
});

const day = 24 * 60 * 60_000;
const start = Date.parse("2026-01-01T00:00:00Z");

/** A clock that can be set, and histories that are pruned by it. */
function clocked(options: Partial<HistoryOptions> = {}) {
  const clock = { at: start };
  const history = opened({ now: () => clock.at, maxAgeDays: 30, ...options });
  const sizes = async (path: string) => (await history.list(path)).map(({ size }) => size);
  return {
    clock,
    history,
    sizes,
    async keepMany(path: string, count: number, by = you, size = 10) {
      for (let i = 0; i < count; i++) await keep(history, path, randomBytes(size), `step ${i}`, by);
    },
    async days(count: number) {
      for (let i = 0; i < count; i++) {
        clock.at += day;
        await history.prune();
      }
    },
  };
}

test("old versions are pruned by age, except the last twenty of a file", async () => {
  const { history, keepMany, days } = clocked();
  await keepMany("/w/old.md", 25);
  await days(20);
  expect(await history.list("/w/old.md")).toHaveLength(25);
  await days(20);
  expect(await history.list("/w/old.md")).toHaveLength(20);
});

test("a clock that is far ahead for a while ages no version", async () => {
  const { clock, history, keepMany, days } = clocked();
  await keepMany("/w/a.md", 30);
  await days(2);
  clock.at += 400 * day;
  await history.prune();
  await keepMany("/w/b.md", 1);
  await history.prune();
  clock.at -= 400 * day;
  await days(2);
  expect(await history.list("/w/a.md")).toHaveLength(30);
});

test("versions written while the clock was far behind are not pruned at once when it is corrected", async () => {
  const { clock, history, keepMany, days } = clocked();
  await keepMany("/w/a.md", 3);
  await days(1);
  clock.at -= 500 * day;
  await keepMany("/w/a.md", 30);
  await history.prune();
  clock.at += 500 * day;
  await days(5);
  expect(await history.list("/w/a.md")).toHaveLength(33);
});

test("at most a tenth of all versions is pruned at once because of age", async () => {
  const { history, keepMany, days } = clocked({ maxAgeDays: 3 });
  await keepMany("/w/a.md", 2000, you, 3);
  await days(4);
  const left = (await history.list("/w/a.md")).length;
  expect(left).toBeLessThan(2000);
  expect(left).toBeGreaterThanOrEqual(1700);
});

test("the writer with most versions loses old ones first, whatever names and folders it uses", async () => {
  const { history, sizes, keepMany } = clocked({ maxBytes: 1_000_000 });
  await keepMany("/home/diary.md", 8, { kind: "program", name: "another program" }, 5000);
  await keepMany("/home/notes.md", 8, you, 5000);
  for (let i = 0; i < 40; i++)
    await keepMany(`/agents/${i % 7}/${i % 3}.md`, 3, { kind: "agent", name: `agent ${i}` }, 30_000);
  await history.prune();
  expect(await sizes("/home/diary.md")).toHaveLength(8);
  expect(await sizes("/home/notes.md")).toHaveLength(8);
  const left = await Promise.all(Array.from({ length: 21 }, (_, i) => sizes(`/agents/${i % 7}/${i % 3}.md`)));
  expect(left.flat().reduce((sum, size) => sum + size, 80_000)).toBeLessThanOrEqual(1_000_000);
  expect(left.every((each) => each.length > 0)).toBe(true);
});

test("within one writer the largest folder loses first; the newest version of each file stays", async () => {
  const { history, sizes, keepMany } = clocked({ maxBytes: 150_000 });
  await keepMany("/w/small/a.md", 5, you, 1000);
  await keepMany("/w/large/a.md", 5, you, 60_000);
  await history.prune();
  expect(await sizes("/w/small/a.md")).toHaveLength(5);
  expect(await sizes("/w/large/a.md")).toHaveLength(2);
});

test("a limit below the size of the newest versions leaves one version of each file", async () => {
  const { history, sizes, keepMany } = clocked({ maxBytes: 1 });
  for (const path of ["/w/a.md", "/w/b.md", "/x/a.md"]) await keepMany(path, 3);
  await history.prune();
  expect([await sizes("/w/a.md"), await sizes("/w/b.md"), await sizes("/x/a.md")]).toEqual([[10], [10], [10]]);
});

test("pruning also removes separate object files, but none that another file still needs", async () => {
  const history = opened({ maxBytes: 1 });
  const [shared, alone] = [noise(1_500_000), noise(1_600_000)];
  await keep(history, "/w/b.md", shared);
  await keep(history, "/w/a.md", shared);
  await keep(history, "/w/a.md", alone);
  await keep(history, "/w/a.md", "small");
  await history.prune();
  expect(await history.content(versionOf(alone))).toBeNull();
  expect((await history.content(versionOf(shared)))?.length).toBe(shared.length);
});

test("a damaged database is set aside with its content, a new one is started, and both are reported", async () => {
  await keep(opened(), "/w/a.md", "one");
  for (const history of open.splice(0)) await history.close();
  writeFileSync(join(dataDir, "history.db"), "this is no database at all, but it was once something");
  const history = opened();
  await keep(history, "/w/a.md", "two");
  expect((await history.list("/w/a.md")).length).toBe(1);
  const aside = readdirSync(dataDir).find((name) => name.startsWith("history.damaged-")) ?? "";
  expect(readFileSync(join(dataDir, aside), "utf8")).toContain("no database at all");
  expect(notices.join()).toMatch(/damaged; it was set aside as .*history\.damaged-/);
});

test("a database that is damaged while open is set aside too", async () => {
  const history = opened();
  for (let i = 0; i < 300; i++) await keep(history, "/w/a.md", noise(2000 + i));
  for (const one of open.splice(0)) await one.close();
  const path = join(dataDir, "history.db");
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 4096);
  writeFileSync(path, bytes);
  const again = opened();
  await keep(again, "/w/a.md", "after");
  expect((await again.list("/w/a.md"))[0]?.size).toBe(5);
  expect(notices.length).toBeGreaterThan(0);
});

test("if the folder cannot be used, versions are kept in memory and that is reported", async () => {
  writeFileSync(join(dataDir, "file"), "");
  const history = opened({ dataDir: join(dataDir, "file", "data") });
  await keep(history, "/w/a.md", "one");
  expect((await history.list("/w/a.md")).length).toBe(1);
  expect(notices.join()).toMatch(/kept only until Galley is closed/);
});

test("a version whose bytes do not match its hash is not returned", async () => {
  const history = opened();
  await keep(history, "/w/a.md", "one");
  const other = new DatabaseSync(join(dataDir, "history.db"));
  other.prepare("UPDATE objects SET packing = 'none', bytes = ?").run(Buffer.from("two"));
  other.close();
  expect(await history.content(versionOf(Buffer.from("one")))).toBeNull();
  expect(notices.join()).toContain("is damaged and cannot be shown");
});

test("packing does not block the main thread", async () => {
  const history = opened();
  // Hardly compressible, so that packing takes a while on any machine.
  const text = randomBytes(16 * 1024 * 1024);
  const version = versionOf(text);
  let turns = 0;
  let recording = true;
  const turn = () => {
    turns++;
    if (recording) setImmediate(turn);
  };
  setImmediate(turn);
  await history.record({ realPath: "/w/a.md", bytes: text, version, by: you, reason: "autosave" });
  recording = false;
  // Packing on this thread would leave only one or two turns of the event loop.
  expect(turns).toBeGreaterThan(20);
});

test("for a file of secrets everything is stored except its text [A32]", async () => {
  const history = opened();
  for (const path of ["/w/.env", "/w/.env.local", "/w/keys/server.PEM", "/home/me/.aws/credentials"]) {
    await keep(history, path, `secret of ${path}`);
    const [entry] = await history.list(path);
    expect(entry).toMatchObject({ size: `secret of ${path}`.length, bytes: "not kept" });
    expect(entry?.version).toBe(versionOf(Buffer.from(`secret of ${path}`)));
    expect(await history.read(path, entry?.version_id ?? "")).toBeNull();
    expect(await history.content(entry?.version ?? "")).toBeNull();
  }
  await keep(history, "/w/.env.example", "KEY=");
  const [example] = await history.list("/w/.env.example");
  expect(textOf(await history.read("/w/.env.example", example?.version_id ?? ""))).toBe("KEY=");
  expect(example?.bytes).toBeUndefined();
  await history.close();
  expect(readFileSync(join(dataDir, "history.db")).includes("secret of")).toBe(false);
});

test("text that exists nowhere else is kept for a week even for a file of secrets, and text that another file has is kept", async () => {
  const { history, days } = clocked({ maxAgeDays: 365 });
  await keep(history, "/w/.env", "mine");
  const mine = { realPath: "/w/.env", bytes: Buffer.from("mine"), version: versionOf(Buffer.from("mine")), by: you };
  // The same version as the newest entry, whose bytes were not stored.
  await history.record({ ...mine, reason: "your text in a conflict", elsewhere: "nowhere" });
  await keep(history, "/w/old.txt", "shared");
  await keep(history, "/w/elsewhere.txt", "shared");
  await keep(history, "/w/old.txt", "its own");
  await history.moved("/w/old.txt", "/w/.env.old");
  await days(6);
  expect(textOf(await history.content(mine.version))).toBe("mine");
  await days(2);
  expect(await history.content(mine.version)).toBeNull();
  expect(await history.content(versionOf(Buffer.from("its own")))).toBeNull();
  expect(textOf(await history.content(versionOf(Buffer.from("shared"))))).toBe("shared");
  expect(await history.list("/w/.env")).toMatchObject([{ version: mine.version, bytes: "not kept" }]);
});
