import { expect, test } from "vitest";
import { moneyOf, sumOfUsage } from "./conversation";
import { counting } from "./language";

test("money in different currencies is never added, and a conversation of an earlier version has dollars", () => {
  const stored = JSON.parse('{"input":1,"output":2,"cost":0.5}');
  const sum = sumOfUsage([
    stored,
    { input: 1, output: 1, cost: 0, otherCosts: { EUR: 1 } },
    { input: 0, output: 0, cost: 0, otherCosts: { EUR: 2, JPY: 9 } },
  ]);
  expect(sum).toEqual({ input: 2, output: 3, cost: 0.5, otherCosts: { EUR: 3, JPY: 9 } });
  expect(moneyOf(sum)).toEqual([
    { amount: 0.5, currency: "USD" },
    { amount: 3, currency: "EUR" },
    { amount: 9, currency: "JPY" },
  ]);
  expect(sumOfUsage([sum, { input: null, output: 1, cost: null }])).toMatchObject({
    input: null,
    output: 4,
    cost: null,
  });
});

test("nothing spent is zero dollars, unless something was spent in another currency", () => {
  expect(moneyOf({ cost: 0 })).toEqual([{ amount: 0, currency: "USD" }]);
  expect(moneyOf({ cost: 0, otherCosts: { EUR: 1 } })).toEqual([{ amount: 1, currency: "EUR" }]);
  expect(moneyOf({ cost: null })).toEqual([]);
});

test("an amount is written with its currency, and a tiny one keeps two digits", () => {
  const { money } = counting("en");
  const written = (amount: number, currency: string) => money({ amount, currency });
  expect(written(0, "USD")).toBe("$0");
  expect(written(2, "USD")).toBe("$2.00");
  expect(written(0.00421, "USD")).toBe("$0.0042");
  expect(written(0.25, "EUR")).toBe("€0.25");
  expect(written(1200, "JPY")).toBe("¥1,200");
  expect(written(0.5, "JPY")).toBe("¥0.5");
  expect(counting("zh-CN").money({ amount: 0.25, currency: "USD" })).toBe("US$0.25");
  expect(written(1, "no currency")).toBe("1 no currency");
});
