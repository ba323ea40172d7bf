import { expect, test, vi } from "vitest";
import type { DocumentSnapshot, Session } from "../../../shared/contract";
import { memoryBridge } from "../../testing/memory-bridge";
import { createMemoryEditors } from "../../testing/memory-editor";
import { createNotices } from "../../ui/notices";
import { createQuestions } from "../../ui/questions";
import { createTabs } from "./tabs";

function openTabs(files: Record<string, string> = { "/w/a.md": "A", "/w/b.md": "B", "/w/c.md": "C", "/w/d.md": "D" }) {
  const main = memoryBridge(files);
  const notices = createNotices();
  const questions = createQuestions();
  const editors = createMemoryEditors();
  const remembered: string[] = [];
  const tabs = createTabs({
    bridge: main.bridge,
    notices,
    questions,
    makeEditor: (open) =>
      editors.make(open, main.bridge, {
        $settings: {} as never,
        $keyboard: {} as never,
        announce: notices.announce,
        onJump: () => {},
      }),
    onOpened: ({ path }) => remembered.push(path),
  });
  editors.listen(main.bridge, (doc) => tabs.find(doc) !== null);
  const names = () => tabs.$tabs.get().map(({ editor }) => editor.$info.get().name);
  const front = () => tabs.$front.get()?.editor.$info.get().name ?? null;
  const doc = (name: string) => tabs.$tabs.get().find(({ editor }) => editor.$info.get().name === name)?.doc ?? "";
  const editor = (name: string) => editors.of(doc(name));
  const open = async (...letters: string[]) => {
    for (const letter of letters) await tabs.openPath(`/w/${letter}.md`);
  };
  const answer = (choice: string | null) => {
    const asked = questions.$pending.get()[0];
    if (!asked) throw new Error("nothing was asked");
    asked.answer(choice);
  };
  const asked = () => questions.$pending.get()[0]?.question.title ?? null;
  const tick = () => new Promise((done) => setTimeout(done, 2));
  return { main, tabs, notices, names, front, doc, editor, open, answer, asked, tick, remembered };
}

test("a file opens after the front tab, once, and is added to the recent list", async () => {
  const { tabs, open, names, front, remembered } = openTabs();
  await open("a", "b");
  await tabs.openPath("/w/a.md");
  await open("c");
  expect(names()).toEqual(["a.md", "c.md", "b.md"]);
  expect(front()).toBe("c.md");
  expect(remembered).toEqual(["/w/a.md", "/w/b.md", "/w/c.md"]);
});

test("two requests for one file at once open one tab", async () => {
  const { tabs, names } = openTabs();
  await Promise.all([tabs.openPath("/w/a.md"), tabs.openPath("/w/a.md")]);
  expect(names()).toEqual(["a.md"]);
});

test("a file that cannot be opened is reported with main's message", async () => {
  const { tabs, notices, names } = openTabs();
  expect(await tabs.openPath("/w/none.md")).toBeNull();
  expect(notices.$notices.get()[0]?.sentence).toBe("There is no file /w/none.md.");
  expect(names()).toEqual([]);
});

test("closing a tab shows the previously shown one, or else its neighbour", async () => {
  const { tabs, open, doc, front } = openTabs();
  await open("a", "b", "c");
  tabs.activate(doc("a.md"));
  tabs.activate(doc("c.md"));
  await tabs.close(doc("c.md"));
  expect(front()).toBe("a.md");
  await tabs.close(doc("a.md"));
  expect(front()).toBe("b.md");
  await tabs.close(doc("b.md"));
  expect(front()).toBeNull();
});

test("a dirty document is saved before it closes", async () => {
  const { main, tabs, open, doc, editor, names } = openTabs();
  await open("a");
  editor("a.md").type(" more");
  expect(await tabs.close(doc("a.md"))).toBe(true);
  expect(main.disk.get("/w/a.md")).toBe("A more");
  expect(names()).toEqual([]);
});

test("a document that cannot be saved asks, and stays if the user cancels", async () => {
  const { main, tabs, open, doc, editor, names, asked, answer, tick } = openTabs();
  await open("a");
  const { bridge } = main;
  const { request } = bridge;
  bridge.request = ((name: "document:save", argument: never) =>
    name === "document:save"
      ? Promise.resolve({ status: "refused", error: { code: "failed", message: "The disk is full" } })
      : request(name, argument)) as typeof request;
  editor("a.md").type(" more");
  const closing = tabs.close(doc("a.md"));
  await tick();
  expect(asked()).toBe("“a.md” could not be saved");
  answer(null);
  expect(await closing).toBe(false);
  expect(names()).toEqual(["a.md"]);
  expect(editor("a.md").text()).toBe("A more");
});

test("an untitled document closes at once without text, and asks with text", async () => {
  const { main, tabs, doc, editor, names, asked, answer, tick } = openTabs();
  await tabs.create();
  expect(await tabs.close(doc("Untitled"))).toBe(true);
  await tabs.create();
  editor("Untitled 2").type("draft");

  const first = tabs.close(doc("Untitled 2"));
  const again = tabs.close(doc("Untitled 2"));
  await tick();
  expect(asked()).toBe("Save “Untitled 2” before closing it?");
  answer(null);
  expect(await first).toBe(false);
  expect(await again).toBe(false);
  expect(names()).toEqual(["Untitled 2"]);

  main.answers.saveAs = "/w/draft.md";
  const second = tabs.close(doc("Untitled 2"));
  await tick();
  answer("save");
  expect(await second).toBe(true);
  expect(main.disk.get("/w/draft.md")).toBe("draft");
});

test("choosing Save and then cancelling the dialog keeps the tab", async () => {
  const { tabs, doc, editor, names, answer, tick } = openTabs();
  await tabs.create();
  editor("Untitled").type("draft");
  const closing = tabs.close(doc("Untitled"));
  await tick();
  answer("save");
  expect(await closing).toBe(false);
  expect(names()).toEqual(["Untitled"]);
});

test("an open conflict keeps the tab, with a notice that says why", async () => {
  const { tabs, open, doc, editor, names, front, notices, asked } = openTabs();
  await open("a", "b");
  editor("a.md").conflict(2);
  expect(await tabs.close(doc("a.md"))).toBe(false);
  expect(names()).toEqual(["a.md", "b.md"]);
  expect(front()).toBe("a.md");
  expect(asked()).toBeNull();
  expect(notices.$notices.get()[0]?.sentence).toContain("2 unresolved conflicts");
});

test("a conflict found by the last save keeps the tab too", async () => {
  const { tabs, open, doc, editor, names } = openTabs();
  await open("a");
  const a = editor("a.md");
  a.type("!");
  a.flush = async () => a.conflict(1);
  expect(await tabs.close(doc("a.md"))).toBe(false);
  expect(names()).toEqual(["a.md"]);
});

test("a document whose file was deleted asks before its text is discarded", async () => {
  const { main, tabs, open, doc, asked, answer, names, tick } = openTabs();
  await open("a");
  main.remove("/w/a.md");
  const closing = tabs.close(doc("a.md"));
  await tick();
  expect(asked()).toBe("Keep the text of “a.md”?");
  answer("discard");
  expect(await closing).toBe(true);
  expect(names()).toEqual([]);
});

test("closing the front tab several times in a row closes that many, up to one that stays", async () => {
  const { tabs, open, editor, names, tick } = openTabs();
  await open("a", "b", "c", "d");
  editor("b.md").conflict(1);
  for (let times = 0; times < 4; times++) void tabs.closeFront();
  for (let times = 0; times < 4; times++) await tick();
  expect(names()).toEqual(["a.md", "b.md"]);
  editor("b.md").conflict(0);
  await tabs.closeFront();
  expect(names()).toEqual(["a.md"]);
});

test("closing does not ask again while a question is open", async () => {
  const { tabs, open, editor, names, answer, tick } = openTabs();
  await open("a");
  await tabs.create();
  editor("Untitled").type("draft");
  void tabs.closeFront();
  await tick();
  void tabs.closeFront();
  answer("discard");
  await tick();
  expect(names()).toEqual(["a.md"]);
});

test("a closed tab reopens in its position, with its cursor", async () => {
  const { tabs, open, doc, editor, names, front } = openTabs();
  await open("a", "b", "c");
  editor("b.md").restore({ cursor: 1, scrollTop: 40, folds: [] });
  await tabs.close(doc("b.md"));
  await tabs.close(doc("a.md"));
  await tabs.reopen();
  await tabs.reopen();
  expect(names()).toEqual(["a.md", "b.md", "c.md"]);
  expect(front()).toBe("b.md");
  expect(editor("b.md").viewState()).toEqual({ cursor: 1, scrollTop: 40, folds: [] });
});

test("a closed tab whose file was deleted is reported, and the one before it opens", async () => {
  const { main, tabs, open, doc, names, notices } = openTabs();
  await open("a", "b");
  await tabs.close(doc("a.md"));
  await tabs.close(doc("b.md"));
  main.remove("/w/b.md");
  await tabs.reopen();
  expect(names()).toEqual(["a.md"]);
  expect(notices.$notices.get()[0]?.sentence).toContain("/w/b.md");
});

test("a text closed without a file and without saving reopens with all of its text", async () => {
  const { tabs, editor, open, doc, answer, names, front, tick } = openTabs();
  await open("a");
  await tabs.create();
  editor("Untitled").type("a thought");
  const closing = tabs.close(doc("Untitled"));
  await tick();
  answer("discard");
  expect(await closing).toBe(true);
  expect(names()).toEqual(["a.md"]);
  await tabs.reopen();
  const back = front() ?? "";
  expect(names()).toEqual(["a.md", back]);
  expect(editor(back).text()).toBe("a thought");
  expect(editor(back).isDirty()).toBe(true);
});

test("an empty text without a file is not reopened", async () => {
  const { tabs, open, doc, names } = openTabs();
  await open("a");
  await tabs.create();
  await tabs.close(doc("Untitled"));
  await tabs.reopen();
  expect(names()).toEqual(["a.md"]);
});

test("tabs can be moved, and stepping through them wraps around", async () => {
  const { tabs, open, doc, names, front } = openTabs();
  await open("a", "b", "c");
  tabs.move(doc("c.md"), 0);
  expect(names()).toEqual(["c.md", "a.md", "b.md"]);
  tabs.move(doc("c.md"), 99);
  expect(names()).toEqual(["a.md", "b.md", "c.md"]);
  expect(front()).toBe("c.md");
  tabs.step(1);
  expect(front()).toBe("a.md");
  tabs.step(-1);
  expect(front()).toBe("c.md");
});

test("an agent's write marks a background tab until it is shown, and never the one in front", async () => {
  const { main, tabs, open, doc } = openTabs();
  await open("a", "b");
  const mark = (name: string) => tabs.find(doc(name))?.$activity.get()?.by.name ?? null;
  main.write("/w/a.md", "by Claude");
  main.write("/w/b.md", "by Claude");
  expect(mark("a.md")).toBe("Claude");
  expect(mark("b.md")).toBeNull();
  tabs.activate(doc("a.md"));
  expect(mark("a.md")).toBeNull();
});

test("the session is restored in order with its view states, followed by other documents", () => {
  const { main, tabs, names, front, editor } = openTabs();
  const opened = ["d", "b", "a", "c"].map((letter) => main.open(`/w/${letter}.md`)) as DocumentSnapshot[];
  const tab = (letter: string, cursor: number) => ({
    path: `/w/${letter}.md`,
    doc: `old-${letter}`,
    cursor,
    scrollTop: 0,
    folds: [],
  });
  const session: Session = {
    tabs: [tab("c", 3), tab("gone", 0), tab("a", 1)],
    active: null,
    sidebar: { open: true, width: 200 },
    expanded: [],
  };
  tabs.restore(opened, session, opened[2]?.doc ?? null);
  expect(names()).toEqual(["c.md", "a.md", "d.md", "b.md"]);
  expect(front()).toBe("a.md");
  expect(editor("c.md").viewState().cursor).toBe(3);
});

test("a file in the trash closes without a question", async () => {
  const { main, tabs, open, names } = openTabs({ "/w/book/a.md": "A", "/w/b.md": "B" });
  await tabs.openPath("/w/book/a.md");
  await open("b");
  const inTrash = tabs.under("/w/book");
  main.remove("/w/book/a.md");
  for (const tab of inTrash) await tabs.closeTrashed(tab);
  expect(names()).toEqual(["b.md"]);
});

test("a tab moves to another window with its unsaved edits, and cannot be reopened here", async () => {
  vi.stubGlobal("document", { body: { inert: false } });
  const { main, tabs, open, editor, doc, names, front, notices } = openTabs();
  await open("a", "b");
  editor("b.md").type("!");
  const moved = doc("b.md");
  const gone = tabs.moveToWindow(moved);
  expect(document.body.inert).toBe(true);
  await gone;
  expect(document.body.inert).toBe(false);
  expect([names(), front()]).toEqual([["a.md"], "a.md"]);
  expect(main.disk.get("/w/b.md")).toBe("B!");
  expect(main.requested("window:move-tab")).toMatchObject([{ doc: moved, typed: null }]);
  await tabs.reopen();
  expect(names()).toEqual(["a.md"]);

  main.reject("window:move-tab", "The disk is full.");
  await tabs.moveToWindow(doc("a.md"));
  expect(names()).toEqual(["a.md"]);
  expect(notices.$notices.get().map(({ sentence }) => sentence)).toEqual(["The disk is full."]);
  vi.unstubAllGlobals();
});

test("a closing window asks about documents without a file, and nothing else", async () => {
  const { main, tabs, open, editor, asked, answer, tick, names } = openTabs();
  await open("a");
  editor("a.md").type("!");
  expect(await tabs.closeAllSafely()).toBe(true);
  expect(main.disk.get("/w/a.md")).toBe("A!");
  expect(names()).toEqual(["a.md"]);
  await tabs.create();
  editor("Untitled").type("a thought");
  const kept = tabs.closeAllSafely();
  await tick();
  expect(asked()).toContain("Untitled");
  answer(null);
  expect(await kept).toBe(false);
  const given = tabs.closeAllSafely();
  await tick();
  answer("discard");
  expect(await given).toBe(true);
});

test("a document requested by another window comes to the front, and so does one moved here", async () => {
  const { main, tabs, open, doc, front, notices } = openTabs();
  await open("a", "b");
  tabs.handleRequestedElsewhere(doc("a.md"));
  expect(front()).toBe("a.md");
  expect(notices.$announced.get().sentence).toBe("a.md is already open in this window");
  const opened = await main.bridge.request("document:open", "/w/c.md");
  if (!opened.ok || !opened.document) throw new Error("not opened");
  tabs.receive(opened.document, { cursor: 1, scrollTop: 0, folds: [] });
  expect(front()).toBe("c.md");
  expect(tabs.$front.get()?.editor.viewState()).toMatchObject({ cursor: 1 });
});

test("a book has a tab that closes, reopens and is restored without main knowing it", async () => {
  const { main, tabs, open, names, front, remembered } = openTabs();
  await open("a");
  tabs.openBook("/w/novel", "novel");
  tabs.openBook("/w/novel", "novel");
  expect([names(), front()]).toEqual([["a.md", "novel"], "novel"]);
  expect(remembered).toEqual(["/w/a.md"]);
  const session = { ...tabs.sessionState(), active: tabs.$active.get() } as Session;
  expect(session.tabs.map(({ path, room }) => [path, room])).toEqual([
    ["/w/a.md", undefined],
    ["/w/novel", "book"],
  ]);
  await tabs.closeFront();
  expect(names()).toEqual(["a.md"]);
  await tabs.reopen();
  expect(front()).toBe("novel");
  expect(await tabs.openPath("/w/novel")).toBe(tabs.$active.get());

  const later = openTabs();
  later.tabs.restore([], session, null);
  expect([later.names(), later.front()]).toEqual([["novel"], "novel"]);
  expect(main.requests.filter(({ name }) => name === "document:close")).toEqual([]);
});

test("the statement on a text has a tab of its own, which is neither the text's tab nor restored as one", async () => {
  const { tabs, open, names, front, remembered } = openTabs();
  tabs.openAuthorship("/w/a.md");
  expect(front()).toBe("Authorship of a.md");
  // The path leads to the text, which is not open yet.
  await open("a");
  expect([names(), front()]).toEqual([["Authorship of a.md", "a.md"], "a.md"]);
  tabs.openAuthorship("/w/a.md");
  expect([names(), front()]).toEqual([["Authorship of a.md", "a.md"], "Authorship of a.md"]);
  expect(remembered).toEqual(["/w/a.md"]);
  const session = { ...tabs.sessionState(), active: tabs.$active.get() } as Session;
  expect(session.tabs.map(({ path, room }) => [path, room])).toEqual([
    ["/w/a.md", "authorship"],
    ["/w/a.md", undefined],
  ]);
  await tabs.closeFront();
  await tabs.reopen();
  expect(front()).toBe("Authorship of a.md");

  // The text has another id at the next start.
  const later = openTabs();
  const opened = await later.main.bridge.request("document:open", "/w/a.md");
  if (!opened.ok || !opened.document) throw new Error("not opened");
  later.tabs.restore([{ ...opened.document, doc: "another" }], session, null);
  expect([later.names(), later.front()]).toEqual([["Authorship of a.md", "a.md"], "Authorship of a.md"]);
});
