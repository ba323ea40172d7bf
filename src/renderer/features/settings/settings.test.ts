import { expect, test } from "vitest";
import { settingNames } from "../../../shared/settings";
import { findSettings } from "./find-settings";
import { sections } from "./sections";

test("every setting stands in one section of the page, once", () => {
  const shown = sections.flatMap(({ settings, text = [] }) => [...settings, ...text]);
  expect([...shown].sort()).toEqual([...settingNames].sort());
});

test("settings are found by words of their name, explanation and choices, and by their name in the file", () => {
  expect(findSettings("  ")).toEqual([]);
  expect(findSettings("dark")[0]).toBe("theme");
  expect(findSettings("lineWrap")).toEqual(["lineWrap"]);
  expect(findSettings("LINE text")).toContain("lineNumbers");
  expect(findSettings("line")[0]).toMatch(/^line|^measure|defaultLineCount/);
  expect(findSettings("xylophone")).toEqual([]);
});
