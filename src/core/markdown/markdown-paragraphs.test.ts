import { readFileSync } from "node:fs";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { expect, it } from "vitest";
import { runs } from "../text/texts.fixture";
import { readParagraphs } from "./paragraphs";
import { installedReadmes, ourBlocks, refereesBlocks, specExamples } from "./referee.fixture";

const examples = specExamples();
// commonmark.js has no tables, and does not report definitions, which change where a paragraph starts.
const isComparable = (text: string): boolean => !/[|:]/.test(text);
const blocksAgree = (text: string): void => {
  expect(ourBlocks(text), JSON.stringify(text)).toEqual(refereesBlocks(text));
};

it("every example of the CommonMark specification has the blocks that commonmark.js sees", () => {
  const comparable = examples.filter(isComparable);
  expect(comparable.length).toBeGreaterThan(500);
  for (const example of comparable) blocksAgree(example);
});

const lines = examples.flatMap((example) => example.split("\n").map((line) => `${line}\n`));
const pieces = [...examples, ...new Set(lines)].filter(isComparable).map((piece) => piece.replace(/^\n/, ""));

it("documents combined from pieces of the specification have the blocks that commonmark.js sees", () => {
  const glued = fc.array(fc.constantFrom(...pieces), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(glued, (parts) => blocksAgree(`\n${parts.join("")}`)),
    { ...runs(1500), endOnFailure: true },
  );
}, 600_000);

const marks = ["> ", ">", "- ", "-", "---", "*", "# ", "#", "=", "===", "```", "~~~", "1. ", "2) ", "+ ", "`", "\\"];
const others = ["<div>", "<!--", "-->", "<b>", "</pre>", "<pre>", "[a]", "(", "a", "b"];
const blanks = ["\n", "\n", "\n", "\n", "\n", " ", "  ", "    ", "\t"];

it("marks and blanks in any order give the blocks that commonmark.js sees", () => {
  const scrambled = fc.array(fc.constantFrom(...marks, ...others, ...blanks, ...blanks), {
    minLength: 3,
    maxLength: 28,
  });
  fc.assert(
    fc.property(scrambled, (parts) => blocksAgree(`\n${parts.join("")}`)),
    { ...runs(2500), endOnFailure: true },
  );
}, 600_000);

/** Kind and first line of each block according to markdown-it, which knows tables and definitions. */
function markdownItBlocks(text: string): string[] {
  const markdown = new MarkdownIt("commonmark").enable("table");
  const tokens: ReturnType<typeof markdown.parse> = [];
  markdown.block.parse(text, markdown, {}, tokens);
  const items: boolean[] = [];
  return tokens.flatMap(({ type, map }, index) => {
    const at = (kind: string) => [`${kind} ${(map?.[0] ?? 0) + 1}`];
    if (type === "list_item_open") items.push(true);
    if (type === "list_item_close") items.pop();
    if (type === "heading_open") return tokens[index + 1]?.content ? at("heading") : [];
    if (type === "fence" || type === "code_block") return at("code");
    if (type === "html_block") return at("html");
    if (type === "reference_definition") return at("reference");
    if (type === "tr_open") {
      const end = tokens.findIndex((token, position) => position > index && token.type === "tr_close");
      return tokens.slice(index, end).some(({ content }) => content) ? at("table_row") : [];
    }
    if (type !== "paragraph_open") return [];
    const isItem = items.at(-1) === true;
    if (isItem) items[items.length - 1] = false;
    return at(isItem ? "list_item" : "paragraph");
  });
}

const firstLines = (text: string) =>
  readParagraphs(text, "markdown").map(({ kind, line_from }) => `${kind} ${line_from}`);

it("READMEs of installed packages have the blocks that markdown-it sees, including tables and definitions", () => {
  const all = installedReadmes();
  for (const path of process.env["GALLEY_LONG"] ? all : all.slice(0, 80)) {
    const text = `\n${readFileSync(path, "utf8").replaceAll(/\r\n?|^\ufeff/g, "\n")}`;
    expect(firstLines(text), path).toEqual(markdownItBlocks(text));
  }
});

// In each case our result is that of the specification, or of GitHub's tables.
const differing: [why: string, text: string, ours: string[]][] = [
  [
    "what follows a definition without a blank line is text of the same paragraph",
    "[a]: /u\n    text\n\n[b]: /u\n</b>\n\n[c]: /u\n2. text\n",
    ["reference 1", "paragraph 2", "reference 4", "paragraph 5", "reference 7", "paragraph 8"],
  ],
  [
    "a lazy line may be indented as far as it likes",
    " -    a\n    # b\n\n> 1. > c\n    - d\n",
    ["list_item 1", "list_item 4"],
  ],
  ["a row of dashes alone is an underline, as GitHub sees it", "| a |\n---\n", ["heading 1"]],
  ["a row is one that has a cell too many, too", "| a |\n|---|\n|   | b |\n", ["table_row 1", "table_row 3"]],
];

it.each(differing)("unlike in markdown-it, %s", (_, text, ours) => {
  expect(firstLines(text)).toEqual(ours);
  expect(markdownItBlocks(text)).not.toEqual(ours);
});

it("the nesting depth does not change what a block is", () => {
  for (const depth of [1, 10, 200, 2000]) {
    expect(firstLines(`${"> ".repeat(depth)}# A\n${"> ".repeat(depth)}b\n`)).toEqual(["heading 1", "paragraph 2"]);
    expect(firstLines(`${"- ".repeat(depth)}# A\n\n${"  ".repeat(depth)}b\n`)).toEqual(["heading 1", "list_item 3"]);
  }
});
