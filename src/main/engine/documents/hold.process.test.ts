import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openHistory } from "../history/sqlite-history";
import { versionOf } from "../storage/files/version";
import { startChild, type TestChild } from "../testing/child-process";

const child = new URL("../testing/engine.child.ts", import.meta.url);
/** Does not compress, so it needs its full size in the history. */
const old = Array.from({ length: 3000 }, (_, at) => `${(at * 2_654_435_761) % 4_294_967_296} only here\n`).join("");
const write = { name: "text_editor", action: "write", path: "a.md", content: "new\n" };
let folder: string;
let dataDir: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-hold-"));
  dataDir = join(folder, "data");
  mkdirSync(join(folder, "w"));
  file = join(folder, "w", "a.md");
  writeFileSync(file, old);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (before: readonly string[] = []) =>
  startChild(child, [dataDir, join(folder, "w")], { before, env: { NODE_OPTIONS: "--experimental-transform-types" } });

async function call(one: TestChild, asked: object): Promise<{ ok: boolean; message: string }> {
  const count = one.lines.length;
  one.send(JSON.stringify(asked));
  while (!one.lines.slice(count).some((line) => line.startsWith("answer ")))
    await new Promise((resolve) => setTimeout(resolve, 5));
  return JSON.parse((one.lines.at(-1) as string).slice("answer ".length)) as { ok: boolean; message: string };
}

async function end(one: TestChild): Promise<void> {
  one.process.stdin?.end();
  expect(await one.ended).toMatchObject({ code: 0, complaint: "" });
}

/** The one guarantee: the text is in the file or in the history. */
async function expectNothingLost(): Promise<void> {
  if (readFileSync(file, "utf8") === old) return;
  const history = openHistory({ dataDir });
  const kept = await history.content(versionOf(Buffer.from(old)));
  await history.close();
  expect(kept && Buffer.from(kept).toString()).toBe(old);
}

async function expectRejected(one: TestChild, reason: RegExp): Promise<void> {
  const { ok, message } = await call(one, write);
  expect({ ok, message }).toEqual({ ok: false, message: expect.stringMatching(reason) });
  expect(message).toContain("a.md was not changed");
  expect(readFileSync(file, "utf8")).toBe(old);
  const readResult = await call(one, { name: "text_editor", action: "read", path: "a.md" });
  expect(readResult.ok).toBe(true);
}

/** Writes beyond this many KiB of a file fail, as on a full disk; those of SQLite too. */
const withFileLimit = (kibibytes: number) => [
  "bash",
  "-c",
  `trap '' XFSZ; ulimit -f ${kibibytes}; exec "$@"`,
  "limited",
];

test("where SQLite cannot write, an agent's write over a file that it never read is rejected", async () => {
  const first = start();
  await first.printed("ready");
  await end(first);
  const one = start(withFileLimit(20));
  await one.printed("ready");
  await expectRejected(one, /could not be kept in the history first \(.*(?:disk|full|I\/O)/);
  await end(one);
});

test("where the data folder cannot be created, an agent's write over a file is rejected, and a new file is created", async () => {
  writeFileSync(dataDir, "a file is in its way");
  const one = start();
  await one.printed("ready");
  await expectRejected(one, /could not be kept in the history first \(the history in .* cannot be used/);
  expect(await call(one, { ...write, path: "b.md" })).toMatchObject({ ok: true });
  await end(one);
});

test("with a history written by a newer Galley, an agent's write over a file is rejected, and its versions can be read", async () => {
  const first = start();
  await first.printed("ready");
  await call(first, { ...write, path: "b.md", content: "one\n" });
  await end(first);
  const database = new DatabaseSync(join(dataDir, "history.db"));
  database.exec("PRAGMA user_version = 1000");
  database.close();
  const one = start();
  await one.printed("ready");
  await expectRejected(one, /could not be kept in the history first \(.*newer Galley/);
  expect((await call(one, { name: "doc_history", path: "b.md" })).message).toContain("tester");
  await end(one);
});

test.each(["the history", "the whole data folder"])(
  "nothing is lost if %s is removed while the process runs",
  async (what) => {
    const one = start();
    await one.printed("ready");
    await call(one, { ...write, path: "b.md" });
    if (what === "the history")
      for (const suffix of ["", "-wal", "-shm"]) rmSync(join(dataDir, `history.db${suffix}`), { force: true });
    else rmSync(dataDir, { recursive: true });
    await call(one, write);
    await end(one);
    await expectNothingLost();
  },
);

test("a version that lies beside the database and is lost there is stored again", async () => {
  const text = randomBytes(3_000_000).toString("hex");
  writeFileSync(file, text);
  const one = start();
  await one.printed("ready");
  const patch = { name: "text_editor", action: "patch", path: "a.md", old_text: text.slice(0, 40), new_text: "x" };
  expect(await call(one, patch)).toMatchObject({ ok: true });
  const objects = join(dataDir, "objects");
  rmSync(objects, { recursive: true });
  writeFileSync(file, text);
  expect(await call(one, write)).toMatchObject({ ok: true });
  await end(one);
  const history = openHistory({ dataDir });
  expect(Buffer.from((await history.content(versionOf(Buffer.from(text)))) ?? []).toString()).toBe(text);
  await history.close();
});
