import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChanges } from "./change";
import { contentLines, countLines, lineNumbersOf, lineStart, numberLines, replaceLines, sliceLines } from "./lines";

const someLines = fc
  .array(fc.constantFrom("a", "bc", "", "\n", "\n\n"), { maxLength: 20 })
  .map((pieces) => pieces.join(""));

describe("lines", () => {
  it.each([
    ["", 0],
    ["a", 1],
    ["a\n", 1],
    ["a\n\n", 2],
    ["\n", 1],
    ["\n\n\n", 3],
    ["a\nb", 2],
  ])("of %j are %i", (text, count) => {
    expect(countLines(text)).toBe(count);
  });

  it("are found by number, from the start or from an earlier line", () => {
    const text = "one\ntwo\n\nfour";
    expect([1, 2, 3, 4, 5].map((line) => lineStart(text, line))).toEqual([0, 4, 8, 9, 13]);
    expect(lineStart(text, 4, { line: 2, start: 4 })).toBe(9);
  });

  it("contain the positions up to their break", () => {
    expect(lineNumbersOf("one\ntwo\n\n", [0, 3, 4, 8, 9])).toEqual([1, 1, 2, 3, 4]);
    fc.assert(
      fc.property(someLines, (text) => {
        const positions = Array.from({ length: text.length + 1 }, (_, position) => position);
        expect(lineNumbersOf(text, positions)).toEqual(
          positions.map((position) => text.slice(0, position).split("\n").length),
        );
      }),
    );
  });

  it("are sliced by number, clamped to the text", () => {
    const text = "one\ntwo\nthree\n";
    expect(sliceLines(text, 2, 2)).toEqual({ from: 2, to: 2, lines: ["two"] });
    expect(sliceLines(text, -3, 99)).toEqual({ from: 1, to: 3, lines: ["one", "two", "three"] });
    expect(sliceLines(text, 4, 9)).toEqual({ from: 4, to: 3, lines: [] });
    expect(sliceLines(text, 2, 1)).toEqual({ from: 2, to: 1, lines: [] });
    expect(sliceLines("", 1, 5)).toEqual({ from: 1, to: 0, lines: [] });
    expect(sliceLines("\n", 1, 5)).toEqual({ from: 1, to: 1, lines: [""] });
  });

  it("together are the text", () => {
    fc.assert(
      fc.property(someLines, (text) => {
        const { lines } = sliceLines(text, 1, countLines(text));
        expect(lines).toHaveLength(countLines(text));
        expect(lines.join("\n") + (text.endsWith("\n") ? "\n" : "")).toBe(text);
      }),
    );
  });

  it("are numbered in a column", () => {
    expect(numberLines(["a", "", " b"], 99)).toBe("  99 a\n 100 \n 101  b");
    expect(numberLines(["a", "b"], 99999)).toBe(" 99999 a\n100000 b");
    expect(numberLines([], 1)).toBe("");
  });

  it("of a content end with its last break", () => {
    expect(contentLines("")).toEqual([]);
    expect(contentLines("a")).toEqual(["a"]);
    expect(contentLines("a\n")).toEqual(["a"]);
    expect(contentLines("\n")).toEqual([""]);
    expect(contentLines("a\n\n")).toEqual(["a", ""]);
  });

  it("that replace others keep the text's ending", () => {
    const replaced = (text: string, first: number, end: number, lines: string[]) =>
      applyChanges(text, [replaceLines(text, lineStart(text, first), lineStart(text, end), lines)]);
    expect(replaced("a\nb", 2, 3, ["x"])).toBe("a\nx");
    expect(replaced("a\nb\n", 2, 3, ["x"])).toBe("a\nx\n");
    expect(replaced("a\nb", 3, 3, ["x"])).toBe("a\nb\nx");
    expect(replaced("a\nb\n", 3, 3, ["x"])).toBe("a\nb\nx\n");
    expect(replaced("a\nb", 2, 3, [])).toBe("a");
    expect(replaced("a\nb\n", 2, 3, [])).toBe("a\n");
    expect(replaced("a\nb", 1, 3, [])).toBe("");
    expect(replaced("a\nb", 1, 2, [])).toBe("b");
    expect(replaced("a", 1, 1, ["x", "y"])).toBe("x\ny\na");
    expect(replaced("", 1, 1, ["x"])).toBe("x\n");
    expect(replaced("", 1, 1, [])).toBe("");
  });
});
