import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChanges, mapPosition } from "../text/change";
import { fewer } from "../text/texts.fixture";
import { type Anchor, anchorAt, findAnchor, followAnchor, followedEdit } from "./anchor";

const text = "# One\n\nThe quick brown fox jumps over the lazy dog.\n\n# Two\n\nThe quick brown fox sleeps.\n";
const rangeOf = (words: string, within = text, from = 0) => {
  const at = within.indexOf(words, from);
  return { from: at, to: at + words.length };
};
const anchorOf = (words: string, within = text, from = 0) => anchorAt(within, rangeOf(words, within, from));
const wordsAt = (within: string, anchor: Anchor) => {
  const place = findAnchor(within, anchor);
  return place.state === "orphaned" ? "orphaned" : `${place.state}: ${within.slice(place.from, place.to)}`;
};

describe("finding an anchor again", () => {
  it("keeps the words with sixty characters on each side", () => {
    expect(anchorOf("jumps")).toEqual({
      quote: "jumps",
      before: "# One\n\nThe quick brown fox ",
      after: " over the lazy dog.\n\n# Two\n\nThe quick brown fox sleeps.\n".slice(0, 60),
    });
  });

  it("takes the same words beside the same neighbours, of several", () => {
    const second = anchorOf("quick brown fox", text, 40);
    const later = `${"New first paragraph.\n\n".repeat(4)}${text}`;
    const place = findAnchor(later, second);
    expect(place).toEqual({ state: "anchored", ...rangeOf("quick brown fox", later, later.indexOf("# Two")) });
  });

  it("finds words that were wrapped again", () => {
    expect(wordsAt(text.replace("fox jumps over", "fox\njumps\nover"), anchorOf("brown fox jumps over the"))).toBe(
      "anchored: brown fox\njumps\nover the",
    );
  });

  it("finds words that are not quite the same between the same neighbours", () => {
    expect(wordsAt(text.replace("jumps over", "jumped over"), anchorOf("fox jumps over the"))).toBe(
      "moved: fox jumped over the",
    );
  });

  it("is orphaned if the words are gone, though others like them are elsewhere", () => {
    const short = anchorOf("dog");
    expect(wordsAt(`${text.replace("the lazy dog", "everything")}A dog.\n`, short)).toBe("orphaned");
    expect(wordsAt("", short)).toBe("orphaned");
    expect(wordsAt("Something else entirely.\n", anchorOf("The quick brown fox jumps"))).toBe("orphaned");
  });

  it("splits no pair of surrogates", () => {
    const odd = `${"😀".repeat(40)}words${"😀".repeat(40)}`;
    const { before, after } = anchorOf("words", odd);
    expect(before.isWellFormed() && after.isWellFormed()).toBe(true);
  });
});

describe("following an edit", () => {
  const follow = (words: string, replaced: string, insert: string) => {
    const range = rangeOf(words);
    const changes = [{ ...rangeOf(replaced), insert }];
    const after = applyChanges(text, changes);
    const { anchor, place } = followAnchor(followedEdit(text, after, changes), anchorAt(text, range), range);
    return {
      anchor,
      after,
      shown: place.state === "orphaned" ? "orphaned" : `${place.state}: ${after.slice(place.from, place.to)}`,
    };
  };

  it("stays at words beside which somebody writes", () => {
    expect(follow("brown fox", "brown", "red brown").shown).toBe("anchored: brown fox");
    expect(follow("brown fox", "jumps", "and cat jumps").shown).toBe("anchored: brown fox");
  });

  it("knows the words by their new form, and again by the old one", () => {
    const { anchor, after, shown } = follow("brown fox jumps", "fox", "foxes");
    expect(shown).toBe("moved: brown foxes jumps");
    expect(wordsAt(after, anchor)).toBe("moved: brown foxes jumps");
    expect(wordsAt(text, anchor)).toBe("anchored: brown fox jumps");
  });

  it("is orphaned when its words are deleted, and back when that is undone", () => {
    const { anchor, after, shown } = follow("lazy ", "the lazy dog", "nobody");
    expect(shown).toBe("orphaned");
    expect(wordsAt(`${after}\nA lazy one.\n`, anchor)).toBe("orphaned");
    expect(wordsAt(text, anchor)).toBe("anchored: lazy ");
  });

  it("never ends at other words, whatever is edited", () => {
    const edits = fc.array(
      fc.record({ at: fc.nat(), length: fc.nat({ max: 40 }), insert: fc.constantFrom("", "x", "zz qqq ", "\n\n") }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(edits, fc.boolean(), (steps, isKnown) => {
        const words = Array.from({ length: 60 }, (_, index) => `word${index}`);
        let now = words.join(" ");
        let range = rangeOf("word30 word31 word32", now);
        let anchor = anchorAt(now, range);
        // Where the words, or what is left of them, really are.
        let left = range;
        for (const { at, length, insert } of steps) {
          const from = at % (now.length + 1);
          const given = [{ from, to: Math.min(now.length, from + length), insert }];
          const after = applyChanges(now, given);
          left = { from: mapPosition(given, left.from, "before"), to: mapPosition(given, left.to, "after") };
          if (isKnown) {
            const place = findAnchor(now, anchor);
            if (place.state === "orphaned") {
              now = after;
              continue;
            }
            const followed = followAnchor(followedEdit(now, after, given), anchor, place);
            anchor = followed.anchor;
          }
          now = after;
        }
        const place = findAnchor(now, anchor);
        if (place.state === "orphaned") return;
        range = place;
        const found = now.slice(range.from, range.to);
        if (place.state === "anchored") expect(found.split(/\s+/)).toEqual(["word30", "word31", "word32"]);
        else expect(range.from < left.to && range.to > left.from, found).toBe(true);
      }),
      fewer(2000),
    );
  });
});
