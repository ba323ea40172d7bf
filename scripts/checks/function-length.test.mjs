import { expect, it } from "vitest";
import { longFunctions } from "./function-length.mjs";

const lines = (count) => "  work();\n".repeat(count);
const inFile = (text) => longFunctions(new Map([["src/a.ts", text]]), 10);

it("a long function is found by the name of its declaration, its variable or its property", () => {
  expect(inFile(`function declared() {\n${lines(9)}}\n`)).toEqual([{ name: "src/a.ts declared", lines: 11 }]);
  expect(inFile(`const assigned = () => {\n${lines(9)}};\n`)).toEqual([{ name: "src/a.ts assigned", lines: 11 }]);
  expect(inFile(`export const table = { method() {\n${lines(9)}} };\n`)).toEqual([
    { name: "src/a.ts method", lines: 11 },
  ]);
});

it("a function within the limit and a long table are accepted", () => {
  expect(inFile(`function declared() {\n${lines(8)}}\n`)).toEqual([]);
  expect(inFile(`const table = {\n${"  a: 1,\n".repeat(20)}};\n`)).toEqual([]);
});
