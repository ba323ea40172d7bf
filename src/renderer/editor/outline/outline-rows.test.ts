import { describe, expect, it } from "vitest";
import { followRows, outlineRows, rowAtLine, siblingOf, visibleAncestor, visibleRows } from "./outline-rows";
import { OutlineService } from "./outline-service";

const rowsOf = (text: string) => outlineRows(new OutlineService(text).packed());
const text = "---\na: 1\n---\nintro\n\n# A\n\n## B\n\n### C\n\n## D\n\n# E\n";

describe("rows of an outline", () => {
  it("start with front matter, and have depth, position and end", () => {
    const rows = rowsOf(text);
    expect(
      rows.map(({ title, level, depth, parent, end, position, count }) => [
        title,
        level,
        depth,
        parent,
        end,
        position,
        count,
      ]),
    ).toEqual([
      ["", 0, 1, -1, 1, 1, 3],
      ["A", 1, 1, -1, 5, 2, 3],
      ["B", 2, 2, 1, 4, 1, 2],
      ["C", 3, 3, 2, 4, 1, 1],
      ["D", 2, 2, 1, 5, 2, 2],
      ["E", 1, 1, -1, 6, 3, 3],
    ]);
    expect(rows[0]).toMatchObject({ kind: "frontmatter", lineEnd: 3, size: 13 });
    expect(rows[2]).toMatchObject({ lineStart: 8, lineEnd: 11, from: text.indexOf("## B"), size: 13 });
    expect(rowsOf("no heading\n")).toEqual([]);
  });

  it("have the words of a section with all below it", () => {
    const rows = rowsOf("---\na: 1\n---\n# A one\n\ntwo three\n\n## B\n\nfour\n\n# C\n");
    expect(rows.map(({ words }) => words)).toEqual([0, 6, 2, 1]);
  });

  it("are nested by level, even if levels are skipped", () => {
    expect(rowsOf("### a\n\n# b\n\n##### c\n\n## d\n").map(({ depth }) => depth)).toEqual([1, 1, 2, 2]);
  });

  it("keep sections with empty titles separate", () => {
    expect(rowsOf("#\n\n# a\n\n#\n").map(({ title }) => title)).toEqual(["", "a", ""]);
    expect(rowsOf("#\n")).toHaveLength(1);
  });

  it("hide their descendants when collapsed, and stand for them", () => {
    const rows = rowsOf(text);
    expect(visibleRows(rows, new Set([2]))).toEqual([0, 1, 2, 4, 5]);
    expect(visibleRows(rows, new Set([1, 2]))).toEqual([0, 1, 5]);
    expect(visibleAncestor(rows, new Set([1, 2]), 3)).toBe(1);
    expect(visibleAncestor(rows, new Set([3]), 3)).toBe(3);
  });

  it("are found by line number", () => {
    const rows = rowsOf(text);
    expect([1, 3, 4, 6, 9, 12, 14, 15, 99].map((line) => rowAtLine(rows, line))).toEqual([0, 0, -1, 1, 2, 4, 5, 5, 5]);
    expect(rowAtLine([], 1)).toBe(-1);
  });

  it("have siblings, except front matter", () => {
    const rows = rowsOf(text);
    expect([siblingOf(rows, 1, -1), siblingOf(rows, 1, 1), siblingOf(rows, 5, -1), siblingOf(rows, 5, 1)]).toEqual([
      -1, 5, 1, -1,
    ]);
    expect([siblingOf(rows, 4, -1), siblingOf(rows, 2, 1), siblingOf(rows, 3, -1)]).toEqual([2, 4, -1]);
  });
});

describe("following rows", () => {
  const doc = (titles: string) => [...titles].map((title) => `# ${title}\n`).join("");
  const followed = (before: string, after: string) => followRows(rowsOf(doc(before)), rowsOf(doc(after)));

  it("finds rows after others were added, removed, moved or renamed", () => {
    expect(followed("abc", "xabc")).toEqual([1, 2, 3]);
    expect(followed("abc", "ac")).toEqual([0, -1, 1]);
    expect(followed("abcd", "acbd")).toEqual([0, 2, 1, 3]);
    expect(followed("abc", "axc")).toEqual([0, 1, 2]);
    expect(followed("aaa", "aa")).toEqual([0, 1, -1]);
    expect(followed("", "ab")).toEqual([]);
  });

  it("finds rows after their level changed", () => {
    expect(followRows(rowsOf("# a\n\n## b\n\n# c\n"), rowsOf("# c\n\n# b\n\n# a\n"))).toEqual([2, 1, 0]);
  });
});
