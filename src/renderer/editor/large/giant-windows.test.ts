import { EditorState } from "@codemirror/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { giantWindows, isHidden, MIN_LENGTH, moveWindow, WINDOW, windowAt } from "./giant-windows";

const giant = (length: number) => "word ".repeat(length / 5);
const open = (doc: string, anchor = 0) => EditorState.create({ doc, selection: { anchor }, extensions: giantWindows });
const all = (state: EditorState) => state.field(giantWindows).all;

/** What the editor draws: the text without the parts behind placeholders. */
function hidden(state: EditorState): [number, number][] {
  const found: [number, number][] = [];
  state.field(giantWindows).decorations.between(0, state.doc.length, (from, to) => void found.push([from, to]));
  return found;
}

const length = 2 * MIN_LENGTH;
const text = `# One\n${giant(length)}\nshort\n${giant(length)}\n`;
const second = 6 + length + 1 + 6;

test("only a window of each giant line is drawn, and the rest is behind placeholders", () => {
  expect(all(open(`a\n${giant(MIN_LENGTH)}\nb`))).toEqual([]);
  expect(hidden(open(text))).toEqual([
    [6 + WINDOW, 6 + length],
    [second + WINDOW, second + length],
  ]);
  expect(hidden(open(text, 6 + length / 2))[0]).toEqual([6, 6 + length / 2 - WINDOW / 2]);
});

test("the window moves with a cursor that is set behind a placeholder, and with nothing else", () => {
  const far = second + length - 10;
  const there = open(text).update({ selection: { anchor: far } }).state;
  expect(hidden(there)).toEqual([
    [6 + WINDOW, 6 + length],
    [second, second + length - WINDOW],
  ]);
  const moved = there.update({ effects: moveWindow.of(second) }).state;
  expect(windowAt(moved, second)?.first).toBe(second);
  const written = moved.update({ changes: { from: far, insert: "another's" } }).state;
  expect(windowAt(written, second)?.first).toBe(second);
  const typed = moved.update({ changes: { from: far, insert: "x" }, scrollIntoView: true }).state;
  expect(windowAt(typed, second)?.last).toBe(second + length + 1);
});

test("a line that becomes giant gets a window, one that no longer is loses it, and no surrogate pair is split", () => {
  const grown = open("a\n").update({ changes: { from: 2, insert: "👍".repeat(MIN_LENGTH) } }).state;
  expect(all(grown)).toHaveLength(1);
  const odd = grown.update({ effects: moveWindow.of(MIN_LENGTH + 1) }).state;
  for (const { first, last } of all(odd)) expect([first % 2, last % 2]).toEqual([0, 0]);
  expect(hidden(odd.update({ changes: { from: 50, to: 2 * MIN_LENGTH } }).state)).toEqual([]);
  expect(all(open(text).update({ changes: { from: second + 100, insert: "\n" } }).state)).toHaveLength(2);
});

test("after any edits, every giant line has one window of at least half the usual size that contains the cursor", () => {
  const step = fc.record({
    at: fc.nat(),
    length: fc.nat(200_000),
    insert: fc.constantFrom("", "x", "\n", giant(100_000)),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
      let state = open(text);
      for (const { at, length: cut, insert } of steps) {
        const from = at % (state.doc.length + 1);
        const to = Math.min(state.doc.length, from + cut);
        state = state.update({
          changes: { from, to, insert },
          selection: { anchor: from + insert.length },
          scrollIntoView: true,
        }).state;
        const windows = all(state);
        const lines = state.doc.toString().split("\n");
        expect(windows).toHaveLength(lines.filter((line) => line.length > MIN_LENGTH).length);
        for (const { from: start, to: end, first, last } of windows) {
          expect(state.doc.lineAt(start)).toMatchObject({ from: start, to: end });
          expect(last - first).toBeGreaterThanOrEqual(WINDOW / 2);
          expect(last - first).toBeLessThanOrEqual(2 * WINDOW);
        }
        const { head } = state.selection.main;
        const window = windowAt(state, head);
        if (window) expect(isHidden(window, head)).toBe(false);
      }
    }),
    { numRuns: 15 },
  );
});
