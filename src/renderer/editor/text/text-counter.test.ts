import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { toChangeSet, toText } from "./change-sets";
import { countCharacters, TextCounter } from "./text-counter";

describe("the text counter", () => {
  it("equals a new count after any edits", () => {
    const prose = ["a", "word", " ", "\n", "港", "。", "👍", "e\u0301", "it's"];
    const marks = ["<!--", "-->", "---\n", "](http://a.b/c d)", "**", "1. ", "[x]: ", "<b>", "```\n", "[[a|"];
    const piece = fc.constantFrom(...prose, ...prose, ...marks);
    const step = fc.tuple(fc.nat(200), fc.nat(20), fc.array(piece, { maxLength: 6 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), fc.array(step, { maxLength: 8 }), (start, steps) => {
        let text = toText(start.join(""));
        const counter = new TextCounter(text, () => {});
        for (const [from, length, insert] of steps) {
          const at = Math.min(from, text.length);
          const span = { from: at, to: Math.min(text.length, at + length), insert: insert.join("") };
          const changes = toChangeSet([span], text.length);
          const next = changes.apply(text);
          counter.handleEdit(text, changes, next);
          text = next;
          const fresh = new TextCounter(text, () => {});
          expect([counter.words, counter.characters]).toEqual([fresh.words, fresh.characters]);
        }
      }),
    );
  });

  it("counts a long text in pieces, and reports when it is done", async () => {
    const text = toText("two words\n".repeat(50_000));
    const counted = await new Promise<TextCounter>((resolve) => {
      const counter: TextCounter = new TextCounter(text, () => resolve(counter));
      expect(counter.characters).toBeGreaterThan(0);
    });
    expect([counted.words, counted.characters]).toEqual([100_000, 450_000]);
  });

  it("counts a giant line in short pieces, and cuts no word", async () => {
    const text = toText(`${"two words ".repeat(60_000)}${"港👍".repeat(100_000)}`);
    const pieces = vi.spyOn(Object.getPrototypeOf(text), "sliceString");
    const counted = await new Promise<TextCounter>((resolve) => {
      const counter: TextCounter = new TextCounter(text, () => resolve(counter));
    });
    expect(Math.max(...pieces.mock.results.map(({ value }) => value.length))).toBeLessThanOrEqual(200_000);
    pieces.mockRestore();
    expect([counted.words, counted.characters]).toEqual([220_000, 800_000]);
  });

  it("updates for an edit in a giant line from the text around it", () => {
    const line = "the harbour was empty ".repeat(1_500);
    const edit = fc.tuple(fc.nat(line.length), fc.nat(30), fc.constantFrom("", " ", "a", "a b", "\n", "港"));
    fc.assert(
      fc.property(edit, ([from, length, insert]) => {
        const text = toText(line);
        const counter = new TextCounter(text, () => {});
        const changes = toChangeSet([{ from, to: Math.min(text.length, from + length), insert }], text.length);
        const next = changes.apply(text);
        counter.handleEdit(text, changes, next);
        const fresh = new TextCounter(next, () => {});
        expect([counter.words, counter.characters]).toEqual([fresh.words, fresh.characters]);
      }),
      { numRuns: 20 },
    );
  });

  it("counts prose only, and knows no number before it has counted", async () => {
    const front = "---\ntitle: Not counted\n---\n";
    const text = `${front}# Two words\n\n<!-- a\ncomment -->\n[one](http://b.c/d/e-f) **more**\n`;
    const counter = new TextCounter(toText(text), () => {});
    expect(counter.words).toBe(4);
    const before = toText(text);
    const changes = toChangeSet(
      [{ from: text.indexOf("a\ncomm"), to: text.indexOf("a\ncomm"), insert: "x y " }],
      text.length,
    );
    counter.handleEdit(before, changes, changes.apply(before));
    expect(counter.words).toBe(4);
    const long = `${front}${"two words <!-- no\nwords --> \n".repeat(8_000)}<!-- never closed`;
    let late = new TextCounter(toText(""), () => {});
    await new Promise<void>((resolve) => {
      late = new TextCounter(toText(long), resolve);
      expect(late.words).toBeNull();
    });
    expect(late.words).toBe(16_002);
    late.append(toText(long));
    expect(late.words).toBeNull();
  });

  it("counts a surrogate pair as one character, and half a pair as one", () => {
    expect(countCharacters("a👍\n\udc80b")).toBe(4);
  });
});
