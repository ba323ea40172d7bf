import { isolateHistory } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeMain } from "../testing/fake-main.fixture";
import type { DocumentEditor } from "./document-editor";
import { resolveTransaction, visibleConflicts } from "./sync/conflict-hunks";

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A separate undo step, like a user's edit. */
const type = (editor: DocumentEditor, from: number, insert: string, to = from) =>
  editor.edit({ changes: { from, to, insert }, annotations: isolateHistory.of("full") });
const textOf = (editor: DocumentEditor) => editor.content().sliceString(0);

it("typing in one editor appears in the other, and both keep their cursors", async () => {
  const main = new FakeMain("one two three");
  const { editor } = main;
  const other = editor.duplicate();
  editor.edit({ selection: { anchor: 8 } });
  other.edit({ selection: { anchor: 3 } });
  type(other, 0, "So ");
  type(editor, 16, ".");
  expect([textOf(editor), textOf(other)]).toEqual(["So one two three.", "So one two three."]);
  expect([editor.viewState().cursor, other.viewState().cursor]).toEqual([11, 6]);
  await wait(1000);
  expect(main.disk).toBe("So one two three.");
  expect(main.names().filter((name) => name === "document:save")).toHaveLength(1);
  expect([editor.isDirty(), other.isDirty()]).toEqual([false, false]);
});

it("there is one undo history: either editor undoes the latest edit of both", () => {
  const { editor } = new FakeMain("");
  const other = editor.duplicate();
  type(editor, 0, "a");
  type(other, 1, "b");
  type(editor, 2, "c");
  const seen: string[] = [];
  for (const each of [other, editor, other]) {
    each.run("undo");
    seen.push(textOf(editor));
    expect(textOf(other)).toBe(textOf(editor));
  }
  for (const each of [editor, editor, other]) {
    each.run("redo");
    seen.push(textOf(other));
  }
  expect(seen).toEqual(["ab", "a", "", "a", "ab", "abc"]);
});

it("the undo history stays when its editor is closed", () => {
  const { editor } = new FakeMain("");
  const other = editor.duplicate();
  type(editor, 0, "a");
  type(editor, 1, "b");
  editor.detach();
  type(other, 2, "c");
  other.run("undo");
  other.run("undo");
  expect(textOf(other)).toBe("a");
  other.run("redo");
  expect(other.text()).toBe("ab");
});

it("an agent's write reaches every editor as one step", () => {
  const main = new FakeMain("one two three");
  const other = main.editor.duplicate();
  type(main.editor, 0, "So ");
  main.write("two", "2");
  expect([textOf(main.editor), textOf(other)]).toEqual(["So one 2 three", "So one 2 three"]);
  other.run("undo");
  expect(textOf(main.editor)).toBe("So one two three");
  other.run("undo");
  expect(textOf(main.editor)).toBe("one two three");
});

it("a conflict is shown in every editor, resolved in one, and reopened by undo in the other", async () => {
  const main = new FakeMain("one two three", {}, watched);
  const other = main.editor.duplicate();
  type(other, 4, "TWO", 7);
  main.write("two", "2");
  expect(conflictsIn(main.editor)).toHaveLength(1);
  expect(conflictsIn(other)).toEqual(conflictsIn(main.editor));
  const late = other.duplicate();
  expect(conflictsIn(late)).toEqual(conflictsIn(main.editor));

  resolveFirst(late);
  for (const each of [main.editor, other, late]) {
    expect(conflictsIn(each)).toEqual([]);
    expect(textOf(each)).toBe("one 2 three");
    expect(each.$conflicts.get()).toBe(0);
  }
  other.run("undo");
  for (const each of [main.editor, other, late]) expect(conflictsIn(each)).toHaveLength(1);
  other.run("redo");
  await wait(1000);
  expect(main.disk).toBe("one 2 three");
});

it("read ranges are known in an editor that is opened later", () => {
  const main = new FakeMain("one\ntwo\nthree");
  const readRange = {
    by: "Claude",
    kind: "read",
    tool: "doc_read",
    at: "",
    sought: null,
    lines: [{ from: 2, to: 2 }],
  } as const;
  main.editor.handleEvent("document:readings", {
    doc: "d1",
    version: main.version,
    ranges: [{ ...readRange, lines: [...readRange.lines] }],
  });
  const other = main.editor.duplicate();
  type(other, 0, "zero\n");
  expect(other.$readRanges.get()[0]?.lines).toEqual([{ from: 3, to: 3 }]);
});

it("a second editor starts with the view state of the first, and then has its own", async () => {
  const { editor } = new FakeMain("one\ntwo\nthree");
  editor.edit({ selection: { anchor: 5 } });
  const other = editor.duplicate();
  await wait(200);
  expect(other.$counts.get()).toMatchObject({ line: 2, column: 2, words: 3 });
  other.edit({ selection: { anchor: 12 } });
  await wait(200);
  expect([editor.$counts.get().line, other.$counts.get().line]).toEqual([2, 3]);
  type(editor, 0, "four ");
  await wait(200);
  expect([editor.$counts.get().words, other.$counts.get().words]).toEqual([4, 4]);
});

it("closing the document closes it for every editor, and nothing is sent afterwards", async () => {
  const main = new FakeMain("one");
  const other = main.editor.duplicate();
  type(other, 3, " two");
  other.detach();
  expect(await main.editor.close(false)).toBe(true);
  expect(main.disk).toBe("one two");
  const asked = main.requests.length;
  await wait(10_000);
  expect(main.requests).toHaveLength(asked);
});

/** Records the state of the editor that dispatched last. */
let seen: EditorState | null = null;
const watched = EditorState.transactionExtender.of(({ startState }) => {
  seen = startState;
  return null;
});

const stateOf = (editor: DocumentEditor): EditorState => {
  editor.edit({});
  if (!seen) throw new RangeError("nothing was seen");
  return seen;
};

const conflictsIn = (editor: DocumentEditor) => stateOf(editor).field(visibleConflicts);

/** Accepts the other side of the first conflict. */
function resolveFirst(editor: DocumentEditor): boolean {
  const state = stateOf(editor);
  const [first] = state.field(visibleConflicts);
  if (first) editor.edit(resolveTransaction(state, first, "theirs"));
  return first !== undefined;
}

type Act = (main: FakeMain, editors: DocumentEditor[]) => unknown;

const positionAt = (share: number, length: number) => Math.min(length, Math.floor(share * (length + 1)));
const share = fc.double({ min: 0, max: 0.999, noNaN: true });

/** Something that the user does in the editor with this number, or somebody else in the file. */
const act: fc.Arbitrary<{ does: Act; isPlain: boolean }> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.nat(9), share, share, fc.string({ maxLength: 4 }))
      .map(([who, a, b, insert]) => edits(who, a, b, insert)),
  },
  { weight: 2, arbitrary: fc.nat(9).map((who) => runs(who, "undo")) },
  { weight: 1, arbitrary: fc.nat(9).map((who) => runs(who, "redo")) },
  {
    weight: 2,
    arbitrary: fc.tuple(share, share, fc.string({ maxLength: 4 })).map(([a, b, insert]) => writes(a, b, insert)),
  },
  { weight: 1, arbitrary: fc.constant({ does: () => wait(1100), isPlain: true }) },
  { weight: 1, arbitrary: fc.nat(9).map((who) => ({ does: resolves(who), isPlain: true })) },
  { weight: 1, arbitrary: fc.nat(9).map((who) => ({ does: opens(who), isPlain: false })) },
  { weight: 1, arbitrary: fc.nat(9).map((who) => ({ does: leaves(who), isPlain: false })) },
);

const of = (editors: DocumentEditor[], who: number): DocumentEditor => {
  const editor = editors[who % editors.length];
  if (!editor) throw new RangeError("no editor");
  return editor;
};
const edits = (who: number, a: number, b: number, insert: string) => ({
  isPlain: true,
  does: (_main: FakeMain, editors: DocumentEditor[]) => {
    const editor = of(editors, who);
    const { length } = editor.content();
    const [from, to] = [positionAt(a, length), positionAt(b, length)].sort((one, other) => one - other);
    if (from !== undefined && to !== undefined && (insert !== "" || from < to))
      type(editor, from, insert, Math.min(to, from + 3));
  },
});
const runs = (who: number, command: "undo" | "redo") => ({
  isPlain: true,
  does: (_main: FakeMain, editors: DocumentEditor[]) => of(editors, who).run(command),
});
const writes = (a: number, b: number, insert: string) => ({
  isPlain: true,
  does: (main: FakeMain) => {
    const [from, to] = [positionAt(a, main.disk.length), positionAt(b, main.disk.length)].sort(
      (one, other) => one - other,
    );
    if (from !== undefined && to !== undefined) main.splice({ from, to: Math.min(to, from + 4), insert });
  },
});
const resolves = (who: number) => (_main: FakeMain, editors: DocumentEditor[]) => {
  resolveFirst(of(editors, who));
};
const opens = (who: number) => (_main: FakeMain, editors: DocumentEditor[]) => {
  if (editors.length < 4) editors.push(of(editors, who).duplicate());
};
const leaves = (who: number) => (_main: FakeMain, editors: DocumentEditor[]) => {
  if (editors.length > 1) editors.splice(who % editors.length, 1)[0]?.detach();
};

it("after any actions in several editors, all of them show the same text as a single editor would", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 30 }), fc.array(act, { maxLength: 30 }), async (text, acts) => {
      const [several, single] = [new FakeMain(text, {}, watched), new FakeMain(text, {}, watched)];
      const editors = [several.editor];
      const only = [single.editor];
      for (const { does, isPlain } of acts) {
        await does(several, editors);
        if (isPlain) await does(single, only);
        await wait(0);
        for (const editor of editors) {
          expect(textOf(editor)).toBe(textOf(single.editor));
          expect(editor.text()).toBe(textOf(editor));
          expect(conflictsIn(editor)).toEqual(conflictsIn(single.editor));
          expect(editor.viewState().cursor).toBeLessThanOrEqual(editor.content().length);
        }
      }
      for (let left = 50; left > 0 && resolveFirst(of(editors, 0)); left--) await wait(0);
      await wait(30_000);
      expect(several.disk).toBe(textOf(of(editors, 0)));
      for (const editor of editors) expect(textOf(editor)).toBe(several.disk);
    }),
    { numRuns: process.env["GALLEY_LONG"] ? 3000 : 25 },
  );
});
