import { expect, test } from "vitest";
import { defaultSettings } from "../../shared/settings";
import { rendererAttributes } from "./renderer-attributes";

test("the page starts with its language, theme and contrast", () => {
  const plain = { language: "en", wantsHighContrast: false } as const;
  expect(rendererAttributes(defaultSettings, plain)).toBe('lang="en"');
  expect(
    rendererAttributes({ ...defaultSettings, theme: "dark" }, { language: "zh-CN", wantsHighContrast: true }),
  ).toBe('lang="zh-CN" data-theme="dark" data-contrast="high"');
  expect(rendererAttributes({ ...defaultSettings, contrast: "high" }, plain)).toBe('lang="en" data-contrast="high"');
  expect(rendererAttributes({ ...defaultSettings, contrast: "standard" }, { ...plain, wantsHighContrast: true })).toBe(
    'lang="en"',
  );
});
