/** External programs write into protected passages of texts while an agent is at work. */
import { renameSync, unlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EXTERNAL_CHANGE, GIT } from "../../../core/review/writer";
import type { Settings } from "../../../shared/settings";
import { createTestApp, eventually, FakePage, type TestApp } from "../testing/test-app";

const wall = "The grey harbour wall.";
const tide = "The tide is late.";
const text = `# Notes\n\n${wall}\n\nNothing happens in this paragraph.\n\n${tide}\n`;

let testApp: TestApp;
let page: FakePage;
beforeEach(() => {
  testApp = createTestApp({ "open.md": text, "closed.md": text });
});
afterEach(() => testApp.end());

async function start(mode: Settings["reviewExternal"] = "always"): Promise<void> {
  await testApp.start();
  await testApp.window.handlers["app:save-settings"]({ reviewExternal: mode });
  await testApp.window.openWorkspace(testApp.folder);
  page = new FakePage(testApp, await testApp.open("open.md"));
  await testApp.window.handlers["document:check"](page.doc);
  if (mode === "always")
    await eventually(() => expect(testApp.app.external.files()).toContain(testApp.path("closed.md")));
}

/** Protects words of a file, or all of it. */
async function protect(name: string, words: string | null = wall, mode: "locked" | "suggest" = "locked") {
  const { documents, comments } = await testApp.engine();
  const document = await documents.read(testApp.path(name), [testApp.folder], "person");
  const from = words === null ? 0 : document.text.indexOf(words);
  const kind = words === null ? "document" : words.startsWith("#") ? "section" : "paragraph";
  await comments.protect(document, { kind, mode, from, to: from + (words ?? "").length }, [testApp.folder]);
}

/** What the locks of a file are on; null for one that is lost. */
async function protectedWords(name: string): Promise<(string | null)[]> {
  const { documents, comments } = await testApp.engine();
  const document = await documents.read(testApp.path(name), [testApp.folder], "person");
  const locks = await comments.locks(document);
  return locks.map(({ range }) => range && document.text.slice(range.from, range.to));
}

async function pending(): Promise<string[]> {
  const listed = await testApp.window.handlers["review:list"]("hunks");
  if (!listed.ok) throw new Error(listed.error.message);
  return listed.documents
    .flatMap(({ name, hunks }) => hunks.map(({ removed, inserted }) => `${name} | ${removed} → ${inserted}`))
    .sort();
}

/** Handles what has changed on the disk, without waiting for the watcher. */
async function noted(): Promise<void> {
  await testApp.window.handlers["document:check"](page.doc);
  for (const name of ["open.md", "closed.md"]) testApp.app.external.touched(testApp.path(name));
  await testApp.app.external.idle();
}

const events = () => testApp.desktop.events("external:put-back");
const becomes = (name: string, expected: string) => expect.poll(() => testApp.read(name)).toBe(expected);

test.each(["open.md", "closed.md"])(
  "protected words of %s are put back at once, what else was written waits, and the history has all",
  async (name) => {
    await start();
    await protect(name);
    const written = text.replace("grey", "red").replace("late", "early");
    testApp.write(name, written);
    await noted();
    await becomes(name, text.replace("late", "early"));
    await expect.poll(pending).toEqual([`${name} | late → early`]);
    expect(await protectedWords(name)).toEqual([wall]);
    await eventually(() => expect(events()).toHaveLength(1));
    const [{ path, by, outcome, at }] = events() as [ReturnType<typeof events>[number]];
    expect({ path, by, outcome }).toEqual({ path: testApp.path(name), by: "External change", outcome: "put back" });
    expect(testApp.read(name).slice(at.from, at.to)).toBe(wall);
    const { history, documents } = await testApp.engine();
    const [newest, before] = await history.list(testApp.path(name), 2);
    expect([newest?.by.name, newest?.reason]).toEqual(["Galley", "put protected words back"]);
    expect(await documents.textOf(before?.version ?? "")).toBe(written);
  },
);

test("a passage is found again, also where all around it was rewritten, and stays protected against the next write", async () => {
  await start();
  await protect("closed.md");
  for (const word of ["one", "two"]) {
    testApp.write("closed.md", `${word} alpha\n\n${word} beta\n\n${word} gamma\n\n${word} delta\n`);
    await noted();
    await expect.poll(() => testApp.read("closed.md")).toContain(wall);
    await expect.poll(() => protectedWords("closed.md")).toEqual([wall]);
    expect(testApp.read("closed.md")).toContain(`${word} delta`);
  }
});

test("of a protected section the inside is put back, of a protected document all", async () => {
  await start();
  await protect("open.md", "# Notes");
  await protect("closed.md", null);
  for (const name of ["open.md", "closed.md"]) testApp.write(name, "# Notes\n\nAll of it is new.\n");
  await noted();
  await expect
    .poll(() => testApp.read("open.md"))
    .toContain(`${wall}\n\nNothing happens in this paragraph.\n\n${tide}`);
  await becomes("closed.md", text);
  await expect.poll(async () => (await protectedWords("open.md"))[0]).toContain(`# Notes\n\n${wall}`);
});

test("where agents may suggest, an external write waits for review as ever", async () => {
  await start();
  await protect("open.md", wall, "suggest");
  await protect("open.md", tide);
  testApp.write("open.md", text.replace("grey", "red").replace("late", "early"));
  await becomes("open.md", text.replace("grey", "red"));
  await expect.poll(pending).toEqual(["open.md | grey → red"]);
});

test("a user's own write is not put back: no agent at work, reviews off, Git", async () => {
  await start("agents");
  await protect("open.md");
  await protect("closed.md");
  const { history } = await testApp.engine();
  const newest = async () => (await history.list(testApp.path("open.md"), 1))[0]?.by.name;
  testApp.write("open.md", text.replace("grey", "red"));
  await noted();
  await expect.poll(newest).toBe("External change");
  expect(testApp.read("open.md")).toContain("red");
  // Git's, which the user wants to review.
  const { documents } = await testApp.engine();
  await testApp.window.handlers["app:save-settings"]({ reviewExternal: "always" });
  await eventually(() => expect(testApp.app.external.files()).toContain(testApp.path("closed.md")));
  const { authors } = testApp.app.external;
  authors.authorOf = async () => ({ by: GIT, isReviewed: true });
  testApp.write("closed.md", text.replace("grey", "blue"));
  await documents.noteExternal(testApp.path("closed.md"), [testApp.folder]);
  await expect.poll(pending).toEqual(["closed.md | grey → blue"]);
  // A later write of another program is put back, and Git's is there still.
  await protect("closed.md", tide);
  authors.authorOf = async () => ({ by: EXTERNAL_CHANGE, isReviewed: true });
  testApp.write("closed.md", text.replace("grey", "blue").replace("late", "early"));
  await documents.noteExternal(testApp.path("closed.md"), [testApp.folder]);
  await becomes("closed.md", text.replace("grey", "blue"));
  expect(events()).toHaveLength(1);
});

test("what an agent at work writes with its own tools is put back under its name, and the agent reads it in its next answer", async () => {
  await start("agents");
  await protect("open.md");
  const caller = { id: "1", name: "claude-code", roots: [testApp.folder] };
  testApp.app.agents.connected({ ...caller, kind: "mcp" });
  const call = () =>
    testApp.app.agents.run({ name: "workspace", arguments: { action: "list" }, caller }, () => testApp.app.engine());
  await call();
  testApp.write("open.md", text.replace("grey", "red"));
  await becomes("open.md", text);
  await eventually(() => expect(events().at(-1)).toMatchObject({ by: "claude-code", outcome: "put back" }));
  expect(await pending()).toEqual([]);
  const { message } = await call();
  expect(message).toContain(`You changed a passage of ${testApp.path("open.md")} that the user protects`);
  expect(message).toContain('"red" is again "grey"');
  expect((await call()).message).not.toContain("protects");
});

test("what the user types meanwhile is merged", async () => {
  await start();
  await protect("open.md");
  page.type(`${page.base}My own words.\n`);
  testApp.write("open.md", text.replace("grey", "red"));
  await noted();
  await becomes("open.md", text);
  const saved = await page.save();
  if (saved.status === "stale") {
    const now = page.after({ ...saved.change, from: page.version });
    page.saved(saved.change.to, now);
    page.type(`${now}My own words.\n`);
    expect(await page.save()).toMatchObject({ status: "saved" });
  }
  await becomes("open.md", `${text}My own words.\n`);
});

test("two writes in a row before the first was handled are both put back, to the words before them", async () => {
  await start();
  await protect("closed.md");
  const path = testApp.path("closed.md");
  const { documents } = await testApp.engine();
  testApp.write("closed.md", text.replace("grey", "red").replace("late", "early"));
  const first = documents.noteExternal(path, [path]);
  await first;
  testApp.write("closed.md", text.replace("grey", "blue").replace("late", "never"));
  await documents.noteExternal(path, [path]);
  await becomes("closed.md", text.replace("late", "never"));
  expect(await protectedWords("closed.md")).toEqual([wall]);
});

test("a program that writes again and again is not fought: after three times its words stay, and the user reads so once", async () => {
  await start();
  await protect("closed.md");
  for (const [index, word] of ["one", "two", "three", "four", "five"].entries()) {
    testApp.write("closed.md", text.replace("grey", word));
    await noted();
    await eventually(() => expect(events()).toHaveLength(Math.min(index + 1, 4)));
  }
  expect(events().map(({ outcome }) => outcome)).toEqual(["put back", "put back", "put back", "stopped"]);
  expect(testApp.read("closed.md")).toContain("five");
  await expect.poll(async () => (await pending()).join()).toContain("five");
});

test("a protected document that a program deletes or renames is not made again", async () => {
  await start();
  await protect("closed.md", null);
  renameSync(testApp.path("closed.md"), testApp.path("moved.md"));
  await noted();
  unlinkSync(testApp.path("moved.md"));
  await noted();
  writeFileSync(testApp.path("end.md"), "The end.\n");
  await expect.poll(pending).toEqual(["end.md |  → The end.\n"]);
  expect(() => testApp.read("closed.md")).toThrow();
  expect(events()).toEqual([]);
});
