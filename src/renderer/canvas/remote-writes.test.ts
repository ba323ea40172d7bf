import { history, redo, undo } from "@codemirror/commands";
import { ChangeSet, EditorState, type TransactionSpec } from "@codemirror/state";
import { expect, test } from "vitest";
import { bringing, bringingEdits, nameOf, remoteWrites } from "./remote-writes";

/** A page that people and agents write in one after the other, as fast as can be. */
function page(doc: string) {
  let state = EditorState.create({ doc, extensions: [history(), remoteWrites()] });
  const dispatch = (spec: TransactionSpec) => {
    state = state.update(spec).state;
  };
  return {
    types: (from: number, insert: string) => dispatch({ changes: { from, insert }, userEvent: "input.type" }),
    agentWrites: (from: number, insert: string) =>
      dispatch(bringing(ChangeSet.of({ from, insert }, state.doc.length), { kind: "agent", name: "a" })),
    agentEdits: (from: number, insert: string) =>
      dispatch(bringingEdits(state, ChangeSet.of({ from, insert }, state.doc.length), { kind: "agent", name: "a" })),
    redoes: () => redo({ state, dispatch: (transaction) => (state = transaction.state) }),
    undoes: () => undo({ state, dispatch: (transaction) => (state = transaction.state) }),
    text: () => state.doc.toString(),
  };
}

test("typing right before and right behind a write, without a pause, is undone apart from it", () => {
  const on = page("a");
  on.types(1, "b");
  on.agentWrites(2, "X");
  on.types(3, "c");
  expect(on.text()).toBe("abXc");
  on.undoes();
  expect(on.text()).toBe("abX");
  on.undoes();
  expect(on.text()).toBe("ab");
  on.undoes();
  expect(on.text()).toBe("a");
});

test("a write that waits for review leaves what can be redone, and is a step of its own where nothing can", () => {
  const on = page("a");
  on.types(1, "b");
  on.undoes();
  on.agentEdits(0, "X");
  expect(on.redoes()).toBe(true);
  expect(on.text()).toBe("Xab");
  on.agentEdits(0, "Y");
  on.undoes();
  expect(on.text()).toBe("Xab");
  on.undoes();
  // The write that came while there was something to redo is undone as a hunk.
  expect(on.text()).toBe("Xa");
});

test("the person and other programs are named in the page's words, whatever main calls them; agents by their name", () => {
  expect(nameOf({ kind: "you", name: "you" })).toBe("You");
  expect(nameOf({ kind: "program", name: "another program" })).toBe("Another program");
  expect(nameOf({ kind: "agent", name: "Claude" })).toBe("Claude");
});
