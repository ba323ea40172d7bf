import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { agree, installedReadmes, ourHeadings, refereesHeadings, specExamples } from "./referee.fixture";
import { listSections, parseOutline } from "./sections";

const isLong = process.env["GALLEY_LONG"] !== undefined;
const examples = specExamples();

test("every example of the CommonMark specification has the headings that commonmark.js sees", () => {
  expect(examples).toHaveLength(652);
  const differing = examples.filter((example) => !agree(example));
  expect(differing).toEqual([]);
});

// What the specification is made of, glued anew: whole examples and single lines.
const pieces = [...examples, ...new Set(examples.flatMap((example) => example.split("\n").map((line) => `${line}\n`)))];
const recombined = fc
  .array(fc.constantFrom(...pieces), { minLength: 2, maxLength: 8 })
  .map((parts) => `\n${parts.map((part) => part.replace(/^\n/, "")).join("")}`);

// commonmark.js knows no tables, and takes no tab in a definition, which the specification allows.
const mayHoldTable = /^[ >\d.)*+-]*\|?[ \t]*:?-+:?[ \t]*(\||$)/m;
const mayHoldColumn = /^[ >\d.)*+-]*(:-+:?|-+:)[ \t]*$/m;
const isComparable = (text: string): boolean =>
  !(text.includes("|") && mayHoldTable.test(text)) && !mayHoldColumn.test(text) && !/\]:.*\t/s.test(text);

const agreesOn = (documents: fc.Arbitrary<string>, runs: number) =>
  fc.assert(
    fc.property(documents, (text) => {
      fc.pre(isComparable(text));
      if (!agree(text)) expect(ourHeadings(text)).toEqual(refereesHeadings(text));
    }),
    // Looking for a smaller example among so many pieces would take hours.
    { numRuns: isLong ? runs * 100 : runs, endOnFailure: true },
  );

test("documents glued from pieces of the specification have the headings that commonmark.js sees", () => {
  agreesOn(recombined, 2000);
}, 600_000);

const marks = ["> ", ">", "- ", "-", "---", "*", "# ", "#", "=", "===", "```", "~~~", "1. ", "2) ", "+ ", "`", "\\"];
const tags = ["<div>", "<!--", "-->", "<b>", "</pre>", "<pre>", "[a]: /b", "[a]", ":", "'", '"', "(", "a", "b"];
const blanks = ["\n", "\n", "\n", "\n", "\n", " ", "  ", "    ", "\t"];
const scrambled = fc
  .array(fc.constantFrom(...marks, ...tags, ...blanks, ...blanks), { minLength: 3, maxLength: 28 })
  .map((parts) => `\n${parts.join("")}`);

test("marks and blanks in any order make the headings that commonmark.js sees", () => {
  agreesOn(scrambled, 3000);
}, 600_000);

test("READMEs of installed packages have the headings that commonmark.js sees", () => {
  const all = installedReadmes();
  expect(all.length).toBeGreaterThan(40);
  // A blank line first: front matter is the one thing that both see differently in real files.
  const texts = (isLong ? all : all.slice(0, 60)).map(
    (path) => `\n${readFileSync(path, "utf8").replaceAll(/\r\n?|^\ufeff/g, "\n")}`,
  );
  for (const text of texts) expect(ourHeadings(text)).toEqual(refereesHeadings(text));
});

test("a paragraph of definitions alone has no underline, and begins anew with what would be one", () => {
  for (const text of [
    "\n[a]: /u\n===\nb\n---\n",
    "\n[a]: /u\n-\n-\n",
    "\n[a]: /u\n--\n===\n",
    "\n[a]: /u\n---\n===\n",
  ]) {
    expect(agree(text)).toBe(true);
  }
  expect(ourHeadings("\n[a]: /u\n-\n-\n")).toEqual(["2:3-4"]);
  expect(ourHeadings("[a]: /u 'title\nof two lines'\nHeading\n===")).toEqual(["1:3-4"]);
});

test("tables are those of GitHub", () => {
  const none = (text: string) => expect(ourHeadings(text), text).toEqual([]);
  none("a | b\n--|--\nrow\n===\n");
  none("text\na | b\n--|--\nrow\n===\n");
  none("> |a|b|\n> |-|-|\n> row\n> ===\n");
  none("- |a|b|\n  |-|-|\n  row\n  ===\n");
  none("a \\| b | c\n-|-\nrow\n===");
  none("a | b\n-|-|-\n--|--|--\nrow\n===");
  none("abc\n:-\nrow\n===");
  none("[r]: /u\n-\na | b\n--|--\nrow\n===");
  // Too few cells, an underline, a row of its own, a blank line: no table.
  expect(ourHeadings("a | b\n--|--|--\nrow\n===")).toEqual(["1:1-4"]);
  expect(ourHeadings("| a |\n---\nrow\n===")).toEqual(["2:1-2", "1:3-4"]);
  expect(ourHeadings("--|--\nrow\n===")).toEqual(["1:1-3"]);
  expect(ourHeadings("a | b\n--|--\n\nrow\n===")).toEqual(["1:4-5"]);
  // What starts another block ends a table.
  expect(ourHeadings("a | b\n--|--\nrow\n# A\nB\n===")).toEqual(["1:4-4", "1:5-6"]);
});

// The least time of a few tries; the machine is shared.
function timeOf(text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3; attempt++) {
    const start = performance.now();
    parseOutline(text);
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

const repeat = (piece: string) => (size: number) => piece.repeat(size / piece.length);

/** Documents of about `size` characters that a parser may choke on. */
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
  "quotes in lists in quotes": repeat("> - "),
  "an open fence": (size) => `\`\`\`\n${"# no\n".repeat(size / 5)}`,
  "fences that are never closed": repeat("```a`\n~~~ x\n"),
  "open comments": repeat("<!-- a\n"),
  "open tags": repeat("<a b='\n"),
  "one line of open tags": repeat("<a b='"),
  "a tag of blanks": (size) => `<a${" ".repeat(size)}`,
  "unclosed labels": repeat("[a\n"),
  "unclosed definitions": repeat("[a]: b 'c\n"),
  "definitions in a row": repeat("[a]: /b 'c'\n"),
  "definitions with titles to come": (size) => `[a]: b\n"${"c\n".repeat(size / 2)}`,
  "a paragraph of pipes": repeat("a | b\n"),
  "rows of a table": (size) => `|a|b|\n|-|-|\n${"|c\n".repeat(size / 3)}`,
  "tables one after the other": repeat("a|b\n-|-\n\n"),
  "a wide table": (size) => `${"|a".repeat(size / 4)}\n${"|-".repeat(size / 4)}\n`,
  "delimiter rows": repeat("|-|-|\n"),
  "a paragraph of lines": repeat("a\n"),
  "a paragraph of equals signs": repeat("= = a\n"),
  underlines: repeat("a\n===\n"),
  "stars that are no rule": repeat("* * * a\n"),
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

const size = 60_000;

test.each(Object.keys(pathological))("the time for %s grows with the length, not faster", (name) => {
  const make = pathological[name] as (size: number) => string;
  const [single, double] = [make(size), make(size * 2)];
  timeOf(single);
  let ratio = Number.POSITIVE_INFINITY;
  // Twice the length takes twice the time; a busy machine gets more tries, a quadratic parser fails them all. A
  // millisecond is added to both, because short times are noise.
  for (let attempt = 0; attempt < 6 && ratio > 2.6; attempt++) ratio = (timeOf(double) + 1) / (timeOf(single) + 1);
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

test("how deep something is nested does not change what is a section", () => {
  for (const depth of [1, 10, 100, 1000]) {
    const quotes = `${"> ".repeat(depth)}`;
    // In an open fence of a quote there are no lazy lines: the underlined line is a heading of the document.
    expect(ourHeadings(`${quotes}\`\`\`\nA\n===\n`)).toEqual(["1:2-3"]);
    expect(ourHeadings(`${quotes}a\nA\n===\n`)).toEqual([]);
    expect(ourHeadings(`${"- ".repeat(depth)}\`\`\`\nA\n===\n`)).toEqual(["1:2-3"]);
  }
});
