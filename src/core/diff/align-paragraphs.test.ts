import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readParagraphs } from "../markdown/paragraphs";
import { applyChanges, type Change } from "../text/change";
import { alignParagraphs, type KnownParagraph } from "./align-paragraphs";
import { difference } from "./difference";

const known = (text: string): KnownParagraph[] =>
  readParagraphs(text, "text").map((paragraph) => ({
    key: paragraph.text,
    excerpt: paragraph.text.slice(0, 160),
    anchor: null,
    from: paragraph.from,
    to: paragraph.to,
  }));

const joined = (paragraphs: readonly string[]): string => paragraphs.map((each) => `${each}\n`).join("\n");

/** Written as `a b c -> a x c`: each letter is a paragraph of a few words that no other paragraph has. */
function aligns(before: string, now: string, origins: number[], changes: Change[] | null = null): void {
  const wordsOf = (letters: string) =>
    letters.split(" ").map((name) => (name.length > 1 ? name.replaceAll("_", " ") : `${name}${name} ${name}`));
  expect(alignParagraphs(known(joined(wordsOf(before))), known(joined(wordsOf(now))), changes)).toEqual(origins);
}

describe("aligning paragraphs without knowing the edit", () => {
  it("matches unchanged paragraphs, whatever is inserted or deleted around them", () => {
    aligns("a b c d", "a c d", [0, 2, 3]);
    aligns("a b c", "x a b y c z", [-1, 0, 1, -1, 2, -1]);
    aligns("a b c d e", "d e", [3, 4]);
  });

  it("matches a paragraph that was moved", () => {
    aligns("a b c d", "d a b c", [3, 0, 1, 2]);
    aligns("a b c d e f", "a d e b c f", [0, 3, 4, 1, 2, 5]);
  });

  it("matches a paragraph that was edited in place by its words", () => {
    aligns("a the_quick_brown_fox_jumps b", "a the_quick_brown_fox_sleeps b", [0, 1, 2]);
    aligns("a the_quick_brown_fox_jumps b", "a new the_quick_red_fox_jumps b", [0, -1, 1, 2]);
    aligns("a the_quick_brown_fox_jumps b", "a something_else_is_here_now b", [0, -1, 2]);
  });

  it("keeps equal paragraphs apart", () => {
    aligns("a a a", "a a", [0, 1]);
    aligns("a b a c a", "a b a c a a", [0, 1, 2, 3, 4, -1]);
  });

  it("prefers the file's own names to everything else", () => {
    const before = known(joined(["one two", "three four"])).map((each, index) => ({ ...each, anchor: `n${index}` }));
    const now = known(joined(["three four", "one two"])).map((each, index) => ({ ...each, anchor: `n${index}` }));
    expect(alignParagraphs(before, now)).toEqual([0, 1]);
  });
});

describe("aligning paragraphs with a known edit", () => {
  const follow = (before: string, changes: Change[]): number[] =>
    alignParagraphs(known(before), known(applyChanges(before, changes)), changes);

  it("distinguishes equal paragraphs by their positions", () => {
    const text = joined(["same", "same", "same"]);
    expect(follow(text, [{ from: 0, to: 6, insert: "" }])).toEqual([1, 2]);
    expect(follow(text, [{ from: 6, to: 12, insert: "" }])).toEqual([0, 2]);
  });

  it("matches a paragraph that was completely rewritten", () => {
    const text = joined(["first one", "second one", "third one"]);
    const from = text.indexOf("second");
    expect(follow(text, [{ from, to: from + "second one".length, insert: "nothing alike here" }])).toEqual([0, 1, 2]);
  });

  it("matches the first half of a split paragraph, and the first of two joined ones", () => {
    const text = joined(["alpha beta gamma delta", "omega"]);
    const middle = text.indexOf(" gamma");
    expect(follow(text, [{ from: middle, to: middle + 1, insert: "\n\n" }])).toEqual([0, -1, 1]);
    const gap = text.indexOf("\n\nomega");
    expect(follow(text, [{ from: gap, to: gap + 2, insert: " " }])).toEqual([0]);
  });

  it("does not match an inserted paragraph with one of those after it", () => {
    const text = joined(["first one", "second one"]);
    const at = text.indexOf("second");
    expect(follow(text, [{ from: at, to: at, insert: "new here\n\n" }])).toEqual([0, -1, 1]);
  });
});

describe("aligning paragraphs of any texts", () => {
  const paragraph = fc.constantFrom("a", "b", "c", "one two three four", "one two three five", "x y");
  const text = fc.array(paragraph, { maxLength: 30 }).map(joined);

  it("uses no index twice, and matches every paragraph of an unchanged text", () => {
    fc.assert(
      fc.property(text, text, fc.boolean(), (before, now, knows) => {
        const origins = alignParagraphs(known(before), known(now), knows ? difference(before, now) : null);
        const given = origins.filter((index) => index >= 0);
        expect(new Set(given).size).toBe(given.length);
        expect(origins).toHaveLength(known(now).length);
        expect(alignParagraphs(known(now), known(now))).toEqual(known(now).map((_, index) => index));
      }),
    );
  });

  it("still matches all others after a paragraph is inserted or deleted", () => {
    const different = fc.uniqueArray(
      fc.string({ minLength: 1, maxLength: 20 }).map((each) => `p ${each.replaceAll(/\s/g, "_")}`),
      {
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(different, fc.nat(), (paragraphs, index) => {
        const at = paragraphs.length === 0 ? 0 : index % paragraphs.length;
        const less = alignParagraphs(known(joined(paragraphs)), known(joined(paragraphs.toSpliced(at, 1))));
        expect(less).toEqual(
          paragraphs
            .map((_, index) => index)
            .toSpliced(at, 1)
            .slice(0, less.length),
        );
        const more = alignParagraphs(known(joined(paragraphs)), known(joined(paragraphs.toSpliced(at, 0, "0"))));
        expect(more).toEqual(paragraphs.map((_, index) => index).toSpliced(at, 0, -1));
      }),
    );
  });
});

it("takes time in proportion to the size, even if everything repeats or nothing is similar", () => {
  const many = (count: number, name: (index: number) => string) =>
    known(joined(Array.from({ length: count }, (_, index) => name(index))));
  for (const name of [() => "same", (index: number) => `${index % 7}`, (index: number) => `w${index} v${index * 7}`]) {
    const start = process.cpuUsage();
    alignParagraphs(
      many(30_000, name),
      many(30_000, (index) => name(index + 3)),
    );
    alignParagraphs(
      many(30_000, name),
      many(30_000, (index) => `n${index} m${index}`),
    );
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(8_000);
  }
});
