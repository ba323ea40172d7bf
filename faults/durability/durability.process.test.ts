import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startChild } from "../../src/main/engine/testing/child-process";
import { checkOrder, type DurabilityRules } from "./check-order";
import { readRecord, recording } from "./file-record";

const child = new URL("../children/durable.child.ts", import.meta.url);
const wordFile = new URL("../../src/main/engine/office/samples/pandoc.docx", import.meta.url);
const hasStrace = spawnSync("strace", ["--version"]).status === 0;

/** A kind of write: its setup, and what must be on the disk in which order. */
type Kind = Pick<DurabilityRules, "matters" | "first"> & { lay?(root: string): void };

const history = /\/data\/(history\.db(-wal)?|objects\/.*)$/;
const review = /\/data\/review\.db(-wal)?$/;
const either = (...all: RegExp[]) => new RegExp(all.map(({ source }) => source).join("|"));
const target = /\/w\/(a\.md|b\.md|a\.docx)$/;
/** The target is not changed before its old text is safe, and a confirmed write survives completely. */
const overwriting = { matters: either(target, history, review), first: [{ backup: history, target }] };
const savedBefore = { backup: /\/data\/saves\/[^/]*\.(save|part)$/, target };

const kinds: Record<string, Kind & { kind: string }> = {
  "an agent's write over a file": { kind: "write", ...overwriting },
  "an agent's write in place, of a file with two names": {
    kind: "write",
    ...overwriting,
    first: [...overwriting.first, savedBefore],
    lay: (root) => linkSync(join(root, "a.md"), join(root, "b.md")),
  },
  "an agent's write over a text that lies beside the history's database": {
    kind: "large",
    ...overwriting,
    lay: (root) => writeFileSync(join(root, "a.md"), randomBytes(1_500_000).toString("hex")),
  },
  "an agent's new file, in new folders": {
    kind: "new",
    matters: either(/\/w\/deep(\/er(\/new\.md)?)?$/, review),
  },
  "an edit of a Word document": { kind: "office", ...overwriting },
  "a translation handed in": {
    kind: "book",
    matters: /\/novel\/\.galley(\/book\.db(-journal)?)?$/,
  },
  "a rename": { kind: "rename", matters: /\/w\/(a\.md|other\/b\.md)$/ },
  "the journal of unsaved typing": { kind: "journal", matters: /\/data\/journal(\/document-1\.json)?$/ },
  "what is typed for the assistant": { kind: "draft", matters: /\/data\/conversations\.db(-wal)?$/ },
  "the settings": { kind: "settings", matters: /\/data\/settings\.json$/ },
};

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-durable-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What is wrong with the order in which a separate process, including its SQLite, writes, syncs and renames. */
async function orderOf({ kind, lay, ...rules }: Kind & { kind: string }): Promise<string[]> {
  const [root, data, record] = ["w", "data", "record"].map((name) => join(folder, name)) as [string, string, string];
  for (const each of [root, data, join(root, "other"), join(root, "novel")]) mkdirSync(each);
  writeFileSync(join(root, "a.md"), "an old text\n");
  writeFileSync(join(root, "novel", "1.md"), "One.\n\nTwo.\n");
  copyFileSync(wordFile, join(root, "a.docx"));
  lay?.(root);
  const below = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  const env = { NODE_OPTIONS: "--experimental-transform-types", GALLEY_RUNTIME: join(folder, "run") };
  const { code, complaint } = await startChild(child, [kind, data, root], { before: recording(record), env }).ended;
  expect({ code, complaint }).toMatchObject({ code: 0 });
  const calls = readRecord(readFileSync(record, "utf8"));
  return checkOrder(calls, {
    ...rules,
    begins: /^begins/,
    confirmed: /^confirmed/,
    there: new Set([folder, ...below]),
  });
}

for (const [title, kind] of Object.entries(kinds)) {
  test(`${title}: everything is on the disk in the right order`, async (context) => {
    if (!hasStrace) context.skip("strace is not installed: no write was recorded, and no order looked at");
    expect(await orderOf(kind)).toEqual([]);
  });
}
