import { expect, test } from "vitest";
import { settingNames } from "../../../shared/settings";
import { findSettings } from "./find-settings";
import { sections } from "./sections";

test("every setting is in exactly one section", () => {
  const shown = sections.flatMap(({ settings, text = [] }) => [...settings, ...text]);
  expect([...shown].sort()).toEqual([...settingNames].sort());
});

test("settings are found by title, description, choices and settings name", () => {
  expect(findSettings("  ")).toEqual([]);
  expect(findSettings("dark")[0]).toBe("theme");
  expect(findSettings("lineWrap")).toEqual(["lineWrap"]);
  expect(findSettings("LINE text")).toContain("lineNumbers");
  expect(findSettings("line")[0]).toMatch(/^line|^measure|defaultLineCount/);
  expect(findSettings("xylophone")).toEqual([]);
});
