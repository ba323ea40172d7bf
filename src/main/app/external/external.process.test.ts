/** Real programs write into an open folder: `sed -i`, an editor that replaces the file, Git, an agent with and without a hook. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EXTERNAL_CHANGE } from "../../../core/review/writer";
import type { Settings } from "../../../shared/settings";
import { docxOf } from "../../engine/office/package/packages.fixture";
import { versionOf } from "../../engine/storage";
import { createTestApp, eventually, FakePage, type TestApp } from "../testing/test-app";

const lines = (name: string) =>
  `# ${name}\n\nThe grey harbour wall.\n\n${"Nothing happens in this paragraph. ".repeat(10)}\n\nThe tide is late.\n`;

let testApp: TestApp;
/** The page that `start` opened. */
let page: FakePage;
beforeEach(() => {
  testApp = createTestApp({ "open.md": lines("Open"), "closed.md": lines("Closed") });
});
afterEach(() => testApp.end());

const save = (settings: Partial<Settings>) => testApp.window.handlers["app:save-settings"](settings);
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, {
    cwd: testApp.folder,
    stdio: "pipe",
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  });
const git = (...args: string[]) => run("git", "-c", "user.name=A", "-c", "user.email=a@b.c", ...args);
const sed = (script: string, name: string) => run("sed", "-i", script, testApp.path(name));

/** The folder with one document in a tab; its other texts are known once this resolves. */
async function start(mode: Settings["reviewExternal"]): Promise<void> {
  await testApp.start();
  await save({ reviewExternal: mode });
  await testApp.window.openWorkspace(testApp.folder);
  page = new FakePage(testApp, await testApp.open("open.md"));
  await testApp.window.handlers["document:check"](page.doc);
  if (mode === "always")
    await eventually(() => expect(testApp.app.external.files()).toContain(testApp.path("closed.md")));
}

/** What is pending: `name | writers | removed → inserted`, one line a hunk, by name. */
async function pending(): Promise<string[]> {
  const listed = await testApp.window.handlers["review:list"]("hunks");
  if (!listed.ok) throw new Error(listed.error.message);
  return listed.documents
    .flatMap(({ name, hunks, writes }) =>
      hunks.map(({ removed, inserted, writes: ids }) => {
        const by = [...new Set(ids.map((id) => writes.find((write) => write.id === id)?.by))].join(", ");
        return `${name} | ${by} | ${removed} → ${inserted}`;
      }),
    )
    .sort();
}

const becomes = (expected: string[]) => expect.poll(pending).toEqual(expected);

/** Compares the document in the tab and all files of the folder with the disk, without waiting for the watcher, and handles what has changed. */
async function noted(): Promise<void> {
  await testApp.window.handlers["document:check"](page.doc);
  for (const name of readdirSync(testApp.folder)) testApp.app.external.touched(testApp.path(name));
  await testApp.app.external.idle();
}

const agent = { name: "claude-code", kind: "mcp" } as const;
const connect = (id = "1", name: string = agent.name) =>
  testApp.app.agents.connected({ ...agent, id, name, roots: [testApp.folder] });
const call = async (id = "1", name: string = agent.name) =>
  testApp.app.agents.run(
    { name: "workspace", arguments: { action: "list" }, caller: { id, name, roots: [testApp.folder] } },
    () => testApp.app.engine(),
  );

test("what sed and an editor write is pending by word in tabs and closed files, and can be kept and undone", async () => {
  await start("always");
  sed("s/grey/gray/", "open.md");
  sed("s/late/early/", "closed.md");
  await becomes(["closed.md | External change | late → early", "open.md | External change | grey → gray"]);
  // An editor that writes beside the file and renames; all of the file is new.
  writeFileSync(
    testApp.path("new"),
    lines("Open").replace("grey", "gray").replace("The tide is late.", "The tide is here."),
  );
  renameSync(testApp.path("new"), testApp.path("open.md"));
  await becomes([
    "closed.md | External change | late → early",
    "open.md | External change | grey → gray",
    "open.md | External change | late → here",
  ]);
  const { reviews } = testApp.app;
  const hunks = async (name: string) => {
    const listed = await testApp.window.handlers["review:list"]("hunks");
    return listed.ok ? (listed.documents.find((each) => each.name === name)?.hunks ?? []).map(({ id }) => id) : [];
  };
  await reviews.undo(testApp.path("closed.md"), await hunks("closed.md"), "whole");
  expect(testApp.read("closed.md")).toBe(lines("Closed"));
  await reviews.keep(testApp.path("open.md"), await hunks("open.md"));
  await becomes([]);
  // What was kept stays accepted when the file is written again.
  sed("s/wall/pier/", "open.md");
  sed("s/wall/pier/", "closed.md");
  await becomes(["closed.md | External change | wall → pier", "open.md | External change | wall → pier"]);
});

test("a new file is pending as a whole, a renamed one is not", async () => {
  await start("always");
  renameSync(testApp.path("closed.md"), testApp.path("moved.md"));
  testApp.write("made.md", "Made by a script.\n");
  await becomes(["made.md | External change |  → Made by a script.\n"]);
  await noted();
  expect(await pending()).toHaveLength(1);
});

test("by default a write is pending while an agent is at work, with its name, and what is undone is said in its next answer", async () => {
  await start("agents");
  sed("s/grey/gray/", "open.md");
  await noted();
  expect(await pending()).toEqual([]);
  connect();
  await eventually(() => expect(testApp.app.external.files()).toContain(testApp.path("closed.md")));
  sed("s/late/early/", "closed.md");
  await noted();
  expect(await pending()).toEqual([]);
  await call();
  sed("s/early/never/", "closed.md");
  await becomes(["closed.md | claude-code | early → never"]);
  const listed = await testApp.window.handlers["review:list"]("hunks");
  const [hunk] = listed.ok ? (listed.documents[0]?.hunks ?? []) : [];
  await testApp.app.reviews.undo(testApp.path("closed.md"), [hunk?.id ?? ""], "whole");
  expect((await call()).message).toContain('closed.md: "never" is again "early".');
  expect((await call()).message).not.toContain("never");
  connect("2", "other-agent");
  await call("2", "other-agent");
  sed("s/wall/pier/", "open.md");
  await becomes(["open.md | External change | wall → pier"]);
});

test("with never, nothing is pending, whoever is at work", async () => {
  await start("never");
  connect();
  await call();
  sed("s/grey/gray/", "open.md");
  sed("s/grey/gray/", "closed.md");
  await noted();
  expect(await pending()).toEqual([]);
});

test("a hook names the writer, also of a file that was never opened", async () => {
  await start("agents");
  const { external } = testApp.app;
  const hook = { by: "Claude Code", session: "s", folder: testApp.folder };
  for (const name of ["open.md", "closed.md"]) {
    const text = lines("x").replace("grey", "gray");
    await external.announce({ ...hook, path: testApp.path(name), phase: "before", version: null });
    testApp.write(name, text);
    await external.announce({
      ...hook,
      path: testApp.path(name),
      phase: "after",
      version: versionOf(Buffer.from(text)),
    });
  }
  await external.announce({ ...hook, path: testApp.path("new.md"), phase: "before", version: null });
  testApp.write("new.md", "New.\n");
  await external.announce({ ...hook, path: testApp.path("new.md"), phase: "after", version: null });
  await becomes([
    "closed.md | Claude Code | Closed → x",
    "closed.md | Claude Code | grey → gray",
    "new.md | Claude Code |  → New.\n",
    "open.md | Claude Code | Open → x",
    "open.md | Claude Code | grey → gray",
  ]);
});

test("an agent of the panel announces writes within its folder only, by real paths", async () => {
  mkdirSync(testApp.path("own"));
  writeFileSync(testApp.path("own/inside.md"), lines("Inside"));
  symlinkSync(testApp.path("closed.md"), testApp.path("own/link.md"));
  await start("always");
  await eventually(() => expect(testApp.app.external.files()).toContain(testApp.path("own/inside.md")));
  const write = { by: "Agent", session: "s", conversation: "c", folder: testApp.path("own") };
  for (const name of ["open.md", "own/link.md", "own/inside.md"])
    await testApp.app.external.announce({ ...write, path: testApp.path(name), phase: "before", version: null });
  for (const name of ["open.md", "closed.md", "own/inside.md"]) sed("s/grey/gray/", name);
  await becomes([
    "closed.md | External change | grey → gray",
    "open.md | External change | grey → gray",
    "own/inside.md | Agent | grey → gray",
  ]);
});

test("Git's checkout and stash are Git's: asked about once, then remembered; sed before git add is not", async () => {
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "one");
  git("checkout", "-qb", "other");
  sed("s/grey/gray/", "open.md");
  sed("s/grey/gray/", "closed.md");
  git("commit", "-qam", "two");
  await start("always");
  const questions = () => testApp.desktop.events("external:question").filter(({ count }) => count > 0);
  git("checkout", "-q", "main");
  await becomes(["open.md | Git | gray → grey"]);
  await eventually(() => expect(questions().at(-1)).toMatchObject({ by: "Git", count: 2, folder: testApp.folder }));
  await testApp.window.handlers["external:answer"]({ folder: testApp.folder, by: "Git", answer: "review" });
  await becomes(["closed.md | Git | gray → grey", "open.md | Git | gray → grey"]);
  const asked = questions().length;
  git("checkout", "-q", "other");
  await becomes([]);
  sed("s/late/early/", "open.md");
  git("add", "-A");
  await becomes(["open.md | External change | late → early"]);
  git("stash", "-q");
  await becomes([]);
  await noted();
  expect(questions()).toHaveLength(asked);
  // Changing the setting asks again. Accepting keeps what is pending and lets the rest through.
  await save({ reviewExternal: "agents" });
  await save({ reviewExternal: "always" });
  git("checkout", "-q", "main");
  await eventually(() => expect(questions().length).toBeGreaterThan(asked));
  await eventually(() => expect(questions().at(-1)).toMatchObject({ count: 2 }));
  await testApp.window.handlers["external:answer"]({ folder: testApp.folder, by: "Git", answer: "accept" });
  await becomes([]);
  git("checkout", "-q", "other");
  await noted();
  expect(await pending()).toEqual([]);
});

test("a user who saves on top of an external write finds it noted first: the user's words are not pending", async () => {
  await start("always");
  page.type(`${page.base}My own words.\n`);
  testApp.write("open.md", lines("Open").replace("grey", "gray"));
  const saved = await page.save();
  if (saved.status !== "stale") throw new Error(`the save was ${saved.status}`);
  const text = page.after({ ...saved.change, from: page.version });
  page.saved(saved.change.to, text);
  page.type(`${text}My own words.\n`);
  expect(await page.save()).toMatchObject({ status: "saved" });
  await becomes(["open.md | External change | grey → gray"]);
  expect(testApp.read("open.md")).toContain("My own words.");
});

test("a formatter over many files fills the review up to a limit and asks about the others, without holding up the app", async () => {
  const many = 260;
  const names = Array.from({ length: many }, (_, at) => `note ${at}.md`);
  for (const name of names) testApp.write(name, lines(name));
  await start("always");
  await eventually(() => expect(testApp.app.external.files().length).toBeGreaterThan(many));
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  run("sh", "-c", "sed -i s/grey/gray/ note*.md");
  const question = () => testApp.desktop.events("external:question").at(-1);
  await eventually(() => expect(question()?.count).toBe(many - 200));
  delays.disable();
  expect(delays.max / 1e6).toBeLessThan(500);
  expect(await pending()).toHaveLength(200);
  await testApp.window.handlers["external:answer"]({ folder: testApp.folder, by: "External change", answer: "accept" });
  expect(await pending()).toEqual([]);
  sed("s/late/early/", "note 1.md");
  await becomes(["note 1.md | External change | late → early"]);
}, 60_000);

const docx = (...words: string[]) => docxOf(words.map((each) => `<w:p><w:r><w:t>${each}</w:t></w:r></w:p>`).join(""));

/** The agent's program announces a write, and writes: one after the other. */
async function writeAnnounced(name: string, bytes: Uint8Array): Promise<void> {
  const path = testApp.path(name);
  const write = { by: "claude-code", session: "1", version: null, path, folder: testApp.folder };
  await testApp.app.external.announce({ ...write, phase: "before" });
  writeFileSync(path, bytes);
  await testApp.app.external.announce({ ...write, phase: "after" });
}

test("what an agent's own program writes in an Office document is pending, and undone to the byte", async () => {
  const [wall, boat] = [docx("The grey wall.", "Late."), docx("The red boat.")];
  writeFileSync(testApp.path("a.docx"), wall);
  writeFileSync(testApp.path("b.docx"), docx("The blue boat."));
  await start("agents");
  await testApp.open("a.docx");
  connect();
  await call();
  // Office programs of people have a lock beside the document: theirs is accepted.
  writeFileSync(testApp.path(".~lock.b.docx#"), ",ann,ann,28.11.2026 12:00,file:///a;");
  await writeAnnounced("b.docx", boat);
  await noted();
  expect(await pending()).toEqual([]);
  unlinkSync(testApp.path(".~lock.b.docx#"));

  writeFileSync(testApp.path("a.docx"), docx("The gray wall.", "Late."));
  await becomes(["a.docx | claude-code | grey → gray"]);
  await writeAnnounced("b.docx", docx("The green boat."));
  await becomes(["a.docx | claude-code | grey → gray", "b.docx | claude-code | red → green"]);
  for (const [name, bytes] of [
    ["a.docx", wall],
    ["b.docx", boat],
  ] as const) {
    const listed = await testApp.window.handlers["review:list"]("hunks");
    const hunks = listed.ok ? listed.documents.find((each) => each.name === name)?.hunks : [];
    await testApp.app.reviews.undo(
      testApp.path(name),
      (hunks ?? []).map(({ id }) => id),
      "whole",
    );
    expect(Buffer.compare(readFileSync(testApp.path(name)), Buffer.from(bytes))).toBe(0);
  }
  await becomes([]);
});

test("the user's own edits of an Office document that an agent has written are never the agent's", async () => {
  const path = testApp.path("b.docx");
  writeFileSync(path, docx("The blue boat."));
  await start("agents");
  await writeAnnounced("b.docx", docx("The red boat."));
  await becomes(["b.docx | claude-code | blue → red"]);
  const listed = await testApp.window.handlers["review:list"]("hunks");
  const hunks = listed.ok ? listed.documents.flatMap((each) => each.hunks.map(({ id }) => id)) : [];
  await testApp.app.reviews.keep(path, hunks);
  const { doc } = await testApp.open("b.docx");
  const { documents } = await testApp.app.engine();
  const own = docx("The red boat.", "My own words.");
  await documents.changeBytes(path, [path], {
    by: { kind: "you", name: "maria" },
    reason: "edit",
    asker: "person",
    edit: () => own,
  });
  await testApp.window.handlers["document:close"]({ doc, discard: false });
  // However many versions follow, the next write is compared with what the user left there.
  expect(testApp.app.external.authors.known(path)?.version).toBe(versionOf(own));
  await writeAnnounced("b.docx", docx("The green boat.", "My own words."));
  await becomes(["b.docx | claude-code | red → green"]);
});

test("of two announced writes of an Office document in a row, both are pending", async () => {
  for (const name of ["a.docx", "b.docx"])
    writeFileSync(testApp.path(name), docx("The blue boat.", "Nothing happens here.", "Late."));
  await start("agents");
  await testApp.open("a.docx");
  for (const name of ["a.docx", "b.docx"]) {
    await writeAnnounced(name, docx("The red boat.", "Nothing happens here.", "Late."));
    await writeAnnounced(name, docx("The red boat.", "Nothing happens here.", "Early."));
  }
  await becomes([
    "a.docx | claude-code | Late → Early",
    "a.docx | claude-code | blue → red",
    "b.docx | claude-code | Late → Early",
    "b.docx | claude-code | blue → red",
  ]);
});

test("what a person's office program saves as it closes is not the agent's while an agent is at work in the folder", async () => {
  const [path, lock] = [testApp.path("a.docx"), testApp.path(".~lock.a.docx#")];
  writeFileSync(path, docx("The grey wall."));
  await start("agents");
  await testApp.open("a.docx");
  connect();
  await call();
  writeFileSync(lock, ",ann,ann,28.11.2026 12:00,file:///a;");
  await eventually(() => expect(testApp.desktop.events("document:access").at(-1)?.readOnly).toContain("LibreOffice"));
  const saved = docx("The gray wall.");
  writeFileSync(`${path}.tmp`, saved);
  renameSync(`${path}.tmp`, path);
  unlinkSync(lock);
  const { history } = await testApp.app.engine();
  const newest = async () => (await history.list(path, 1))[0];
  while ((await newest())?.version !== versionOf(saved)) await wait(25);
  expect((await newest())?.by).toEqual(EXTERNAL_CHANGE);
  expect(await pending()).toEqual([]);
});
