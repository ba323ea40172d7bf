import { expect, it } from "vitest";
import { readPackage } from "../formats/read-package";
import { packageOf } from "./packages.fixture";

type Format = Parameters<typeof readPackage>[1];

const read = (parts: Record<string, string>, format: Format) =>
  readPackage(packageOf(parts), format, "a").paragraphs.map(({ kind, text }) => [kind, text]);

const address = "http://schemas.openxmlformats.org";
const relations = (...rows: [id: string, type: string, target: string, mode?: string][]) =>
  `<Relationships xmlns="${address}/package/2006/relationships">${rows
    .map(
      ([id, type, target, mode]) =>
        `<Relationship Id="${id}" Type="${address}/officeDocument/2006/relationships/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ""}/>`,
    )
    .join("")}</Relationships>`;
const root = (target: string) => ({ "_rels/.rels": relations(["r1", "officeDocument", target]) });

it("a workbook is read row by row, sheets by their names, shared and inline strings, formulas by their values", () => {
  const main = `xmlns="${address}/spreadsheetml/2006/main" xmlns:r="${address}/officeDocument/2006/relationships"`;
  const parts = {
    ...root("xl/workbook.xml"),
    "xl/workbook.xml": `<workbook ${main}><sheets><sheet name="Second" sheetId="2" r:id="b"/><sheet name="First" sheetId="1" r:id="a"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      ["a", "worksheet", "worksheets/sheet1.xml"],
      ["b", "worksheet", "/xl/worksheets/sheet2.xml"],
      ["s", "sharedStrings", "sharedStrings.xml"],
    ),
    "xl/sharedStrings.xml": `<sst ${main}><si><t>shared</t></si><si><r><t>two </t></r><r><t>runs</t></r><rPh><t>phonetic</t></rPh></si></sst>`,
    "xl/worksheets/sheet1.xml": `<worksheet ${main}><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"/><row r="3"><c r="A3"><f>1+1</f><v>2</v></c><c r="B3" t="inlineStr"><is><t>inline</t></is></c><c r="C3" t="b"><v>1</v></c></row></sheetData></worksheet>`,
    "xl/worksheets/sheet2.xml": `<worksheet ${main}><sheetData/></worksheet>`,
  };
  expect(read(parts, "xlsx")).toEqual([
    ["heading", "Second"],
    ["heading", "First"],
    ["table_row", "shared | two runs"],
    ["table_row", "2 | inline | TRUE"],
  ]);
});

it("a presentation is read slide by slide in its own order, with tables and notes; external content is not fetched", () => {
  const spaces = `xmlns:a="${address}/drawingml/2006/main" xmlns:p="${address}/presentationml/2006/main" xmlns:r="${address}/officeDocument/2006/relationships"`;
  const shape = (type: string, text: string) =>
    `<p:sp><p:nvSpPr><p:nvPr>${type && `<p:ph type="${type}"/>`}</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const slide = (inner: string) => `<p:sld ${spaces}><p:cSld><p:spTree>${inner}</p:spTree></p:cSld></p:sld>`;
  const parts = {
    ...root("ppt/presentation.xml"),
    "ppt/presentation.xml": `<p:presentation ${spaces}><p:sldIdLst><p:sldId id="1" r:id="two"/><p:sldId id="2" r:id="one"/><p:sldId id="3" r:id="gone"/></p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relations(
      ["one", "slide", "slides/slide1.xml"],
      ["two", "slide", "slides/slide2.xml"],
      ["gone", "slide", "http://example.com/slide.xml", "External"],
    ),
    "ppt/slides/slide1.xml": slide(
      `${shape("title", "Title one")}${shape("", "body")}${shape("sldNum", "7")}<a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>x</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>y</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl>`,
    ),
    "ppt/slides/_rels/slide1.xml.rels": relations(["n", "notesSlide", "../notesSlides/notesSlide1.xml"]),
    "ppt/notesSlides/notesSlide1.xml": slide(shape("body", "say this")),
    "ppt/slides/slide2.xml": slide(shape("ctrTitle", "Comes first")),
  };
  expect(read(parts, "pptx")).toEqual([
    ["heading", "Comes first"],
    ["heading", "Title one"],
    ["slide_text", "body"],
    ["table_row", "x | y"],
    ["note", "say this"],
  ]);
});

it("OpenDocument sheets and slides are read by their names; huge repetitions of empty cells cost nothing", () => {
  const spaces = ["office", "text", "table", "presentation"]
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .concat('xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"')
    .join(" ");
  const content = (body: string) => ({
    "content.xml": `<office:document-content ${spaces}><office:body>${body}</office:body></office:document-content>`,
  });
  const sheet = `<office:spreadsheet><table:table table:name="Sheet"><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell/><table:table-cell><text:p>c</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16384"/></table:table-row><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="999999999"/></table:table-row></table:table></office:spreadsheet>`;
  expect(read(content(sheet), "ods")).toEqual([
    ["heading", "Sheet"],
    ["table_row", "a |  | c"],
  ]);
  const slides = `<office:presentation><draw:page draw:name="Intro"><draw:frame><draw:text-box><text:p>hello</text:p></draw:text-box></draw:frame><presentation:notes><draw:frame><draw:text-box><text:p>aside</text:p></draw:text-box></draw:frame></presentation:notes></draw:page></office:presentation>`;
  expect(read(content(slides), "odp")).toEqual([
    ["heading", "Intro"],
    ["slide_text", "hello"],
    ["note", "aside"],
  ]);
});
