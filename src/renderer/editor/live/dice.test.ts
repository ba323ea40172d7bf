import { history, undo } from "@codemirror/commands";
import type { EditorState, Transaction, TransactionSpec } from "@codemirror/state";
import { type Command, type DecorationSet, EditorView, type ViewPlugin } from "@codemirror/view";
import { expect, it } from "vitest";
import { diceInText, insertRoll, rollDiceAtCursor } from "./dice";
import { marksDice } from "./live-host";
import { liveState } from "./live-text.fixture";

/** Runs a command on the state of a view that is not drawn. */
function run(command: Command, state: EditorState): EditorState | null {
  const view = {
    state,
    dispatch(spec: TransactionSpec) {
      view.state = state.update(spec).state;
    },
  };
  return command(view as unknown as EditorView) ? view.state : null;
}
const stateOf = (text: string, at: number) =>
  liveState(text, diceInText, history()).update({ selection: { anchor: at } }).state;

/** How many results are shown. */
const shownIn = (state: EditorState): number =>
  state.facet(EditorView.decorations).reduce((sum, set) => sum + (typeof set === "function" ? 0 : set.size), 0);

it("the result that is shown is the one that is written, as one step of undo", () => {
  const before = stateOf("roll 1000d6 now", 7);
  const rolled = run(rollDiceAtCursor, before);
  if (rolled === null) throw new Error("not rolled");
  expect(rolled.doc.toString()).toBe("roll 1000d6 now");
  const once = run(insertRoll, rolled)?.doc.toString();
  expect(once).toMatch(/^roll 1000d6 = \d{4} \(\d( \+ \d){29} \+ …\) now$/);
  // Rolled again, it would hardly be the same.
  expect(run(insertRoll, rolled)?.doc.toString()).toBe(once);
  const written = run(insertRoll, rolled);
  let undone: EditorState | null = null;
  undo({ state: written as EditorState, dispatch: (transaction: Transaction) => (undone = transaction.state) });
  expect((undone as EditorState | null)?.doc.toString()).toBe("roll 1000d6 now");
});

it("a result disappears when its dice are changed", () => {
  const rolled = run(rollDiceAtCursor, stateOf("roll 1000d6 now", 7));
  const edited = rolled?.update({ changes: { from: 10, to: 11, insert: "8" } }).state;
  if (!rolled || !edited) throw new Error("not rolled");
  expect([shownIn(rolled), shownIn(edited)]).toEqual([1, 0]);
  const moved = rolled.update({ changes: { from: 0, insert: "I " }, selection: { anchor: 9 } }).state;
  expect(run(insertRoll, moved)?.doc.toString()).toBe(run(insertRoll, moved)?.doc.toString());
});

it("code, links, front matter and words have no dice", () => {
  for (const [text, at] of [
    ["`2d6`", 2],
    ["[2d6](a)", 2],
    ["[[2d6]]", 3],
    ["---\na: 2d6\n---\n", 8],
    ["```\n2d6\n```", 5],
    ["3d6printing", 1],
  ] as const)
    expect(run(rollDiceAtCursor, stateOf(text, at)), text).toBeNull();
});

it("each dice of a long line is marked once, and only where it is visible", () => {
  const state = liveState("1d6 and 2d8+3 or ".repeat(1000), diceInText, marksDice.of(true));
  const plugin = (diceInText as readonly unknown[])[1] as ViewPlugin<{ decorations: DecorationSet }>;
  const marked = (...visibleRanges: { from: number; to: number }[]) => {
    const view = { state, visibleRanges } as unknown as EditorView;
    return (plugin as unknown as { create(view: EditorView): { decorations: DecorationSet } }).create(view).decorations
      .size;
  };
  expect(marked({ from: 0, to: 17_000 })).toBe(2000);
  // `2d8+3` begins at 17 * n + 8.
  expect(marked({ from: 0, to: 10 }, { from: 12, to: 30 }, { from: 1700, to: 1708 })).toBe(6);
});
