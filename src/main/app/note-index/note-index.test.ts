import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { Outcome } from "../../../shared/contract";
import type { UnlinkedMention } from "../../../shared/note-index";
import { createTestApp, type TestApp } from "../testing/test-app";

let testApp: TestApp;
afterEach(() => testApp.end());

async function startWith(files: Record<string, string>) {
  testApp = createTestApp({});
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(testApp.path(name)), { recursive: true });
    writeFileSync(testApp.path(name), text);
  }
  await testApp.start([""]);
  return testApp.window.handlers;
}

function answered<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome;
}

async function open(name: string): Promise<string> {
  const { document } = answered(await testApp.window.handlers["document:open"](testApp.path(name)));
  if (!document) throw new Error(`${name} was not opened`);
  return document.doc;
}

const tags = async (refresh: "all" | "changed" = "changed") =>
  answered(await testApp.window.handlers["index:tags"](refresh)).tags.map(({ name, count }) => `${name} ${count}`);

test("tags of texts and front matter are counted in any letter case, and follow writes of other programs", async () => {
  const handlers = await startWith({
    "a.md": "---\ntags: [Travel, work/plan]\n---\n#travel #work\n\n`#code`\n",
    "sub/b.md": "x\r\n#work/plan/old #港口\r\n",
    "node_modules/c.md": "#no\n",
    "d.txt": "#no\n",
  });
  expect(await tags("all")).toEqual(["Travel 2", "work 1", "work/plan 1", "work/plan/old 1", "港口 1"]);
  const places = async (tag: string) => answered(await handlers["index:tag-places"](tag)).places;
  expect(await places("WORK")).toEqual([{ path: "a.md", line: 4, text: "#travel #work" }]);
  expect(await places("港口")).toEqual([{ path: "sub/b.md", line: 2, text: "#work/plan/old #港口" }]);
  expect(await places("wor")).toEqual([]);
  writeFileSync(testApp.path("sub/b.md"), "#new\n");
  // Without a word from the watcher, only a full reading sees the change.
  expect(await tags("all")).toContain("new 1");
  rmSync(testApp.path("sub/b.md"));
  writeFileSync(testApp.path("e.md"), "#fresh\n");
  expect(await tags()).toEqual(["fresh 1", "Travel 2", "work 1", "work/plan 1"]);
});

test("what the user types counts once it is saved, and the window is notified", async () => {
  const handlers = await startWith({ "a.md": "#one\n" });
  expect(await tags()).toEqual(["one 1"]);
  const doc = await open("a.md");
  const { version } = answered(await handlers["document:text"](doc)) as unknown as { version: string };
  const change = { from: 5, to: 5, insert: "#two\n" };
  await handlers["document:save"]({ doc, base: version, seq: 1, changes: [change], why: "auto" });
  await vi.waitFor(() => expect(testApp.desktop.events("index:changed")).toHaveLength(1));
  expect(await tags()).toEqual(["one 1", "two 1"]);
});

test("links that lead nowhere are listed by their target, without those to aliases and ignored files", async () => {
  const handlers = await startWith({
    "a.md":
      "---\naliases: [Al, The Port]\n---\n[[b]] [[Nowhere]] [[the port]] [[sub/x#h|t]]\n\n[c](gone%20file.md) ![](missing.png) [w](http://x.y) [[#h]]\n",
    "b.md": "[[nowhere|again]] `[[code]]` [[a]] [out](../../../out.md) [hid](dist/built.md)\n",
    ".gitignore": "dist\n",
    "dist/built.md": "",
    ".git/HEAD": "",
  });
  const { links, isAll } = answered(await handlers["index:unresolved"]("all"));
  expect(isAll).toBe(true);
  expect(
    links.map(({ target, create, count, places }) => [
      target,
      create,
      count,
      places.map(({ path, line }) => `${path}:${line}`).join(" "),
    ]),
  ).toEqual([
    ["gone file.md", "gone file.md", 1, "a.md:6"],
    ["missing.png", null, 1, "a.md:6"],
    ["Nowhere", "Nowhere.md", 2, "a.md:4 b.md:1"],
    ["sub/x", "sub/x.md", 1, "a.md:4"],
  ]);
});

test("links by alias lead to the note, also in embeds and back links", async () => {
  const handlers = await startWith({
    "notes/harbour.md": "---\naliases: [Port]\n---\n# Quay\n\ntext\n",
    "a.md": "[[port#Quay]] ![[Port#Quay]] [[Both]]\n",
    "x.md": "---\naliases: Both\n---\n",
    "y.md": "---\naliases: Both\n---\n",
  });
  const doc = await open("a.md");
  const place = async (target: string) => answered(await handlers["links:place"]({ doc, kind: "wiki", target })).place;
  expect(await place("port#Quay")).toMatchObject({ status: "file", path: testApp.path("notes/harbour.md"), line: 4 });
  // Two notes have this alias.
  expect(await place("Both")).toMatchObject({ status: "missing" });
  expect(answered(await handlers["links:embed"]({ doc, target: "Port#Quay" })).part.text).toBe("# Quay\n\ntext\n");
  const harbour = await open("notes/harbour.md");
  expect(answered(await handlers["links:back"](harbour)).links).toHaveLength(2);
});

test("a mention becomes a link with one request, as the vault writes links, and only where the words still are", async () => {
  const text = "The port, Harbour and [[harbour]].\r\n\r\n| a |\r\n| - |\r\n| Port |\r\n";
  const handlers = await startWith({
    "notes/harbour.md": "---\naliases: [Port]\n---\nharbour\n",
    "a.md": text,
  });
  const doc = await open("notes/harbour.md");
  const mentions = async () => answered(await handlers["index:mentions"](doc)).mentions;
  const found = await mentions();
  expect(found.map(({ path, line, words }) => `${path}:${line} ${words}`)).toEqual([
    "a.md:1 port",
    "a.md:1 Harbour",
    "a.md:5 Port",
  ]);
  const link = (mention: UnlinkedMention | undefined) =>
    handlers["index:link-mention"]({ doc, mention: mention as UnlinkedMention });
  const { undo } = answered(await link(found[2]));
  expect(readFileSync(testApp.path("a.md"), "utf8")).toBe(text.replace("| Port", "| [[harbour\\|Port]]"));
  expect(await link(found[2])).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining("no longer there") },
  });
  expect(await link({ ...(found[0] as UnlinkedMention), words: "ort" })).toMatchObject({ ok: false });
  answered(await handlers["index:undo-link"](undo));
  expect(readFileSync(testApp.path("a.md"), "utf8")).toBe(text);
  mkdirSync(testApp.path(".obsidian"));
  writeFileSync(testApp.path(".obsidian/app.json"), '{"useMarkdownLinks": true, "newLinkFormat": "relative"}');
  answered(await link(found[1]));
  expect(readFileSync(testApp.path("a.md"), "utf8")).toContain("[Harbour](notes/harbour.md)");
});

test("a vault's settings are taken over, reported as new once, and never written", async () => {
  const app =
    '{"attachmentFolderPath": "./files", "strictLineBreaks": true, "newFileLocation": "folder", "newFileFolderPath": "inbox", "x": 1}';
  const handlers = await startWith({ ".obsidian/app.json": app, "sub/a.md": "[[New]]\n" });
  const rules = async () => answered(await handlers["index:folder-rules"](undefined)).rules;
  const expected = {
    source: ".obsidian/app.json",
    lineBreaks: "join",
    imageFolder: "files",
    linkStyle: { syntax: "wiki", paths: "shortest" },
  };
  expect(await rules()).toEqual({ ...expected, isNew: true });
  expect(await rules()).toEqual({ ...expected, isNew: false });
  const doc = await open("sub/a.md");
  const place = async () => answered(await handlers["links:place"]({ doc, kind: "wiki", target: "New" })).place;
  expect(await place()).toMatchObject({ status: "missing", name: "inbox/New.md", path: testApp.path("inbox/New.md") });
  await handlers["app:save-settings"]({ vaultSettings: false });
  expect(await rules()).toMatchObject({ source: null, lineBreaks: null });
  expect(await place()).toMatchObject({ name: "sub/New.md" });
  expect(readFileSync(testApp.path(".obsidian/app.json"), "utf8")).toBe(app);
});

test("settings of a vault that are not valid are ignored one by one", async () => {
  const handlers = await startWith({
    ".obsidian/app.json":
      '{"attachmentFolderPath": "../../etc", "useMarkdownLinks": 7, "newLinkFormat": "relative", "newFileLocation": []}',
  });
  expect(answered(await handlers["index:folder-rules"](undefined)).rules).toMatchObject({
    imageFolder: null,
    linkStyle: { syntax: "wiki", paths: "relative" },
    lineBreaks: "keep",
  });
});
