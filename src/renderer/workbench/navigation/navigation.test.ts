import { atom } from "nanostores";
import { expect, test } from "vitest";
import { keyboard } from "../../../shared/keys";
import { defaultSettings } from "../../../shared/settings";
import { DocumentEditor } from "../../editor/document-editor";
import { memoryBridge } from "../../testing/memory-bridge";
import { createNotices } from "../../ui/notices";
import { createQuestions } from "../../ui/questions";
import { createTabs } from "../tabs/tabs";
import { createNavigation } from "./navigation";

const lines = (letter: string) => Array.from({ length: 100 }, (_, index) => `${letter}${index + 1}`).join("\n");

/** Three documents of a hundred lines each, with their own editors. */
function openTabs() {
  const main = memoryBridge({ "/w/a.md": lines("a"), "/w/b.md": lines("b"), "/w/c.md": lines("c") });
  const notices = createNotices();
  const tabs = createTabs({
    bridge: main.bridge,
    notices,
    questions: createQuestions(),
    makeEditor: (open) =>
      new DocumentEditor(open, main.bridge, {
        settings: atom(defaultSettings),
        keyboard: atom(keyboard({}, "linux")),
        announce: notices.announce,
        onJump: (from) => navigation.handleJump(open.doc, from),
        nonce: "",
      }),
    onOpened: () => {},
  });
  const navigation = createNavigation(tabs);
  const line = (letter: string, line: number) => navigation.goTo({ path: `/w/${letter}.md`, location: { line } });
  const editor = () => {
    const front = tabs.$front.get();
    if (!front) throw new RangeError("no document is open");
    return front.editor as DocumentEditor;
  };
  /** The text of the line with the cursor. */
  const here = () => editor().content().lineAt(editor().viewState().cursor).text;
  return { ...navigation, main, tabs, line, editor, here, notices };
}

test("back and forward visit the locations of several documents", async () => {
  const { line, back, forward, here } = openTabs();
  await line("a", 10);
  await line("a", 50);
  await line("b", 20);
  await line("c", 99);
  const seen = [];
  while (await back()) seen.push(here());
  expect(seen).toEqual(["b20", "a50", "a10"]);
  const again = [];
  while (await forward()) again.push(here());
  expect(again).toEqual(["a50", "b20", "c99"]);
});

test("two steps at once go back two locations, even while the first one opens a document", async () => {
  const { line, back, forward, here, tabs } = openTabs();
  await line("a", 10);
  await line("b", 20);
  await line("c", 30);
  for (const { doc } of tabs.$tabs.get()) if (doc !== tabs.$active.get()) await tabs.close(doc);
  expect(await Promise.all([back(), back()])).toEqual([true, true]);
  expect(here()).toBe("a10");
  expect(await Promise.all([forward(), forward(), forward()])).toEqual([true, true, false]);
  expect(here()).toBe("c30");
});

test("a jump elsewhere clears the forward history", async () => {
  const { line, back, forward, here } = openTabs();
  await line("a", 10);
  await line("a", 50);
  await line("a", 90);
  await back();
  await line("b", 5);
  expect(await forward()).toBe(false);
  await back();
  expect(here()).toBe("a50");
});

test("a location follows edits before it", async () => {
  const { line, back, here, editor } = openTabs();
  await line("a", 60);
  await line("a", 5);
  editor().edit({ changes: { from: 0, insert: "one\ntwo\nthree\n" } });
  await back();
  expect(here()).toBe("a60");
});

test("a closed document is reopened where it was left", async () => {
  const { line, back, here, tabs, editor } = openTabs();
  await line("a", 60);
  editor().edit({ changes: { from: 0, insert: "new\n" } });
  const { doc } = editor();
  await line("b", 7);
  await tabs.close(doc);
  expect(await back()).toBe(true);
  expect(here()).toBe("a60");
});

test("a location in a document that was reopened meanwhile is tracked again", async () => {
  const { line, back, here, tabs, editor } = openTabs();
  await line("a", 60);
  const { doc } = editor();
  await line("b", 7);
  await tabs.close(doc);
  await tabs.openPath("/w/a.md");
  editor().edit({ changes: { from: 0, insert: "new\n" } });
  await line("b", 7);
  for (let steps = 0; steps < 3; steps++) await back();
  expect(here()).toBe("a60");
});

test("switching tabs is a jump, and returning to the same line is not", async () => {
  const { tabs, back, here, line } = openTabs();
  await line("a", 30);
  await tabs.openPath("/w/b.md");
  await tabs.openPath("/w/a.md");
  await tabs.openPath("/w/b.md");
  await tabs.openPath("/w/b.md");
  expect(await back()).toBe(true);
  expect(here()).toBe("a30");
  expect(await back()).toBe(true);
  expect(here()).toBe("b1");
});

test("a distant click or search is a jump, and a near one or a key is not", async () => {
  const { line, back, here, editor } = openTabs();
  const select = (number: number, userEvent: string) =>
    editor().edit({ selection: { anchor: editor().content().line(number).from }, userEvent });
  await line("a", 1);
  select(40, "select.pointer");
  select(45, "select.pointer");
  select(90, "select");
  expect(await back()).toBe(true);
  expect(here()).toBe("a1");
  expect(await back()).toBe(false);
});

test("a custom editor that moves its cursor calls jumpFrom first", async () => {
  const { line, back, here, editor, jumpFrom } = openTabs();
  await line("a", 20);
  jumpFrom();
  editor().edit({ selection: { anchor: 0 } });
  await back();
  expect(here()).toBe("a20");
});

test("a deleted document is reported and leaves the history, and one that could not be opened never enters it", async () => {
  const { line, back, here, tabs, editor, goTo, main } = openTabs();
  await line("a", 20);
  await line("b", 20);
  const { doc } = editor();
  await line("c", 20);
  await tabs.close(doc);
  main.disk.delete("/w/b.md");
  expect(await back()).toBe(false);
  expect(here()).toBe("c20");
  expect(await back()).toBe(true);
  expect(here()).toBe("a20");
  expect(await goTo({ path: "/w/nothing.md" })).toBe(false);
  expect(await goTo({ doc: "nothing" })).toBe(false);
  expect(here()).toBe("a20");
});

test("at most a hundred locations are kept, and no more positions are tracked", async () => {
  const { line, back, editor } = openTabs();
  await line("a", 1);
  const follow = editor().trackPosition.bind(editor());
  let following = 0;
  editor().trackPosition = (position) => {
    following += 1;
    const followed = follow(position);
    return {
      position: followed.position,
      stop: () => {
        following -= 1;
        followed.stop();
      },
    };
  };
  for (let n = 0; n < 300; n++) await line("a", n % 2 === 0 ? 90 : 10);
  expect(following).toBe(100);
  let steps = 0;
  while (await back()) steps++;
  expect(steps).toBe(100);
  expect(following).toBe(100);
});
