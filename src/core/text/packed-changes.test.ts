import { expect, test } from "vitest";
import { packChanges, unpackChanges } from "./packed-changes";

test("packed changes are the same changes again, also with empty and two-unit texts", () => {
  const changes = [
    { from: 0, to: 0, insert: "🦊 ü" },
    { from: 4, to: 9, insert: "" },
    { from: 4_000_000_000, to: 4_000_000_001, insert: "\ud83e" },
  ];
  expect(unpackChanges(packChanges(changes))).toEqual(changes);
  expect(unpackChanges(packChanges([]))).toEqual([]);
});
