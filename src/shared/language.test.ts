import { expect, test } from "vitest";
import { counting, languageFor } from "./language";

test("the first of the user's languages that Galley has is used, and otherwise English", () => {
  expect(languageFor(["de-DE", "zh-Hans-CN", "en"])).toBe("zh-CN");
  expect(languageFor(["zh"])).toBe("zh-CN");
  expect(languageFor(["zh-SG", "en"])).toBe("zh-CN");
  expect(languageFor(["en-GB", "zh-CN"])).toBe("en");
  expect(languageFor(["fr"])).toBe("en");
  expect(languageFor([])).toBe("en");
});

test("readers of Traditional characters do not get Simplified ones", () => {
  expect(languageFor(["zh-TW", "en"])).toBe("en");
  expect(languageFor(["zh_HK"])).toBe("en");
});

test("counted nouns have the plural form of their number", () => {
  const { many, number } = counting("en");
  expect([0, 1, 2].map((count) => many(count, { one: "word", other: "words" }))).toEqual([
    "0 words",
    "1 word",
    "2 words",
  ]);
  expect(number(1204.5)).toBe("1,204.5");
});
