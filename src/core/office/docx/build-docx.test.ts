import { expect, test } from "vitest";
import { docxPackage } from "./build-docx";
import { captionLabel, isNumbered } from "./caption-labels";
import type { DocxPlan, Marks, Paragraph, Part, Run } from "./docx-plan";

const textRun = (text: string, marks: Marks = {}): Run => ({ kind: "text", text, marks });
const paragraph = (runs: Run[], more: Partial<Paragraph> = {}): Paragraph => ({
  kind: "paragraph",
  style: "text",
  runs,
  indent: 0,
  anchors: [],
  ...more,
});

/** The parts with text of the written package, by name. */
function built(parts: Part[], more: Partial<DocxPlan> = {}): Record<string, string> {
  const written = docxPackage({
    title: "T",
    han: "zh-CN",
    paper: { width: 210, height: 297, margin: 25 },
    parts,
    notes: {},
    ...more,
  });
  return Object.fromEntries([...written].map(([name, part]) => [name, typeof part === "string" ? part : ""]));
}

const body = (parts: Part[], more: Partial<DocxPlan> = {}) => built(parts, more)["word/document.xml"] ?? "";

test("headings have Word's own styles and bookmarks for links", () => {
  const xml = body([
    paragraph([textRun("A title")], { style: "heading", level: 2, anchors: ["a-title"] }),
    paragraph([{ kind: "link", address: "#a-title", runs: [textRun("there")] }]),
  ]);
  expect(xml).toContain('<w:pStyle w:val="Heading2"/>');
  const name = /<w:bookmarkStart w:name="([^"]+)"/.exec(xml)?.[1];
  expect(name).toMatch(/^_a_title_\w+$/);
  expect(xml).toContain(`w:anchor="${name}"`);
});

test("external links are relationships, not fields", () => {
  const parts = built([paragraph([{ kind: "link", address: "https://example.com/?a=1&b=2", runs: [textRun("x")] }])]);
  expect(parts["word/_rels/document.xml.rels"]).toContain('Target="https://example.com/?a=1&amp;b=2"');
  expect(parts["word/document.xml"]).not.toContain("instrText");
});

test("each numbered list counts separately, from its own start", () => {
  const item = (list: number, start: number) =>
    paragraph([textRun("x")], { item: { list, level: 0, kind: "numbers", start } });
  const parts = built([item(1, 1), item(1, 1), paragraph([textRun("between")]), item(2, 1), item(3, 5)]);
  const numbers = [...(parts["word/document.xml"] ?? "").matchAll(/<w:numId w:val="(\d+)"/g)].map(([, id]) => id);
  expect(numbers[0]).toBe(numbers[1]);
  expect(new Set(numbers).size).toBe(3);
  expect(parts["word/numbering.xml"]).toContain('<w:start w:val="5"/>');
});

test("a list in a quote is indented like the quote, and its bar continues that of the quote", () => {
  const item = (level: number) => ({ list: 1, level, kind: "bullets", start: 1 }) as const;
  const xml = body([
    paragraph([textRun("said")], { style: "quote", indent: 1, bar: "8B867B" }),
    paragraph([textRun("one")], { style: "quote", indent: 2, bar: "8B867B", item: item(0) }),
    paragraph([textRun("plain")], { indent: 1, item: item(0) }),
  ]);
  expect([...xml.matchAll(/<w:ind [^>]*>/g)].map(([ind]) => ind)).toEqual([
    '<w:ind w:left="420"/>',
    '<w:ind w:left="840" w:hanging="320"/>',
  ]);
  // 5 points further, as the mark of the item is 5 points to the right of the quote's text.
  expect([...xml.matchAll(/w:space="(\d+)"/g)].map(([, space]) => space)).toEqual(["8", "13"]);
});

test("notes become footnotes, and a missing note is left out", () => {
  const parts = built([paragraph([textRun("a"), { kind: "note", number: 1 }, { kind: "note", number: 9 }])], {
    notes: { 1: [paragraph([textRun("the note")])] },
  });
  expect(parts["word/footnotes.xml"]).toContain("the note");
  expect([...(parts["word/document.xml"] ?? "").matchAll(/footnoteReference/gi)].length).toBeGreaterThan(0);
  expect(parts["word/document.xml"]).not.toContain('w:id="9"');
});

test("a note that is referred to twice is one footnote, and its number the second time", () => {
  const note: Run = { kind: "note", number: 1 };
  const parts = built([paragraph([note, textRun("a")]), paragraph([note]), paragraph([{ kind: "note", number: 2 }])], {
    notes: { 1: [paragraph([textRun("one")])], 2: [paragraph([textRun("two")])] },
  });
  const xml = parts["word/document.xml"] ?? "";
  expect([...xml.matchAll(/footnoteReference w:id="(\d)"/g)].map(([, id]) => id)).toEqual(["1", "2"]);
  expect(xml).toContain('<w:bookmarkStart w:name="_Note_1"');
  expect(xml).toMatch(/NOTEREF _Note_1 \\f \\h .*<w:t xml:space="preserve">1<\/w:t>/);
});

test("a column of a table is as wide as what it holds", () => {
  const cell = (text: string) => ({ parts: [paragraph([textRun(text)])], isHead: false, columns: 1, rows: 1 });
  const xml = body([{ kind: "table", rows: [[cell("a"), cell("internationalisation")]], indent: 0 }]);
  const [narrow = 0, wide = 0] = [...xml.matchAll(/<w:gridCol w:w="(\d+)"/g)].map(([, own]) => Number(own));
  expect(wide).toBeGreaterThan(2 * narrow);
  expect(xml).toContain(`<w:tcW w:w="${wide}" w:type="dxa"/>`);
});

test("code after code, and an alert after an alert of its kind, stay two blocks", () => {
  const code = (text: string) => paragraph([textRun(text)], { style: "code" });
  const gap = /<w:p><w:pPr><w:spacing w:after="0" w:line="120" w:lineRule="exact"\/><\/w:pPr><\/w:p>/g;
  const gaps = (...parts: Part[]) => [...body(parts).matchAll(gap)].length;
  expect(gaps(code("a"), code("b"))).toBe(1);
  expect(gaps(code("a"), paragraph([textRun("b")]))).toBe(0);
  const alert = (style: Paragraph["style"], bar: string) => paragraph([textRun("x")], { style, bar, indent: 1 });
  expect(gaps(alert("text", "28589E"), alert("alert title", "28589E"))).toBe(1);
  expect(gaps(alert("text", "28589E"), alert("alert title", "8A5200"))).toBe(0);
});

test("an alert's title is at the side of the text below it", () => {
  const xml = body([
    paragraph([textRun("Note")], { style: "alert title", bar: "28589E", indent: 1, direction: "rtl" }),
  ]);
  expect(xml).toContain('<w:pBdr><w:right w:val="single"');
  expect(xml).toContain("<w:bidi/>");
});

test("characters that XML does not allow are dropped", () => {
  const xml = body([paragraph([textRun("a\u0000b\ud800c<w:p/>&amp;")])]);
  expect(xml).toContain("a\ufffdb\ufffdc&lt;w:p/&gt;&amp;amp;");
});

test("a table repeats its header row, and a paragraph follows it where Word requires one", () => {
  const cell = (text: string, isHead = false) => ({ parts: [paragraph([textRun(text)])], isHead, columns: 1, rows: 1 });
  const xml = body([
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

test("formulas become OMML, and Han characters have their own font", () => {
  const math = [
    {
      name: "m:f",
      children: [
        { name: "m:num", children: ["1"] },
        { name: "m:den", children: ["2"] },
      ],
    },
  ];
  const parts = built([paragraph([{ kind: "math", math }])], { han: "ja" });
  expect(parts["word/document.xml"]).toContain("<m:oMath><m:f><m:num>1</m:num><m:den>2</m:den></m:f></m:oMath>");
  expect(parts["word/styles.xml"]).toContain('w:eastAsia="MS Mincho"');
});

test("a cell over two rows and two columns continues below, in its own columns", () => {
  const cell = (text: string, columns = 1, rows = 1) => ({
    parts: [paragraph([textRun(text)])],
    isHead: false,
    columns,
    rows,
  });
  const xml = body([
    {
      kind: "table",
      indent: 0,
      rows: [[cell("wide", 2, 2), cell("b")], [cell("c")], [cell("d"), cell("e"), cell("f")]],
    },
  ]);
  const rows = [...xml.matchAll(/<w:tr>.*?<\/w:tr>/g)].map(([row]) => row);
  expect(rows[0]).toContain('<w:gridSpan w:val="2"/><w:vMerge w:val="restart"/>');
  expect(rows[1]).toMatch(/<w:gridSpan w:val="2"\/><w:vMerge\/><\/w:tcPr><w:p\/><\/w:tc>.*>c</);
  expect(rows[2]).not.toContain("vMerge");
  expect(xml.match(/<w:gridCol /g)).toHaveLength(3);
});

test("a picture that occurs twice is stored once, and an SVG comes with a PNG", () => {
  const png = Uint8Array.of(1, 2, 3);
  const common = { width: 10, height: 20, alt: 'a "b"' };
  const written = docxPackage({
    title: "T",
    han: "zh-CN",
    paper: { width: 210, height: 297, margin: 25 },
    notes: {},
    parts: [
      paragraph([
        { kind: "picture", picture: { type: "png", bytes: png, ...common } },
        { kind: "picture", picture: { type: "png", bytes: Uint8Array.from(png), ...common } },
        { kind: "picture", picture: { type: "svg", bytes: Uint8Array.of(9), fallback: Uint8Array.of(8), ...common } },
      ]),
    ],
  });
  const media = [...written.keys()].filter((name) => name.startsWith("word/media/"));
  expect(media).toEqual(["word/media/image1.png", "word/media/image2.png", "word/media/image3.svg"]);
  const xml = String(written.get("word/document.xml"));
  expect(xml.match(/<w:drawing>/g)).toHaveLength(3);
  expect(xml).toContain('descr="a &quot;b&quot;"');
  expect(xml).toContain("svgBlip");
});

test("Hebrew and Arabic paragraphs run from right to left, with their bar, alignment and columns", () => {
  const xml = body([
    paragraph([textRun("שלום Word, עולם")], { style: "quote", bar: "8B867B", align: "left" }),
    paragraph([textRun("English שלום")]),
    paragraph([textRun("12")]),
    paragraph([textRun("x = 'שלום'")], { style: "code" }),
  ]);
  const [hebrew = "", english = "", number = "", code = ""] = xml.match(/<w:p>.*?<\/w:p>/g) ?? [];
  expect(hebrew).toMatch(/<w:pBdr><w:right [^>]*\/><\/w:pBdr><w:bidi\/>.*<w:jc w:val="right"\/>/);
  expect(hebrew).toContain('<w:r><w:rPr><w:rtl/></w:rPr><w:t xml:space="preserve">שלום </w:t></w:r>');
  expect(hebrew).toContain('<w:r><w:t xml:space="preserve">Word</w:t></w:r>');
  expect(hebrew).toContain('<w:rtl/></w:rPr><w:t xml:space="preserve">, עולם</w:t>');
  expect(english).not.toContain("<w:bidi/>");
  expect(english).toContain('<w:rtl/></w:rPr><w:t xml:space="preserve">שלום</w:t>');
  expect(number).not.toContain("<w:bidi/>");
  expect(code).not.toContain("<w:bidi/>");
});

test("a table of Arabic has its first column at the right, and its numbers too", () => {
  const cell = (text: string) => ({ parts: [paragraph([textRun(text)])], isHead: false, columns: 1, rows: 1 });
  const xml = body([{ kind: "table", indent: 0, rows: [[cell("السعر"), cell("100")]] }]);
  expect(xml).toContain("<w:tblPr><w:bidiVisual/><w:tblW ");
  expect(xml).toMatch(/<w:bidi\/><\/w:pPr><w:r><w:rPr><w:rtl\/><\/w:rPr><w:t xml:space="preserve">100</);
});

test("author, date and language are the document's own, and an unknown author is left out", () => {
  const about = {
    authors: ["Ada & Co", "Bob"],
    created: "2026-01-02T00:00:00Z",
    lang: "en-GB",
    authorship: "Words by 71 % Ann, 29 % R&D.",
  };
  const written = built([paragraph([textRun("a")])], about);
  const core = written["docProps/core.xml"] ?? "";
  expect(core).toContain("<dc:creator>Ada &amp; Co; Bob</dc:creator>");
  expect(core).toContain('<dcterms:created xsi:type="dcterms:W3CDTF">2026-01-02T00:00:00Z</dcterms:created>');
  expect(core).toContain("<dc:description>Words by 71 % Ann, 29 % R&amp;D.</dc:description>");
  expect(core).toContain("<dc:language>en-GB</dc:language>");
  expect(written["word/styles.xml"]).toContain('<w:lang w:val="en-GB" w:eastAsia="zh-CN"/>');
  const hebrew = built([paragraph([textRun("א")])], { lang: "he" });
  expect(hebrew["word/styles.xml"]).toContain('<w:lang w:eastAsia="zh-CN" w:bidi="he"/>');
  expect(built([paragraph([textRun("a")])])["docProps/core.xml"]).not.toMatch(/creator|description/);
});

test("a page break is a property of the paragraph after it, so that no page stays empty", () => {
  const pageBreak = paragraph([], { style: "page break" });
  const text = paragraph([textRun("after")], { style: "heading", level: 2 });
  const written = body([pageBreak, text]);
  expect(written).toContain('<w:pPr><w:pStyle w:val="Heading2"/><w:pageBreakBefore/></w:pPr>');
  expect(written).not.toContain('<w:br w:type="page"/>');
  expect(body([pageBreak, pageBreak, text]).match(/<w:br w:type="page"\/>/g)).toHaveLength(1);
  expect(body([pageBreak])).toContain('<w:br w:type="page"/>');
  expect(body([pageBreak, { kind: "table", rows: [], indent: 0 }])).toContain('<w:br w:type="page"/>');
});

const message = (text: string, more: object = {}) => ({
  author: "Ann",
  initials: "A",
  at: "2026-01-02T03:04:05.678Z",
  text,
  ...more,
});
const edge = (which: "start" | "end", thread: number): Run => ({ kind: "comment", edge: which, thread });

test("comments overlap, with their answers on the same words, and say what is resolved", () => {
  const runs = [edge("start", 0), textRun("one "), edge("start", 1), textRun("two "), edge("end", 0), textRun("three")];
  const parts = built([paragraph(runs), paragraph([textRun("four"), edge("end", 1)])], {
    comments: [
      { words: "one two", isResolved: false, messages: [message("First"), message("Answer\nof two lines")] },
      { words: "two three four", isResolved: true, messages: [message("Second")] },
    ],
  });
  const xml = (parts["word/document.xml"] ?? "").replace(/<(?!w:comment|\/?w:p>)[^>]*>/g, "").trim();
  const mark = (name: string, id: number) => `<w:comment${name} w:id="${id}"/>`;
  const end = (id: number) => mark("RangeEnd", id) + mark("Reference", id);
  expect(xml).toBe(
    `<w:p>${mark("RangeStart", 0)}${mark("RangeStart", 1)}one ${mark("RangeStart", 2)}two ${end(0)}${end(1)}three</w:p><w:p>four${end(2)}</w:p>`,
  );
  const comments = parts["word/comments.xml"] ?? "";
  expect(comments).toContain('<w:comment w:id="0" w:author="Ann" w:date="2026-01-02T03:04:05Z" w:initials="A">');
  const ids = [...comments.matchAll(/w14:paraId="(\w{8})"/g)].map(([, id]) => id);
  expect(ids).toHaveLength(3);
  expect(parts["word/commentsExtended.xml"]).toContain(
    `<w15:commentEx w15:paraId="${ids[0]}" w15:done="0"/><w15:commentEx w15:paraId="${ids[1]}" w15:paraIdParent="${ids[0]}" w15:done="0"/><w15:commentEx w15:paraId="${ids[2]}" w15:done="1"/>`,
  );
  for (const name of ["comments", "commentsExtended"]) {
    expect(parts["[Content_Types].xml"]).toContain(`/word/${name}.xml`);
    expect(parts["word/_rels/document.xml.rels"]).toContain(`Target="${name}.xml"`);
  }
});

test("a comment whose words are not in the text stands at the end with them, and a lone mark is on nothing", () => {
  const parts = built([paragraph([edge("start", 1), textRun("text")])], {
    comments: [
      { words: "gone", isResolved: false, messages: [message("About <that>")] },
      { words: "", isResolved: false, messages: [message("Half")] },
    ],
  });
  const xml = parts["word/document.xml"] ?? "";
  expect(xml).not.toContain("commentRangeStart");
  expect(xml).toMatch(
    /<w:p><w:r><w:commentReference w:id="0"\/><\/w:r><w:r><w:commentReference w:id="1"\/><\/w:r><\/w:p><w:sectPr>/,
  );
  expect(parts["word/comments.xml"]).toContain(">“gone”</w:t>");
});

test("an author's name and a message cannot end their element", () => {
  const hostile = '"/><w:x a="&\u0000]]>';
  const parts = built([paragraph([edge("start", 0), textRun("text"), edge("end", 0)])], {
    comments: [
      { words: "text", isResolved: false, messages: [message(hostile, { author: hostile, initials: hostile })] },
    ],
  });
  const xml = parts["word/comments.xml"] ?? "";
  expect(xml).not.toContain("<w:x");
  expect(xml).not.toContain("\u0000");
  expect(xml).toContain('w:author="&quot;/&gt;&lt;w:x a=&quot;&amp;]]&gt;"');
});

test("a document without comments has no part for them", () => {
  expect(Object.keys(built([paragraph([textRun("text")])]))).not.toContain("word/comments.xml");
});

test("captions are counted by Word, an image stays with its own, and it reads the same every time", () => {
  const figure: Part[] = [
    paragraph([textRun("the picture")], { keepsNext: true }),
    paragraph([textRun("Figure "), { kind: "sequence", sequence: "Figure", number: 1 }, textRun(": The quay")], {
      style: "caption",
      keepsNext: false,
    }),
  ];
  const xml = body(figure);
  expect(xml).toContain("<w:pPr><w:keepNext/></w:pPr>");
  expect(xml).toContain('<w:pPr><w:pStyle w:val="Caption"/><w:keepNext w:val="0"/></w:pPr>');
  expect(xml).toContain('<w:instrText xml:space="preserve"> SEQ Figure \\* ARABIC </w:instrText>');
  expect(xml.replaceAll(/<w:instrText.*?<\/w:instrText>|<[^>]+>/g, "")).toContain("Figure 1: The quay");
  expect(body(figure)).toBe(xml);
});

test("the labels of captions have the document's language, and a caption with its own number keeps it", () => {
  expect(captionLabel("Figure", "de-AT")).toEqual({ before: "Abbildung ", after: ": " });
  expect(captionLabel("Table", "zh-CN")).toEqual({ before: "表 ", after: "：" });
  expect(captionLabel("Table", "tlh")).toEqual({ before: "Table ", after: ": " });
  for (const own of ["Fig. 3: x", "Table 2", "图1 x", "Abb. 12"]) expect(isNumbered(own), own).toBe(true);
  for (const none of ["The quay in 1900", "3 boats", "May 5 at noon", ""]) expect(isNumbered(none), none).toBe(false);
});
