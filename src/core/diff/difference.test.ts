import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChanges } from "../text/change";
import { splitsPair } from "../text/characters";
import { edited, runs, someText } from "../text/texts.fixture";
import { difference } from "./difference";

// A difference in readable notation: [old|new] in the text.
function marked(before: string, after: string): string {
  const changes = difference(before, after);
  return applyChanges(
    before,
    changes.map(({ from, to, insert }) => ({ from, to, insert: `[${before.slice(from, to)}|${insert}]` })),
  );
}

describe("the difference of two texts", () => {
  it("always leads from the first to the second", () => {
    fc.assert(
      fc.property(someText, someText, (before, after) => {
        expect(applyChanges(before, difference(before, after))).toBe(after);
      }),
      runs(1000),
    );
  });

  it("leads from a text to its edited version, and splits no character that was whole", () => {
    fc.assert(
      fc.property(edited(someText), ({ text, changes }) => {
        const after = applyChanges(text, changes);
        const found = difference(text, after);
        expect(applyChanges(text, found)).toBe(after);
        for (const { from, to } of found) expect(splitsPair(text, from) || splitsPair(text, to)).toBe(false);
      }),
      runs(1000),
    );
  });

  it("is empty if the texts are equal", () => {
    expect(difference("", "")).toEqual([]);
    expect(difference("a\n", "a\n")).toEqual([]);
  });

  it("is the one word that changed", () => {
    expect(marked("The quick brown fox jumps.", "The quick red fox jumps.")).toBe("The quick [brown|red] fox jumps.");
    expect(marked("我喜欢喝茶和咖啡。", "我喜欢喝水和牛奶。")).toBe("我喜欢喝[茶|水]和[咖啡|牛奶]。");
  });

  it("keeps two edits of one line apart", () => {
    expect(marked("One fine day we left the old town.", "One sunny day we left the new town.")).toBe(
      "One [fine|sunny] day we left the [old|new] town.",
    );
  });

  it("is the inserted line, even if it begins like the next one", () => {
    expect(marked("- one\n- two\n", "- one\n- three\n- two\n")).toBe("- one\n[|- three\n]- two\n");
    expect(marked("a\n\nb\n\nc\n", "a\n\nb\n\nb\n\nc\n")).toBe("a\n\nb\n\n[|b\n\n]c\n");
  });

  it("is the removed line", () => {
    expect(marked("- one\n- two\n- three\n", "- one\n- three\n")).toBe("- one\n[- two\n|]- three\n");
  });

  it("is the second of two equal words if one was added", () => {
    expect(marked("very good", "very very good")).toBe("very [|very ]good");
  });

  it("is one span if almost nothing is unchanged between two", () => {
    expect(marked("x one two y", "x red blue y")).toBe("x [one two|red blue] y");
  });

  it("finds edits far apart in a long text", () => {
    const line = (number: number) => `Line ${number} says something about ${number * 7919}.\n`;
    const lines = Array.from({ length: 3000 }, (_, index) => line(index));
    const before = lines.join("");
    const after = lines
      .map((text, index) => (index % 500 === 250 ? text.replace("something", "nothing") : text))
      .toSpliced(1200, 30)
      .join("");
    const changes = difference(before, after);
    expect(applyChanges(before, changes)).toBe(after);
    expect(changes).toHaveLength(7);
    expect(changes.filter(({ from, to }) => before.slice(from, to) === "something" || to - from === 4)).toHaveLength(6);
  });

  it("has at most twenty-five spans for twenty edits, even in a text of few words", () => {
    const word = fc.constantFrom("harbour", "tide", "letter", "of", "the.", "lamp,", "\n\n", "潮水。");
    const words = fc.noShrink(fc.array(word, { minLength: 3000, maxLength: 3000 }));
    fc.assert(
      fc.property(words, fc.nat({ max: 60 }), (all, offset) => {
        const before = all.join(" ");
        const step = Math.floor(before.length / 20);
        const changes = Array.from({ length: 20 }, (_, index) => {
          const from = index * step + offset;
          return { from, to: from + 20, insert: "quite another thing" };
        });
        const after = applyChanges(before, changes);
        const found = difference(before, after);
        expect(applyChanges(before, found)).toBe(after);
        expect(found.length).toBeLessThanOrEqual(25);
      }),
      runs(10),
    );
  });
});
