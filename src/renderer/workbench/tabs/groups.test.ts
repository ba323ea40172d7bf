import { expect, test } from "vitest";
import type { DocumentSnapshot, Session } from "../../../shared/contract";
import { memoryBridge } from "../../testing/memory-bridge";
import { createMemoryEditors } from "../../testing/memory-editor";
import { createNotices } from "../../ui/notices";
import { createQuestions } from "../../ui/questions";
import { groupsOf } from "../groups/arrangement";
import { createTabs } from "./tabs";

function openTabs() {
  const main = memoryBridge({ "/w/a.md": "A", "/w/b.md": "B", "/w/c.md": "C" });
  const notices = createNotices();
  const questions = createQuestions();
  const editors = createMemoryEditors();
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
    onOpened: () => {},
  });
  editors.listen(main.bridge, (doc) => tabs.find(doc) !== null);
  const name = (key: string) => tabs.tabOf(key).editor.$info.get().name.replace(".md", "");
  /** Groups as `a b* | !c*`: a star after the front tab, `!` before the active group. */
  const describe = () => {
    const all = tabs.$arrangement.get();
    return groupsOf(all)
      .map(({ id, tabs, front }) => {
        const row = tabs.map((key) => name(key) + (key === front ? "*" : "")).join(" ");
        return (id === all.active ? "!" : "") + row;
      })
      .join(" | ");
  };
  const open = async (...letters: string[]) => {
    for (const letter of letters) await tabs.openPath(`/w/${letter}.md`);
  };
  const front = () => {
    const tab = tabs.$front.get();
    if (!tab) throw new RangeError("nothing is open");
    return tab;
  };
  return { main, tabs, notices, questions, editors, describe, open, front };
}

test("a split shows the document a second time in front, and new documents open in the active group", async () => {
  const { tabs, describe, open, front } = openTabs();
  await open("a", "b");
  tabs.groups.split(front(), "right");
  expect(describe()).toBe("a b* | !b*");
  await open("c");
  expect(describe()).toBe("a b* | !b c*");
  await open("a");
  expect(describe()).toBe("!a* b | b c*");
  await open("b");
  expect(describe()).toBe("!a b* | b c*");
});

test("a document stays open until its last tab closes, and the others close without a question", async () => {
  const { main, tabs, describe, open, front, questions } = openTabs();
  await open("a");
  await tabs.create();
  const { editor } = front();
  editor.edit({ changes: { from: 0, insert: "draft" } });
  tabs.groups.split(front(), "right");
  await tabs.closeFront();
  expect(describe()).toBe("!a Untitled*");
  expect(main.requested("document:close")).toEqual([]);
  const closing = tabs.closeFront();
  await Promise.resolve();
  expect(questions.$pending.get()).toHaveLength(1);
  expect(tabs.groups.split(front(), "right"), "what is being closed is not split").toBeNull();
  questions.$pending.get()[0]?.answer("discard");
  await closing;
  expect(describe()).toBe("!a*");
});

test("opening to the side uses the next group, which is created if needed", async () => {
  const { tabs, describe, open, front } = openTabs();
  await open("a");
  await tabs.openBeside("/w/b.md");
  expect(describe()).toBe("a* | !b*");
  await tabs.openBeside("/w/c.md");
  expect(describe()).toBe("!a c* | b*");
  await tabs.openBeside("/w/c.md");
  expect(describe()).toBe("a c* | !b c*");
  await tabs.openBeside("/w/c.md");
  expect(describe()).toBe("!a c* | b c*");
  expect(await tabs.openBeside("/w/none.md")).toBeNull();
  expect(front().editor.$info.get().name).toBe("c.md");
});

test("a tab moves to the next group, or into a new one; if its document is already there, the two become one", async () => {
  const { tabs, describe, open } = openTabs();
  await open("a");
  tabs.groups.moveFront(1);
  expect(describe()).toBe("!a*");
  await open("b", "c");
  tabs.groups.moveFront(1);
  expect(describe()).toBe("a b* | !c*");
  tabs.groups.moveFront(1);
  expect(describe()).toBe("!a b c*");
  tabs.groups.moveFront(-1);
  expect(describe()).toBe("!c* | a b*");
  await tabs.openBeside("/w/c.md");
  expect(describe()).toBe("c* | !a b c*");
  tabs.groups.moveFront(-1);
  expect(describe()).toBe("!c* | a b*");
});

test("closing a group closes its tabs up to one that stays, and joining leaves each document one tab", async () => {
  const { tabs, describe, open, editors, front } = openTabs();
  await open("a", "b");
  tabs.groups.split(front(), "down");
  await open("c");
  tabs.groups.join();
  expect(describe()).toBe("!a b c*");
  tabs.groups.moveFront(1);
  await open("b");
  tabs.groups.step(1);
  expect(describe()).toBe("a b* | !c*");
  editors.of(front().doc).conflict(1);
  await tabs.groups.close();
  expect(describe()).toBe("a b* | !c*");
  editors.of(front().doc).conflict(0);
  await tabs.groups.close();
  expect(describe()).toBe("!a b*");
});

test("the front tab of any group is not marked when an agent writes in it", async () => {
  const { main, tabs, open, front } = openTabs();
  await open("a");
  const a = front();
  await tabs.openBeside("/w/b.md");
  const b = front();
  main.write("/w/a.md", "by Claude");
  expect(a.$activity.get()).toBeNull();
  tabs.bring(a);
  await open("c");
  main.write("/w/a.md", "by Claude again");
  main.write("/w/b.md", "by Claude");
  expect([a.$activity.get()?.by.name, b.$activity.get()]).toEqual(["Claude", null]);
});

test("the session contains the groups, and documents with other ids are found by their paths", async () => {
  const { tabs, describe, open, front } = openTabs();
  await open("a", "b");
  tabs.groups.split(front(), "right");
  await open("c");
  front().editor.restore({ cursor: 1, scrollTop: 5, folds: [] });
  tabs.groups.step(1);
  const session = JSON.stringify({ ...tabs.sessionState(), active: tabs.$active.get() });
  const kept = JSON.parse(session.replaceAll(/"d(\d+)"/g, '"old-$1"')) as Session;
  expect(kept.tabs.map(({ path }) => path)).toEqual(["/w/a.md", "/w/b.md", "/w/c.md"]);

  const later = openTabs();
  const opened = ["c", "b", "a"].map((letter) => later.main.open(`/w/${letter}.md`)) as DocumentSnapshot[];
  const active = opened.find(({ path }) => path === "/w/b.md")?.doc ?? null;
  later.tabs.restore(opened, kept, active);
  expect(later.describe()).toBe(describe());
  expect(later.describe()).toBe("!a b* | b c*");
  expect(later.tabs.sessionState().groups?.columns).toHaveLength(2);

  const alone = openTabs();
  const one = [alone.main.open("/w/c.md")] as DocumentSnapshot[];
  alone.tabs.restore(one, kept, null);
  expect(alone.describe()).toBe("!c*");
  expect(alone.tabs.sessionState().groups).toBeUndefined();
});

test("a closed tab whose document is open elsewhere reopens in its group or a new one", async () => {
  const { tabs, describe, open, front } = openTabs();
  await open("a", "b");
  tabs.groups.split(front(), "right");
  await open("c");
  tabs.groups.goTo(2);
  await tabs.closeTab(tabs.$tabs.get().at(-2) ?? front());
  expect(describe()).toBe("a b* | !c*");
  await tabs.reopen();
  expect(describe()).toBe("a b* | !b* c");
  await tabs.closeTab(front());
  await tabs.closeTab(front());
  expect(describe()).toBe("!a b*");
  await tabs.reopen();
  expect(describe()).toBe("!c* a b");
  await tabs.reopen();
  expect(describe()).toBe("c* a b | !b*");
});

test("a tab reopens in its previous group, even from another one", async () => {
  const { tabs, describe, open, front } = openTabs();
  await open("a");
  tabs.groups.split(front(), "right");
  await open("b", "c");
  await tabs.closeTab(tabs.$tabs.get()[2] ?? front());
  tabs.groups.goTo(1);
  expect(describe()).toBe("!a* | a c*");
  await tabs.reopen();
  expect(describe()).toBe("a* | !a b* c");
});

test("a file opens in a new group at a side of any group, even if it is open here", async () => {
  const { tabs, describe, open, notices } = openTabs();
  await open("a", "b");
  await tabs.openSplit("/w/c.md", "left", 1);
  expect(describe()).toBe("!c* | a b*");
  await tabs.openSplit("/w/a.md", "down", 1);
  expect(describe()).toBe("c* | a b* | !a*");
  await tabs.openSplit("/w/b.md", "right", 1);
  expect(describe()).toBe("c* | a b* | a* | !b*");
  expect(await tabs.openSplit("/w/b.md", "right", 1)).toBeNull();
  expect(describe()).toBe("c* | a b* | a* | !b*");
  expect(await tabs.openSplit("/w/none.md", "right", 1)).toBeNull();
  expect(notices.$notices.get()[0]?.sentence).toBe("There is no file /w/none.md.");
});
