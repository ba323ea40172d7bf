import { Text } from "@codemirror/state";
import fc from "fast-check";
import { expect, it } from "vitest";
import { findFrontmatter } from "../../../core/markdown/sections";
import { fewer } from "../../../core/text/texts.fixture";
import { findFrontMatter } from "./front-matter";

const lines = fc.array(fc.constantFrom("---", "--- ", "...", "title: x", "", "----", " ---", "# H", "---x"), {
  minLength: 1,
  maxLength: 6,
});

it("front matter is what the tools take for it, even if it is empty", () => {
  expect(findFrontMatter(Text.of(["---", "---"]))).toBe(7);
  fc.assert(
    fc.property(lines, (each) => {
      const text = each.join("\n");
      const end = findFrontMatter(Text.of(each));
      const lineEnd = findFrontmatter(text)?.lineEnd ?? null;
      expect(end === 0 ? null : Text.of(each).lineAt(end).number).toBe(lineEnd);
    }),
    fewer(2000),
  );
});
