import { expect, test } from "vitest";
import { lineIn, parseQuery } from "./query";

const position = (line: number, column = 1) => ({ line, column });

test("the first character selects what is searched", () => {
  expect(parseQuery("> Bold ")).toEqual({ kind: "commands", text: "Bold" });
  expect(parseQuery("@ 第二章")).toEqual({ kind: "headings", text: "第二章" });
  expect(parseQuery(":12:3")).toEqual({ kind: "line", position: position(12, 3) });
  expect(parseQuery(": 12 ")).toEqual({ kind: "line", position: position(12) });
  for (const input of [":", ":x", ":0", ":1x", ":-", ":99999999999"])
    expect(parseQuery(input)).toEqual({ kind: "line", position: null });
});

test("a file can be followed by a line, a column or a heading", () => {
  const files = (text: string, more = {}) => ({ kind: "files", text, position: null, heading: null, ...more });
  expect(parseQuery(" notes ")).toEqual(files("notes"));
  expect(parseQuery("")).toEqual(files(""));
  expect(parseQuery("notes.md:120")).toEqual(files("notes.md", { position: position(120) }));
  expect(parseQuery("notes:120:7")).toEqual(files("notes", { position: position(120, 7) }));
  expect(parseQuery("notes:-1")).toEqual(files("notes", { position: position(-1) }));
  // Incomplete input.
  expect(parseQuery("notes:")).toEqual(files("notes"));
  expect(parseQuery("notes#")).toEqual(files("notes"));
  expect(parseQuery("notes# Later steps")).toEqual(files("notes", { heading: "Later steps" }));
  expect(parseQuery("notes.md##later")).toEqual(files("notes.md", { heading: "later" }));
  expect(parseQuery("C:\\notes\\a.md")).toEqual(files("C:\\notes\\a.md"));
  expect(parseQuery("#tag")).toEqual(files("#tag"));
});

test("a line outside the text is clamped, and a negative one counts from the end", () => {
  expect([1, 7, 10, 11, 999, -1, -3, -10, -99].map((line) => lineIn(10, position(line)))).toEqual([
    1, 7, 10, 10, 10, 10, 8, 1, 1,
  ]);
});
