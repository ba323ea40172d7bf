import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app";

let testApp: TestApp;
afterEach(() => testApp.end());

const ask = () => testApp.window.handlers;
const put = (name: string, text: string) => {
  mkdirSync(dirname(testApp.path(name)), { recursive: true });
  writeFileSync(testApp.path(name), text);
};
const records = () => (existsSync(join(testApp.dataDir, "mends")) ? readdirSync(join(testApp.dataDir, "mends")) : []);

async function begin(files: Record<string, string>): Promise<void> {
  testApp = createTestApp({});
  for (const [name, text] of Object.entries(files)) put(name, text);
  await testApp.start([""]);
}

const allTexts = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(testApp.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(testApp.folder.length + 1), readFileSync(path, "utf8")]),
  );

/**
 * Copies the folder and the records as a kill would leave them: before every write of `work`, after the rename, and
 * before the record is removed.
 */
async function stepsOf(work: () => Promise<unknown>): Promise<string[]> {
  const steps: string[] = [];
  const kept = mkdtempSync(join(tmpdir(), "galley-steps-"));
  const keep = () => {
    const step = join(kept, String(steps.length));
    cpSync(testApp.folder, join(step, "folder"), { recursive: true });
    if (existsSync(join(testApp.dataDir, "mends")))
      cpSync(join(testApp.dataDir, "mends"), join(step, "mends"), { recursive: true });
    steps.push(step);
  };
  keep();
  // Awaited before each write, which is when the state is copied.
  const keeping = {
    // biome-ignore lint/suspicious/noThenProperty: what is awaited is a step
    then(done: () => void) {
      keep();
      done();
    },
  };
  testApp.slow(keeping as unknown as Promise<void>);
  await work();
  testApp.slow(null);
  keep();
  return steps;
}

/** Starts another app on the state that a kill left at a step. */
async function startAt(step: string): Promise<void> {
  testApp = await testApp.crash();
  rmSync(testApp.folder, { recursive: true });
  cpSync(join(step, "folder"), testApp.folder, { recursive: true });
  rmSync(join(testApp.dataDir, "mends"), { recursive: true, force: true });
  if (existsSync(join(step, "mends"))) cpSync(join(step, "mends"), join(testApp.dataDir, "mends"), { recursive: true });
  await testApp.start([""]);
}

async function unfinished() {
  const answer = await ask()["links:unfinished"](undefined);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.unfinished;
}

const many = {
  "old.md": "# Old\n\n[self](old.md#old) [deep](n/deep.md)\n",
  "a.md": "[one](old.md) [two](<old.md>)\n",
  "n/deep.md": "[up](../old.md) [[old]]\n",
  "z.md": "nothing\n",
  "zz.md": "[[old|label]]\n",
};

test("if the app ends at any step of a move, its next start finds the remaining links and updates them", async () => {
  await begin(many);
  const asked = { from: testApp.path("old.md"), to: testApp.path("n/new one.md") };
  const steps = await stepsOf(() => ask()["links:move"](asked));
  const wanted = allTexts();
  expect(steps.length).toBeGreaterThanOrEqual(6);
  expect(records()).toEqual([]);
  let offered = 0;
  for (const step of steps) {
    await startAt(step);
    const [left, ...more] = await unfinished();
    expect(more).toEqual([]);
    if (left) {
      offered++;
      expect(left).toMatchObject({ name: "new one.md", before: "old.md" });
      expect(await ask()["links:finish"](left.id)).toMatchObject({
        ok: true,
        report: { failed: [], links: left.links },
      });
    }
    // Before the rename nothing has happened.
    expect(allTexts()).toEqual(existsSync(testApp.path("old.md")) ? many : wanted);
    expect(records()).toEqual([]);
    expect(await unfinished()).toEqual([]);
  }
  expect(offered).toBeGreaterThanOrEqual(4);
});

test("if the app ends at any step of a heading's rename, the remaining links are updated", async () => {
  const files = {
    "a.md": "# One\n\n[s](#one)\n",
    "b.md": "[o](a.md#one)\n",
    "c.md": "[[a#One]]\n",
    "d.md": "[x](b.md#one)\n",
  };
  await begin(files);
  const opened = await ask()["document:open"](testApp.path("a.md"));
  if (!opened.ok || !opened.document) throw new Error("not opened");
  const heading = { doc: opened.document.doc, line: 1, source: "One", title: "Other" };
  const steps = await stepsOf(() => ask()["links:rename-heading"](heading));
  const wanted = allTexts();
  let offered = 0;
  for (const step of steps) {
    await startAt(step);
    for (const { id, name } of await unfinished()) {
      offered++;
      expect(name).toBe("Other");
      await ask()["links:finish"](id);
    }
    expect(allTexts()).toEqual(readFileSync(testApp.path("a.md"), "utf8").startsWith("# One") ? files : wanted);
  }
  expect(offered).toBeGreaterThanOrEqual(2);
});

test("an undo that was cut short leaves no broken link", async () => {
  await begin(many);
  const moved = await ask()["links:move"]({ from: testApp.path("old.md"), to: testApp.path("new.md") });
  if (!moved.ok) throw new Error(moved.error.message);
  const after = allTexts();
  const steps = await stepsOf(() => ask()["links:undo"](moved.report.undo ?? 0));
  for (const step of steps) {
    await startAt(step);
    for (const { id } of await unfinished()) await ask()["links:finish"](id);
    const isBack = existsSync(testApp.path("old.md"));
    // A link may be written differently if both forms lead to the file.
    const plain = (texts: Record<string, string>) => JSON.stringify(Object.entries(texts).sort()).replace(/[<>]/g, "");
    expect(plain(allTexts())).toBe(plain(isBack ? many : after));
  }
});

test("links that the user leaves as they are, are never offered again; those of another folder are not offered here", async () => {
  await begin(many);
  const steps = await stepsOf(() => ask()["links:move"]({ from: testApp.path("old.md"), to: testApp.path("new.md") }));
  await startAt(steps[1] ?? "");
  put("elsewhere/x.md", "");
  await ask()["workspace:open"](testApp.path("elsewhere"));
  expect(await unfinished()).toEqual([]);
  expect(records()).toHaveLength(1);
  await ask()["workspace:open"](testApp.folder);
  const [left] = await unfinished();
  expect(await ask()["links:leave"](left?.id ?? "")).toMatchObject({ ok: true });
  expect(await unfinished()).toEqual([]);
  expect(readFileSync(testApp.path("a.md"), "utf8")).toBe(many["a.md"]);
  expect(await ask()["links:finish"](left?.id ?? "")).toMatchObject({ ok: false });
  expect(await ask()["links:leave"]("../../settings")).toMatchObject({ ok: true });
});

test("only links that the rename left behind are updated: not those the user wrote or updated since", async () => {
  await begin(many);
  const steps = await stepsOf(() => ask()["links:move"]({ from: testApp.path("old.md"), to: testApp.path("new.md") }));
  await startAt(steps[1] ?? "");
  put("a.md", "mine: [one](new.md) and [two](<old.md>)\n");
  put("later.md", "[on purpose](old.md)\n");
  rmSync(testApp.path("zz.md"));
  const [left] = await unfinished();
  expect(left).toMatchObject({ fileCount: 3 });
  await ask()["links:finish"](left?.id ?? "");
  expect(readFileSync(testApp.path("a.md"), "utf8")).toBe("mine: [one](new.md) and [two](<new.md>)\n");
  expect(readFileSync(testApp.path("later.md"), "utf8")).toBe("[on purpose](old.md)\n");
});

test("a new file under the old name takes the links: no update is offered", async () => {
  await begin(many);
  const steps = await stepsOf(() => ask()["links:move"]({ from: testApp.path("old.md"), to: testApp.path("new.md") }));
  await startAt(steps[1] ?? "");
  put("old.md", "another\n");
  expect(await unfinished()).toEqual([]);
  expect(records()).toEqual([]);
});

test("a rename that is rejected, or whose record cannot be stored, changes nothing and leaves nothing", async () => {
  await begin(many);
  const taken = await ask()["links:move"]({ from: testApp.path("old.md"), to: testApp.path("z.md") });
  expect(taken).toMatchObject({ ok: false });
  expect(records()).toEqual([]);
  rmSync(join(testApp.dataDir, "mends"), { recursive: true, force: true });
  writeFileSync(join(testApp.dataDir, "mends"), "in the way");
  const refused = await ask()["links:move"]({ from: testApp.path("old.md"), to: testApp.path("new.md") });
  expect(refused).toMatchObject({ ok: false });
  expect(allTexts()).toEqual(many);
});

test("a damaged record is set aside, and offers nothing", async () => {
  await begin(many);
  mkdirSync(join(testApp.dataDir, "mends"), { recursive: true });
  for (const [at, text] of ["", "{", '{"root": 1}', "null"].entries())
    writeFileSync(join(testApp.dataDir, "mends", `${String(at).padStart(16, "0")}.json`), text);
  writeFileSync(join(testApp.dataDir, "mends", "notes.txt"), "not ours");
  expect(await unfinished()).toEqual([]);
  expect(records().filter((name) => /^[0-9a-f]{16}\.json$/.test(name))).toEqual([]);
});

test("a rename updates what it can: a file that is read-only, one changed meanwhile, one open with unsaved edits", async () => {
  await begin({ ...many, "dirty.md": "[d](old.md)\n", "odd.md": "[o](old.md)\n" });
  const dirty = await testApp.open("dirty.md");
  chmodSync(testApp.path("a.md"), 0o444);
  testApp.desktop.onEvent = ({ name }) => {
    if (name === "document:moved") put("zz.md", "meanwhile [[old|other]]\n");
  };
  await testApp.open("old.md");
  await ask()["document:typed"]({
    doc: dirty.doc,
    base: dirty.version,
    seq: 1,
    changes: [{ from: 0, to: 0, insert: "typed " }],
  });
  rmSync(testApp.path("odd.md"));
  mkdirSync(testApp.path("odd.md"));
  const moved = await ask()["links:move"]({ from: testApp.path("old.md"), to: testApp.path("new.md") });
  if (!moved.ok) throw new Error(moved.error.message);
  expect(readFileSync(testApp.path("zz.md"), "utf8")).toBe("meanwhile [[new|other]]\n");
  expect(readFileSync(testApp.path("n/deep.md"), "utf8")).toBe("[up](../new.md) [[new]]\n");
  expect(readFileSync(testApp.path("dirty.md"), "utf8")).toContain("[d](new.md)");
  // A link in a read-only file is either updated or reported, never skipped silently.
  const isUpdated = readFileSync(testApp.path("a.md"), "utf8").includes("new.md");
  expect(moved.report.failed.map(({ path }) => path)).toEqual(isUpdated ? [] : ["a.md"]);
  expect(records()).toEqual([]);
});
