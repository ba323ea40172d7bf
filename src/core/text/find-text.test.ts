import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineFinder } from "./find-lines";
import { findText } from "./find-text";
import { runs } from "./texts.fixture";

describe("finding a text", () => {
  it("finds every occurrence, including overlapping ones, whatever the length of the pattern", () => {
    const text = fc.array(fc.constantFrom("a", "b"), { maxLength: 60 }).map((letters) => letters.join(""));
    fc.assert(
      fc.property(
        text,
        text,
        fc.nat({ max: 9 }),
        fc.constantFrom("", "ab".repeat(120)),
        (before, pattern, from, long) => {
          const wanted = pattern.slice(0, 5) + long;
          const all = before + long + before + wanted + before;
          const expected = [...all].flatMap((_, at) =>
            at >= from && wanted !== "" && all.startsWith(wanted, at) ? [at] : [],
          );
          expect([...findText(all, wanted, from)]).toEqual(expected);
        },
      ),
      runs(500),
    );
  });
});

describe("finding lines", () => {
  const found = (text: string, ...lines: string[]) =>
    lineFinder(text)
      .find(lines, { limit: 9, accept: () => true })
      .map(({ start, end }) => [start, end]);

  it("finds whole lines only", () => {
    expect(found("ab\nb\nbc\nb", "b")).toEqual([
      [3, 5],
      [8, 9],
    ]);
    expect(found("a\nb\nc", "a", "b")).toEqual([[0, 4]]);
    expect(found("a\nb", "a", "b")).toEqual([[0, 3]]);
    expect(found("a\nb\n", "b", "")).toEqual([]);
  });

  it("finds blank lines, but none after the final line break", () => {
    expect(found("\na\n\n", "")).toEqual([
      [0, 1],
      [3, 4],
    ]);
    expect(found("a\n", "")).toEqual([]);
    expect(found("", "")).toEqual([]);
  });

  it("finds lines that differ in blanks at their ends if none match exactly", () => {
    expect(found("x\na \t\nb\nc", "a", "b  ")).toEqual([[2, 8]]);
    expect(found("a  \na\n", "a")).toEqual([[4, 6]]);
    expect(found("a \na  ", "a")).toEqual([
      [0, 3],
      [3, 6],
    ]);
  });

  it("finds the same lines in any text as a comparison of each", () => {
    const text = fc.array(fc.constantFrom("a", "b", " ", "\n"), { maxLength: 30 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, fc.array(fc.constantFrom("a", "b", "", "a "), { minLength: 1, maxLength: 3 }), (all, lines) => {
        const rows = all === "" ? [] : (all.endsWith("\n") ? all.slice(0, -1) : all).split("\n");
        const matching = (same: (row: string, line: string) => boolean) =>
          rows.flatMap((_, row) =>
            row + lines.length <= rows.length && lines.every((line, index) => same(rows[row + index] as string, line))
              ? [row]
              : [],
          );
        const exact = matching((row, line) => row === line);
        const expected = exact.length > 0 ? exact : matching((row, line) => row.trimEnd() === line.trimEnd());
        const starts = rows.map((_, row) => rows.slice(0, row).reduce((sum, each) => sum + each.length + 1, 0));
        expect(
          lineFinder(all)
            .find(lines, { limit: 99, accept: () => true })
            .map(({ start }) => starts.indexOf(start)),
        ).toEqual(expected);
      }),
      runs(1000),
    );
  });
});
