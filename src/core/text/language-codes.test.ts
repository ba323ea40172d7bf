import { expect, test } from "vitest";
import { codeOfDetected, detectedCode, languageCode } from "./language-codes";

test.each([
  ["fr", "fr"],
  [" zh-CN ", "zh"],
  ["pt_BR", "pt"],
  ["French", "fr"],
  ["français", "fr"],
  ["法语", "fr"],
  ["Norwegian", "nb"],
  ["Chinese (China)", "zh"],
  ["Klingon", null],
  ["xx", null],
  ["", null],
])("a language named %j has the code %j", (named, code) => {
  expect(languageCode(named)).toBe(code);
});

test("language detection has codes of its own", () => {
  expect(detectedCode("el")).toBe("ell");
  expect(detectedCode("xx")).toBeNull();
  expect(codeOfDetected("cmn")).toBe("zh");
  expect(codeOfDetected("und")).toBeNull();
});
