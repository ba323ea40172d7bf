import { expect, test } from "vitest";
import { proseParser } from "../syntax/markdown-parser";

const deepest = (text: string): number => {
  let depth = 0;
  let most = 0;
  proseParser()
    .parse(text)
    .iterate({
      enter: () => {
        depth += 1;
        most = Math.max(most, depth);
      },
      leave: () => {
        depth -= 1;
      },
    });
  return most;
};

test("quotes and lists nest to a hundred levels, and deeper ones are paragraphs", () => {
  expect(deepest(`${"> ".repeat(50)}words`)).toBeGreaterThan(50);
  for (const mark of [">", "> ", "- ", "1. ", "> - "]) {
    expect(deepest(`${mark.repeat(2000)}words\n\nafter`)).toBeLessThan(110);
    expect(deepest(`${mark.repeat(2000)}words\n${mark.repeat(3000)}again`)).toBeLessThan(110);
  }
});

test("text after too deep nesting is parsed as usual", () => {
  const tree = proseParser().parse(`${">".repeat(2000)} words\n\n# Heading\n\n- item`);
  expect(tree.topNode.lastChild?.name).toBe("BulletList");
  expect(tree.topNode.getChild("ATXHeading1")).not.toBeNull();
});
