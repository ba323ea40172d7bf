import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Writer } from "../../../core/review/writer";
import { versionOf } from "../storage/files/version";
import { openHistory, type SqliteHistory } from "./sqlite-history";

const you: Writer = { kind: "you", name: "you" };
const others: Writer = { kind: "program", name: "Shared folder" };
const path = "/w/a.md";

let dataDir: string;
let history: SqliteHistory;
let clock: number;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "galley-bursts-"));
  clock = Date.parse("2026-01-01T00:00:00Z");
  history = openHistory({ dataDir, now: () => clock });
});
afterEach(async () => {
  await history.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function keep(text: string, { by = you, isInBurst = true, change = { added: 1, removed: 0 } } = {}) {
  const bytes = Buffer.from(text);
  await history.record({ realPath: path, bytes, version: versionOf(bytes), by, reason: "autosave", change, isInBurst });
}

/** One version in each tenth of a second. */
async function typeFor(tenths: number, prefix: string, by = you) {
  for (let n = 0; n < tenths; n++) {
    await keep(`${prefix} ${n}`, { by, change: n === 0 ? { added: 2, removed: 0 } : { added: 1, removed: 1 } });
    clock += 100;
  }
}

const texts = async () =>
  Promise.all(
    (await history.list(path))
      .reverse()
      .map(async (entry) => Buffer.from((await history.read(path, entry.version_id)) ?? []).toString()),
  );

test("of what is saved while somebody types, all is kept for a minute, and then one version of every two seconds", async () => {
  await typeFor(50, "first");
  expect(await texts()).toHaveLength(50);
  clock += 60_000;
  await keep("much later");
  expect(await texts()).toEqual(["first 19", "first 39", "first 49", "much later"]);
  expect(await history.content(versionOf(Buffer.from("first 7")))).toBeNull();
  // The words of those that are gone are counted by the one that stays.
  expect((await history.list(path)).map(({ change }) => change)).toEqual([
    { added: 1, removed: 0 },
    { added: 1, removed: 1 },
    { added: 1, removed: 1 },
    { added: 2, removed: 0 },
  ]);
});

test("versions of several writers in turn, marked ones and those of other saves stay", async () => {
  await keep("mine 1");
  await keep("theirs 1", { by: others });
  await keep("mine 2");
  await keep("saved", { isInBurst: false });
  await keep("mine 3");
  await keep("mine 4");
  const [marked] = await history.list(path, 1);
  await history.mark(path, marked?.version_id ?? "", "good");
  await keep("mine 5");
  clock += 61_000;
  await keep("later");
  expect(await texts()).toEqual(["mine 1", "theirs 1", "mine 2", "saved", "mine 4", "mine 5", "later"]);
});

test("a text that was written twice keeps its bytes as long as one of its versions stays", async () => {
  await keep("a");
  await keep("b");
  await keep("a");
  clock += 61_000;
  await keep("later");
  await keep("b", { isInBurst: false });
  expect(await texts()).toEqual(["a", "later", "b"]);
});
