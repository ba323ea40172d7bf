import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { buildDocx } from "./docx-build";
import type { DocxPlan, Marks, Paragraph, Part, Run } from "./docx-parts";

const textRun = (text: string, marks: Marks = {}): Run => ({ kind: "text", text, marks });
const paragraph = (runs: Run[], more: Partial<Paragraph> = {}): Paragraph => ({
  kind: "paragraph",
  style: "text",
  runs,
  indent: 0,
  anchors: [],
  ...more,
});

/** The files of the built package, by name. */
async function built(parts: Part[], more: Partial<DocxPlan> = {}): Promise<Record<string, string>> {
  const bytes = await buildDocx({
    title: "T",
    han: "zh-CN",
    paper: { width: 210, height: 297, margin: 25 },
    parts,
    notes: {},
    ...more,
  });
  return Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, file]) => [name, strFromU8(file)]));
}

const body = async (parts: Part[], more: Partial<DocxPlan> = {}) =>
  (await built(parts, more))["word/document.xml"] ?? "";

test("headings have Word's own styles and bookmarks for links", async () => {
  const xml = await body([
    paragraph([textRun("A title")], { style: "heading", level: 2, anchors: ["a-title"] }),
    paragraph([{ kind: "link", address: "#a-title", runs: [textRun("there")] }]),
  ]);
  expect(xml).toContain('<w:pStyle w:val="Heading2"/>');
  const name = /<w:bookmarkStart w:name="([^"]+)"/.exec(xml)?.[1];
  expect(name).toMatch(/^_a_title_\w+$/);
  expect(xml).toContain(`w:anchor="${name}"`);
});

test("external links are relationships, not fields", async () => {
  const parts = await built([
    paragraph([{ kind: "link", address: "https://example.com/?a=1&b=2", runs: [textRun("x")] }]),
  ]);
  expect(parts["word/_rels/document.xml.rels"]).toContain('Target="https://example.com/?a=1&amp;b=2"');
  expect(parts["word/document.xml"]).not.toContain("instrText");
});

test("each numbered list counts separately, from its own start", async () => {
  const item = (list: number, start: number) =>
    paragraph([textRun("x")], { item: { list, level: 0, kind: "numbers", start } });
  const parts = await built([item(1, 1), item(1, 1), paragraph([textRun("between")]), item(2, 1), item(3, 5)]);
  const numbers = [...(parts["word/document.xml"] ?? "").matchAll(/<w:numId w:val="(\d+)"/g)].map(([, id]) => id);
  expect(numbers[0]).toBe(numbers[1]);
  expect(new Set(numbers).size).toBe(3);
  expect(parts["word/numbering.xml"]).toContain('<w:start w:val="5"/>');
});

test("notes become footnotes, and a missing note is left out", async () => {
  const parts = await built([paragraph([textRun("a"), { kind: "note", number: 1 }, { kind: "note", number: 9 }])], {
    notes: { 1: [paragraph([textRun("the note")])] },
  });
  expect(parts["word/footnotes.xml"]).toContain("the note");
  expect([...(parts["word/document.xml"] ?? "").matchAll(/footnoteReference/gi)].length).toBeGreaterThan(0);
  expect(parts["word/document.xml"]).not.toContain('w:id="9"');
});

test("characters that XML does not allow are dropped", async () => {
  const xml = await body([paragraph([textRun("a\u0000b\ud800c<w:p/>&amp;")])]);
  expect(xml).toContain("a\ufffdb\ufffdc&lt;w:p/&gt;&amp;amp;");
});

test("a table repeats its header row, and a paragraph follows it where Word requires one", async () => {
  const cell = (text: string, isHead = false) => ({ parts: [paragraph([textRun(text)])], isHead, columns: 1, rows: 1 });
  const xml = await body([
    {
      kind: "table",
      indent: 0,
      rows: [
        [cell("H", true), cell("I", true)],
        [cell("a"), cell("b")],
      ],
    },
  ]);
  expect(xml).toContain("<w:tblHeader/>");
  expect(xml).toMatch(/<\/w:tbl><w:p>/);
});

test("formulas become OMML, and Han characters have their own font", async () => {
  const math = [
    {
      name: "m:f",
      children: [
        { name: "m:num", children: ["1"] },
        { name: "m:den", children: ["2"] },
      ],
    },
  ];
  const parts = await built([paragraph([{ kind: "math", math }])], { han: "ja" });
  expect(parts["word/document.xml"]).toContain("<m:oMath><m:f><m:num>1</m:num><m:den>2</m:den></m:f></m:oMath>");
  expect(parts["word/styles.xml"]).toContain('w:eastAsia="MS Mincho"');
});
