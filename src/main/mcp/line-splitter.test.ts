import fc from "fast-check";
import { expect, test } from "vitest";
import { LineSplitter } from "./line-splitter";

const split = (limit: number, chunks: (string | Buffer)[]): string[] => {
  const splitter = new LineSplitter(limit);
  const lines = [...chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk))), ...splitter.end()];
  return lines.map((line) => (line.status === "line" ? line.bytes.toString() : "OVERLONG"));
};

test("lines end with LF or CRLF, and the last line needs neither", () => {
  expect(split(100, ["a\nb\r\n\nc"])).toEqual(["a", "b", "", "c"]);
});

test("a carriage return inside a line stays", () => {
  expect(split(100, ["a\rb\r\r\n"])).toEqual(["a\rb\r"]);
});

test("however the bytes are cut into chunks, the lines are the same", () => {
  const text = fc
    .array(fc.constantFrom("a", "é", "世", "\n", "\r\n", "\r"), { maxLength: 40 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.array(fc.nat({ max: 60 }), { maxLength: 8 }), (whole, cuts) => {
      const bytes = Buffer.from(whole);
      const ends = [...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
      const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
      expect(split(1000, chunks)).toEqual(split(1000, [whole]));
    }),
  );
});

test("an overlong line is reported once, immediately, and the next line is read", () => {
  const splitter = new LineSplitter(4);
  expect(splitter.push(Buffer.from("abc"))).toEqual([]);
  expect(splitter.push(Buffer.from("de"))).toEqual([{ status: "overlong", limit: 4 }]);
  expect(splitter.push(Buffer.from("fghijk"))).toEqual([]);
  expect(splitter.push(Buffer.from("l\nok\n")).map((line) => line.status === "line" && line.bytes.toString())).toEqual([
    "ok",
  ]);
});

test("a line of exactly the limit is not overlong", () => {
  expect(split(4, ["abcd\nabcde\nab"])).toEqual(["abcd", "OVERLONG", "ab"]);
});

test("an overlong line at the end is not reported twice", () => {
  expect(split(2, ["abcd", "efgh"])).toEqual(["OVERLONG"]);
});
