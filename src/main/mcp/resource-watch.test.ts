import { mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listHunks } from "../../core/review/pending-edits";
import type { Engine } from "../engine";
import { createEngine } from "../engine/host/create-engine";
import type { Envelope } from "../engine/ports/caller";
import { resourceUri } from "./resource-addresses";
import { ResourceWatch } from "./resource-watch";

let folder: string;
let root: string;
let engine: Engine;
let watch: ResourceWatch;
let notified: string[];
let isInData: boolean;
let last: string;
let changes = 0;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "galley-watch-")));
  root = join(folder, "notes");
  await mkdir(join(root, "sub"), { recursive: true });
  await writeFile(join(root, "sub/a.md"), "# One\n\nThe quick brown fox.\n\n# Two\n\nIt sleeps.\n");
  await writeFile(join(root, "sub/last.md"), "Unchanged.\n");
  last = documentOf("sub/last.md");
  isInData = false;
  const dataDir = join(folder, "data");
  engine = await createEngine({ dataDir, commentsFolder: () => (isInData ? "data" : "folder") });
  notified = [];
  watch = new ResourceWatch(
    { dataDir, name: () => "anna", run: (call) => as("anna", call) },
    (uri) => void notified.push(uri),
  );
});
afterEach(async () => {
  watch.close();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const pathOf = (name: string) => join(root, name);
const commentsOf = (name: string) => resourceUri({ kind: "comments", path: pathOf(name) });
const documentOf = (name: string) => resourceUri({ kind: "document", path: pathOf(name) });

const as = (name: string, call: { name: string; arguments: Record<string, unknown> }): Promise<Envelope> =>
  engine.run({
    ...call,
    caller: { id: name, name, roots: [root], ...(name === "you" && { isUser: true }) },
    signal: new AbortController().signal,
  });

/** A call of the user or of another agent. */
async function other(args: Record<string, unknown>, { name = "you", tool = "comments" } = {}): Promise<string> {
  const { ok, message, data } = await as(name, { name: tool, arguments: args });
  expect(ok, message).toBe(true);
  return String(data?.["thread"]);
}

/** A call of the client itself. */
async function own(args: Record<string, unknown>, tool = "comments"): Promise<Envelope> {
  const answer = await watch.during(as("anna", { name: tool, arguments: args }), false);
  expect(answer.ok, answer.message).toBe(true);
  return answer;
}

/**
 * Checks that exactly this many notifications have come in all. The last file that is watched, which changes after all others, is checked after them:
 * once its notification is there, no other is on its way.
 */
async function count(wanted: number): Promise<void> {
  await expect.poll(() => notified.length).toBe(wanted);
  await watch.subscribe(last);
  await writeFile(pathOf("sub/last.md"), `Change ${++changes}.\n`);
  await expect.poll(() => notified.includes(last)).toBe(true);
  watch.unsubscribe(last);
  notified = notified.filter((uri) => uri !== last);
  expect(notified).toHaveLength(wanted);
}

const add = (quote: string, path = "sub/a.md") => ({ action: "add", path, quote, text: `about ${quote}` });

test("a subscriber is notified of each comment, answer and decision of others, and of none of its own", async () => {
  await watch.subscribe(commentsOf("sub/a.md"));
  const mine = String((await own(add("brown fox"))).data?.["thread"]);
  await count(0);
  await other({ action: "reply", thread: mine, text: "Yes." });
  await count(1);
  await own({ action: "reply", thread: mine, text: "Thanks." });
  const theirs = await other(add("sleeps"), { name: "bert" });
  await count(2);
  await own({ action: "resolve", thread: mine });
  await own({ action: "resolve", thread: theirs });
  await count(2);
  await other({ action: "reopen", thread: mine });
  await count(3);
  await other({ action: "resolve", thread: mine });
  await count(4);
  await engine.comments.update({ realPath: pathOf("sub/a.md"), thread: theirs }, () => null);
  await count(5);
  expect(new Set(notified)).toEqual(new Set([commentsOf("sub/a.md")]));
  watch.unsubscribe(commentsOf("sub/a.md"));
  await other({ action: "reopen", thread: mine });
  await count(5);
});

test("a state that comes back is a change, whether it is of a text or of a comment", async () => {
  const { thread } = (await own(add("brown fox"))).data ?? {};
  await own({ action: "read", path: "sub/a.md" }, "text_editor");
  await watch.subscribe(commentsOf("sub/a.md"));
  await watch.subscribe(documentOf("sub/a.md"));
  const text = await readFile(pathOf("sub/a.md"), "utf8");
  await other({ action: "resolve", thread });
  await count(1);
  await other({ action: "reopen", thread });
  await count(2);
  await other({ action: "write", path: "sub/a.md", content: `${text}More.\n` }, { tool: "text_editor" });
  await expect.poll(() => notified.length).toBe(3);
  await other({ action: "write", path: "sub/a.md", content: text }, { tool: "text_editor" });
  await expect.poll(() => notified.slice(2)).toEqual([documentOf("sub/a.md"), documentOf("sub/a.md")]);
});

test("an edit that moves the passages of comments is no change of them", async () => {
  await other(add("sleeps"));
  await watch.subscribe(commentsOf("sub/a.md"));
  const file = pathOf(".galley/comments/sub/a.md.json");
  const before = await readFile(file, "utf8");
  await other(
    { action: "patch", path: "sub/a.md", old_text: "It sleeps", new_text: "It now sleeps" },
    { tool: "text_editor" },
  );
  await expect.poll(() => readFile(file, "utf8"), { timeout: 6_000 }).not.toBe(before);
  await count(0);
});

test("comments in Galley's own data, in a folder that is made later, and a folder that is deleted are noticed", async () => {
  await watch.subscribe(commentsOf("sub/a.md"));
  isInData = true;
  await other(add("sleeps"));
  await count(1);
  // Git brings those of another person, nearer than ours: they are what counts from now on.
  const id = "c_abcdefghij";
  const at = "2026-01-01T00:00:00.000Z";
  const anchor = { quote: "fox", before: "", after: "", section: null, paragraph_id: null };
  const thread = {
    status: "open",
    changed: at,
    anchor,
    messages: [{ author: { name: "Eve", kind: "user" }, text: "!", at }],
  };
  await mkdir(pathOf(".galley/comments/sub"), { recursive: true });
  const file = pathOf(".galley/comments/sub/a.md.json");
  await writeFile(`${file}.new`, JSON.stringify({ format: "Galley comments 1", threads: { [id]: thread } }));
  await rename(`${file}.new`, file);
  await count(2);
  // A damaged file says nothing.
  await writeFile(`${file}.new`, "{");
  await rename(`${file}.new`, file);
  await count(2);
  await rm(pathOf(".galley"), { recursive: true });
  await count(3);
  isInData = false;
  await rm(join(folder, "data/comments"), { recursive: true });
  await count(4);
  await other(add("quick"));
  await count(5);
});

test("a document that is renamed takes its comments along, which the subscribers of both addresses are notified of", async () => {
  await other(add("sleeps"));
  await watch.subscribe(commentsOf("sub/a.md"));
  await watch.subscribe(commentsOf("sub/b.md"));
  await other({ action: "move", path: "sub/a.md", to: "sub/b.md" }, { tool: "workspace" });
  await expect.poll(() => new Set(notified)).toEqual(new Set([commentsOf("sub/a.md"), commentsOf("sub/b.md")]));
  await count(2);
});

test("the comments in a Word document are watched as those beside a text, and its other changes are none", async () => {
  const created = {
    action: "create",
    path: "sub/b.docx",
    kind: "document",
    content: "# One\n\nThe brown fox.\n\nIt sleeps.\n",
  };
  await other(created, { tool: "office_artifact" });
  await watch.subscribe(commentsOf("sub/b.docx"));
  const thread = await other(add("brown fox", "sub/b.docx"));
  await count(1);
  await own({ action: "reply", path: "sub/b.docx", thread, text: "Mine." });
  await own(add("sleeps", "sub/b.docx"));
  const edit = { action: "edit", path: "sub/b.docx", operation: "append_text", content: "More." };
  await other(edit, { tool: "office_artifact" });
  await count(1);
  await other({ action: "resolve", path: "sub/b.docx", thread });
  await count(2);
});

test("a subscriber is notified of a comment while its own request for review waits", async () => {
  await watch.subscribe(commentsOf("sub/a.md"));
  const review = Promise.withResolvers<Envelope>();
  const waiting = watch.during(review.promise, true);
  await other(add("sleeps"));
  await count(1);
  review.resolve({ ok: true, message: "", summary: "" });
  await waiting;
});

test("a subscriber of a document is notified when the user keeps its edit", async () => {
  await own({ action: "patch", path: "sub/a.md", old_text: "quick", new_text: "slow" }, "text_editor");
  await watch.subscribe(documentOf("sub/a.md"));
  const realPath = pathOf("sub/a.md");
  const { text, version } = await engine.documents.read(realPath, [root]);
  const hunks = listHunks((await engine.review.of({ realPath, version, text }))?.pending ?? []);
  await engine.review.keep(
    realPath,
    hunks.map(({ id }) => id),
  );
  await expect.poll(() => notified).toEqual([documentOf("sub/a.md")]);
});

test("what the user decided is not lost with an answer that no model reads", async () => {
  await own({ action: "patch", path: "sub/a.md", old_text: "quick", new_text: "slow" }, "text_editor");
  const realPath = pathOf("sub/a.md");
  const { text, version } = await engine.documents.read(realPath, [root]);
  const hunks = listHunks((await engine.review.of({ realPath, version, text }))?.pending ?? []);
  await engine.review.keep(
    realPath,
    hunks.map(({ id }) => id),
  );
  const line = "The user has decided on your edits: kept 1 in a.md.";
  const list = { name: "workspace", arguments: { action: "list" } };
  const quiet = await watch.quietly(as("anna", list));
  expect(quiet.message).not.toContain("decided");
  expect((await own({ action: "list" }, "workspace")).message.split("\n").at(-1)).toBe(line);
  expect((await own({ action: "list" }, "workspace")).message).not.toContain("decided");
});

test("at most 200 resources are watched for one client", async () => {
  for (let at = 0; at < 200; at++) expect(await watch.subscribe(commentsOf(`sub/${at}.md`))).toBe(true);
  expect(await watch.subscribe(commentsOf("sub/200.md"))).toBe(false);
  expect(await watch.subscribe(commentsOf("sub/7.md"))).toBe(true);
  watch.unsubscribe(commentsOf("sub/7.md"));
  expect(await watch.subscribe(commentsOf("sub/200.md"))).toBe(true);
});
