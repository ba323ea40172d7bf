import { expect, test } from "vitest";
import { mutationsPart } from "./mutations-part.mjs";

const made = (status, more) => ({
  breaks: "No sync",
  file: "src/a.ts",
  test: ["src/a.test.ts", "is | synced"],
  status,
  output: "",
  ...more,
});

test("the score is the share of caught mutations", () => {
  const part = mutationsPart([
    made("caught"),
    made("caught"),
    made("missed"),
    made("skipped", { output: "no strace" }),
  ]);
  expect(part).toContain("**2 of 3 mutations were caught, 66.6 %.** 1 were not made here.");
  expect(part).toContain("| No sync | `src/a.ts` | `src/a.test.ts` “is \\| synced” | caught |");
  expect(part).toContain("| No sync | `src/a.ts` | `src/a.test.ts` “is \\| synced” | **missed** |");
  expect(part.join("\n")).toContain("not made: no strace");
});

test("a run without mutations says so", () => {
  expect(mutationsPart([]).join("\n")).toContain("Not part of this run");
});
