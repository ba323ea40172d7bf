import { expect, test } from "vitest";
import { outputFormat } from "./output-format";

test("a person at a terminal gets text, a program JSON, and both what they ask for", () => {
  expect(outputFormat({}, true)).toBe("text");
  expect(outputFormat({}, false)).toBe("json");
  expect(outputFormat({ format: "json" }, true)).toBe("json");
  expect(outputFormat({ format: "text" }, false)).toBe("text");
  expect(() => outputFormat({ format: "yaml" }, false)).toThrow('--format is json or text, not "yaml".');
});
