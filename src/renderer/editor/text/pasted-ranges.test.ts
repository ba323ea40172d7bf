import { EditorState, type TransactionSpec } from "@codemirror/state";
import { expect, it } from "vitest";
import { PastedRanges } from "./pasted-ranges";

const long = "words that come from elsewhere";

function edited(doc: string, ...edits: TransactionSpec[]) {
  const pasted = new PastedRanges();
  let state = EditorState.create({ doc });
  for (const edit of edits) {
    const transaction = state.update(edit);
    pasted.handle(transaction);
    ({ state } = transaction);
  }
  const shown = () => pasted.forVersion().ranges?.map(([from, to]) => state.sliceDoc(from, to)) ?? [];
  return { pasted, shown };
}
const paste = (from: number, insert: string, to = from): TransactionSpec => ({
  changes: { from, to, insert },
  userEvent: "input.paste",
});

it("pasted text is followed, without what is typed into it", () => {
  expect(edited("One. ", paste(5, long)).shown()).toEqual([long]);
  expect(edited("One. ", paste(5, long), { changes: { from: 0, insert: "Nought. " } }).shown()).toEqual([long]);
  expect(
    edited("One. ", paste(5, long), { changes: { from: 11, insert: "really " }, userEvent: "input.type" }).shown(),
  ).toEqual(["words ", "that come from elsewhere"]);
  expect(edited("One. ", paste(5, long), { changes: { from: 0, to: 16 } }).shown()).toEqual(["come from elsewhere"]);
  expect(edited("One. ", paste(5, long), { changes: { from: 3, to: 35 } }).shown()).toEqual([]);
});

it("pasted text that undo or redo inserts again is pasted text, with what was typed beside it as typed", () => {
  const remove = { changes: { from: 5, to: 5 + long.length } };
  const again = (text: string, userEvent: string) => ({ changes: { from: 5, insert: text }, userEvent });
  expect(edited("One. ", paste(5, long), { ...remove, userEvent: "undo" }, again(long, "redo")).shown()).toEqual([
    long,
  ]);
  expect(edited("One. ", paste(5, long), remove, again(`typed ${long}, too`, "undo")).shown()).toEqual([long]);
  expect(edited("One. ", paste(5, long), remove, again("words that somebody typed by hand", "redo")).shown()).toEqual(
    [],
  );
});

it("what is short, or stood in the document before, is the user's own", () => {
  expect(edited("One. ", paste(5, "short")).shown()).toEqual([]);
  expect(edited(`${long}. `, paste(0, long)).shown()).toEqual([]);
  expect(edited("One. ", { changes: { from: 5, insert: long }, userEvent: "input.type" }).shown()).toEqual([]);
});

it("a range goes with one version", () => {
  const { pasted } = edited("One. ", paste(5, long));
  const { ranges, stored } = pasted.forVersion();
  expect(ranges).toEqual([[5, 35]]);
  stored();
  expect(pasted.forVersion().ranges).toBeUndefined();
});
