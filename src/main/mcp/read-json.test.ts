import { expect, test } from "vitest";
import { readJson } from "./read-json";

const read = (text: string) => readJson(Buffer.from(text));
const million = 1_000_000;

test("a long line that would fill the memory is rejected before it is parsed [A25]", () => {
  for (const deep of ["[".repeat(3 * million), '{"a":'.repeat(million), `{"a":[1,"]",${"[".repeat(2 * million)}`])
    expect(read(deep)).toEqual({ status: "too deep", value: null });
  for (const wide of [
    `[${"[],".repeat(2 * million)}1]`,
    `[${"1,".repeat(2 * million)}1]`,
    `[${"{},".repeat(million)}1]`,
  ])
    expect(read(wide)).toMatchObject({ status: "malformed", reason: "it holds more than 1000000 values" });
});

test("an answer may have as many values as it needs", () => {
  const lines = new Array(2 * million).fill("a");
  expect(readJson(Buffer.from(JSON.stringify(lines)), Number.POSITIVE_INFINITY)).toEqual({
    status: "value",
    value: lines,
  });
});

test("the content of a long string does not count, however it is escaped", () => {
  for (const text of [
    "[".repeat(2 * million),
    '["\\'.repeat(million),
    "\\".repeat(2 * million),
    '\\"'.repeat(million),
  ]) {
    const value = { content: text, "]": [text.length] };
    expect(read(JSON.stringify(value))).toEqual({ status: "value", value });
  }
  expect(read(`"${"[".repeat(2 * million)}`)).toMatchObject({ status: "malformed" });
});

test("short lines are parsed, and reported as too deep with their value", () => {
  expect(read('{"a":[1,{"b":"\\""}]}')).toEqual({ status: "value", value: { a: [1, { b: '"' }] } });
  expect(read(`{"id":1,"a":${"[".repeat(300)}${"]".repeat(300)}}`)).toMatchObject({
    status: "too deep",
    value: { id: 1 },
  });
});
