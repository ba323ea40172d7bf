import { expect, test } from "vitest";
import { mutationsPart } from "./mutations-part.mjs";

const made = (status, more) => ({
  ...{ breaks: "No sync", file: "src/a.ts", test: ["src/a.test.ts", "is | synced"], status, said: "" },
  ...more,
});

test("the score counts what was caught among what was made", () => {
  const part = mutationsPart([made("caught"), made("caught"), made("missed"), made("skipped", { said: "no strace" })]);
  expect(part).toContain("**2 of 3 breaks were caught, 66.6 %.** 1 were not made here.");
  expect(part).toContain("| No sync | `src/a.ts` | `src/a.test.ts` “is \\| synced” | caught |");
  expect(part).toContain("| No sync | `src/a.ts` | `src/a.test.ts` “is \\| synced” | **missed** |");
  expect(part.join("\n")).toContain("not made: no strace");
});

test("a run without them says that nobody looked", () => {
  expect(mutationsPart([]).join("\n")).toContain("Not part of this run");
});
