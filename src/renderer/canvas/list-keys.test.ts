import { EditorState, type StateCommand } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { toggleMark } from "./emphasis-keys";
import { shiftTab, tab } from "./list-keys";

/** Runs a command on a text in which `|` is the cursor, or two of them the ends of the selection. */
function after(command: StateCommand, text: string): string {
  const anchor = text.indexOf("|");
  const rest = text.replace("|", "");
  const head = rest.indexOf("|");
  const state = EditorState.create({
    doc: rest.replace("|", ""),
    selection: { anchor, head: head < 0 ? anchor : head },
  });
  let next = state;
  command({ state, dispatch: (transaction) => (next = transaction.state) });
  const { from, to } = next.selection.main;
  const doc = next.doc.toString();
  return from === to
    ? `${doc.slice(0, from)}|${doc.slice(from)}`
    : `${doc.slice(0, from)}|${doc.slice(from, to)}|${doc.slice(to)}`;
}

describe("Tab", () => {
  it("puts an item under the words of the one before it", () => {
    expect(after(tab, "- a\n- b|")).toBe("- a\n  - b|");
    expect(after(tab, "1. a\n2. b|")).toBe("1. a\n   2. b|");
    expect(after(tab, "10. a\n11. b|")).toBe("10. a\n    11. b|");
  });

  it("takes along what is in the item, and leaves its neighbours", () => {
    expect(after(tab, "- a\n- b|\n  - c\n\n  more\n- d")).toBe("- a\n  - b|\n    - c\n\n    more\n- d");
  });

  it("moves selected items together, and goes no deeper than one under the other", () => {
    expect(after(tab, "- a\n|- b\n- c|")).toBe("- a\n  |- b\n  - c|");
    expect(after(tab, "- a\n  - b|")).toBe("- a\n  - b|");
  });

  it("elsewhere is a tab", () => {
    expect(after(tab, "a|b")).toBe("a\t|b");
  });

  it("with Shift takes the item out again, beside the one it was under", () => {
    expect(after(shiftTab, "1. a\n   2. b|\n      - c")).toBe("1. a\n2. b|\n   - c");
    expect(after(shiftTab, "- a|")).toBe("- a|");
  });
});

describe("marks", () => {
  it("go around what is selected, or the word at the cursor, and away again", () => {
    expect(after(toggleMark("**"), "a |b c| d")).toBe("a **|b c|** d");
    expect(after(toggleMark("**"), "a **|b c|** d")).toBe("a |b c| d");
    expect(after(toggleMark("*"), "one tw|o")).toBe("one *tw|o*");
    expect(after(toggleMark("*"), "one *tw|o*")).toBe("one tw|o");
  });

  it("keep apart strong and emphasis", () => {
    expect(after(toggleMark("*"), "**|b|**")).toBe("***|b|***");
    expect(after(toggleMark("*"), "***|b|***")).toBe("**|b|**");
    expect(after(toggleMark("**"), "***|b|***")).toBe("*|b|*");
  });
});
