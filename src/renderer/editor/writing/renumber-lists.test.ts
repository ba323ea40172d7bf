import { history, moveLineDown, moveLineUp, undo } from "@codemirror/commands";
import { EditorState, type StateCommand } from "@codemirror/state";
import fc from "fast-check";
import { expect, it } from "vitest";
import { fewer } from "../../../core/text/texts.fixture";
import { renumberingLists } from "./renumber-lists";

function at(doc: string, line: number, extensions = [renumberingLists]): EditorState {
  const state = EditorState.create({ doc, extensions: [history(), ...extensions] });
  return state.update({ selection: { anchor: state.doc.line(line).from } }).state;
}

function run(state: EditorState, command: StateCommand): EditorState {
  let next = state;
  command({ state, dispatch: (transaction) => (next = transaction.state) });
  return next;
}
// CodeMirror's own command reads only these properties of the view.
const move = (command: typeof moveLineDown): StateCommand => command as unknown as StateCommand;
const down = move(moveLineDown);
const up = move(moveLineUp);

it("a list is renumbered in the same step after a line was moved", () => {
  const doc = "Before\n\n1. one\n2. two\n   more\n3. three\n\nAfter 1. x\n";
  const moved = run(at(doc, 3), down);
  expect(moved.doc.toString()).toBe("Before\n\n1. two\n2. one\n   more\n3. three\n\nAfter 1. x\n");
  expect(run(moved, undo).doc.toString()).toBe(doc);
  expect(run(at("3. a\n4. b\n5. c", 3), up).doc.toString()).toBe("3. a\n4. c\n5. b");
});

it("a list is renumbered after lines were deleted, cut or inserted", () => {
  const state = at("1. a\n2. b\n3. c\n", 2);
  const cut = state.update({ changes: { from: 5, to: 10 }, userEvent: "delete.cut" }).state;
  expect(cut.doc.toString()).toBe("1. a\n2. c\n");
  const pasted = cut.update({ changes: { from: 5, insert: "7. x\n8. y\n" }, userEvent: "input.paste" }).state;
  expect(pasted.doc.toString()).toBe("1. a\n2. x\n3. y\n4. c\n");
});

it("from 9 to 10 nested content moves with its item", () => {
  const items = Array.from({ length: 9 }, (_, index) => `${index + 1}. i\n`).join("");
  const state = at(`${items}10. j\n    under\n`, 1);
  const without = state.update({ changes: { from: 0, to: 5 }, userEvent: "delete.line" }).state;
  expect(without.doc.toString().endsWith("8. i\n9. j\n   under\n")).toBe(true);
});

it("lists with another numbering, neighbouring lists, typing and remote changes are left alone", () => {
  for (const doc of ["1. a\n1. b\n1. c", "1. a\n3. b\n7. c", "- a\n- b\n- c"]) {
    const lines = doc.split("\n");
    expect(run(at(doc, 1), down).doc.toString()).toBe([lines[1], lines[0], lines[2]].join("\n"));
  }
  const two = at("1. a\n2. b\n\nwords\n\n5. x\n6. y\n", 1);
  expect(run(two, down).doc.toString()).toBe("1. b\n2. a\n\nwords\n\n5. x\n6. y\n");
  const gone = { changes: { from: 0, to: 5 } };
  expect(two.update({ ...gone, userEvent: "input.type" }).state.doc.toString()).toMatch(/^2\. b/);
  expect(two.update(gone).state.doc.toString()).toMatch(/^2\. b/);
  expect(run(at("1. a\n2. b", 1, []), down).doc.toString()).toBe("2. b\n1. a");
});

it("renumbering changes only numbers and indentation, and only within the list", () => {
  const others = ["9. i", "10. j", "   x", "- d", "words", "", "# h", "   1. n", "> 1. q"];
  const line = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("1. a", "2. b", "3. c") },
    { weight: 2, arbitrary: fc.constantFrom(...others) },
  );
  let counted = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), fc.nat(), fc.boolean(), (lines, place, isDown) => {
      const doc = lines.join("\n");
      const number = (place % lines.length) + 1;
      const command = isDown ? down : up;
      const plain = run(at(doc, number, []), command).doc.toString();
      const now = run(at(doc, number), command);
      const bare = (text: string) => text.replace(/^([ >]*)\d+(?=\.)/gm, "$1#").replace(/ /g, "");
      expect(bare(now.doc.toString())).toBe(bare(plain));
      if (now.doc.toString() !== plain) {
        counted++;
        expect(run(now, undo).doc.toString()).toBe(doc);
      }
    }),
    // The example is one that is renumbered: at random few are.
    { ...fewer(1000), examples: [[["1. a", "2. b", "3. c"], 0, true]] },
  );
  expect(counted).toBeGreaterThan(0);
});
