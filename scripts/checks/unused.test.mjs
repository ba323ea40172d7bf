import { expect, it } from "vitest";
import { findUnused } from "./unused.mjs";

const manifest = { dependencies: { zod: "4.0.0" }, devDependencies: { typescript: "7.0.0" } };

/** The findings for a small project with these files instead of its own. */
const inFiles = (files) =>
  findUnused(
    new Map(
      Object.entries({
        "src/main/index.ts": `import { a } from "./a";\nimport { z } from "zod";\nimport { join } from "node:path";`,
        "src/main/a.ts": "export const a = 1;",
        ...files,
      }),
    ),
    manifest,
  );

it("a project that uses everything it has passes", () => {
  expect(inFiles({})).toEqual([]);
});

it.each([
  ["an unused export", { "src/main/a.ts": "export const a = 1;\nexport const b = a;" }, "a.ts: b is never imported"],
  ["an unused type", { "src/main/a.ts": "export const a = 1;\nexport type B = 1;" }, "a.ts: B is never imported"],
  ["an unreachable file", { "src/main/b.ts": "export const b = 1;" }, "b.ts: nothing imports this file"],
  [
    "a package that is not declared",
    { "src/main/a.ts": `import "diff";\nexport const a = 1;` },
    "diff is imported but missing",
  ],
  ["an unused package", { "src/main/index.ts": `import { a } from "./a";` }, "zod is never imported"],
])("finds %s", (_, files, expected) => {
  expect(inFiles(files)).toEqual([expect.stringContaining(expected)]);
});

it("a name counts as used if it is re-exported, loaded later, used as a type, or used by a test", () => {
  const files = {
    "src/main/a.ts": `export { b as a } from "./b";\nexport const c = () => import("./later");`,
    "src/main/b.ts": "export const b = 1;",
    "src/main/later.ts": "export const d = 1;",
    "src/main/a.test.ts": `import { c } from "./a";\nlet x: import("./typed").T;`,
    "src/main/typed.ts": "export type T = 1;\nexport type U = 2;",
  };
  expect(inFiles(files)).toEqual([]);
});

it("a file may mention its own types", () => {
  expect(inFiles({ "src/main/a.ts": "export type B = 1;\nexport const a: B = 1;" })).toEqual([]);
});
