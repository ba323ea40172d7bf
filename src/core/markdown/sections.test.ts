import fc from "fast-check";
import { expect, test } from "vitest";
import { documents, linesOf } from "../text/documents.fixture";
import { findSection } from "./section-address";
import { listSections, type Outline, ownTextEnd, parseOutline, type Section } from "./sections";

/** `path @lineStart-lineEnd` of every section. */
const shape = (text: string): string[] =>
  listSections(parseOutline(text)).map(({ path, lineStart, lineEnd }) => `${path} @${lineStart}-${lineEnd}`);

const has = (document: string, ...sections: string[]) => expect(shape(linesOf(document))).toEqual(sections);

test("a section extends to the line before the next heading of its level or above", () => {
  has("# A / a / ## B / b / ### C / ## D / # E", "a @1-6", "a/b @3-5", "a/b/c @5-5", "a/d @6-6", "e @7-7");
});

test("a final line break does not count as a line", () => {
  expect(shape("# A\ntext\n")).toEqual(["a @1-2"]);
  expect(shape("# A\ntext")).toEqual(["a @1-2"]);
  expect(parseOutline("# A\n\n").lineCount).toBe(2);
  expect(parseOutline("")).toEqual({ frontmatter: null, sections: [], lineCount: 0 });
});

test("skipped levels are kept", () => {
  has("### Deep / # Top / #### Four / ## Two", "deep @1-1", "top @2-4", "top/four @3-3", "top/two @4-4");
});

test("an underlined heading ends with its underline", () => {
  const [section] = parseOutline("Two\nlines\n---\nown\n").sections;
  expect(section).toMatchObject({ title: "Two lines", level: 2, lineStart: 1, headingEnd: 3, ownEnd: 4 });
});

test("headings in quotes, lists, fences, HTML and tables are not headings of the document", () => {
  has("> # A / / - # B / / ```` / # C / ``` / # D / ```` / / <div> / # E / </div> / / # F", "f @15-15");
  has("| a | # b | / |---|---| / | # c | # d | / # E", "e @4-4");
  has("    # A /  / \t# B / <!-- / / # C / / --> / # D", "d @9-9");
  has("- a /  / -    # B / / # C", "c @5-5");
});

test("a fence or comment that is never closed extends to the end", () => {
  has("# A / ~~~ / # B / ``` / # C", "a @1-5");
  has("# A / <!-- / # B / / # C", "a @1-5");
});

test("a row of dashes under a single cell is an underline, as GitHub sees it", () => {
  has("| a | / --- / # B", "a @1-2", "b @3-3");
});

test("front matter is a block of dashes on the first line, closed by dashes or dots", () => {
  const front = (text: string) => parseOutline(text).frontmatter;
  expect(front("---\na: 1\n---\n# A\n")).toEqual({ lineStart: 1, lineEnd: 3 });
  expect(front("---\n---")).toEqual({ lineStart: 1, lineEnd: 2 });
  expect(front("---  \na\n---\t\n")).toEqual({ lineStart: 1, lineEnd: 3 });
  expect(front("---\na: 1\n...\n# A\n\n---\n")).toEqual({ lineStart: 1, lineEnd: 3 });
  expect(front("---\na: 1\n... \t")).toEqual({ lineStart: 1, lineEnd: 3 });
  expect(front("---\na: 1\n....\n ...\n...x\n")).toBe(null);
  expect(front("...\na: 1\n...\n")).toBe(null);
  expect(front("---\na: 1\n")).toBe(null);
  expect(front("---")).toBe(null);
  expect(front("\n---\na\n---\n")).toBe(null);
  expect(front("----\na\n----\n")).toBe(null);
  expect(front("---\na\n ---\n")).toBe(null);
  expect(shape("---\n# no\n---\n# A\n")).toEqual(["a @4-4"]);
});

test("characters are counted in UTF-16 units, line breaks as one", () => {
  const [first] = parseOutline("# 😀\nab\n## B\nc").sections;
  expect(first).toMatchObject({ from: 0, charCount: 14 });
  expect(first?.children[0]).toMatchObject({ from: 8, charCount: 6 });
});

test("a title is what a reader sees, and so is its slug", () => {
  const titles: [string, string, string][] = [
    ["# *Bold* `code` [link](/url 'x') ##", "Bold code link", "bold-code-link"],
    ["# ![alt *text*](a.png) &amp; &#x41;\\*", "alt text & A*", "alt-text-a"],
    ["# <a name='x'></a>Title <br>", "Title", "title"],
    ["# ~~old~~ new", "old new", "old-new"],
    ["#\tTab\t#", "Tab", "tab"],
    ["#", "", "section"],
    ["# !?", "!?", "section"],
    ["# 概要 と Überblick", "概要 と Überblick", "概要-と-überblick"],
    ["# हिन्दी", "हिन्दी", "हिन्दी"],
    ["# U\u0308ber", "U\u0308ber", "über"],
    ["# a_b_c 1.2", "a_b_c 1.2", "a-b-c-1-2"],
    ["# [ref] and [gone]\n\n[ref]: /url", "ref and [gone]", "ref-and-gone"],
    ["two\n*lines\nof* it\n===", "two lines of it", "two-lines-of-it"],
  ];
  for (const [text, title, slug] of titles) expect(parseOutline(text).sections[0]).toMatchObject({ title, slug });
});

test("equal siblings are numbered, and no number gives a path that is already in use", () => {
  has("# A / # A / # A", "a @1-1", "a-1 @2-2", "a-2 @3-3");
  has("# A 1 / # A / # A", "a-1 @1-1", "a @2-2", "a-2 @3-3");
  has("# A / # A / # A 1", "a @1-1", "a-1 @2-2", "a-1-1 @3-3");
  has("# A / ## B / # C / ## B / ## B", "a @1-2", "a/b @2-2", "c @3-5", "c/b @4-4", "c/b-1 @5-5");
});

test("paths stay short below very long titles", () => {
  const outline = parseOutline(`# ${"word ".repeat(1000)}\n## ${"😀字".repeat(1000)}`);
  expect(outline.sections[0]?.children[0]?.path.length).toBeLessThan(410);
});

const holders = (outline: Outline): [number, number][] => {
  const spans: [number, number][] = outline.frontmatter ? [[1, outline.frontmatter.lineEnd]] : [];
  const start = (outline.frontmatter?.lineEnd ?? 0) + 1;
  const first = outline.sections[0]?.lineStart ?? outline.lineCount + 1;
  if (start < first) spans.push([start, first - 1]);
  return [...spans, ...listSections(outline).map((section): [number, number] => [section.lineStart, section.ownEnd])];
};

test("front matter, preamble and own texts cover every line once", () => {
  fc.assert(
    fc.property(documents, (text) => {
      const outline = parseOutline(text);
      let line = 0;
      for (const [from, to] of holders(outline)) {
        expect(from).toBe(line + 1);
        expect(to).toBeGreaterThanOrEqual(from);
        line = to;
      }
      expect(line).toBe(outline.lineCount);
    }),
  );
});

test("a section's size is that of its lines", () => {
  fc.assert(
    fc.property(documents, (text) => {
      const all = text.split("\n").map((line, index, { length }) => (index < length - 1 ? `${line}\n` : line));
      const textOf = (from: number, to: number) => all.slice(from - 1, to).join("");
      for (const section of listSections(parseOutline(text))) {
        const { from, charCount, lineStart, lineEnd, ownEnd } = section;
        expect(text.slice(from, from + charCount)).toBe(textOf(lineStart, lineEnd));
        expect(text.slice(from, ownTextEnd(section))).toBe(textOf(lineStart, ownEnd));
      }
    }),
  );
});

test("every path is unique and leads back to its section, as do lines and positions", () => {
  const check = (outline: Outline, sections: readonly Section[], above: string) => {
    for (const [index, section] of sections.entries()) {
      const position = `${above}#${index}`;
      for (const address of [section.path, `@${section.lineStart}`, position]) {
        expect(findSection(outline, address)).toEqual({ status: "found", target: section });
      }
      check(outline, section.children, `${position}/`);
    }
  };
  fc.assert(
    fc.property(documents, (text) => {
      const outline = parseOutline(text);
      const paths = listSections(outline).map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
      check(outline, outline.sections, "");
    }),
  );
});
