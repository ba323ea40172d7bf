import { expect, test } from "vitest";
import { lineIn, readAsked } from "./query";

const spot = (line: number, column = 1) => ({ line, column });

test("the first character selects what is searched", () => {
  expect(readAsked("> Bold ")).toEqual({ kind: "commands", text: "Bold" });
  expect(readAsked("@ 第二章")).toEqual({ kind: "headings", text: "第二章" });
  expect(readAsked(":12:3")).toEqual({ kind: "line", spot: spot(12, 3) });
  expect(readAsked(": 12 ")).toEqual({ kind: "line", spot: spot(12) });
  for (const input of [":", ":x", ":0", ":1x", ":-", ":99999999999"])
    expect(readAsked(input)).toEqual({ kind: "line", spot: null });
});

test("a file can be followed by a line, a column or a heading", () => {
  const files = (text: string, more = {}) => ({ kind: "files", text, spot: null, heading: null, ...more });
  expect(readAsked(" notes ")).toEqual(files("notes"));
  expect(readAsked("")).toEqual(files(""));
  expect(readAsked("notes.md:120")).toEqual(files("notes.md", { spot: spot(120) }));
  expect(readAsked("notes:120:7")).toEqual(files("notes", { spot: spot(120, 7) }));
  expect(readAsked("notes:-1")).toEqual(files("notes", { spot: spot(-1) }));
  // Incomplete input.
  expect(readAsked("notes:")).toEqual(files("notes"));
  expect(readAsked("notes#")).toEqual(files("notes"));
  expect(readAsked("notes# Later steps")).toEqual(files("notes", { heading: "Later steps" }));
  expect(readAsked("notes.md##later")).toEqual(files("notes.md", { heading: "later" }));
  expect(readAsked("C:\\notes\\a.md")).toEqual(files("C:\\notes\\a.md"));
  expect(readAsked("#tag")).toEqual(files("#tag"));
});

test("a line outside the text is clamped, and a negative one counts from the end", () => {
  expect([1, 7, 10, 11, 999, -1, -3, -10, -99].map((line) => lineIn(10, spot(line)))).toEqual([
    1, 7, 10, 10, 10, 10, 8, 1, 1,
  ]);
});
