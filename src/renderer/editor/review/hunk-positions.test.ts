import { expect, test } from "vitest";
import { describeHunk, excerpt, writerNames } from "./describe-hunk";
import { hunkAt, hunkBeside } from "./hunk-positions";

const hunk = (id: string, ...parts: [number, number][]) => ({
  id,
  from: parts[0]?.[0] ?? 0,
  to: parts.at(-1)?.[1] ?? 0,
  parts: parts.map(([from, to]) => ({ from, to, removed: "" })),
  writes: [],
  isMixed: false,
});

test("of two adjacent edits the one that begins at the cursor is selected", () => {
  const hunks = [hunk("a", [0, 5]), hunk("b", [5, 8])];
  expect([0, 4, 5, 8, 9].map((at) => hunkAt(hunks, at)?.id)).toEqual(["a", "a", "b", "b", undefined]);
});

test("between the parts of an edit that edit is selected, unless another has a part there", () => {
  const hunks = [hunk("a", [0, 2], [20, 22]), hunk("b", [8, 9])];
  expect([5, 8, 12].map((at) => hunkAt(hunks, at)?.id)).toEqual(["a", "b", "a"]);
});

test("the next and the previous edit wrap around", () => {
  const hunks = [hunk("a", [2, 5]), hunk("b", [10, 12])];
  expect([0, 6, 13].map((at) => hunkBeside(hunks, at, 1)?.id)).toEqual(["a", "b", "a"]);
  expect([0, 6, 13].map((at) => hunkBeside(hunks, at, -1)?.id)).toEqual(["b", "a", "b"]);
  expect(hunkBeside([], 0, 1)).toBeNull();
});

test("an edit is described on one line, whatever it contains", () => {
  expect(describeHunk({ removed: "grey", inserted: "gray" })).toBe("“grey” became “gray”");
  expect(describeHunk({ removed: "", inserted: "a\n\tb" })).toBe("“a b” was added");
  expect(describeHunk({ removed: "\n\n", inserted: "" })).toBe("“empty lines” was removed");
  expect(excerpt("😀".repeat(200)).isWellFormed()).toBe(true);
  expect(writerNames([{ by: "A" }, { by: "B" }, { by: "A" }, { by: "C" }])).toBe("A and 2 others");
});
