import { expect, test } from "vitest";
import { isSetting } from "../../shared/settings";
import { fontFamily, hanLanguage, interfaceZoom, SIZES, steppedFontSize } from "./appearance";

test("zooming stops at the limits and returns to the default", () => {
  let size = SIZES.usual;
  for (let times = 0; times < 40; times++) size = steppedFontSize(size, "in");
  expect(size).toBe(SIZES.most);
  for (let times = 0; times < 40; times++) {
    size = steppedFontSize(size, "out");
    expect(size).toBeGreaterThanOrEqual(SIZES.least);
  }
  expect(size).toBe(SIZES.least);
  expect(steppedFontSize(size, "reset")).toBe(SIZES.usual);
});

test("zooming never goes in the wrong direction, whatever size is set", () => {
  for (let size = SIZES.least; size <= SIZES.most; size++) {
    expect(isSetting("fontSize", size)).toBe(true);
    expect(steppedFontSize(size, "in")).toBeGreaterThanOrEqual(size);
    expect(steppedFontSize(size, "out")).toBeLessThanOrEqual(size);
  }
  for (const beyond of [SIZES.least - 1, SIZES.most + 1]) expect(isSetting("fontSize", beyond)).toBe(false);
});

test("the interface grows with the text, but less", () => {
  expect(interfaceZoom(SIZES.usual)).toBe(1);
  expect(interfaceZoom(24)).toBeGreaterThan(1);
  expect(interfaceZoom(24)).toBeLessThan(24 / SIZES.usual);
});

test("Han characters are drawn for the first preferred language that uses them", () => {
  expect(hanLanguage(["de-DE", "ja", "zh-CN"])).toBe("ja");
  expect(hanLanguage(["en-US", "zh-Hant-HK"])).toBe("zh-TW");
  expect(hanLanguage(["ko-KR"])).toBe("ko");
  expect(hanLanguage(["en"])).toBe("zh-CN");
});

test("a bundled font has a short name, and any other its own", () => {
  expect(fontFamily("sans")).toBe('"Inter Variable"');
  expect(fontFamily("system")).toBe("system-ui");
  expect(fontFamily("constructor")).toBe('"constructor"');
});
