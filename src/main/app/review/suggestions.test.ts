import { userInfo } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PackedEdits } from "../../../core/review/packed-edits";
import { listHunks } from "../../../core/review/pending-edits";
import type { DocumentSnapshot, ReviewedWrite, UnsavedEdits } from "../../../shared/contract";
import { readArgument } from "../read-argument";
import { createTestApp, FakePage, type TestApp } from "../testing/test-app";

const by = userInfo().username;
const suggested: ReviewedWrite = { id: "you-1", by, reason: "suggested", at: "2026-01-01T00:00:00.000Z" };

/** A renderer whose user types in the mode *Suggesting*. */
class SuggestingPage extends FakePage {
  isSuggesting = true;
  /** What is suggested if only some edits are suggestions: the pieces of the text. */
  mixed: PackedEdits | null = null;
  override unsavedEdits(): UnsavedEdits {
    const what = this.mixed === null ? suggested : { pending: this.mixed, writes: [suggested] };
    return { ...super.unsavedEdits(), ...(this.isSuggesting && { suggested: what }) };
  }

  /** A word is suggested, and an ordinary line typed below. */
  typeMixed(): void {
    this.mixed = [4, { hunk: "you-1.0", accepted: [["two", "you-1"]], now: [[1, "you-1"]] }];
    this.type("one 2\n\n\nthree\nplain words\n");
  }
}

let testApp: TestApp;
let page: SuggestingPage;
const show = (document: DocumentSnapshot | undefined): void => {
  page = new SuggestingPage(testApp, document ?? expect.fail());
};
beforeEach(async () => {
  testApp = createTestApp({ "a.md": "one two\n\n\nthree\n" });
  await testApp.start();
  await testApp.window.openWorkspace(testApp.folder);
  show(await testApp.open("a.md"));
});
afterEach(() => testApp.end());

const pending = async () => {
  const text = testApp.read("a.md");
  const { review, documents } = await testApp.engine();
  const path = testApp.path("a.md");
  const { version } = (await documents.read(path, [path], "person")) ?? expect.fail();
  const found = await review.of({ realPath: path, version, text });
  return listHunks(found?.pending ?? []).map(({ id, from, to, parts, writes }) => ({
    id,
    now: text.slice(from, to),
    before: parts.map(({ removed }) => removed).join("|"),
    by: found?.writes.filter((write) => writes.includes(write.id)).map((write) => write.by),
  }));
};
const save = async () => {
  const answer = await page.save();
  if (answer.status !== "saved") throw new Error(answer.status);
  page.saved(answer.version, page.text);
};
const ofUser = (now: string, before: string) => ({ id: "you-1.0", now, before, by: [by] });

test("what a save suggests is pending under the user's name, the user's own version in the history, and undone whole", async () => {
  page.type("one 2\n\n\nthree\n");
  await save();
  expect(testApp.read("a.md")).toBe("one 2\n\n\nthree\n");
  expect(await pending()).toEqual([ofUser("2", "two")]);
  const { history } = await testApp.engine();
  expect((await history.list(testApp.path("a.md")))[0]).toMatchObject({ by: { kind: "you" }, reason: "autosave" });
  const undone = { path: testApp.path("a.md"), hunks: ["you-1.0"], manner: "whole" as const };
  expect(await testApp.window.handlers["review:undo"](undone)).toMatchObject({ ok: true, undone: ["you-1.0"] });
  expect([testApp.read("a.md"), await pending()]).toEqual(["one two\n\n\nthree\n", []]);
  expect((await history.list(testApp.path("a.md")))[0]).toMatchObject({ reason: "took back a suggestion" });
});

test("a suggestion that goes on over several saves stays one, and what is typed after it is the user's own", async () => {
  for (const text of ["one 2\n\n\nthree\n", "one 2nd\n\n\nthree\n"]) {
    page.type(text);
    await save();
  }
  page.isSuggesting = false;
  page.type("one 2nd\n\n\nthree more\n");
  await save();
  expect(await pending()).toEqual([ofUser("2nd", "two")]);
  const keep = { path: testApp.path("a.md"), hunks: ["you-1.0"] };
  expect(await testApp.window.handlers["review:keep"](keep)).toEqual({ ok: true });
  expect([testApp.read("a.md"), await pending()]).toEqual(["one 2nd\n\n\nthree more\n", []]);
});

test("edits that main saves itself, because a tool reads and the renderer does not answer, are suggestions too", async () => {
  page.type("one 2\n\n\nthree\n");
  await page.journal();
  const caller = { id: "1", name: by, roots: [testApp.folder] };
  const read = { name: "text_editor", arguments: { action: "patch", path: "a.md", old_text: "three", new_text: "3" } };
  const { run } = await testApp.engine();
  expect(await run({ ...read, caller })).toMatchObject({ ok: true });
  expect((await pending()).map(({ now, before }) => [now, before])).toEqual([
    ["2", "two"],
    ["3", "three"],
  ]);
  // The agent has the user's name, and is not asked about the user's suggestion.
  const asked = await run({ name: "request_review", arguments: {}, caller });
  expect(asked).toMatchObject({ ok: true, data: { hunks: [{ lines: "4" }] } });
  const kept = { path: testApp.path("a.md"), hunks: (await pending()).map(({ id }) => id) };
  await testApp.window.handlers["review:keep"](kept);
  const news = await run({ name: "text_editor", arguments: { action: "read", path: "a.md" }, caller });
  expect(news.message).toContain("kept 1 in a.md");
});

test("suggestions that were saved, and those that were only typed, are there after a crash", async () => {
  page.type("one 2\n\n\nthree\n");
  await save();
  page.type("one 2\n\n\nthree\n\nmore\n");
  await page.journal();
  testApp = await testApp.crash();
  const [document] = (await testApp.start()).documents;
  expect(document?.unsaved).toMatchObject({ suggested });
  expect(await pending()).toEqual([ofUser("2", "two")]);
  show(document);
  await save();
  expect(await pending()).toEqual([ofUser("2", "two"), { ...ofUser("\nmore\n", ""), id: "you-1.1" }]);
});

describe("ordinary words that are unsaved beside a suggestion are not pending", () => {
  const patch = (old_text: string, new_text: string) => ({
    name: "text_editor",
    arguments: { action: "patch", path: "a.md", old_text, new_text },
    caller: { id: "1", name: "Claude", roots: [testApp.folder] },
  });

  test("if main saves them, because an agent writes and the renderer does not answer", async () => {
    page.typeMixed();
    await page.journal();
    expect(await (await testApp.engine()).run(patch("three", "3"))).toMatchObject({ ok: true });
    expect(testApp.read("a.md")).toBe("one 2\n\n\n3\nplain words\n");
    expect(await pending()).toMatchObject([ofUser("2", "two"), { now: "3", before: "three", by: ["Claude"] }]);
    // The renderer does not know yet that they were saved.
    page.type(`more ${page.text}`);
    page.mixed = [9, ...(page.mixed ?? []).slice(1)];
    await page.journal();
    expect(await (await testApp.engine()).run(patch("words", "phrases"))).toMatchObject({ ok: true });
    expect(testApp.read("a.md")).toBe("more one 2\n\n\n3\nplain phrases\n");
    expect(await pending()).toMatchObject([ofUser("2", "two"), { before: "three|words" }]);
  });

  test("if another program has written since: the suggestion is still of the same words", async () => {
    page.typeMixed();
    await page.journal();
    testApp.write("a.md", "zero\none two\n\n\nthree\n");
    expect(await (await testApp.engine()).run(patch("three", "3"))).toMatchObject({ ok: true });
    expect(testApp.read("a.md")).toBe("zero\none 2\n\n\n3\nplain words\n");
    expect(await pending()).toMatchObject([ofUser("2", "two"), { now: "3", by: ["Claude"] }]);
  });

  test("after a crash, and a save in which the renderer does not say what is pending", async () => {
    page.typeMixed();
    const { mixed } = page;
    await page.journal();
    testApp = await testApp.crash();
    const [document] = (await testApp.start()).documents;
    expect(document?.unsaved).toMatchObject({ suggested: { pending: mixed, writes: [suggested] } });
    show(document);
    page.mixed = mixed;
    await save();
    expect(await pending()).toEqual([ofUser("2", "two")]);
  });

  test("and what is not of the text is dropped", async () => {
    page.typeMixed();
    const far = [900, ...(page.mixed ?? [])];
    const edits = { ...page.unsavedEdits(), suggested: { pending: far, writes: [suggested] }, why: "auto" as const };
    expect(await testApp.window.handlers["document:save"](edits)).toMatchObject({ status: "saved" });
    expect(await pending()).toEqual([]);
    const damaged = { ...edits, suggested: { pending: [{ hunk: 1 }], writes: [] } };
    expect(readArgument("document:save", damaged)).toMatchObject({ status: "fits", argument: { seq: edits.seq } });
  });
});

test("the mode gets the user's name and the file's real path, and needs a file", async () => {
  const { handlers } = testApp.window;
  expect(await handlers["review:suggest"](page.doc)).toEqual({ ok: true, path: testApp.path("a.md"), by });
  const untitled = await handlers["document:create"](undefined);
  expect(await handlers["review:suggest"](untitled.doc)).toMatchObject({ ok: false, error: { code: "wrong_state" } });
});

test("a write under the id of something else than a suggestion is saved as the user's own", async () => {
  page.type("one 2\n\n\nthree\n");
  const edits = { ...page.unsavedEdits(), suggested: { ...suggested, id: "0b5c" }, why: "auto" as const };
  const read = readArgument("document:save", edits);
  if (read.status !== "fits") throw new Error(read.why);
  expect(await testApp.window.handlers["document:save"](read.argument)).toMatchObject({ status: "saved" });
  expect(await pending()).toEqual([]);
});
