import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChanges } from "./change";
import { applyLineEdits, type LineEdit } from "./line-edits";
import { contentLines } from "./lines";
import { runs } from "./texts.fixture";

const text = "one\ntwo\nthree\nfour\n";

function edited(before: string, ...edits: LineEdit[]): string {
  const result = applyLineEdits(before, edits);
  return result.status === "applied" ? applyChanges(before, result.changes) : result.message;
}

describe("edits by line", () => {
  it("replace, delete and insert before", () => {
    expect(edited(text, { from: 2, to: 2, content: "TWO\n" })).toBe("one\nTWO\nthree\nfour\n");
    expect(edited(text, { from: 2, to: 3 })).toBe("one\nfour\n");
    expect(edited(text, { from: 2, to: 3, content: "" })).toBe("one\nfour\n");
    expect(edited(text, { from: 2, content: "x\n" })).toBe("one\nx\ntwo\nthree\nfour\n");
  });

  it("append at one past the last line", () => {
    expect(edited(text, { from: 5, content: "five\n" })).toBe(`${text}five\n`);
    expect(edited("one\ntwo", { from: 3, content: "three\n" })).toBe("one\ntwo\nthree");
    expect(edited("", { from: 1, content: "x" })).toBe("x\n");
  });

  it("give content the line break that it needs, and keep the file's ending", () => {
    expect(edited(text, { from: 2, to: 2, content: "TWO" })).toBe("one\nTWO\nthree\nfour\n");
    expect(edited("one\ntwo", { from: 2, to: 2, content: "TWO\n" })).toBe("one\nTWO");
    expect(edited("one\ntwo", { from: 2, to: 2 })).toBe("one");
    expect(edited(text, { from: 2, to: 2, content: "a\r\nb\r\n" })).toBe("one\na\nb\nthree\nfour\n");
    expect(edited(text, { from: 2, to: 2, content: "\n" })).toBe("one\n\nthree\nfour\n");
  });

  it("are sorted, and all refer to the lines that were read", () => {
    expect(
      edited(text, { from: 4, to: 4, content: "4" }, { from: 1, to: 2, content: "x" }, { from: 4, content: "y" }),
    ).toBe("x\nthree\ny\n4\n");
  });

  it("put an insertion before a replacement of the same line, and keep the order of two insertions", () => {
    expect(edited(text, { from: 2, to: 2, content: "TWO" }, { from: 2, content: "a" }, { from: 2, content: "b" })).toBe(
      "one\na\nb\nTWO\nthree\nfour\n",
    );
  });

  it("leave the end of a file open when they are adjacent there", () => {
    expect(edited("a\nb", { from: 2, content: "x" }, { from: 2, to: 2 })).toBe("a\nx");
    expect(edited("a\nb", { from: 1, to: 1 }, { from: 2, to: 2 }, { from: 3, content: "x" })).toBe("x");
  });

  it("report whether other lines have moved", () => {
    const moved = (...edits: LineEdit[]) => applyLineEdits(text, edits);
    expect(moved({ from: 2, to: 2, content: "x" })).toMatchObject({ linesMoved: false, edits: 1 });
    expect(moved({ from: 2, to: 3, content: "x\ny" })).toMatchObject({ linesMoved: false });
    expect(moved({ from: 2, to: 2 })).toMatchObject({ linesMoved: true });
    expect(moved({ from: 2, content: "x" }, { from: 4, to: 4 })).toMatchObject({ linesMoved: true, edits: 2 });
  });

  it.each<[LineEdit[], string]>([
    [[], "edits is empty"],
    [[{ from: 0, to: 1 }], "edit 1 starts at line 0"],
    [[{ from: 1.5, to: 2 }], "edit 1 starts at line 1.5"],
    [[{ from: 3, to: 2 }], "edit 1 ends at line 2, before its start, line 3"],
    [[{ from: 1 }], "edit 1 has neither to nor content"],
    [[{ from: 1, content: "" }], "edit 1 inserts nothing"],
    [[{ from: 6, content: "x" }], "edit 1 inserts at line 6, but the file has 4 lines"],
    [
      [
        { from: 1, to: 1 },
        { from: 4, to: 5 },
      ],
      "edit 2 names lines 4–5, but the file has 4 lines",
    ],
    [
      [
        { from: 2, to: 3 },
        { from: 1, to: 2 },
      ],
      "edits 2 (lines 1–2) and 1 (lines 2–3) overlap",
    ],
    [
      [
        { from: 1, to: 3 },
        { from: 2, content: "x" },
      ],
      "edits 1 (lines 1–3) and 2 (before line 2) overlap",
    ],
    [
      [
        { from: 1, to: 4 },
        { from: 1, to: 1 },
      ],
      "edits 1 (lines 1–4) and 2 (line 1) overlap",
    ],
  ])("that cannot be are rejected: %j", (edits, message) => {
    expect(edited(text, ...edits)).toBe(message);
  });

  it("do the same as edits of a list of lines", () => {
    const line = fc.stringMatching(/^[a-c]{1,2}$/);
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        fc.array(line),
        fc.gen(),
        (lines, isOpen, _, g) => {
          const before = lines.join("\n") + (isOpen ? "" : "\n");
          const edits: LineEdit[] = [];
          const expected: string[] = [];
          for (let at = 1; at <= lines.length + 1; ) {
            const inserts = g(fc.array, line, { maxLength: 1 });
            for (const content of inserts) {
              edits.push({ from: at, content });
              expected.push(content);
            }
            if (at > lines.length) break;
            const length = g(fc.nat, { max: 2 });
            if (length === 0) expected.push(lines[at - 1] as string);
            else {
              const to = Math.min(lines.length, at + length - 1);
              const content = g(fc.array, line, { maxLength: 2 }).join("\n");
              edits.push({ from: at, to, content });
              expected.push(...contentLines(content));
              at = to;
            }
            at++;
          }
          fc.pre(edits.length > 0);
          const after = expected.length === 0 ? "" : expected.join("\n") + (isOpen ? "" : "\n");
          expect(edited(before, ...edits.toReversed().toSorted((a, b) => b.from - a.from))).toBe(after);
        },
      ),
      runs(500),
    );
  });
});
