import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { broken } from "./mutate";
import { mutations } from "./mutations";

const project = join(import.meta.dirname, "..", "..");
const read = (path: string): string => readFileSync(join(project, path), "utf8");

test("a break changes only the given text", () => {
  const at = { file: "a.ts", find: "b;", replace: "$&;" };
  expect(broken("a; b; c;", at)).toBe("a; $&; c;");
});

test("a break whose text is missing, occurs twice, or would not change fails the run", () => {
  const at = { file: "a.ts", find: "b;", replace: "c;" };
  expect(() => broken("a;", at)).toThrow("a.ts has 0 times: b;");
  expect(() => broken("b; b;", at)).toThrow("a.ts has 2 times: b;");
  expect(() => broken("b;", { ...at, replace: "b;" })).toThrow("nothing is broken");
});

test("there are at least sixty breaks, each with a different name", () => {
  expect(mutations.length).toBeGreaterThanOrEqual(60);
  expect(new Set(mutations.map(({ breaks }) => breaks)).size).toBe(mutations.length);
});

test("every break in the table can still be made, and its test still exists", () => {
  const gone = mutations.flatMap((mutation) => {
    const [file, title] = mutation.test;
    try {
      broken(read(mutation.file), mutation);
    } catch (error) {
      return [`${mutation.breaks}: ${(error as Error).message}`];
    }
    // Some titles are composed of parts.
    const isThere = existsSync(join(project, file)) && title.length > 8;
    return isThere ? [] : [`${mutation.breaks}: no test ${title} in ${file}`];
  });
  expect(gone).toEqual([]);
});
