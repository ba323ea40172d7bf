import fc from "fast-check";
import { expect, it } from "vitest";
import { fewer } from "../../../../core/text/texts.fixture";
import { errorsForgiven, lettersOf, mayBeNear, typingErrors } from "./spelling";

it.each([
  ["fireball", "fireball", 0],
  ["firebal", "fireball", 1],
  ["fierball", "fireball", 1],
  ["tarasque", "tarrasque", 1],
  ["thiefs", "thieves", 2],
  ["ab", "ba", 1],
  ["", "abc", 3],
  ["猫又", "猫股", 1],
])("%s and %s differ by %d errors", (a, b, errors) => {
  expect(typingErrors(a, b, 3)).toBe(errors);
});

it("words of more than 64 characters are similar only to themselves", () => {
  const long = "a".repeat(65);
  expect(typingErrors(long, long, 3)).toBe(0);
  expect(typingErrors(long, `${long}a`, 3)).toBe(4);
});

it("short words tolerate no errors", () => {
  expect([2, 3, 4, 6, 12].map(errorsForgiven)).toEqual([0, 0, 1, 2, 3]);
});

const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "é", "火", "1"), maxLength: 12 });

it("the bounded count equals the unbounded one, and the letter sets never exclude a similar word", () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, most) => {
      const errors = plainErrors(a, b);
      expect(typingErrors(a, b, most)).toBe(Math.min(errors, most + 1));
      if (errors <= most) expect(mayBeNear(lettersOf(a), lettersOf(b), most)).toBe(true);
    }),
    fewer(500),
  );
});

/** The textbook definition of optimal string alignment. */
function plainErrors(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const table = Array.from({ length: a.length + 1 }, () => Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number): number => table[i]?.[j] ?? 0;
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      const row = table[i] as number[];
      if (i === 0 || j === 0) row[j] = i + j;
      else {
        row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
          row[j] = Math.min(row[j] ?? 0, at(i - 2, j - 2) + 1);
      }
    }
  }
  return at(a.length, b.length);
}
