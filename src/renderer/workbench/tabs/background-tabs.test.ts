import { expect, test } from "vitest";
import { memoryBridge } from "../../testing/memory-bridge";
import { createMemoryEditors } from "../../testing/memory-editor";
import { createNotices } from "../../ui/notices";
import { createQuestions } from "../../ui/questions";
import { createBackgroundTabs } from "./background-tabs";
import { createTabs } from "./tabs";

const claude = { kind: "agent", name: "Claude" } as const;

function openTabs() {
  const main = memoryBridge({ "/w/a.md": "A", "/w/b.md": "B", "/w/c.md": "C" });
  const editors = createMemoryEditors();
  const notices = createNotices();
  const tabs = createTabs({
    bridge: main.bridge,
    notices,
    questions: createQuestions(),
    makeEditor: (open) =>
      editors.make(open, main.bridge, {
        $settings: {} as never,
        $keyboard: {} as never,
        announce: notices.announce,
        onJump: () => {},
      }),
    onOpened: () => {},
  });
  const user = { isTyping: false, isKeyboardInUse: false };
  const showUnasked = createBackgroundTabs({
    tabs,
    notices,
    isTyping: () => user.isTyping,
    isKeyboardInUse: () => user.isKeyboardInUse,
  });
  const show = (letter: string) => {
    const open = main.open(`/w/${letter}.md`);
    if (open) showUnasked(open, claude, `Claude opened ${letter}.md`);
  };
  const names = () => tabs.$tabs.get().map(({ editor }) => editor.$info.get().name);
  const front = () => tabs.$front.get()?.editor.$info.get().name;
  const shownNotices = () => notices.$notices.get().map(({ sentence, action }) => [sentence, action?.label ?? null]);
  /** Whether a document would take the focus now. */
  const isFocusWanted = () => tabs.takeFocus();
  return { tabs, notices, user, show, names, front, shownNotices, isFocusWanted };
}

test("while the keyboard is in use, the tab opens in the background, marked, with a notice", async () => {
  for (const use of [{ isTyping: true }, { isKeyboardInUse: true }]) {
    const { tabs, notices, user, show, names, front, shownNotices, isFocusWanted } = openTabs();
    await tabs.openPath("/w/a.md");
    isFocusWanted();
    Object.assign(user, use);
    show("b");
    show("b");
    expect([names(), front(), isFocusWanted()]).toEqual([["a.md", "b.md"], "a.md", false]);
    expect(tabs.$tabs.get()[1]?.$activity.get()).toEqual({ by: claude, how: "opened" });
    expect(shownNotices()).toEqual([["Claude opened b.md", "Show"]]);
    notices.$notices.get()[0]?.action?.run();
    expect([front(), isFocusWanted(), shownNotices()]).toEqual(["b.md", true, []]);
    expect(tabs.$tabs.get()[1]?.$activity.get()).toBeNull();
  }
});

test("if nothing has the focus, the tab comes to the front, and the focus does not move", async () => {
  const { tabs, show, front, shownNotices, isFocusWanted } = openTabs();
  await tabs.openPath("/w/a.md");
  isFocusWanted();
  show("b");
  expect([front(), isFocusWanted(), shownNotices()]).toEqual(["b.md", false, [["Claude opened b.md", null]]]);
});

test("without other documents it is in front, and does not take the focus", () => {
  const { tabs, user, show, front, isFocusWanted } = openTabs();
  tabs.restore([], null, null);
  user.isTyping = true;
  show("b");
  expect([front(), isFocusWanted()]).toEqual(["b.md", false]);
});

test("a document that is already in front of a group causes no notice", async () => {
  const { tabs, user, show, front, shownNotices } = openTabs();
  await tabs.openPath("/w/a.md");
  await tabs.openBeside("/w/b.md");
  user.isTyping = true;
  show("a");
  show("b");
  expect([front(), shownNotices()]).toEqual(["b.md", []]);
});

test("only the last document has a notice, until its tab is shown or closed", async () => {
  const { tabs, user, show, shownNotices } = openTabs();
  await tabs.openPath("/w/a.md");
  user.isTyping = true;
  const doc = (name: string) => tabs.$tabs.get().find(({ editor }) => editor.$info.get().name === name)?.doc ?? "";
  show("b");
  show("c");
  expect(shownNotices()).toEqual([["Claude opened c.md", "Show"]]);
  tabs.activate(doc("c.md"));
  expect(shownNotices()).toEqual([]);
  show("b");
  expect(shownNotices()).toEqual([["Claude opened b.md", "Show"]]);
  await tabs.close(doc("b.md"));
  expect(shownNotices()).toEqual([]);
});
