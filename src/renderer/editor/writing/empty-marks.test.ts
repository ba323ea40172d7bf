import { EditorState } from "@codemirror/state";
import { expect, it } from "vitest";
import { emptyMarksGo } from "./empty-marks";

/** Deletes the part of a text between two bars. */
function deleted(marked: string, userEvent = "delete.selection"): string {
  const [before = "", middle = "", behind = ""] = marked.split("|");
  const state = EditorState.create({ doc: before + middle + behind, extensions: emptyMarksGo });
  const changes = { from: before.length, to: before.length + middle.length };
  return state.update({ changes, userEvent }).state.doc.toString();
}

it("deleting all of a marked text deletes its marks", () => {
  expect(deleted("a **|bold|** c")).toBe("a  c");
  expect(deleted("a ***|both|*** c")).toBe("a  c");
  expect(deleted("- ~~**|both|**~~")).toBe("- ");
  expect(deleted("a `|code|` __|", "delete.cut")).toBe("a  __");
  expect(deleted("> a *|你好|*。")).toBe("> a 。");
  expect(deleted("a ==|word|== c")).toBe("a  c");
});

it("deleting all of a marked text and one of its marks deletes the other one", () => {
  expect(deleted("|a **bold|** c")).toBe(" c");
  expect(deleted("a **|bold** c|")).toBe("a ");
  expect(deleted("a ***b|oth*|** c")).toBe("a ***b** c");
  expect(deleted("|a `code|` c")).toBe(" c");
});

it("Backspace in an empty pair of marks deletes both", () => {
  expect(deleted("a *|*|** c", "delete.backward")).toBe("a  c");
  expect(deleted("a |*|* c", "delete.backward")).toBe("a  c");
  expect(deleted("a =|=|== c", "delete.backward")).toBe("a  c");
  expect(deleted("|`|` c", "delete.backward")).toBe(" c");
  expect(deleted("a **bold*|*|", "delete.backward")).toBe("a **bold*");
  expect(deleted("a |*| * c", "delete.backward")).toBe("a  * c");
  expect(deleted("```\n*|*|**\n```", "delete.backward")).toBe("```\n***\n```");
});

it("keeps marks around text that stays, in code, and when one letter is deleted or text is typed over it", () => {
  expect(deleted("**one |two|**")).toBe("**one **");
  expect(deleted("**|a|**", "delete.backward")).toBe("****");
  expect(deleted("**|one|**", "input.type")).toBe("****");
  expect(deleted("```\n**|one|**\n```")).toBe("```\n****\n```");
  expect(deleted("2 * |3 | * 4")).toBe("2 *  * 4");
});

it("marks whose text was deleted letter by letter go when the cursor leaves them", () => {
  const left = (text: string, at: number, to: number) => {
    const start = EditorState.create({ doc: text, selection: { anchor: at }, extensions: emptyMarksGo });
    const emptied = start.update({ changes: { from: at - 1, to: at }, userEvent: "delete.backward" }).state;
    return emptied.update({ selection: { anchor: to }, userEvent: "select" }).state.doc.toString();
  };
  expect(left("x **d** y", 5, 8)).toBe("x  y");
  expect(left("x `d` y", 4, 0)).toBe("x  y");
  expect(left("x **d** y", 5, 4)).toBe("x **** y");
  expect(left("x **dd** y", 6, 0)).toBe("x **d** y");
  const typed = EditorState.create({ doc: "x **** y", selection: { anchor: 4 }, extensions: emptyMarksGo });
  expect(typed.update({ selection: { anchor: 0 }, userEvent: "select" }).state.doc.toString()).toBe("x **** y");
  const emptied = EditorState.create({ doc: "x **d** y", selection: { anchor: 5 }, extensions: emptyMarksGo }).update({
    changes: { from: 4, to: 5 },
    userEvent: "delete.backward",
  }).state;
  const key = { changes: { from: 4, to: 5 }, userEvent: "delete.forward" };
  expect(emptied.update(key).state.doc.toString()).toBe("x  y");
  // Signs that marked nothing stay.
  expect(left("my_x_var here", 4, 0)).toBe("my__var here");
  expect(left("`my_x_var` z", 5, 10)).toBe("`my__var` z");
  expect(left("[[my_x_var]] z", 6, 13)).toBe("[[my__var]] z");
  expect(left("Title\n=====\ntext", 9, 0)).toBe("Title\n====\ntext");
  expect(left("a \\*x* b", 5, 0)).toBe("a \\** b");
  expect(left("5 * x * y", 5, 0)).toBe("5 *  * y");
  expect(deleted("my_|_|var", "delete.forward")).toBe("my_var");
  expect(deleted("my|_|_var", "delete.backward")).toBe("my_var");
  expect(deleted("a \\|*|* c", "delete.backward")).toBe("a \\* c");
});
