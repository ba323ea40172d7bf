import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChanges } from "./change";
import { splitsPair } from "./characters";
import { withPlainBreaks } from "./line-endings";
import { replaceText } from "./replace-text";
import { runs, someText } from "./texts.fixture";

function replaced(text: string, oldText: string, newText: string): string {
  const result = replaceText(text, oldText, newText);
  return result.status === "replaced" ? applyChanges(text, result.changes) : result.status;
}

describe("old_text and new_text", () => {
  it("replace the only occurrence literally", () => {
    expect(replaced("status = 'draft'\n", "status = 'draft'", "status = 'ready'")).toBe("status = 'ready'\n");
    expect(replaced("a.b $& c", "$&", "$1")).toBe("a.b $1 c");
  });

  it("change no more than what differs", () => {
    expect(replaceText("one two three", "one two three", "one TWO three")).toEqual({
      status: "replaced",
      changes: [{ from: 4, to: 7, insert: "TWO" }],
    });
  });

  it("delete if new_text is empty", () => {
    expect(replaced("one two", " two", "")).toBe("one");
  });

  it("treat all line breaks as equal", () => {
    expect(replaced("a\nb\nc", "a\r\nb", "x\r\ny")).toBe("x\ny\nc");
    expect(replaced("a\nb\nc", "a\rb", "x")).toBe("x\nc");
  });

  it("count overlapping matches, too, and list their lines", () => {
    expect(replaceText("aaa", "aa", "b")).toEqual({ status: "ambiguous", count: 2, hasMore: false, lines: [1] });
    expect(replaceText("x\ny x\n\nx x", "x", "z")).toEqual({
      status: "ambiguous",
      count: 4,
      hasMore: false,
      lines: [1, 2, 4],
    });
    expect(replaceText("a".repeat(5000), "a", "b")).toMatchObject({ count: 1000, hasMore: true, lines: [1] });
  });

  it("change nothing if they are equal, but must occur", () => {
    expect(replaceText("one", "one", "one")).toEqual({ status: "unchanged" });
    expect(replaceText("one", "One", "One").status).toBe("not_found");
    expect(replaceText("one one", "one", "one").status).toBe("ambiguous");
  });

  it("never match half of a character", () => {
    expect(replaceText("a 😀 b", "\ud83d", "x").status).toBe("not_found");
    expect(replaceText("a 😀 b", "\ude00 b", "x").status).toBe("not_found");
    expect(replaced("a \udc80 b", "\udc80", "x")).toBe("a x b");
  });

  it("are an error if old_text is empty", () => {
    expect(replaceText("one", "", "x")).toEqual({ status: "empty" });
    expect(replaceText("", "", "x")).toEqual({ status: "empty" });
  });

  it("touch nothing outside the span, and only accept a single match", () => {
    fc.assert(
      fc.property(someText, fc.nat(), fc.nat({ max: 9 }), someText, (text, start, length, insert) => {
        const from = start % (text.length + 1);
        const old = text.slice(from, from + length);
        const result = replaceText(text, old, insert);
        fc.pre(!splitsPair(text, from) && !splitsPair(text, from + old.length));
        const isMatch = (at: number) =>
          text.startsWith(old, at) && !splitsPair(text, at) && !splitsPair(text, at + old.length);
        const count = old === "" ? 0 : text.split("").filter((_, at) => isMatch(at)).length;
        if (old === "") expect(result.status).toBe("empty");
        else if (count > 1) expect(result).toMatchObject({ status: "ambiguous", count });
        else if (result.status === "replaced")
          expect(applyChanges(text, result.changes)).toBe(
            text.slice(0, from) + withPlainBreaks(insert) + text.slice(from + old.length),
          );
        else expect(result.status === "unchanged" && insert === old).toBe(true);
      }),
      runs(500),
    );
  });

  it("return in time for texts designed to be slow", () => {
    const text = "a".repeat(4_000_000);
    const old = `b${"a".repeat(20_000)}`;
    expect(replaceText(text, old, "x").status).toBe("not_found");
    expect(replaceText(text, "a".repeat(20_000), "x")).toMatchObject({ count: 1000, hasMore: true });
  });
});
