import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type PackedEdits, unpackEdits } from "../../../core/review/packed-edits";
import { listHunks as hunksOf } from "../../../core/review/pending-edits";
import type { Events } from "../../../shared/contract";
import { createTestApp, eventually, FakePage, type TestApp } from "../testing/test-app";

let testApp: TestApp;
let page: FakePage;
beforeEach(async () => {
  // The renderer below always answers: on a busy machine tools wait for it.
  testApp = createTestApp({ "a.md": "one two\n\n\nthree\n", "b.md": "other\n" }, { handOverMs: 20_000 });
  await testApp.start();
  await testApp.window.openWorkspace(testApp.folder);
  page = new FakePage(testApp, await testApp.open("a.md"));
  // A renderer that answers save requests immediately.
  testApp.desktop.onEvent = ({ name, event }) => {
    if (name === "document:changed") {
      page.text = page.after(event);
      page.saved(event.to, page.text);
    }
    if (name !== "document:hand-over") return;
    void page.save().then((answer) => {
      if (answer.status === "saved") page.saved(answer.version, page.text);
      return testApp.window.handlers["document:handed-over"](event.requestId);
    });
  };
});
afterEach(() => testApp.end());

const agent = async (name: string, old_text: string, new_text: string) => {
  const caller = { id: "1", name: "Claude", roots: [testApp.folder] };
  const call = { name: "text_editor", arguments: { action: "patch", path: name, old_text, new_text }, caller };
  expect(await (await testApp.engine()).run(call)).toMatchObject({ ok: true });
};
const listHunks = (pending: Events["document:review"]["pending"]) =>
  hunksOf(unpackEdits(pending as PackedEdits, page.text) ?? []);
const lastReview = (): Events["document:review"] | undefined => testApp.desktop.events("document:review").at(-1);
const waitForReview = async (count: number) => {
  await eventually(() => {
    expect(listHunks(lastReview()?.pending ?? [])).toHaveLength(count);
    expect(lastReview()?.version).toBe(page.version);
  });
  return lastReview() as Events["document:review"];
};
const handlers = () => testApp.window.handlers;
const manner = "whole" as const;

describe("an agent's edit of an open document", () => {
  test("is reported to its renderer with its author, for the text that the renderer has", async () => {
    await agent("a.md", "two", "TWO");
    const { doc, pending, writes } = await waitForReview(1);
    expect(doc).toBe(page.doc);
    expect(writes).toMatchObject([{ by: "Claude", reason: "patch" }]);
    expect(listHunks(pending)[0]?.parts).toEqual([{ from: 4, to: 7, removed: "two" }]);
  });

  test("is known to the renderer before the text, if the document is opened later", async () => {
    const caller = { id: "1", name: "Claude", roots: [testApp.folder] };
    const patch = { action: "patch", path: "b.md", old_text: "other", new_text: "OTHER" };
    await (await testApp.engine()).run({ name: "text_editor", arguments: patch, caller });
    const seen = testApp.desktop.events("document:review").length;
    const { doc, version } = await testApp.open("b.md");
    // Others may follow.
    const reports = testApp.desktop.events("document:review").slice(seen);
    expect(reports.find((each) => each.doc === doc)).toMatchObject({ version, kind: "news" });
  });

  test("moves with the user's saves, and is undone without them", async () => {
    await agent("a.md", "two", "TWO");
    const { path, pending } = await waitForReview(1);
    page.type("zero one TWO\n\n\nthree\n");
    const hunks = listHunks(pending).map(({ id }) => id);
    expect(await handlers()["review:undo"]({ path, hunks, manner })).toEqual({
      ok: true,
      undone: hunks,
      gone: [],
      left: [],
    });
    expect(testApp.read("a.md")).toBe("zero one two\n\n\nthree\n");
    // The event for the window may come after the answer.
    await expect.poll(() => page.text).toBe("zero one two\n\n\nthree\n");
    await waitForReview(0);
  });

  test("that is kept is no longer pending, and stays", async () => {
    await agent("a.md", "two", "TWO");
    await agent("a.md", "three", "THREE");
    const { path, pending } = await waitForReview(2);
    const [first] = listHunks(pending);
    expect(await handlers()["review:keep"]({ path, hunks: [first?.id ?? ""] })).toEqual({ ok: true });
    expect(listHunks((await waitForReview(1)).pending)[0]?.parts).toMatchObject([{ removed: "three" }]);
    expect(testApp.read("a.md")).toBe("one TWO\n\n\nTHREE\n");
  });

  test("stays pending over a crash", async () => {
    await agent("a.md", "two", "TWO");
    await waitForReview(1);
    testApp = await testApp.crash();
    await testApp.start();
    page = new FakePage(testApp, await testApp.open("a.md"));
    await waitForReview(1);
  });

  test("that was kept right before a crash is not pending again, and the others still are", async () => {
    await agent("a.md", "two", "TWO");
    await agent("a.md", "three", "THREE");
    const { path, pending } = await waitForReview(2);
    const [first] = listHunks(pending);
    expect(await handlers()["review:keep"]({ path, hunks: [first?.id ?? ""] })).toEqual({ ok: true });
    testApp = await testApp.crash();
    await testApp.start();
    page = new FakePage(testApp, await testApp.open("a.md"));
    const { pending: left } = await waitForReview(1);
    expect(listHunks(left)[0]?.parts).toMatchObject([{ removed: "three" }]);
    expect(testApp.read("a.md")).toBe("one TWO\n\n\nTHREE\n");
  });

  test("is not undone in a text with an unresolved conflict", async () => {
    await agent("a.md", "two", "TWO");
    const { path, pending } = await waitForReview(1);
    await handlers()["document:conflict"]({ doc: page.doc, mine: "mine\n" });
    const answer = await handlers()["review:undo"]({ path, manner, hunks: listHunks(pending).map(({ id }) => id) });
    expect(answer).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect(testApp.read("a.md")).toBe("one TWO\n\n\nthree\n");
  });
});

describe("an agent's edit while review is off", () => {
  test("is not pending, and edits that were pending before still are", async () => {
    await agent("a.md", "two", "TWO");
    await waitForReview(1);
    await handlers()["app:save-settings"]({ reviewEdits: false });
    await agent("a.md", "three", "THREE");
    expect(listHunks((await waitForReview(1)).pending)[0]?.parts).toMatchObject([{ removed: "two" }]);
    expect(testApp.read("a.md")).toBe("one TWO\n\n\nTHREE\n");
  });
});

describe("edits of documents that nobody has open", () => {
  const listed = async () => {
    const answer = await handlers()["review:list"]("hunks");
    return answer.ok ? answer.documents : [];
  };

  test("are listed, and undone in their files", async () => {
    await agent("b.md", "other", "OTHER");
    const [found] = await listed();
    expect(found).toMatchObject({ path: testApp.path("b.md"), name: "b.md", writes: [{ by: "Claude" }] });
    const { path, hunks, count, shown } = found as NonNullable<typeof found>;
    expect([count, shown, hunks]).toMatchObject([1, testApp.path("b.md"), [{ removed: "other", inserted: "OTHER" }]]);
    const asked = { path, manner, hunks: hunks.map(({ id }) => id) };
    expect(await handlers()["review:undo"](asked)).toMatchObject({ ok: true });
    expect(testApp.read("b.md")).toBe("other\n");
    expect(await listed()).toEqual([]);
    await eventually(() => expect(testApp.desktop.events("review:changed").length).toBeGreaterThan(0));
  });

  test("are listed in their current form after another program has written, and not if their file is deleted", async () => {
    await agent("b.md", "other", "OTHER");
    testApp.write("b.md", "before\nOTHER\n");
    expect(await listed()).toMatchObject([{ count: 1, hunks: [{ removed: "other", inserted: "OTHER" }] }]);
    testApp.write("b.md", "something else\n");
    expect(await listed()).toEqual([]);
    await agent("a.md", "three", "THREE");
    expect(await listed()).toMatchObject([{ name: "a.md" }]);
  });

  test("are reported to the renderer that opens the document later", async () => {
    await agent("b.md", "other", "OTHER");
    testApp = await testApp.crash();
    await testApp.start();
    await testApp.window.openWorkspace(testApp.folder);
    await testApp.open("a.md");
    page = new FakePage(testApp, await testApp.open("b.md"));
    expect((await waitForReview(1)).doc).toBe(page.doc);
  });

  test("outside the open folder cannot be named", async () => {
    await agent("b.md", "other", "OTHER");
    const [found] = await listed();
    await testApp.window.handlers["workspace:close"](undefined);
    expect(await listed()).toEqual([]);
    const { path, hunks } = found as NonNullable<typeof found>;
    const asked = { path, manner, hunks: hunks.map(({ id }) => id) };
    expect(await handlers()["review:undo"](asked)).toMatchObject({ ok: false });
    expect(testApp.read("b.md")).toBe("OTHER\n");
  });
});
