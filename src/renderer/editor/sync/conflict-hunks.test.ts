import { history, redo, undo } from "@codemirror/commands";
import { ChangeSet, EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import type { Choice } from "./conflict";
import {
  conflictAtCursor,
  conflictHunks,
  conflictResolved,
  resolveTransaction,
  setConflicts,
  visibleConflicts,
} from "./conflict-hunks";
import { remoteTransaction } from "./remote-changes";

const by = { kind: "agent", name: "Claude Code" } as const;

/** Creates a state from a text in which `[mine|theirs]` marks conflicts. */
function stateOf(marked: string): EditorState {
  const conflicts: { id: number; from: number; to: number; by: typeof by; theirs: string }[] = [];
  let doc = "";
  for (const part of marked.split(/(\[[^\]]*\])/)) {
    const found = /^\[(.*)\|(.*)\]$/s.exec(part);
    if (!found) {
      doc += part;
      continue;
    }
    const [, mine = "", theirs = ""] = found;
    conflicts.push({ id: conflicts.length + 1, from: doc.length, to: doc.length + mine.length, by, theirs });
    doc += mine;
  }
  const state = EditorState.create({ doc, extensions: [history(), conflictHunks()] });
  return state.update({ effects: setConflicts.of(conflicts) }).state;
}

/** Writes a state in the same notation. */
function marked(state: EditorState): string {
  let text = "";
  let at = 0;
  for (const { from, to, theirs } of state.field(visibleConflicts)) {
    text += `${state.sliceDoc(at, from)}[${state.sliceDoc(from, to)}|${theirs}]`;
    at = to;
  }
  return text + state.sliceDoc(at);
}

function choose(state: EditorState, choice: Choice): EditorState {
  const [first] = state.field(visibleConflicts);
  if (!first) throw new Error("no conflict");
  return state.update(resolveTransaction(state, first, choice)).state;
}

function run(state: EditorState, command: typeof undo): EditorState {
  let next = state;
  command({ state, dispatch: (transaction) => (next = transaction.state) });
  return next;
}

describe("resolving a conflict", () => {
  const before = "We left [at sunrise|at midnight].";
  it.each([
    ["mine", "We left at sunrise."],
    ["theirs", "We left at midnight."],
    ["both", "We left at sunrise at midnight."],
  ] as const)("choosing %s leaves that text, and undo shows both sides again", (choice, after) => {
    const chosen = choose(stateOf(before), choice);
    expect(marked(chosen)).toBe(after);
    const back = run(chosen, undo);
    expect(marked(back)).toBe(before);
    expect(marked(run(back, redo))).toBe(after);
  });

  it("choosing both puts whole lines below each other", () => {
    expect(marked(choose(stateOf("a\n[my line|their line]\nb"), "both"))).toBe("a\nmy line\ntheir line\nb");
  });

  it("if one side deleted the words, both is the text of the other", () => {
    expect(marked(choose(stateOf("a[| more] b"), "both"))).toBe("a more b");
    expect(marked(choose(stateOf("a[| more] b"), "mine"))).toBe("a b");
    expect(marked(choose(stateOf("a[ more|] b"), "theirs"))).toBe("a b");
  });

  it("is one undo step, separate from the typing before it", () => {
    let state = stateOf(before);
    state = state.update({ changes: { from: 0, insert: "Well. " }, userEvent: "input.type" }).state;
    state = choose(state, "theirs");
    expect(marked(run(state, undo))).toBe(`Well. ${before}`);
  });

  it("resolves only that conflict", () => {
    expect(marked(choose(stateOf("[a|b] and [c|d]"), "theirs"))).toBe("b and [c|d]");
  });
});

describe("the range of a conflict", () => {
  it("grows with typing at its ends and moves with typing elsewhere", () => {
    const state = stateOf("one [two|zwei] three");
    const typed = state.update({
      changes: [
        { from: 0, insert: "0 " },
        { from: 4, insert: "<" },
        { from: 7, insert: ">" },
      ],
    });
    expect(marked(typed.state)).toBe("0 one [<two>|zwei] three");
  });

  it("does not grow with remote changes at its ends", () => {
    const state = stateOf("one [two|zwei] three");
    const changes = ChangeSet.of(
      [
        { from: 4, insert: "x " },
        { from: 7, insert: " y" },
      ],
      state.doc.length,
    );
    expect(marked(state.update(remoteTransaction(changes, by)).state)).toBe("one x [two|zwei] y three");
  });

  it("is found from a cursor inside it, or else in its line", () => {
    const state = stateOf("[a|b] and [c|d]\nnothing here");
    const at = (anchor: number) => conflictAtCursor(state.update({ selection: { anchor } }).state)?.theirs ?? null;
    expect([at(0), at(6), at(7), at(9)]).toEqual(["b", "d", "d", null]);
  });

  it("stays a conflict when all of its text is deleted", () => {
    const state = stateOf("one [two|zwei] three");
    expect(marked(state.update({ changes: { from: 0, to: 13 } }).state)).toBe("[|zwei]");
  });

  it("disappears when an effect alone resolves it", () => {
    const state = stateOf("[a|b]");
    const [conflict] = state.field(visibleConflicts);
    if (!conflict) throw new Error("no conflict");
    expect(marked(state.update({ effects: conflictResolved.of(conflict) }).state)).toBe("a");
  });
});
