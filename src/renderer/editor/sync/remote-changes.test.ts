import { history, invertedEffects, redo, undo } from "@codemirror/commands";
import { ChangeSet, EditorState, StateEffect, type TransactionSpec } from "@codemirror/state";
import { expect, test } from "vitest";
import { memberWriter } from "../../../core/review/guest";
import { GALLEY, SHARED_FOLDER } from "../../../core/review/writer";
import { remoteChanges, remoteTransaction, writerName } from "./remote-changes";

/** An editor in which a user and agents write in quick succession. */
function page(doc: string) {
  let state = EditorState.create({ doc, extensions: [history(), remoteChanges()] });
  const dispatch = (spec: TransactionSpec) => {
    state = state.update(spec).state;
  };
  return {
    types: (from: number, insert: string) => dispatch({ changes: { from, insert }, userEvent: "input.type" }),
    agentWrites: (from: number, insert: string) =>
      dispatch(remoteTransaction(ChangeSet.of({ from, insert }, state.doc.length), { kind: "agent", name: "a" })),
    othersWrite: (from: number, insert: string) =>
      dispatch(remoteTransaction(ChangeSet.of({ from, insert }, state.doc.length), SHARED_FOLDER)),
    redoes: () => redo({ state, dispatch: (transaction) => (state = transaction.state) }),
    undoes: () => undo({ state, dispatch: (transaction) => (state = transaction.state) }),
    text: () => state.doc.toString(),
  };
}

test("typing directly before and after a remote change is undone separately from it", () => {
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

test("a remote change is its own undo step, and keeps what could be redone", () => {
  const on = page("ab");
  on.types(2, "c");
  on.types(0, "d");
  on.undoes();
  on.undoes();
  expect(on.text()).toBe("ab");
  on.agentWrites(1, "X");
  on.redoes();
  expect(on.text()).toBe("aXbc");
  on.undoes();
  on.undoes();
  expect(on.text()).toBe("ab");
  on.redoes();
  expect(on.text()).toBe("aXb");
  on.redoes();
  on.redoes();
  expect(on.text()).toBe("daXbc");
  on.undoes();
  on.types(0, "e");
  // Typing ends redo, as usual.
  on.redoes();
  expect(on.text()).toBe("eaXbc");
});

test("redo restores text at its position, whoever wrote meanwhile", () => {
  const found = StateEffect.define<number>({ map: (at, changes) => changes.mapPos(at) });
  const seen: number[] = [];
  const restored = invertedEffects.of(({ changes }) => {
    const ends: number[] = [];
    changes.iterChangedRanges((_fromA, toA) => ends.push(toA));
    return ends.map((at) => found.of(at));
  });
  let state = EditorState.create({ doc: "one two", extensions: [history(), remoteChanges(), restored] });
  const dispatch = (spec: TransactionSpec) => {
    const transaction = state.update(spec);
    state = transaction.state;
  };
  const write = (from: number, insert: string) =>
    dispatch(remoteTransaction(ChangeSet.of({ from, insert }, state.doc.length), { kind: "agent", name: "a" }));
  write(7, " three four five");
  undo({ state, dispatch: ({ state: next }) => (state = next) });
  expect(state.doc.toString()).toBe("one two");
  // Shorter than the position where the undone text ended.
  write(0, "X");
  redo({
    state,
    dispatch(transaction) {
      for (const effect of transaction.effects) if (effect.is(found)) seen.push(effect.value);
      state = transaction.state;
    },
  });
  expect(state.doc.toString()).toBe("Xone two three four five");
  expect(seen).toEqual([24]);
});

test("the user and external programs have translated names, agents their own", () => {
  expect(writerName({ kind: "you", name: "you" })).toBe("You");
  expect(writerName({ kind: "program", name: "another program" })).toBe("Another program");
  expect(writerName(GALLEY)).toBe("Galley");
  expect(writerName({ kind: "agent", name: "Claude" })).toBe("Claude");
});

test("what other people write in a shared folder is not undone, and what is typed around it is", () => {
  const on = page("a");
  on.types(1, "b");
  on.othersWrite(2, "X");
  on.types(3, "c");
  on.undoes();
  on.undoes();
  expect(on.text()).toBe("aX");
  on.redoes();
  on.redoes();
  expect(on.text()).toBe("abXc");
  on.undoes();
  on.othersWrite(0, "Y");
  on.redoes();
  expect(on.text()).toBe("YabXc");
  expect(writerName(SHARED_FOLDER)).toBe("Shared folder");
  expect(writerName(memberWriter(new Set(["ben@lap", "Claude (ann@desk)"])))).toBe("Claude (ann@desk), ben@lap");
  expect(writerName(memberWriter(new Set(["a@b", "b@b", "c@b", "d@b"])))).toBe("Shared folder");
});
