import { history, undo } from "@codemirror/commands";
import { markdownLanguage } from "@codemirror/lang-markdown";
import { EditorState, type Extension, type StateCommand } from "@codemirror/state";
import fc from "fast-check";
import { expect, it } from "vitest";
import { moveItems } from "./move-items";
import { renumberingLists } from "./renumber-lists";

/** The result of a command on a text in which `|` are the ends of the selection; null if it does nothing. */
function on(command: StateCommand, text: string): string | null {
  const [from, to = from] = [...text.matchAll(/\|/g)].map(({ index }, nth) => index - nth);
  const state = EditorState.create({
    doc: text.replaceAll("|", ""),
    selection: { anchor: from ?? 0, head: to ?? 0 },
    extensions: [history(), renumberingLists],
  });
  let next = state;
  if (!command({ state, dispatch: (made) => (next = made.state) })) return null;
  const { anchor, head } = next.selection.main;
  let undone = next;
  undo({ state: next, dispatch: (made) => (undone = made.state) });
  expect(undone.doc.eq(state.doc)).toBe(true);
  const doc = next.doc.toString();
  return anchor === head
    ? `${doc.slice(0, head)}|${doc.slice(head)}`
    : `${doc.slice(0, anchor)}|${doc.slice(anchor, head)}|${doc.slice(head)}`;
}
const [up, down] = [moveItems("up"), moveItems("down")];

it("an item is moved with all that is in it, past an item with all that is in that", () => {
  const list = "Text\n\n- a|\n  - b\n  - c\n\n    more\n- d\n  - e\n\nEnd\n";
  const moved = "Text\n\n- d\n  - e\n- a|\n  - b\n  - c\n\n    more\n\nEnd\n";
  expect(on(down, list)).toBe(moved);
  expect(on(up, moved)).toBe(list);
  expect(on(up, "- a\n  - b\n- c|")).toBe("- c|\n- a\n  - b");
  expect(on(down, "1. |a\n   1. b\n2. c\n3. d")).toBe("1. c\n2. |a\n   1. b\n3. d");
  expect(on(down, "> - a|\n>   lazy\n> - b\n\nx")).toBe("> - b\n> - a|\n>   lazy\n\nx");
});

it("selected items are moved together", () => {
  expect(on(down, "- |a\n  - x\n- b|\n- c\n  - y\n- d")).toBe("- c\n  - y\n- |a\n  - x\n- b|\n- d");
});

it("nested items stay below their parent, and other lines are left to other commands", () => {
  expect(on(down, "- a\n  - b|\n    - c\n- d")).toBe("- a\n  - b|\n    - c\n- d");
  expect(on(down, "- a\n- b|\n\ntext")).toBeNull();
  expect(on(down, "text|\n- a")).toBeNull();
  expect(on(down, "- a\n  te|xt\n- b")).toBeNull();
  expect(on(down, "```\n- a|\n- b\n```")).toBeNull();
});

it("a move and its opposite restore every byte, and no line is lost", () => {
  const line = fc.constantFrom("- a", "  - b", "    - c", "- d", "", "1. e", "2. f", "   text", "> - g", "h");
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 9 }),
      fc.nat(),
      fc.constantFrom(up, down),
      (lines, n, move) => {
        const doc = lines.join("\n");
        const start = EditorState.create({ doc, extensions: [history()] });
        const state = start.update({ selection: { anchor: start.doc.line((n % lines.length) + 1).to } }).state;
        let next = state;
        if (!move({ state, dispatch: (made) => (next = made.state) })) return;
        expect(next.doc.toString().split("\n").sort()).toEqual([...lines].sort());
        const line = (of: EditorState) => of.doc.lineAt(of.selection.main.head).text;
        expect(line(next)).toBe(line(state));
      },
    ),
  );
});

it("selected whole lines move the item with its content, as a cursor does", () => {
  expect(on(down, "|- a\n|- b\n  - c\n- d")).toBe("- b\n  - c\n|- a\n|- d");
  expect(on(down, "|- a\n|- b")).toBe("- b\n|- a|");
});

it("an item goes past all of a long one, and never into it", () => {
  for (const extensions of [[], [markdownLanguage.extension]]) {
    for (const [count, isMoved] of [
      [800, true],
      [4000, false],
    ] as const) {
      const children = Array.from({ length: count }, (_, n) => `  - child ${n} ${"x".repeat(30)}\n`).join("");
      const [before, after] = [`- a\n- b\n${children}- c`, `- b\n${children}- a\n- c`];
      expect(moved("down", before, 3, extensions)).toBe(isMoved ? after : before);
      expect(moved("up", after, after.length - 5, extensions)).toBe(isMoved ? before : after);
      expect(moved("up", before, before.length, extensions)).toBe(
        isMoved ? `- a\n- c\n- b\n${children.trimEnd()}` : before,
      );
    }
  }
});

/** A text after the move of the item at a position. */
function moved(direction: "up" | "down", doc: string, anchor: number, extensions: readonly Extension[]): string {
  const state = EditorState.create({ doc, selection: { anchor }, extensions: [...extensions] });
  let next = state;
  expect(moveItems(direction)({ state, dispatch: (made) => (next = made.state) })).toBe(true);
  return next.doc.toString();
}
