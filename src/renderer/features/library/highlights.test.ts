import fc from "fast-check";
import { expect, test } from "vitest";
import { createMarker } from "./highlights";

const shown = (text: string, query: string) =>
  createMarker(query)
    .marked(text)
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join("");

test("words are marked at their start in any case; Chinese ones anywhere", () => {
  expect(shown("Fireball, wall of fire, spitfire", "FIRE")).toBe("[Fire]ball, wall of [fire], spitfire");
  expect(shown("火球术与火墙术", "火")).toBe("[火]球术与[火]墙术");
  expect(shown("a b", "a")).toBe("a b");
});

test("words that say nothing are marked only if there are no others", () => {
  expect(shown("The truth of the matter", "the truth of")).toBe("The [truth] of the matter");
  expect(shown("The matter", "the")).toBe("[The] matter");
});

test("an excerpt starts before the first match, without Markdown syntax", () => {
  const text = `${"Some words before it. ".repeat(10)}**Healing** is [here](b.md), and more of it.`;
  expect(createMarker("healing").excerpt(text)).toMatch(/^….{0,60}Healing is here, and more of it\.$/);
  expect(createMarker("").excerpt("## A title\n\nand text")).toBe("A title and text");
});

test("the pieces always add up to the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (text, query) => {
      const marker = createMarker(query);
      const pieces = marker.marked(text).map((piece) => piece.text);
      expect(pieces.join("")).toBe(text);
      expect(marker.excerpt(text).length).toBeLessThanOrEqual(145);
    }),
  );
});
