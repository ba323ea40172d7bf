import fc from "fast-check";
import { expect, test } from "vitest";
import { findDice } from "./dice";
import { fairDie, rollDetails, rollDice } from "./roll-dice";

const sources = (text: string) => findDice(text).map(({ source }) => source);

/** Bits that make dice fall on these sides. */
function falls(...sides: number[]) {
  const left = [...sides];
  return () => (left.shift() ?? 1) - 1;
}
const rolled = (text: string, ...sides: number[]) => {
  const [dice] = findDice(text);
  if (!dice) throw new Error(`no dice in ${text}`);
  const roll = rollDice(dice, falls(...sides));
  return `${roll.total}: ${rollDetails(roll)}`;
};

test("dice are found between words", () => {
  expect(sources("Hit: 10 (2d6+3) fire, or d20. 4d6kh3, 1d8+1d6-2; (1d8 + 2)!")).toEqual([
    ...["2d6+3", "d20", "4d6kh3", "1d8+1d6-2", "1d8 + 2"],
  ]);
  expect(sources("投2d6点，d%；2D10")).toEqual(["2d6", "d%", "2D10"]);
  expect(sources("1d6 - 2d4 – 1 and 5 + d6")).toEqual(["1d6 - 2d4 – 1", "5 + d6"]);
});

test("words, dates, versions, numbers and dice beyond the limits are no dice", () => {
  for (const text of [
    ...["3d6printing", "2026-11-29", "1.2d6", "v2d6", "0x2d6", "9f1d2-3d45a", "d3.js", "D20", "a_d6", "d6_b", "#d20"],
    ...["d20-based", "/d6/", "d0", "0d6", "1001d6", "2d1000001", "600d6+600d6", "4d6kh5", "4d6dl4", "1d", "1d6f"],
  ])
    expect(sources(text), text).toEqual([]);
  expect(sources("1d6+2d6printing and 2d6+1.5 and d20,")).not.toContain("1d6+2d6");
});

test("a roll has each die, those that count, and the sum", () => {
  expect(rolled("2d6+3", 4, 2)).toBe("9: 4 + 2 + 3");
  expect(rolled("4d6kh3", 2, 5, 4, 4)).toBe("13: (2) + 5 + 4 + 4");
  expect(rolled("2d20kl", 15, 3)).toBe("3: (15) + 3");
  expect(rolled("4d6dl1", 2, 5, 4, 4)).toBe("13: (2) + 5 + 4 + 4");
  expect(rolled("1d8+1d6-2", 5, 4)).toBe("7: 5 + 4 - 2");
  expect(rolled("10 - 2d4", 1, 3)).toBe("6: 10 - (1 + 3)");
  expect(rolled("d20", 17)).toBe("17: ");
  expect(rolled("100d6").split(" + ").length).toBe(31);
});

test("each side is as likely as any other, whatever the bits are", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.array(fc.nat(2 ** 32 - 1), { minLength: 1 }),
      (sides, all) => {
        const bits = [...all, 0];
        const side = fairDie(sides, () => bits.shift() ?? 0);
        expect(side).toBeGreaterThanOrEqual(1);
        expect(side).toBeLessThanOrEqual(sides);
      },
    ),
  );
  // The numbers beyond the last whole multiple of 3 would make 1 likelier.
  const bits = [2 ** 32 - 1, 5];
  expect(fairDie(3, () => bits.shift() ?? 0)).toBe(3);
});

test("hostile text costs little", () => {
  const before = process.cpuUsage().user;
  for (const text of [
    "1d6+".repeat(50_000),
    "d".repeat(100_000),
    "1d6 ".repeat(30_000),
    "9".repeat(100_000),
    `${"1+".repeat(50_000)}d6`,
  ])
    findDice(text);
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(3000);
});
