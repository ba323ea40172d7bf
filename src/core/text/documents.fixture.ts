/** Markdown documents for property tests: small pieces of every kind of block, joined with and without blank lines. */
import fc from "fast-check";

/** A document written on one line: ` / ` is a line break, ` / / ` an empty line. */
export function linesOf(document: string): string {
  const [first, ...others] = document.split(/ \/(?= |$)/);
  return [first, ...others.map((line) => line.replace(/^ /, ""))].join("\n");
}

const words = fc.constantFrom(
  "Alpha",
  "Beta",
  "alpha",
  "Überblick",
  "概要",
  "مقدمة",
  "C# & C++",
  "a/b",
  "1",
  "*B* `c`",
  "",
);
const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), words)
  .map(([level, title]) => `${"#".repeat(level)} ${title}`);
const underlined = fc.tuple(words, fc.constantFrom("===", "---", "-")).map(([title, line]) => `x ${title}\n${line}`);

const other = fc.constantFrom(
  "text",
  "two\nlines",
  "    indented # code",
  "```\n# no\n```",
  "~~~~ js\n## no\n\n~~~\n~~~~",
  "> # quoted\nlazy",
  "> ```\n> # x",
  "- # in a list\n\n  ## there too",
  "1. one\n2. two\n   ===",
  "| a | b |\n|---|---|\n| # no | x |",
  "<div>\n# no\n</div>",
  "<!-- # no\n\n# no -->",
  "[ref]: /url 'title'",
  "***",
  "    ",
  "\t",
  "",
);

const block = fc.oneof(
  { weight: 4, arbitrary: heading },
  { weight: 1, arbitrary: underlined },
  { weight: 5, arbitrary: other },
);

/** What a document may begin with; mostly nothing. */
const beginning = fc.constantFrom(
  "",
  "",
  "",
  "---\ntitle: x\n---\n",
  "---\n---\n\n",
  "---\na: 1\n...\n",
  "---\nnever: closed\n\n",
);

/** Documents with `\n` line breaks. An unclosed fence or comment occurs only at the end, and rarely. */
export const documents = fc
  .tuple(
    beginning,
    fc.array(fc.tuple(block, fc.constantFrom("\n", "\n\n", "\n\n", "\n\n\n", "\n  \n")), { maxLength: 14 }),
    fc.constantFrom("", "", "", "last", "last\n", "```\n# open", "<!-- open\n\n"),
  )
  .map(([start, blocks, end]) => start + blocks.map(([text, gap]) => text + gap).join("") + end);
