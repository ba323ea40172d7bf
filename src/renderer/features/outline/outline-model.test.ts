import { history, undo } from "@codemirror/commands";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import { atom } from "nanostores";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readParagraphs } from "../../../core/markdown/paragraphs";
import type { ReadRange } from "../../../shared/contract";
import { OutlineService } from "../../editor/outline/outline-service";
import type { OutlineSource } from "../../editor/outline/outline-source";
import { memoryBridge } from "../../testing/memory-bridge";
import { createMemoryEditors } from "../../testing/memory-editor";
import { createOutlineModel } from "./outline-model";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A document with a real editor state, and a source whose next answer can be delayed. */
async function opened(text: string) {
  const { bridge } = memoryBridge({ "/a.md": text });
  const open = await bridge.request("document:open", "/a.md");
  if (!open.ok || !open.document) throw new Error("not opened");
  const memory = createMemoryEditors().make(open.document, bridge, { $settings: atom(), announce: () => {} } as never);
  let state = EditorState.create({ doc: text, extensions: history() });
  const $counts = atom({ words: 0, characters: 0, line: 1, column: 1, selected: 0 });
  const $conflicts = atom(0);
  const $readRanges = atom<readonly ReadRange[]>([]);
  const edit = (spec: TransactionSpec) => {
    state = state.update(spec).state;
    $counts.set({ ...$counts.get(), line: state.doc.lineAt(state.selection.main.head).number });
  };
  const editor = {
    ...memory,
    $counts,
    $conflicts,
    $readRanges,
    content: () => state.doc,
    edit,
    viewState: () => ({ cursor: state.selection.main.head, scrollTop: 0, folds: [] }),
  };
  const announced: string[] = [];
  const asked: string[] = [];
  const counted: string[] = [];
  let gate: Promise<void> = Promise.resolve();
  const source: OutlineSource = {
    async outline(doc) {
      asked.push(doc.sliceString(0));
      await gate;
      return new OutlineService(doc.sliceString(0)).packed();
    },
    async answer(doc, ask) {
      await gate;
      return new OutlineService(doc.sliceString(0)).answer(ask);
    },
    async coverage(doc, readers) {
      counted.push(readers.map((lines) => lines.map(({ from, to }) => `${from}-${to}`).join(" ")).join(" | "));
      await gate;
      return new OutlineService(doc.sliceString(0)).coverage(readers, readParagraphs);
    },
    stop: () => {},
  };
  const model = createOutlineModel(editor as never, {
    announce: (sentence) => void announced.push(sentence),
    info: (sentence) => announced.push(sentence),
  });
  model.start(source);
  await vi.advanceTimersByTimeAsync(0);
  return {
    model,
    announced,
    asked,
    counted,
    $readRanges,
    edit,
    text: () => state.doc.sliceString(0),
    cursor: () => state.selection.main.head,
    undone: () => {
      undo({
        state,
        dispatch: (transaction) => {
          state = transaction.state;
        },
      });
      return state.doc.sliceString(0);
    },
    conflict: (count: number) => $conflicts.set(count),
    titles: () => model.$view.get().rows.map(({ title }) => title),
    /** Delays every answer until the returned function is called. */
    hold() {
      let open = () => {};
      gate = new Promise((done) => {
        open = done;
      });
      return () => {
        gate = Promise.resolve();
        open();
      };
    },
  };
}

const text = "# A\n\na\n\n# B\n\nb\n\n## C\n\nc\n";

it("the outline is updated once, a moment after the last edit", async () => {
  const { titles, edit, asked } = await opened(text);
  expect(titles()).toEqual(["A", "B", "C"]);
  for (let n = 0; n < 5; n++) {
    edit({ changes: { from: 3, insert: "x" } });
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(150);
  expect(titles()).toEqual(["Axxxxx", "B", "C"]);
  expect(asked).toHaveLength(2);
});

it("only one outline is computed at a time, then one of the latest text", async () => {
  const { titles, edit, asked, hold } = await opened(text);
  const release = hold();
  for (let n = 0; n < 4; n++) {
    edit({ changes: { from: 3, insert: "x" } });
    await vi.advanceTimersByTimeAsync(200);
  }
  expect(asked).toHaveLength(2);
  release();
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toHaveLength(3);
  expect(titles()[0]).toBe("Axxxx");
});

it("moving the selected section is one undo step, and is announced", async () => {
  const { model, text: now, announced, titles, undone } = await opened(text);
  model.select(0);
  await model.step(1);
  expect(now()).toBe("# B\n\nb\n\n## C\n\nc\n\n# A\n\na\n");
  expect(titles()).toEqual(["B", "C", "A"]);
  expect(model.$view.get().selected).toBe(2);
  expect(announced).toEqual(["Moved A after B"]);
  expect(undone()).toBe(text);
});

it("the cursor moves with its text, and stays if it is elsewhere", async () => {
  const { model, text: now, cursor, edit } = await opened(text);
  edit({ selection: { anchor: text.indexOf("c\n") + 1 } });
  model.select(1);
  await model.step(-1);
  expect(now().slice(0, cursor()).endsWith("## C\n\nc")).toBe(true);
  model.select(2);
  await model.step(-1);
  expect(now().slice(0, cursor()).endsWith("## C\n\nc")).toBe(true);
});

it("moves requested in a row are applied one after the other", async () => {
  const { model, text: now, announced } = await opened("# A\n\n# B\n\n# C\n");
  model.select(0);
  await Promise.all([model.step(1), model.step(1), model.step(1)]);
  expect(now()).toBe("# B\n\n# C\n\n# A\n");
  expect(announced).toEqual(["Moved A after B", "Moved A after C", "Already the last section"]);
});

it("a move is computed again if the text has changed before its answer", async () => {
  const { model, text: now, edit, hold } = await opened("# A\n\na\n\n# B\n\nb\n");
  model.select(1);
  const release = hold();
  const done = model.step(-1);
  await vi.advanceTimersByTimeAsync(0);
  edit({ changes: { from: 0, insert: "# New\n\nby an agent\n\n" } });
  release();
  await vi.advanceTimersByTimeAsync(500);
  await done;
  expect(now()).toBe("# New\n\nby an agent\n\n# B\n\nb\n\n# A\n\na\n");
});

it("nothing is moved if the section was removed meanwhile", async () => {
  const { model, text: now, edit, hold, announced } = await opened("# A\n\na\n\n# B\n\nb\n");
  model.select(1);
  const release = hold();
  const done = model.step(-1);
  await vi.advanceTimersByTimeAsync(0);
  edit({ changes: { from: 7, to: now().length, insert: "" } });
  release();
  await vi.advanceTimersByTimeAsync(500);
  await done;
  expect(now()).toBe("# A\n\na\n");
  expect(announced).toEqual(["The text has changed in the meantime. Try again."]);
});

it("levels are changed, or the reason is shown", async () => {
  const { model, text: now, announced } = await opened(text);
  model.select(1);
  await model.level(1);
  expect(now()).toBe("# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n");
  await model.level(-1);
  await model.level(-1);
  expect(now()).toBe(text);
  expect(announced).toEqual([
    "B is now a level 2 heading",
    "B is now a level 1 heading",
    "B is already at the top level.",
  ]);
});

it("nothing is moved during a conflict", async () => {
  const { model, text: now, announced, conflict } = await opened(text);
  conflict(1);
  model.select(0);
  await model.step(1);
  expect(now()).toBe(text);
  expect(announced).toEqual(["Resolve the conflict in this document before moving sections."]);
});

it("dropping a section into a collapsed one expands it", async () => {
  const { model, text: now } = await opened(text);
  model.close([1]);
  await model.drop(0, { position: "into", anchor: 1 });
  expect(now()).toBe("# B\n\nb\n\n## C\n\nc\n\n## A\n\na\n");
  expect(model.$view.get()).toMatchObject({ selected: 2, collapsed: new Set() });
});

it("collapsed rows stay collapsed when rows are added, and a hidden selection moves to its ancestor", async () => {
  const { model, edit } = await opened(text);
  model.select(2);
  model.close([1]);
  expect(model.$view.get().selected).toBe(1);
  edit({ changes: { from: 0, insert: "# New\n\n" } });
  await vi.advanceTimersByTimeAsync(200);
  expect(model.$view.get()).toMatchObject({ selected: 2, collapsed: new Set([2]) });
  edit({ selection: { anchor: text.length + 5 } });
  expect(model.$at.get()).toBe(2);
});

it("a failure is shown, and the next edit tries again", async () => {
  const { model, edit } = await opened(text);
  let fails = true;
  model.stop();
  edit({ changes: { from: 3, insert: "x" } });
  model.start({
    outline: async (doc) => {
      if (fails) throw new Error("no");
      return new OutlineService(doc.sliceString(0)).packed();
    },
    answer: () => Promise.reject(new Error("no")),
    coverage: () => Promise.reject(new Error("no")),
    stop: () => {},
  });
  await vi.advanceTimersByTimeAsync(1000);
  expect(model.$view.get().status).toBe("failed");
  await model.step(1);
  fails = false;
  edit({ changes: { from: 3, insert: "y" } });
  await vi.advanceTimersByTimeAsync(200);
  expect(model.$view.get()).toMatchObject({ status: "ready", rows: [{ title: "Ayx" }, {}, {}] });
});

const readRange = (by: string, from: number, to: number): ReadRange => ({
  by,
  kind: "read",
  tool: "doc_read",
  at: "2026-01-01T00:00:00.000Z",
  sought: null,
  lines: [{ from, to }],
});
const rest = () => vi.advanceTimersByTimeAsync(1500);

it("several reads in a row are counted once, and nothing is computed before the first", async () => {
  const { model, counted, $readRanges } = await opened("# A\n\na\n\n# B\n\nb\n");
  await rest();
  expect(counted).toEqual([]);
  expect(model.$coverage.get()).toBeNull();
  $readRanges.set([readRange("Claude", 1, 1)]);
  $readRanges.set([readRange("Claude", 1, 3), readRange("Codex", 5, 5)]);
  await rest();
  expect(counted).toEqual(["1-3 | 5-5"]);
  expect(model.$coverage.get()?.rows.map(({ read, total }) => `${read}/${total}`)).toEqual(["2/2", "1/2"]);
  $readRanges.set([]);
  expect(model.$coverage.get()).toBeNull();
});

it("the coverage follows its sections while the text changes, and is then computed again", async () => {
  const { model, edit, $readRanges, counted } = await opened("# A\n\na\n\n# B\n\nb\n");
  $readRanges.set([readRange("Claude", 5, 7)]);
  await rest();
  edit({ changes: { from: 0, insert: "# New\n" } });
  $readRanges.set([readRange("Claude", 6, 8)]);
  await vi.advanceTimersByTimeAsync(151);
  expect(model.$coverage.get()?.rows.map(({ read }) => read)).toEqual([0, 0, 2]);
  await rest();
  expect(model.$coverage.get()?.rows.map(({ read, total }) => `${read}/${total}`)).toEqual(["0/1", "0/2", "2/2"]);
  expect(counted).toEqual(["5-7", "6-8"]);
});

it("the coverage of an outdated text is not shown", async () => {
  const { model, edit, $readRanges, hold } = await opened("# A\n\na\n");
  await rest();
  const release = hold();
  $readRanges.set([readRange("Claude", 1, 3)]);
  await rest();
  edit({ changes: { from: 0, insert: "# New\n\n" } });
  $readRanges.set([readRange("Claude", 3, 5)]);
  await release();
  await rest();
  await rest();
  expect(model.$coverage.get()?.rows.map(({ read, total }) => `${read}/${total}`)).toEqual(["0/1", "2/2"]);
});
