import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paragraphAtLine, readParagraphs, startParagraphReader } from "./paragraphs";

const markdownPiece = fc.constantFrom(
  ...[
    "a",
    "word more",
    "\n",
    "\n\n",
    "# Title\n",
    "- item\n",
    "  - sub\n",
    "> ",
    "```\n",
    "~~~",
    "| a | b |\n",
    "|---|---|\n",
  ],
  ...[
    "    ",
    "\t",
    "<div>\n",
    "---\n",
    "===\n",
    "[a]: b\n",
    "1. ",
    "你好",
    "\ud83d",
    "<!-- ",
    "\u00a0",
    "* * *\n",
    "-->",
  ],
);
const markdownText = fc.array(markdownPiece, { maxLength: 40 }).map((pieces) => pieces.join(""));

const found = (text: string): string[][] =>
  readParagraphs(text, "markdown").map(({ kind, text: block }) => [kind, block]);

describe("in Markdown a paragraph is a block", () => {
  it("headings, paragraphs, items, rows, code and HTML are found once each", () => {
    expect(
      found(
        "---\na: 1\n---\n# One\n\npara\nmore\n\n- item\n  - sub\n\n  second\n- [ ] last\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\ncode\n\nmore\n```\n\n> quote\n\n<div>\nx\n</div>\n\n    ind\n\n---\n\nSet\n===\n\n[a]: http://x\n",
      ),
    ).toEqual([
      ["front_matter", "---\na: 1\n---"],
      ["heading", "# One"],
      ["paragraph", "para\nmore"],
      ["list_item", "- item"],
      ["list_item", "- sub"],
      ["paragraph", "second"],
      ["list_item", "- [ ] last"],
      ["table_row", "| a | b |"],
      ["table_row", "| 1 | 2 |"],
      ["code", "```js\ncode\n\nmore\n```"],
      ["paragraph", "> quote"],
      ["html", "<div>\nx\n</div>"],
      ["code", "    ind"],
      ["heading", "Set\n==="],
      ["reference", "[a]: http://x"],
    ]);
  });

  it("empty headings, items and rows, rules and delimiter rows are not paragraphs", () => {
    expect(found("#\n\n- \n- a\n\n***\n\n| a |\n|---|\n|   |\n")).toEqual([
      ["list_item", "- a"],
      ["table_row", "| a |"],
    ]);
    expect(found("")).toEqual([]);
    expect(found(" \n\t\n")).toEqual([]);
  });

  it("a fence that is never closed extends to the end", () => {
    expect(found("```\na\n\nb\n\n")).toEqual([["code", "```\na\n\nb"]]);
  });

  it("blocks that are nested too deeply count as one", () => {
    const deep = `${"> ".repeat(300)}text\n`;
    expect(readParagraphs(deep, "markdown")).toHaveLength(1);
  });
});

it("in plain text a paragraph is the text between blank lines", () => {
  const texts = readParagraphs("one\ntwo\n \nthree\n\n\n# four", "text").map(({ text }) => text);
  expect(texts).toEqual(["one\ntwo", "three", "# four"]);
});

it("in any text, spans fit, lines belong to at most one paragraph, and each paragraph is found by its lines", () => {
  fc.assert(
    fc.property(markdownText, fc.constantFrom("markdown" as const, "text" as const), (text, format) => {
      const paragraphs = readParagraphs(text, format);
      const lines = text.split("\n");
      let last = 0;
      for (const [index, { text: block, from, to, line_from, line_to }] of paragraphs.entries()) {
        expect(text.slice(from, to)).toBe(block);
        expect(block.trim()).not.toBe("");
        expect(line_from).toBeGreaterThan(last);
        expect(lines.slice(line_from - 1, line_to).join("\n")).toContain(block);
        for (let line = line_from; line <= line_to; line++) expect(paragraphAtLine(paragraphs, line)).toBe(index);
        last = line_to;
      }
    }),
  );
});

it("reading in steps finds the same paragraphs", () => {
  const stops = fc.array(fc.nat(300), { maxLength: 6 });
  fc.assert(
    fc.property(markdownText, stops, fc.constantFrom("markdown" as const, "text" as const), (text, limits, format) => {
      const reader = startParagraphReader(text, format);
      for (const limit of limits) reader.readTo(limit);
      expect(reader.readTo(text.length)).toBe(false);
      expect(reader.finish()).toEqual(readParagraphs(text, format));
    }),
  );
});

it("a long document gives the same paragraphs as its parts", () => {
  const part =
    "# Heading\n\nSome text\n\n- one\n\n  two\n- three\n\n```\ncode\n\n# code\n```\n\n| a |\n|---|\n| 1 |\n\n[x]: y\nlast\n\n";
  const one = found(part);
  const count = Math.ceil(1_500_000 / part.length);
  const many = found(part.repeat(count));
  expect(many).toHaveLength(one.length * count);
  for (const [index, block] of many.entries())
    if (block[1] !== one[index % one.length]?.[1]) expect(block).toEqual(one[index % one.length]);
  // One block that is longer than any piece, and a text of blank lines.
  expect(found(`a\n\n\`\`\`\n${"code\n\n".repeat(200_000)}`)).toHaveLength(2);
  expect(found(`a\n${"\n".repeat(900_000)}b\n`)).toHaveLength(2);
});
