import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RendererToJournal } from "../../../shared/typing";
import { createPendingTyping } from "./pending-typing";

const doc = "document-1";
const known = { doc, path: "/w/a.md", name: "a.md", encoding: "UTF-8", lineEnding: "LF", base: null };
let top: string;
let folder: string;
let failures: unknown[];
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "galley-pending-"));
  folder = join(top, "run");
  failures = [];
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

/** A journal process with one renderer that may name one document. */
function begun() {
  const pending = createPendingTyping(folder, (error) => failures.push(error));
  pending.begin("page-1", "window-1");
  pending.allow("page-1", [known]);
  return pending;
}
const typed = (count: number, text: string, seq = count, of = doc): RendererToJournal => ({
  kind: "typed",
  subject: `text ${of}`,
  count,
  typing: {
    name: "document:typed",
    argument: { doc: of, base: "v0", seq, changes: [{ from: 0, to: 0, insert: text }] },
  },
});
const answered = (count: number): RendererToJournal => ({ kind: "answered", subject: `text ${doc}`, count });
const files = () => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : []);
const texts = () => files().map((name) => readFileSync(join(folder, name), "utf8"));
const inFiles = (text: string | null) =>
  text === null ? expect.poll(files).toEqual([]) : expect.poll(texts).toEqual([expect.stringContaining(text)]);

test("edits that main does not confirm are written to the disk without more to wait for, the newest of each subject", async () => {
  const pending = begun();
  pending.handle("page-1", typed(1, "one"));
  pending.handle("page-1", typed(2, "one, two"));
  await inFiles('"one, two"');
  pending.handle("page-1", typed(3, "one, two, three"));
  await inFiles('"one, two, three"');
  expect(JSON.parse(texts()[0] ?? "")).toMatchObject({ window: "window-1", document: known });
});

test("edits that main confirms in time are never written, and late confirmations remove them", async () => {
  const pending = begun();
  pending.handle("page-1", typed(1, "in time"));
  pending.handle("page-1", answered(1));
  pending.handle("page-1", typed(2, "late"));
  await inFiles('"late"');
  // An older acknowledgement does not cover later edits.
  pending.handle("page-1", answered(1));
  await inFiles('"late"');
  pending.handle("page-1", answered(2));
  await inFiles(null);
});

test("a save clears the edits it contains and nothing that was typed after it", async () => {
  const pending = begun();
  pending.handle("page-1", typed(1, "saved", 7));
  await inFiles('"saved"');
  await pending.clear(doc, 6);
  expect(files()).toHaveLength(1);
  await pending.clear(doc, 7);
  expect(files()).toEqual([]);
  pending.handle("page-1", typed(2, "after", 8));
  await pending.clear(doc, 7);
  await inFiles('"after"');
  await pending.clear(doc, null);
  expect(files()).toEqual([]);
});

test("what is discarded of a document's text leaves the comments on it", async () => {
  const pending = begun();
  const drafts = [{ kind: "reply", thread: "c_0000000000", text: "half an answer" }];
  const typing = { name: "comments:keep-drafts", argument: { doc, drafts } };
  pending.handle("page-1", { kind: "typed", subject: `comments ${doc}`, count: 1, typing });
  await inFiles("half an answer");
  await pending.clear(doc, null);
  await inFiles("half an answer");
});

test("edits that are cleared while they are written do not come back", async () => {
  const pending = begun();
  for (let count = 1; count < 30; count++) {
    pending.handle("page-1", typed(count, `word ${count}`));
    if (count === 1) await inFiles("word 1");
  }
  await pending.clear(doc, null);
  expect(files()).toEqual([]);
  pending.allow("page-1", []);
  pending.handle("page-1", typed(31, "closed"));
  expect(pending.end("page-1")).toEqual([]);
});

test("a renderer names only its own documents, and nothing malformed is stored", async () => {
  const pending = begun();
  pending.begin("page-2", "window-2");
  pending.allow("page-2", [{ ...known, doc: "document-2" }]);
  const refused: unknown[] = [
    typed(1, "another window's", 1, "document-2"),
    { ...typed(1, "x"), subject: "text ../../x" },
    { ...typed(1, "x"), typing: { name: "document:save", argument: {} } },
    { ...typed(1, "x"), typing: { name: "document:typed", argument: { doc, base: "v0", seq: -1, changes: [] } } },
    { ...typed(1, "x"), path: "/etc/passwd" },
    { ...typed(1, "x"), count: "1" },
    new Uint8Array(1_000_000),
    null,
  ];
  for (const message of refused) pending.handle("page-1", message);
  expect(pending.end("page-1")).toEqual([]);
  pending.handle("page-2", typed(1, "its own", 1, "document-2"));
  // Neither a message of another renderer nor one of an unknown renderer may discard the edits.
  pending.handle("page-1", { kind: "answered", subject: "text document-2", count: 1 });
  pending.handle("page-3", typed(1, "nobody's"));
  await inFiles('"its own"');
});

test("a closed renderer's unconfirmed edits stay until main has them", async () => {
  const pending = begun();
  pending.handle("page-1", typed(1, "left"));
  expect(pending.end("page-1")).toMatchObject([{ name: "document:typed", argument: { doc, seq: 1 } }]);
  await inFiles('"left"');
  await pending.forget("page-1");
  expect(files()).toEqual([]);
  expect(pending.end("page-1")).toEqual([]);
});

test("a failed write is reported, and is repeated when possible", async () => {
  mkdirSync(top, { recursive: true });
  writeFileSync(folder, "in the way");
  const pending = begun();
  pending.handle("page-1", typed(1, "on a full disk"));
  await expect.poll(() => failures).toHaveLength(1);
  rmSync(folder);
  await expect.poll(() => texts()).toEqual([expect.stringContaining('"on a full disk"')]);
});
