import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { broken } from "./mutate";
import { mutations } from "./mutations";

const project = join(import.meta.dirname, "..", "..");
const read = (path: string): string => readFileSync(join(project, path), "utf8");

test("a break is made where it says, and nowhere else", () => {
  const at = { file: "a.ts", find: "b;", replace: "$&;" };
  expect(broken("a; b; c;", at)).toBe("a; $&; c;");
});

test("a break whose text is not there, is there twice, or changes nothing fails the run", () => {
  const at = { file: "a.ts", find: "b;", replace: "c;" };
  expect(() => broken("a;", at)).toThrow("a.ts has 0 times: b;");
  expect(() => broken("b; b;", at)).toThrow("a.ts has 2 times: b;");
  expect(() => broken("b;", { ...at, replace: "b;" })).toThrow("nothing is broken");
});

test("there are at least sixty breaks, each with a name of its own", () => {
  expect(mutations.length).toBeGreaterThanOrEqual(60);
  expect(new Set(mutations.map(({ breaks }) => breaks)).size).toBe(mutations.length);
});

test("every break of the table can still be made, and its test is still there", () => {
  const gone = mutations.flatMap((mutation) => {
    const [file, title] = mutation.test;
    try {
      broken(read(mutation.file), mutation);
    } catch (error) {
      return [`${mutation.breaks}: ${(error as Error).message}`];
    }
    // Titles are made of pieces in some files.
    const isThere = existsSync(join(project, file)) && title.length > 8;
    return isThere ? [] : [`${mutation.breaks}: no test ${title} in ${file}`];
  });
  expect(gone).toEqual([]);
});
