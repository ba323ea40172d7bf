import fc from "fast-check";
import { expect, test } from "vitest";
import { align, splicesBetween } from "./align";

const texts = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f", "g"), { maxLength: 12 });

test("aligned items are in order, and the splices lead from one list to the other", () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const from = align(before, after);
      const matched = [...from].filter((each) => each >= 0);
      expect(matched).toEqual([...new Set(matched)].sort((one, other) => one - other));
      const list = [...before];
      for (const { at, removed, inserted } of splicesBetween(
        before.length,
        from,
        (old, now) => before[old] === after[now],
      ))
        list.splice(at, removed, ...after.slice(at, at + inserted));
      expect(list).toEqual(after);
    }),
  );
});

test("a rewritten paragraph keeps its id, and an inserted one changes no other id", () => {
  expect([...align(["a", "b", "c"], ["a", "B", "c"])]).toEqual([0, 1, 2]);
  expect([...align(["a", "b", "c"], ["a", "x", "b", "c"])]).toEqual([0, -1, 1, 2]);
  expect([...align(["a", "b", "c", "d"], ["a", "c", "D"])]).toEqual([0, 2, 3]);
});
