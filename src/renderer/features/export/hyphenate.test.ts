import { expect, test } from "vitest";
import { patternsFor, splitWords } from "./hyphenate";

test("each language has its own patterns, and English those of its region", () => {
  expect(patternsFor("en")).toBe("en-us");
  expect(patternsFor("en-US")).toBe("en-us");
  expect(patternsFor("en-GB")).toBe("en-gb");
  expect(patternsFor("en-AU")).toBe("en-gb");
  expect(patternsFor("de-AT")).toBe("de-1996");
  expect(patternsFor("no")).toBe("nb");
  expect(patternsFor("zh-CN")).toBeNull();
  expect(patternsFor("")).toBeNull();
});

test("addresses, names with digits and words with hyphens of their own stay whole", () => {
  const split = (word: string) => word.toUpperCase();
  expect(splitWords("a harbour, b2b at example.com/x me@x.org co\u00adop", split)).toBe(
    "A HARBOUR, b2b AT example.com/x me@x.org co\u00adop",
  );
});
