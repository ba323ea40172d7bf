import { expect, test } from "vitest";
import { placeHunks } from "./place-hunks";

test("what was put in and what was taken out stand in their paragraphs", () => {
  const pending = [
    6,
    { text: "old", insertedBy: null, removedBy: "w.0" },
    { text: "new", insertedBy: "w.0", removedBy: null },
    6,
    { text: "fresh\n", insertedBy: "w.1", removedBy: null },
    { text: "gone\n", insertedBy: null, removedBy: "w.2" },
  ];
  const ledger = "first new line\nfresh\nlast";
  expect(placeHunks(ledger, pending)).toEqual([
    { id: "w.0", write: "w", parts: [{ line: 0, from: 6, to: 9, removed: "old", isNew: false }] },
    { id: "w.1", write: "w", parts: [{ line: 1, from: 0, to: 5, removed: "", isNew: true }] },
    { id: "w.2", write: "w", parts: [{ line: 2, from: 0, to: 0, removed: "gone\n", isNew: false }] },
  ]);
});
