import { expect, test } from "vitest";
import { openOutline } from "../outline/live-outline";
import { readParagraphs } from "./paragraphs";
import { listSections, parseOutline } from "./sections";

const repeat = (piece: string) => (size: number) => piece.repeat(size / piece.length);

/** Documents of about `size` characters that can make a parser slow. */
const pathological: Record<string, (size: number) => string> = {
  "headings alone": repeat("# A\n"),
  "headings of all levels": repeat("# A\n## B\n### C\n#### D\n##### E\n###### F\n"),
  "one line": repeat("word "),
  "one heading": (size) => `# ${"word ".repeat(size / 5)}`,
  "one heading of open brackets": (size) => `# ${"[".repeat(size)}`,
  "headings of open brackets": (size) => `# ${"[".repeat(9_000)}\n`.repeat(size / 9_003),
  "headings of open marks": (size) => `# ${"**a_b `` <c ~~".repeat(600)}\n`.repeat(size / 8_403),
  "one heading of stars": (size) => `# ${"*a _b ".repeat(size / 6)}`,
  "nested quotes": repeat(">"),
  "nested quotes with lazy lines": (size) => `${"> ".repeat(size / 4)}a\n${"b\n".repeat(size / 4)}`,
  "nested lists in a line": repeat("- "),
  "nested ordered lists in a line": repeat("1. "),
  "nested lists, deeper line by line": (size) => {
    const depth = Math.floor(Math.sqrt(size));
    return Array.from({ length: depth }, (_, level) => `${"  ".repeat(level)}- a\n`).join("");
  },
  "nested lists with blank lines behind": (size) => `${"- ".repeat(size / 4)}a\n${"\n".repeat(size / 2)}`,
  "nested quotes in a list with blank lines behind": (size) => `- ${"> ".repeat(size / 4)}a\n${"\n".repeat(size / 2)}`,
  "a deep quote over many lines": (size) => `${"> ".repeat(100)}a\n`.repeat(size / 202),
  "indented code with blank lines": repeat("    a\n\n\n"),
  "runs of emphasis": repeat("**a *b __c _d ~~e "),
  "quotes in lists in quotes": repeat("> - "),
  "an open fence": (size) => `\`\`\`\n${"# no\n".repeat(size / 5)}`,
  "fences that are never closed": repeat("```a`\n~~~ x\n"),
  "open comments": repeat("<!-- a\n"),
  "open tags": repeat("<a b='\n"),
  "one line of open tags": repeat("<a b='"),
  "blocks of HTML of each kind": repeat("<pre>\n\n<?a\n\n<!A\n\n<![CDATA[\n\n<div>\n\n<b>\n\n"),
  "a comment that ends again and again": repeat("<!--\n-->\n"),
  "a tag of blanks": (size) => `<a${" ".repeat(size)}`,
  "unclosed labels": repeat("[a\n"),
  "unclosed definitions": repeat("[a]: b 'c\n"),
  "definitions in quotes": repeat("> [a]: /b\n"),
  "definitions that are underlined": repeat("[a]: /b\n===\n"),
  "labels over many lines": (size) => `[${"a\n".repeat(size / 2)}]: /b\n`,
  "targets of open parentheses": (size) => `[a]: ${"(".repeat(size)}\n`,
  "definitions in a row": repeat("[a]: /b 'c'\n"),
  "definitions with titles to come": (size) => `[a]: b\n"${"c\n".repeat(size / 2)}`,
  "a paragraph of pipes": repeat("a | b\n"),
  "rows of a table": (size) => `|a|b|\n|-|-|\n${"|c\n".repeat(size / 3)}`,
  "tables one after the other": repeat("a|b\n-|-\n\n"),
  "a wide table": (size) => `${"|a".repeat(size / 4)}\n${"|-".repeat(size / 4)}\n`,
  "a wide table with many empty rows": (size) =>
    `${"|a".repeat(size / 8)}\n${"|-".repeat(size / 8)}\n${"|\\|\n".repeat(size / 8)}`,
  "delimiter rows": repeat("|-|-|\n"),
  "a paragraph of lines": repeat("a\n"),
  "a paragraph of equals signs": repeat("= = a\n"),
  underlines: repeat("a\n===\n"),
  "stars that are not a rule": repeat("* * * a\n"),
  "one line of stars and blanks": (size) => `${"* ".repeat(size / 2)}a`,
  "empty lines": repeat("\n"),
  blanks: repeat(" "),
  tabs: repeat("\t"),
  "lines of tabs": repeat("\t\t\t\n"),
  "front matter that is never closed": (size) => `---\n${"--\n".repeat(size / 3)}`,
  "equal titles": repeat("# A\n"),
  "titles that are the numbers of others": repeat("# A\n# A 1\n# A 1 1\n"),
  "an endless title with many children": (size) => `# ${"x".repeat(size / 2)}\n${"## A\n".repeat(size / 10)}`,
};

/** Every string method that reads characters, with its cost. Reads by regular expressions are not counted. */
const counted: Record<string, (text: string, args: unknown[], result: unknown) => number> = {
  charCodeAt: () => 1,
  indexOf: (text, [, from = 0], found) => (found === -1 ? text.length : (found as number)) - (from as number),
  lastIndexOf: (_, [, from = 0], found) => (from as number) - (found as number),
  slice: (_, __, cut) => (cut as string).length,
  includes: (text) => text.length,
  split: (text) => text.length,
  trim: (text) => text.length,
};

/** How many characters `work` reads: the same figure on every machine, however busy. */
function charactersRead(work: () => void): number {
  const prototype = String.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  const originals = Object.keys(counted).map((name) => [name, prototype[name] as () => unknown] as const);
  let characters = 0;
  for (const [name, original] of originals) {
    prototype[name] = function (this: string, ...args: unknown[]) {
      const result = Reflect.apply(original, this, args);
      characters += Math.max(1, counted[name]?.(this, args, result) ?? 0);
      return result;
    };
  }
  try {
    work();
  } finally {
    for (const [name, original] of originals) prototype[name] = original;
  }
  return characters;
}

const size = 24_000;

const scans: Record<string, (text: string) => unknown> = {
  outline: (text) => parseOutline(text),
  "live outline": (text) => openOutline(text),
  paragraphs: (text) => readParagraphs(text, "markdown"),
};

test.each(Object.keys(pathological))(
  "of %s each character is looked at a few times, however many there are",
  (name) => {
    const make = pathological[name] as (size: number) => string;
    const [single, double] = [make(size), make(size * 2)];
    for (const [what, scan] of Object.entries(scans)) {
      const once = charactersRead(() => scan(single));
      expect(once / single.length, what).toBeLessThan(24);
      const twice = charactersRead(() => scan(double));
      expect(twice / once, what).toBeLessThan(1.05 * (double.length / single.length));
    }
  },
);

// CPU time of this thread in milliseconds: other processes do not count. Some systems measure it in
// steps of 4 ms, so `work` is repeated often enough.
function timeOf(times: number, work: () => void): number {
  const start = process.threadCpuUsage();
  for (let done = 0; done < times; done++) work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** How often `work` must run to take 60 ms, or half of it in a short run. */
function timesFor(work: () => void): number {
  const start = performance.now();
  const least = process.env["GALLEY_LONG"] ? 60 : 30;
  let times = 0;
  for (; times === 0 || performance.now() - start < least; times++) work();
  return times;
}

// The reads of patterns and of markdown-it's inline rules are not counted.
const patterned = Object.keys(pathological).filter((name) =>
  /heading|title|tag|HTML|emphasis|table|delimiter/.test(name),
);

test.each(patterned)("the time for %s grows with the length, not faster", (name) => {
  const make = pathological[name] as (size: number) => string;
  const [single, double] = [make(80_000), make(160_000)];
  const read = (text: string) => {
    for (const section of listSections(parseOutline(text))) section.path.at(-1);
  };
  const times = timesFor(() => read(single));
  let ratio = Number.POSITIVE_INFINITY;
  // Twice the length takes twice the time. A busy machine gets more tries; a quadratic parser fails them all.
  for (let attempt = 0; attempt < 12 && ratio > 2.6; attempt++) {
    ratio =
      timeOf(times, () => read(double)) /
      Math.max(
        1,
        timeOf(times, () => read(single)),
      );
  }
  expect(ratio).toBeLessThanOrEqual(2.6);
});

test("100,000 headings, one line of 5 MB and 10,000 nested quotes have an outline", () => {
  const many = parseOutline("# A\n## B\n".repeat(50_000));
  expect(listSections(many)).toHaveLength(100_000);
  expect(many.sections.at(-1)).toMatchObject({ path: "a-49999", lineStart: 99_999, lineEnd: 100_000 });
  expect(parseOutline(`# ${"a ".repeat(2_500_000)}\n# B`).sections).toHaveLength(2);
  expect(parseOutline(`${"word ".repeat(1_000_000)}\n===\n# B`).sections).toHaveLength(2);
  expect(parseOutline(`${">".repeat(10_000)} # no\nlazy\n\n# B`).sections).toMatchObject([
    { title: "B", lineStart: 4 },
  ]);
  expect(parseOutline(`${"- ".repeat(10_000)}# no\n\n# B`).sections).toMatchObject([{ title: "B", lineStart: 3 }]);
});

test("the largest documents have paragraphs", () => {
  const kinds = (text: string) => readParagraphs(text, "markdown").map(({ kind }) => kind);
  expect(kinds("# A\n## B\n".repeat(50_000))).toHaveLength(100_000);
  expect(kinds(`${"word ".repeat(1_000_000)}\n===\n# B`)).toEqual(["heading", "heading"]);
  expect(kinds(`${">".repeat(10_000)} # no\nlazy\n\n# B`)).toEqual(["heading", "paragraph", "heading"]);
  expect(kinds(`${"- ".repeat(10_000)}no\n\n# B`)).toEqual(["list_item", "heading"]);
  expect(kinds(`${"|a".repeat(100_000)}\n${"|-".repeat(100_000)}\n${"|b".repeat(100_000)}\n`)).toEqual([
    "table_row",
    "table_row",
  ]);
  for (const open of ["```\n", "<!--\n", "<pre>\n", "[a\n", "[a]: <\n", "[a]: /b '\n"]) {
    expect(kinds(open + "**a [b `c\n".repeat(200_000)), open).toHaveLength(1);
  }
});
