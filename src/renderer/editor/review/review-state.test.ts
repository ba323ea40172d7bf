import { history, isolateHistory, undo } from "@codemirror/commands";
import { EditorState, type Transaction, type TransactionSpec } from "@codemirror/state";
import { expect, test } from "vitest";
import { acceptHunks, addAgentWrite, reviewIn, reviewState, setReview } from "./review-state";

const write = { id: "w1", by: "Claude", reason: "patch", at: "2026-01-01T00:00:00Z" };

/** An editor with pending edits: a word of each line was replaced by an agent. */
function edited(lines: number) {
  const line = "Some words stay as they are.\n\n";
  let state = EditorState.create({ doc: line.repeat(lines), extensions: [history(), reviewState()] });
  const dispatch = (spec: TransactionSpec | Transaction) => {
    state =
      "state" in spec
        ? (spec as Transaction).state
        : state.update(spec, { annotations: isolateHistory.of("full") }).state;
  };
  const changes = Array.from({ length: lines }, (_, index) => {
    const from = index * line.length + 5;
    return { from, to: from + 5, insert: "sheep" };
  });
  dispatch({ changes, effects: addAgentWrite.of({ path: "/a.md", write }) });
  return {
    dispatch,
    undo: () => undo({ state, dispatch }),
    hunks: () => reviewIn(state)?.hunks.map(({ id }) => id) ?? [],
    review: () => reviewIn(state),
    type: (at: number, insert: string) => dispatch({ changes: { from: at, insert }, userEvent: "input.type" }),
  };
}

test("a hunk that was kept and is pending again stays pending when the user undoes what they typed", () => {
  const { dispatch, undo: takeBack, hunks, review, type } = edited(3);
  const all = hunks();
  const before = review();
  dispatch({ effects: acceptHunks.of([all[1] ?? ""]) });
  expect(hunks()).toEqual([all[0], all[2]]);
  // The user takes the decision back, and main says so.
  dispatch({ effects: setReview.of(before) });
  type(7, "x");
  dispatch({ changes: { from: 4, to: 12 }, userEvent: "delete" });
  takeBack();
  expect(hunks()).toEqual(all);
});

test("a hunk that was kept is not pending again when the user undoes what they typed", () => {
  const { dispatch, undo: takeBack, hunks } = edited(3);
  const all = hunks();
  dispatch({ changes: { from: 4, to: 12 }, userEvent: "delete" });
  dispatch({ effects: acceptHunks.of([all[1] ?? ""]) });
  takeBack();
  expect(hunks()).toEqual([all[0], all[2]]);
});
