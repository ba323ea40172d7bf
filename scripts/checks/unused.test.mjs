import { expect, it } from "vitest";
import { leftovers } from "./unused.mjs";

const manifest = { dependencies: { zod: "4.0.0" }, devDependencies: { typescript: "7.0.0" } };

/** What is left over in a small project, with these files in place of its own. */
const inFiles = (files) =>
  leftovers(
    new Map(
      Object.entries({
        "src/main/index.ts": `import { a } from "./a";\nimport { z } from "zod";\nimport { join } from "node:path";`,
        "src/main/a.ts": "export const a = 1;",
        ...files,
      }),
    ),
    manifest,
  );

it("has nothing against a project that uses what it has", () => {
  expect(inFiles({})).toEqual([]);
});

it.each([
  [
    "an export that nobody takes",
    { "src/main/a.ts": "export const a = 1;\nexport const b = a;" },
    "a.ts: nobody takes b",
  ],
  ["a type that nobody takes", { "src/main/a.ts": "export const a = 1;\nexport type B = 1;" }, "a.ts: nobody takes B"],
  ["a file that nothing leads to", { "src/main/b.ts": "export const b = 1;" }, "b.ts: nothing leads to this file"],
  [
    "a package that is not declared",
    { "src/main/a.ts": `import "diff";\nexport const a = 1;` },
    "diff is imported and not there",
  ],
  ["a package that nobody imports", { "src/main/index.ts": `import { a } from "./a";` }, "nobody imports zod"],
])("finds %s", (_, files, words) => {
  expect(inFiles(files)).toEqual([expect.stringContaining(words)]);
});

it("counts what is passed on, loaded later, named as a type or taken by a test as taken", () => {
  const files = {
    "src/main/a.ts": `export { b as a } from "./b";\nexport const c = () => import("./later");`,
    "src/main/b.ts": "export const b = 1;",
    "src/main/later.ts": "export const d = 1;",
    "src/main/a.test.ts": `import { c } from "./a";\nlet x: import("./typed").T;`,
    "src/main/typed.ts": "export type T = 1;\nexport type U = 2;",
  };
  expect(inFiles(files)).toEqual([]);
});

it("lets a file speak of its own types", () => {
  expect(inFiles({ "src/main/a.ts": "export type B = 1;\nexport const a: B = 1;" })).toEqual([]);
});
