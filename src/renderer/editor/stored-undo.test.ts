import { history, historyField, redo, undo, undoDepth } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { expect, it } from "vitest";
import { historyFromJson, historyToJson } from "./stored-undo";

/** A text that was typed word by word, each a step of its own, without the last `undone` steps. */
function typed(words: readonly string[], undone = 0): EditorState {
  let state = EditorState.create({ extensions: history({ newGroupDelay: 0 }) });
  const dispatch = (transaction: { state: EditorState }) => (state = transaction.state);
  for (const word of words) {
    const changes = { from: state.doc.length, insert: word };
    dispatch(state.update({ changes, userEvent: "input.type", selection: { anchor: state.doc.length + word.length } }));
  }
  for (let step = 0; step < undone; step++) undo({ state, dispatch });
  return state;
}

/** Another editor of the same text with a history. */
const restarted = (doc: string, kept: unknown) =>
  EditorState.create({ doc, extensions: [history(), historyField.init(() => kept)] });

it("undoes and redoes after a restart what was done before it", () => {
  const before = typed(["one ", "two ", "three "], 1);
  const json = historyToJson(before.field(historyField)) ?? "";
  let state = restarted("one two ", historyFromJson(json, before.doc.length));
  const dispatch = (transaction: { state: EditorState }) => (state = transaction.state);
  undo({ state, dispatch });
  expect(state.doc.toString()).toBe("one ");
  redo({ state, dispatch });
  redo({ state, dispatch });
  expect(state.doc.toString()).toBe("one two three ");
});

it("keeps the newest steps of a long history", () => {
  const words = Array.from({ length: 60 }, (_, n) => `${n} ${"x".repeat(50)} `);
  const before = typed(words);
  const json = historyToJson(before.field(historyField), 3000) ?? "";
  expect(json.length).toBeLessThanOrEqual(3000);
  let state = restarted(words.join(""), historyFromJson(json, before.doc.length));
  expect(undoDepth(state)).toBeGreaterThan(2);
  undo({ state, dispatch: (transaction) => (state = transaction.state) });
  expect(state.doc.toString()).toBe(words.slice(0, -1).join(""));
});

it("rejects a history that is damaged or leads from a text of another length", () => {
  const json = historyToJson(typed(["one ", "two "]).field(historyField)) ?? "";
  expect(historyFromJson(json, 7)).toBeNull();
  for (const damaged of ["", "{}", "[]", '{"done":[{"changes":[[1,2]]}],"undone":[]}', json.slice(1)])
    expect(historyFromJson(damaged, 8)).toBeNull();
});
