import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChanges, type Change } from "./change";
import {
  changeLineEndings,
  describeLineEnding,
  readLineEndings,
  restoreLineEndings,
  withPlainBreaks,
} from "./line-endings";
import { runs, someChanges } from "./texts.fixture";

// The raw text after changes to the text that was read from it.
function restored(raw: string, changes: Change[]): string {
  const { text, endings } = readLineEndings(raw);
  return restoreLineEndings(applyChanges(text, changes), changeLineEndings(endings, text, changes));
}

const someRaw = fc
  .array(fc.constantFrom("a", "bc", "", "\n", "\r\n", "\r", "\u2028", "你"), { maxLength: 24 })
  .map((pieces) => pieces.join(""));

const uniformRaw = fc
  .tuple(fc.constantFrom("\n", "\r\n", "\r"), fc.array(fc.constantFrom("a", "bc", ""), { maxLength: 12 }), fc.boolean())
  .map(([ending, lines, isOpen]) => lines.join(ending) + (isOpen ? "" : ending));

describe("line endings", () => {
  it("are restored exactly", () => {
    fc.assert(
      fc.property(fc.oneof(someRaw, uniformRaw), (raw) => {
        const { text, endings } = readLineEndings(raw);
        expect(text).toBe(withPlainBreaks(raw));
        expect(restoreLineEndings(text, endings)).toBe(raw);
      }),
      runs(1000),
    );
  });

  it.each([
    ["", "LF"],
    ["one line", "LF"],
    ["a\nb", "LF"],
    ["a\r\nb\r\n", "CRLF"],
    ["a\rb", "CR"],
    ["a\n\rb", "mixed"],
    ["a\r\r\n", "mixed"],
    ["a\r\nb\n", "mixed"],
    ["a\u2028b\u0085c", "LF"],
  ])("of %j are called %s", (raw, name) => {
    expect(describeLineEnding(readLineEndings(raw).endings)).toBe(name);
  });

  it("are used for new lines if the text has only one kind", () => {
    expect(restored("a\r\nb", [{ from: 1, to: 1, insert: "\nx" }])).toBe("a\r\nx\r\nb");
    expect(restored("a", [{ from: 1, to: 1, insert: "\nx" }])).toBe("a\nx");
  });

  it("stay the same for every untouched line", () => {
    expect(restored("a\nb\r\nc\rd", [{ from: 2, to: 3, insert: "B" }])).toBe("a\nB\r\nc\rd");
  });

  it("of removed lines go to the inserted ones in order", () => {
    expect(restored("a\r\nb\nc\rd", [{ from: 0, to: 6, insert: "1\n2\n3\n" }])).toBe("1\r\n2\n3\rd");
    expect(restored("a\r\nb\nc\rd", [{ from: 0, to: 6, insert: "1\n" }])).toBe("1\r\nd");
  });

  it("of further lines are those of the line above, else of the line below", () => {
    expect(restored("a\r\nb\nc\n", [{ from: 2, to: 2, insert: "x\ny\n" }])).toBe("a\r\nx\r\ny\r\nb\nc\n");
    expect(restored("a\r\nb\nc\n", [{ from: 0, to: 0, insert: "x\n" }])).toBe("x\r\na\r\nb\nc\n");
    expect(restored("a\r\nb\nc", [{ from: 5, to: 5, insert: "\nx" }])).toBe("a\r\nb\nc\nx");
  });

  it("are not merged if the line between them is emptied", () => {
    expect(restored("a\rx\nb", [{ from: 2, to: 3, insert: "" }])).toBe("a\r\n\nb");
  });

  it("are uniform again once the others are gone", () => {
    const { text, endings } = readLineEndings("a\r\nb\n");
    expect(describeLineEnding(changeLineEndings(endings, text, [{ from: 3, to: 4, insert: "" }]))).toBe("CRLF");
  });

  it("stay the same outside the changed spans", () => {
    fc.assert(
      fc.property(
        fc.oneof(someRaw, uniformRaw).chain((raw) => {
          const { text } = readLineEndings(raw);
          return someChanges(text).map((changes) => ({ raw, changes }));
        }),
        ({ raw, changes }) => {
          const { text, endings } = readLineEndings(raw);
          const after = applyChanges(text, changes);
          const stored = restoreLineEndings(after, changeLineEndings(endings, text, changes));
          expect(withPlainBreaks(stored)).toBe(after);
          // Between two changes, the raw text is unchanged and in order; a \r before an emptied line may gain its \n.
          let at = 0;
          let from = 0;
          for (const change of [...changes, { from: text.length, to: text.length, insert: "" }]) {
            const kept = rawSlice(raw, text, from, change.from);
            const found = stored.indexOf(kept, at);
            expect(found).toBeGreaterThanOrEqual(at);
            at = found + kept.length;
            from = change.to;
          }
        },
      ),
      runs(1000),
    );
  });

  it("of another text are a RangeError", () => {
    const { endings } = readLineEndings("a\r\nb\n");
    expect(() => restoreLineEndings("a", endings)).toThrow(RangeError);
    expect(() => restoreLineEndings("a\n\n\n", endings)).toThrow(RangeError);
  });
});

// The raw characters of a range of the text.
function rawSlice(raw: string, text: string, from: number, to: number): string {
  const normalizedPosition = (position: number) => {
    let at = 0;
    for (let read = 0; read < position; read++) at += text[read] === "\n" && raw.startsWith("\r\n", at) ? 2 : 1;
    return at;
  };
  return raw.slice(normalizedPosition(from), normalizedPosition(to));
}
