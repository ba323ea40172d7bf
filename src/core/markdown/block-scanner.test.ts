import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { agree, installedReadmes, ourHeadings, refereesHeadings, specExamples } from "./referee.fixture";

const isLong = process.env["GALLEY_LONG"] !== undefined;
const examples = specExamples();

test("every example of the CommonMark specification has the headings that commonmark.js sees", () => {
  expect(examples).toHaveLength(652);
  const differing = examples.filter((example) => !agree(example));
  expect(differing).toEqual([]);
});

// The specification's material in new combinations: whole examples and single lines.
const pieces = [...examples, ...new Set(examples.flatMap((example) => example.split("\n").map((line) => `${line}\n`)))];
const recombined = fc
  .array(fc.constantFrom(...pieces), { minLength: 2, maxLength: 8 })
  .map((parts) => `\n${parts.map((part) => part.replace(/^\n/, "")).join("")}`);

// commonmark.js has no tables, and does not accept a tab in a definition, which the specification allows.
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
    // Shrinking an example made of so many pieces would take hours.
    { numRuns: isLong ? runs * 100 : runs / 4, endOnFailure: true },
  );

test("documents combined from pieces of the specification have the headings that commonmark.js sees", () => {
  agreesOn(recombined, 2000);
}, 600_000);

const marks = ["> ", ">", "- ", "-", "---", "*", "# ", "#", "=", "===", "```", "~~~", "1. ", "2) ", "+ ", "`", "\\"];
const tags = ["<div>", "<!--", "-->", "<b>", "</pre>", "<pre>", "[a]: /b", "[a]", ":", "'", '"', "(", "a", "b"];
const blanks = ["\n", "\n", "\n", "\n", "\n", " ", "  ", "    ", "\t"];
const scrambled = fc
  .array(fc.constantFrom(...marks, ...tags, ...blanks, ...blanks), { minLength: 3, maxLength: 28 })
  .map((parts) => `\n${parts.join("")}`);

test("marks and blanks in any order give the headings that commonmark.js sees", () => {
  agreesOn(scrambled, 3000);
}, 600_000);

test("READMEs of installed packages have the headings that commonmark.js sees", () => {
  const all = installedReadmes();
  expect(all.length).toBeGreaterThan(40);
  // Starts with a blank line: front matter is the one thing that both read differently in real files.
  const texts = (isLong ? all : all.slice(0, 60)).map(
    (path) => `\n${readFileSync(path, "utf8").replaceAll(/\r\n?|^\ufeff/g, "\n")}`,
  );
  for (const text of texts) expect(ourHeadings(text)).toEqual(refereesHeadings(text));
});

test("a paragraph of definitions has no underline, and a new one starts with the line that would be one", () => {
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
  // Too few cells, an underline, a row by itself, a blank line: not a table.
  expect(ourHeadings("a | b\n--|--|--\nrow\n===")).toEqual(["1:1-4"]);
  expect(ourHeadings("| a |\n---\nrow\n===")).toEqual(["2:1-2", "1:3-4"]);
  expect(ourHeadings("--|--\nrow\n===")).toEqual(["1:1-3"]);
  expect(ourHeadings("a | b\n--|--\n\nrow\n===")).toEqual(["1:4-5"]);
  // What starts another block ends a table.
  expect(ourHeadings("a | b\n--|--\nrow\n# A\nB\n===")).toEqual(["1:4-4", "1:5-6"]);
});

test("the nesting depth does not change what is a section", () => {
  for (const depth of [1, 10, 100, 1000]) {
    const quotes = `${"> ".repeat(depth)}`;
    // In an open fence of a quote there are no lazy lines: the underlined line is a heading of the document.
    expect(ourHeadings(`${quotes}\`\`\`\nA\n===\n`)).toEqual(["1:2-3"]);
    expect(ourHeadings(`${quotes}a\nA\n===\n`)).toEqual([]);
    expect(ourHeadings(`${"- ".repeat(depth)}\`\`\`\nA\n===\n`)).toEqual(["1:2-3"]);
  }
});
