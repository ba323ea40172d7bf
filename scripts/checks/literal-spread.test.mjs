import { expect, it } from "vitest";
import { literalSpreads, withoutLiteralSpreads } from "./literal-spread.mjs";

const fixed = (text) => withoutLiteralSpreads("a.ts", text);

it("an object literal that is spread into another is found, also inside others", () => {
  expect(literalSpreads("a.ts", "const a = { ...{ b, c }, d: { ...{ e } } };")).toHaveLength(2);
  expect(literalSpreads("a.ts", "const a = { ...b, ...(c ? { d } : {}), ...(e && { f }) };")).toEqual([]);
  expect(literalSpreads("a.ts", "const a = [...[1, 2]];")).toEqual([]);
});

it("the fix leaves the same properties in the same order", () => {
  expect(fixed("const a = { ...{ b, c }, d };")).toBe("const a = { b, c, d };");
  expect(fixed("const a = { b, ...{ ...{ c, }, d } };")).toBe("const a = { b, c, d };");
  expect(fixed("const a = { ...{}, b };")).toBe("const a = {  b };");
  expect(fixed("const a = {\n  ...{\n    b, // why\n  },\n  c,\n};")).toBe("const a = {\n  b // why\n,\n  c,\n};");
});

it("a comment after the last property swallows nothing", () => {
  expect(fixed("const a = { ...{ b // why\n }, c };")).toBe("const a = { b // why\n, c };");
});
