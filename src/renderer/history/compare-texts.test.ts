import fc from "fast-check";
import { expect, test } from "vitest";
import { compareTexts } from "./compare-texts";

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}\n`).join("");

test("equal texts are told to be the same", () => {
  expect(compareTexts("a\n", "a\n")).toEqual({ status: "same" });
});

test("what was added and taken away is counted, and far lines are folded", () => {
  const before = numbered(30);
  const now = before.replace("line 15\n", "line fifteen\nand more\n");
  const compared = compareTexts(before, now);
  expect(compared).toMatchObject({ status: "compared", added: 2, removed: 1 });
  if (compared.status !== "compared") return;
  expect(
    compared.lines.map((line) => (line.kind === "folded" ? `… ${line.count}` : `${line.kind} ${line.text}`)),
  ).toEqual([
    "… 12",
    "same line 12",
    "same line 13",
    "same line 14",
    "removed line 15",
    "added line fifteen",
    "added and more",
    "same line 16",
    "same line 17",
    "same line 18",
    "… 11",
  ]);
});

test("every line of both texts is in the comparison", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 30 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (before, now) => {
      const compared = compareTexts(before, now);
      if (compared.status !== "compared") return;
      const count = (kinds: string[]) =>
        compared.lines.reduce(
          (sum, line) => sum + (line.kind === "folded" ? line.count : kinds.includes(line.kind) ? 1 : 0),
          0,
        );
      const length = (value: string) => (value === "" ? 0 : value.replace(/\n$/, "").split("\n").length);
      expect(count(["same", "removed"])).toBe(length(before));
      expect(count(["same", "added"])).toBe(length(now));
    }),
  );
});

test("two texts with nothing in common are given up on in time", () => {
  const hostile = (seed: number) =>
    Array.from({ length: 60_000 }, (_, at) => `${(at * seed) % 7919} ${(at * seed * 31) % 104_729}\n`).join("");
  const begun = performance.now();
  compareTexts(hostile(17), hostile(23));
  expect(performance.now() - begun).toBeLessThan(3000);
});
