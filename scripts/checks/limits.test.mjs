import { expect, it } from "vitest";
import { misplacedLimits } from "./limits.mjs";

const found = (files) => misplacedLimits(new Map(Object.entries(files)));

it("a limit that other modules import belongs in a file of limits", () => {
  expect(found({ "src/core/text/a.ts": "\nexport const MAX_LINES = 3;" })).toEqual([
    "src/core/text/a.ts:2 MAX_LINES belongs in its layer's file of limits: src/core/limits.ts",
  ]);
  expect(found({ "src/core/limits.ts": "export const MAX_LINES = 3;" })).toEqual([]);
});

it("so does a limit of bytes, of depth or of time, even if one module has it", () => {
  const files = {
    "src/main/engine/office/a.ts": "const MAX_ENTRY_BYTES = 3;",
    "src/main/mcp/a.ts": "const TIMEOUT = 3;",
  };
  expect(found(files)).toEqual([
    "src/main/engine/office/a.ts:1 MAX_ENTRY_BYTES belongs in its layer's file of limits: src/main/engine/ports/limits.ts",
    "src/main/mcp/a.ts:1 TIMEOUT belongs in its layer's file of limits: src/main/limits.ts",
  ]);
});

it("a limit of an algorithm's own step stays beside it", () => {
  expect(found({ "src/core/diff/a.ts": "const MAX_PROBES = 3;\n  const MAX_BYTES = 3;" })).toEqual([]);
});

it("no two files have a limit of the same name", () => {
  const limit = "export const MAX_LINES = 3;";
  expect(found({ "src/core/limits.ts": limit, "src/renderer/ui/limits.ts": limit })).toEqual([
    "src/renderer/ui/limits.ts: MAX_LINES is also in src/core/limits.ts",
  ]);
});
