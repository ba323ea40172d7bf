import { expect, it } from "vitest";
import { longFunctions, tooLong } from "./function-length.mjs";

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

it("accepted functions may only become shorter, and then need their new length", () => {
  const found = (count) => [{ name: "src/a.ts long", lines: count }];
  expect(tooLong(found(200))).toEqual(["src/a.ts long: 200 lines, at most 150"]);
  expect(tooLong(found(200), { "src/a.ts long": 200 })).toEqual([]);
  expect(tooLong(found(201), { "src/a.ts long": 200 })).toEqual(["src/a.ts long: 201 lines, at most 200"]);
  expect(tooLong(found(180), { "src/a.ts long": 200 })).toEqual([expect.stringContaining("put 180 into")]);
  expect(tooLong([], { "src/a.ts long": 200 })).toEqual([expect.stringContaining("put nothing into")]);
});
