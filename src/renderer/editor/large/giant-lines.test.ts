import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { covered, giantLines, longestGiant } from "./giant-lines";

const giant = (length: number) => "x".repeat(length);
const open = (doc: string) => EditorState.create({ doc, extensions: giantLines });

function coversIn(state: EditorState): [number, number][] {
  const found: [number, number][] = [];
  state.field(giantLines).between(0, state.doc.length, (from, to) => void found.push([from, to]));
  return found;
}

test("every giant line is completely covered, wherever it is, and no other line is", () => {
  const lines = [giant(19_000), giant(30_000), "short", giant(20_000), giant(20_001), "", giant(90_000)];
  const expected = lines.flatMap((line, index) => {
    const from = lines.slice(0, index).reduce((sum, each) => sum + each.length + 1, 0);
    return line.length > 20_000 ? [[from, from + line.length]] : [];
  });
  expect(coversIn(open(lines.join("\n")))).toEqual(expected);
});

test("a change of line wrap covers the giant line again at its new position", () => {
  const state = open("a\n").update({ changes: { from: 2, insert: giant(50_000) } }).state;
  expect(coversIn(state)).toEqual([]);
  expect(coversIn(state.update({ effects: covered }).state)).toEqual([[2, 50_002]]);
});

test("the longest plain line is reported in a text without a complete tree", () => {
  expect(longestGiant(open(`${giant(30_000)}\nshort`).doc)).toBe(0);
  expect(longestGiant(open(`${giant(30_000)}\n${giant(70_000)}\n${giant(40_000)}`).doc)).toBe(70_000);
  expect(longestGiant(open(Array.from({ length: 2000 }, () => giant(100)).join("\n")).doc)).toBe(0);
});
