import { expect, test } from "vitest";
import { locateHunks } from "./locate-hunks";

test("inserted and removed text is located in its paragraphs", () => {
  const by = "w";
  const pending = [
    6,
    { hunk: "w.0", accepted: [{ text: "old", by }], now: [{ text: "new", by }] },
    6,
    { hunk: "w.1", accepted: [], now: [{ text: "fresh\n", by }] },
    { hunk: "w.2", accepted: [{ text: "gone\n", by }], now: [] },
  ];
  const projection = "first new line\nfresh\nlast";
  const own = { writes: ["w"], isMixed: false };
  expect(locateHunks(projection, pending)).toEqual([
    { id: "w.0", ...own, parts: [{ line: 0, from: 6, to: 9, removed: "old", isNew: false }] },
    { id: "w.1", ...own, parts: [{ line: 1, from: 0, to: 5, removed: "", isNew: true }] },
    { id: "w.2", ...own, parts: [{ line: 2, from: 0, to: 0, removed: "gone\n", isNew: false }] },
  ]);
});
