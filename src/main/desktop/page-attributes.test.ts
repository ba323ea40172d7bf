import { expect, test } from "vitest";
import { defaultSettings } from "../../shared/settings";
import { pageAttributes } from "./page-attributes";

test("the page starts with its language, theme and contrast", () => {
  const plain = { language: "en", wantsHighContrast: false } as const;
  expect(pageAttributes(defaultSettings, plain)).toBe('lang="en"');
  expect(pageAttributes({ ...defaultSettings, theme: "dark" }, { language: "zh-CN", wantsHighContrast: true })).toBe(
    'lang="zh-CN" data-theme="dark" data-contrast="high"',
  );
  expect(pageAttributes({ ...defaultSettings, contrast: "high" }, plain)).toBe('lang="en" data-contrast="high"');
  expect(pageAttributes({ ...defaultSettings, contrast: "standard" }, { ...plain, wantsHighContrast: true })).toBe(
    'lang="en"',
  );
});
