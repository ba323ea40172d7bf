import { undo } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { expect, it } from "vitest";
import { undoHistory } from "./undo-steps";

/** Types pieces quickly one after the other, and returns the texts that undo goes back to. */
function undone(pieces: readonly string[], event = "input.type"): string[] {
  let state = EditorState.create({ extensions: undoHistory() });
  for (const insert of pieces) {
    const { head } = state.selection.main;
    const spec = { changes: { from: head, insert }, selection: { anchor: head + insert.length }, userEvent: event };
    state = state.update(spec).state;
  }
  const texts: string[] = [];
  while (undo({ state, dispatch: (transaction) => (state = transaction.state) })) texts.push(state.doc.toString());
  return texts;
}

it("an undo takes back a word, with the blanks before it", () => {
  expect(undone([..."One two. Three"])).toEqual(["One two.", "One", ""]);
  expect(undone([..." one two"])).toEqual([" one", ""]);
  expect(undone([..."a\n\nb"])).toEqual(["a\n\n", "a", ""]);
});

it("an undo takes back a composition, or a clause, in a script without blanks", () => {
  expect(undone(["你好", "世界"], "input.type.compose.start")).toEqual(["你好", ""]);
  expect(undone([..."你好，世界"])).toEqual(["你好，", ""]);
  expect(undone(["한", "글"], "input.type.compose.start")).toEqual([""]);
});
