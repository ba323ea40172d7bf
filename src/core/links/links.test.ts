import { describe, expect, it } from "vitest";
import { findLinks } from "./links";

/** The link targets of a text, each with its kind. */
const found = (text: string): string[] =>
  findLinks(text).map(({ kind, target }) => `${kind} ${text.slice(target.from, target.to)}`);

describe("links are found", () => {
  it("in every syntax", () => {
    expect(found('[x](a.md) ![i](b.png "t") [y](<c d.md#e>) [[W#h|z]] ![[p.png]]\n\n[r]: f%20g.md "title"')).toEqual([
      "link a.md",
      "image b.png",
      "link <c d.md#e>",
      "wiki W#h",
      "embed p.png",
      "definition f%20g.md",
    ]);
  });
  it("if they contain parentheses, escapes or a line break", () => {
    expect(found("[x](a(b).md) [y](c\\)d.md)\n\n> [z](\n> e.md)")).toEqual([
      "link a(b).md",
      "link c\\)d.md",
      "link e.md",
    ]);
  });
  it("in headings, lists, quotes, tables, tags and notes", () => {
    const text =
      '# [a](a.md)\n\n- [b](b.md)\n\n> [c](c.md)\n\n| [d](d.md) | [[e\\|E]] |\n|--|--|\n| <img src="f.png"> | x |\n\n' +
      "<div>\n<a href='g.md'>\n</div>\n\n[^1]: [h](h.md)\n";
    expect(found(text)).toEqual([
      "link a.md",
      "link b.md",
      "link c.md",
      "link d.md",
      "wiki e",
      "html f.png",
      "html g.md",
      "link h.md",
    ]);
  });
  it("in consecutive definitions, also if the target is on the next line", () => {
    expect(found("[a]: a.md\n[b]:\n  <b c.md>\n[d]: d.md 'x'\ntext [e](e.md)")).toEqual([
      "definition a.md",
      "definition <b c.md>",
      "definition d.md",
      "link e.md",
    ]);
  });
  it("around an image, but not inside another link", () => {
    expect(found("[![i](i.png)](a.md)")).toEqual(["image i.png", "link a.md"]);
    expect(found("[a [b](b.md) c](c.md)")).toEqual(["link b.md"]);
  });
});

describe("links are not found", () => {
  it("in code, in front matter, after a backslash or in a tag", () => {
    expect(found("---\nx: [a](a.md)\n---\n\n`[b](b.md)` \\[c](c.md) <b title='[d](d.md)'>\n\n    [e](e.md)\n")).toEqual(
      [],
    );
    expect(found("```\n[[a]] [b](b.md)\n```\n\n``[[c]] ` ``\n\n<https://x.y/[a](b.md)>")).toEqual([]);
  });
  it("if they have no target, or one with blanks", () => {
    expect(found("[a]() [b](c d.md) [[ ]] [[]] [x]")).toEqual([]);
  });
});

describe("the cost of hostile text", () => {
  const cases: Record<string, string> = {
    "opened and never closed": "[a](".repeat(50_000),
    brackets: "[".repeat(200_000),
    "wiki links without an end": "[[a".repeat(60_000),
    backticks: Array.from({ length: 600 }, (_, index) => "`".repeat(index + 1)).join(" "),
    "tags without an end": '<a b="'.repeat(30_000),
    "angles without an end": "[a](<".repeat(40_000),
    "titles without an end": "[a](b '".repeat(30_001),
    "definitions without a target": "[a]:\n".repeat(40_000),
  };
  for (const [name, text] of Object.entries(cases)) {
    it(`is linear: ${name}`, () => {
      const before = process.cpuUsage().user;
      findLinks(text);
      expect((process.cpuUsage().user - before) / 1000).toBeLessThan(2000);
    });
  }
  it("allows ten thousand links", () => {
    expect(findLinks("[a](b.md) ".repeat(10_000))).toHaveLength(10_000);
  });
});
