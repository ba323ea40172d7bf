import { expect, it } from "vitest";
import { smartReplacement } from "./smart-punctuation";

/** The text after typing it character by character. */
function type(text: string): string {
  let line = "";
  for (const typed of text) {
    if (typed === "\n") {
      line = "";
      continue;
    }
    const smart = smartReplacement(line, typed);
    line += typed;
    if (smart) line = line.slice(0, line.length - smart.remove) + smart.insert;
  }
  return line;
}

it("quotes open after blanks and brackets, and close after words", () => {
  expect(type(`"It's 'so'," she said ("yes")`)).toBe("“It’s ‘so’,” she said (“yes”)");
  expect(type('**"bold"**')).toBe("**“bold”**");
});

it("two hyphens are an en dash, three an em dash, three dots an ellipsis", () => {
  expect(type("1990--2000, so---and...")).toBe("1990–2000, so—and…");
  expect(type("a....b")).toBe("a….b");
});

it("rules, fences, heads of tables and lists keep their signs", () => {
  for (const text of ["---", "- -- x", "| --- | :--: |", "> ---", "..."])
    expect(type(text).replace("–", "--"), text).toBe(text);
});

it("code, HTML, formulas, addresses and escaped signs keep theirs", () => {
  const kept = ['`a "b" --`', '<a href="x">', "<!-- a -- b", '[a](b "t")', "[[a--b]]", "$$a''", '\\"', '[r]: x "t"'];
  for (const text of kept) expect(type(text), text).toBe(text);
  expect(type('`a` "b"')).toBe("`a` “b”");
});
