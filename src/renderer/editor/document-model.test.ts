import { isolateHistory } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeMain } from "../testing/fake-main.fixture";
import { settling, shownConflicts } from "./conflict-hunks";
import type { WorkingCopy } from "./document-editor";

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A separate undo step, like a user's edit. */
const type = (copy: WorkingCopy, from: number, insert: string, to = from) =>
  copy.edit({ changes: { from, to, insert }, annotations: isolateHistory.of("full") });
const textOf = (copy: WorkingCopy) => copy.content().sliceString(0);

it("typing in one editor appears in the other, and both keep their cursors", async () => {
  const main = new FakeMain("one two three");
  const { copy } = main;
  const other = copy.beside();
  copy.edit({ selection: { anchor: 8 } });
  other.edit({ selection: { anchor: 3 } });
  type(other, 0, "So ");
  type(copy, 16, ".");
  expect([textOf(copy), textOf(other)]).toEqual(["So one two three.", "So one two three."]);
  expect([copy.view().cursor, other.view().cursor]).toEqual([11, 6]);
  await wait(1000);
  expect(main.disk).toBe("So one two three.");
  expect(main.names().filter((name) => name === "document:save")).toHaveLength(1);
  expect([copy.isDirty(), other.isDirty()]).toEqual([false, false]);
});

it("there is one undo history: either editor undoes the latest edit of both", () => {
  const { copy } = new FakeMain("");
  const other = copy.beside();
  type(copy, 0, "a");
  type(other, 1, "b");
  type(copy, 2, "c");
  const seen: string[] = [];
  for (const each of [other, copy, other]) {
    each.run("undo");
    seen.push(textOf(copy));
    expect(textOf(other)).toBe(textOf(copy));
  }
  for (const each of [copy, copy, other]) {
    each.run("redo");
    seen.push(textOf(other));
  }
  expect(seen).toEqual(["ab", "a", "", "a", "ab", "abc"]);
});

it("the undo history stays when its editor is closed", () => {
  const { copy } = new FakeMain("");
  const other = copy.beside();
  type(copy, 0, "a");
  type(copy, 1, "b");
  copy.detach();
  type(other, 2, "c");
  other.run("undo");
  other.run("undo");
  expect(textOf(other)).toBe("a");
  other.run("redo");
  expect(other.text()).toBe("ab");
});

it("an agent's write reaches every editor as one step", () => {
  const main = new FakeMain("one two three");
  const other = main.copy.beside();
  type(main.copy, 0, "So ");
  main.write("two", "2");
  expect([textOf(main.copy), textOf(other)]).toEqual(["So one 2 three", "So one 2 three"]);
  other.run("undo");
  expect(textOf(main.copy)).toBe("So one two three");
  other.run("undo");
  expect(textOf(main.copy)).toBe("one two three");
});

it("a conflict is shown in every editor, resolved in one, and reopened by undo in the other", async () => {
  const main = new FakeMain("one two three", {}, watched);
  const other = main.copy.beside();
  type(other, 4, "TWO", 7);
  main.write("two", "2");
  expect(conflictsIn(main.copy)).toHaveLength(1);
  expect(conflictsIn(other)).toEqual(conflictsIn(main.copy));
  const late = other.beside();
  expect(conflictsIn(late)).toEqual(conflictsIn(main.copy));

  settle(late);
  for (const each of [main.copy, other, late]) {
    expect(conflictsIn(each)).toEqual([]);
    expect(textOf(each)).toBe("one 2 three");
    expect(each.$conflicts.get()).toBe(0);
  }
  other.run("undo");
  for (const each of [main.copy, other, late]) expect(conflictsIn(each)).toHaveLength(1);
  other.run("redo");
  await wait(1000);
  expect(main.disk).toBe("one 2 three");
});

it("read ranges are known in an editor that is opened later", () => {
  const main = new FakeMain("one\ntwo\nthree");
  const reading = {
    by: "Claude",
    kind: "read",
    tool: "doc_read",
    at: "",
    sought: null,
    lines: [{ from: 2, to: 2 }],
  } as const;
  main.copy.heard("document:readings", {
    doc: "d1",
    version: main.version,
    readings: [{ ...reading, lines: [...reading.lines] }],
  });
  const other = main.copy.beside();
  type(other, 0, "zero\n");
  expect(other.$readings.get()[0]?.lines).toEqual([{ from: 3, to: 3 }]);
});

it("a second editor starts with the view state of the first, and then has its own", async () => {
  const { copy } = new FakeMain("one\ntwo\nthree");
  copy.edit({ selection: { anchor: 5 } });
  const other = copy.beside();
  await wait(200);
  expect(other.$counts.get()).toMatchObject({ line: 2, column: 2, words: 3 });
  other.edit({ selection: { anchor: 12 } });
  await wait(200);
  expect([copy.$counts.get().line, other.$counts.get().line]).toEqual([2, 3]);
  type(copy, 0, "four ");
  await wait(200);
  expect([copy.$counts.get().words, other.$counts.get().words]).toEqual([4, 4]);
});

it("closing the document closes it for every editor, and nothing is sent afterwards", async () => {
  const main = new FakeMain("one");
  const other = main.copy.beside();
  type(other, 3, " two");
  other.detach();
  expect(await main.copy.close(false)).toBe(true);
  expect(main.disk).toBe("one two");
  const asked = main.asked.length;
  await wait(10_000);
  expect(main.asked).toHaveLength(asked);
});

/** Records the state of the editor that dispatched last. */
let seen: EditorState | null = null;
const watched = EditorState.transactionExtender.of(({ startState }) => {
  seen = startState;
  return null;
});

const stateOf = (copy: WorkingCopy): EditorState => {
  copy.edit({});
  if (!seen) throw new RangeError("nothing was seen");
  return seen;
};

const conflictsIn = (copy: WorkingCopy) => stateOf(copy).field(shownConflicts);

/** Accepts the other side of the first conflict. */
function settle(copy: WorkingCopy): boolean {
  const state = stateOf(copy);
  const [first] = state.field(shownConflicts);
  if (first) copy.edit(settling(state, first, "theirs"));
  return first !== undefined;
}

type Act = (main: FakeMain, copies: WorkingCopy[]) => unknown;

const place = (share: number, length: number) => Math.min(length, Math.floor(share * (length + 1)));
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
  { weight: 1, arbitrary: fc.nat(9).map((who) => ({ does: settles(who), isPlain: true })) },
  { weight: 1, arbitrary: fc.nat(9).map((who) => ({ does: opens(who), isPlain: false })) },
  { weight: 1, arbitrary: fc.nat(9).map((who) => ({ does: leaves(who), isPlain: false })) },
);

const of = (copies: WorkingCopy[], who: number): WorkingCopy => {
  const copy = copies[who % copies.length];
  if (!copy) throw new RangeError("no editor");
  return copy;
};
const edits = (who: number, a: number, b: number, insert: string) => ({
  isPlain: true,
  does: (_main: FakeMain, copies: WorkingCopy[]) => {
    const copy = of(copies, who);
    const { length } = copy.content();
    const [from, to] = [place(a, length), place(b, length)].sort((one, other) => one - other);
    if (from !== undefined && to !== undefined && (insert !== "" || from < to))
      type(copy, from, insert, Math.min(to, from + 3));
  },
});
const runs = (who: number, command: "undo" | "redo") => ({
  isPlain: true,
  does: (_main: FakeMain, copies: WorkingCopy[]) => of(copies, who).run(command),
});
const writes = (a: number, b: number, insert: string) => ({
  isPlain: true,
  does: (main: FakeMain) => {
    const [from, to] = [place(a, main.disk.length), place(b, main.disk.length)].sort((one, other) => one - other);
    if (from !== undefined && to !== undefined) main.splice({ from, to: Math.min(to, from + 4), insert });
  },
});
const settles = (who: number) => (_main: FakeMain, copies: WorkingCopy[]) => {
  settle(of(copies, who));
};
const opens = (who: number) => (_main: FakeMain, copies: WorkingCopy[]) => {
  if (copies.length < 4) copies.push(of(copies, who).beside());
};
const leaves = (who: number) => (_main: FakeMain, copies: WorkingCopy[]) => {
  if (copies.length > 1) copies.splice(who % copies.length, 1)[0]?.detach();
};

it("after any actions in several editors, all of them show the same text as a single editor would", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 30 }), fc.array(act, { maxLength: 30 }), async (text, acts) => {
      const [several, single] = [new FakeMain(text, {}, watched), new FakeMain(text, {}, watched)];
      const copies = [several.copy];
      const only = [single.copy];
      for (const { does, isPlain } of acts) {
        await does(several, copies);
        if (isPlain) await does(single, only);
        await wait(0);
        for (const copy of copies) {
          expect(textOf(copy)).toBe(textOf(single.copy));
          expect(copy.text()).toBe(textOf(copy));
          expect(conflictsIn(copy)).toEqual(conflictsIn(single.copy));
          expect(copy.view().cursor).toBeLessThanOrEqual(copy.content().length);
        }
      }
      for (let left = 50; left > 0 && settle(of(copies, 0)); left--) await wait(0);
      await wait(30_000);
      expect(several.disk).toBe(textOf(of(copies, 0)));
      for (const copy of copies) expect(textOf(copy)).toBe(several.disk);
    }),
    { numRuns: process.env["GALLEY_LONG"] ? 3000 : 60 },
  );
});
