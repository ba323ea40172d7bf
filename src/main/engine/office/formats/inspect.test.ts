import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { contentTypes, docxOf, odtOf, packageOf } from "../package/packages.fixture";
import { openZip, type ZipPackage } from "../package/zip";
import type { OfficeEditor } from "../text/office-format";
import { xlsxEditor } from "./sheet-editors";
import { docxEditor, odtEditor } from "./text-editors";

const sample = (name: string): ZipPackage => openZip(readFileSync(join(import.meta.dirname, "../samples", name)), name);
const rowsOf = (editor: OfficeEditor, bytes: Uint8Array) =>
  editor.read(openZip(bytes, "a"), { ids: Array.from({ length: 20 }, (_, index) => `p${index}`) }, {});
const w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relations = (...each: [type: string, target: string][]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.map(([type, target], index) => `<Relationship Id="r${index + 1}" Type="${rel}/${type}" Target="${target}"/>`).join("")}</Relationships>`;
const paragraph = (text: string, properties = ""): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

it("paragraphs of docx tell the levels of headings and list items, and their styles", () => {
  const styles = [
    ["Heading2", "heading 2", ""],
    ["berschrift", "Section", `<w:pPr><w:outlineLvl w:val="2"/></w:pPr>`],
    ["Zitat", "Quote", ""],
    ["Aufz", "List Bullet 2", `<w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr>`],
  ].map(
    ([id, name, more]) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`,
  );
  const bytes = packageOf({
    "[Content_Types].xml": contentTypes,
    "_rels/.rels": relations(["officeDocument", "word/document.xml"]),
    "word/_rels/document.xml.rels": relations(["styles", "styles.xml"]),
    "word/styles.xml": `<w:styles xmlns:w="${w}">${styles.join("")}</w:styles>`,
    "word/document.xml": `<w:document xmlns:w="${w}"><w:body>${[
      paragraph("One", `<w:pStyle w:val="Heading2"/>`),
      paragraph("Two", `<w:pStyle w:val="berschrift"/>`),
      paragraph("Three", `<w:pStyle w:val="Zitat"/>`),
      paragraph("Four", `<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>`),
      paragraph("Five", `<w:pStyle w:val="Aufz"/>`),
      paragraph("Six"),
    ].join("")}</w:body></w:document>`,
  });
  expect(rowsOf(docxEditor, bytes).items.map(({ row: { id: _, index: __, ...row } }) => row)).toEqual([
    { kind: "heading", level: 2, text: "One" },
    { kind: "heading", level: 3, style: "Section", text: "Two" },
    { kind: "paragraph", style: "Quote", text: "Three" },
    { kind: "list_item", level: 2, text: "Four" },
    { kind: "paragraph", level: 2, style: "List Bullet 2", text: "Five" },
    { kind: "paragraph", text: "Six" },
  ]);
});

it("paragraphs of odt tell them, too", () => {
  const bytes = odtOf(
    `<text:h text:outline-level="2" text:style-name="Heading_20_2">One</text:h><text:p text:style-name="Block_20_quote">Two</text:p><text:list><text:list-item><text:p>Three</text:p><text:list><text:list-item><text:p>Four</text:p></text:list-item></text:list></text:list-item></text:list><text:p text:style-name="Standard">Five</text:p>`,
  );
  expect(rowsOf(odtEditor, bytes).items.map(({ row: { id: _, index: __, ...row } }) => row)).toEqual([
    { kind: "heading", level: 2, text: "One" },
    { kind: "paragraph", style: "Block quote", text: "Two" },
    { kind: "list_item", level: 1, text: "Three" },
    { kind: "list_item", level: 2, text: "Four" },
    { kind: "paragraph", text: "Five" },
  ]);
});

it("a docx with tracked changes has a warning", () => {
  const change = `w:id="1" w:author="Ann" w:date="2026-01-01T00:00:00Z"`;
  const bytes = docxOf(
    `<w:p><w:ins ${change}><w:r><w:t>New</w:t></w:r></w:ins><w:del ${change}><w:r><w:delText>Old</w:delText></w:r></w:del></w:p>`,
  );
  expect(rowsOf(docxEditor, bytes).warnings).toEqual([
    "it has 2 tracked changes, which are kept but not shown: insertions are read as accepted, deletions are left out",
  ]);
  expect(rowsOf(docxEditor, docxOf(paragraph("Plain"))).warnings).toEqual([]);
});

it("inspect lists headers, footers, notes and comments of texts", () => {
  const bytes = packageOf({
    "[Content_Types].xml": contentTypes,
    "_rels/.rels": relations(["officeDocument", "word/document.xml"]),
    "word/_rels/document.xml.rels": relations(["header", "h.xml"], ["footer", "f.xml"], ["footnotes", "n.xml"]),
    "word/h.xml": `<w:hdr xmlns:w="${w}">${paragraph("Draft 2")}</w:hdr>`,
    "word/f.xml": `<w:ftr xmlns:w="${w}">${paragraph("Page ")}</w:ftr>`,
    "word/n.xml": `<w:footnotes xmlns:w="${w}"><w:footnote>${paragraph("See there.")}</w:footnote></w:footnotes>`,
    "word/document.xml": `<w:document xmlns:w="${w}"><w:body>${paragraph("Text")}</w:body></w:document>`,
  });
  expect(docxEditor.inspect(openZip(bytes, "a"))).toMatchObject({
    headers: ["Draft 2"],
    footers: ["Page"],
    note_texts: ["See there."],
  });
  const commented = docxEditor.inspect(sample("python-docx-comments.docx"));
  expect(commented["comments"]).toContainEqual(
    expect.objectContaining({ author: expect.any(String), about: expect.any(String) }),
  );
  const odt = odtEditor.inspect(sample("libreoffice.odt"));
  expect([odt["headers"], odt["footers"]].flat().join()).not.toBe("");
});

it("inspect lists names, validations and charts of workbooks", () => {
  const s = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const c = "http://schemas.openxmlformats.org/drawingml/2006/chart";
  const title = (text: string): string => `<c:title><a:t>${text}</a:t></c:title>`;
  const bytes = packageOf({
    "[Content_Types].xml": contentTypes,
    "_rels/.rels": relations(["officeDocument", "xl/workbook.xml"]),
    "xl/workbook.xml": `<workbook xmlns="${s}" xmlns:r="${rel}"><sheets><sheet name="My plan" sheetId="1" r:id="r1"/></sheets><definedNames><definedName name="Rate">'My plan'!$A$1</definedName><definedName name="_xlnm.Print_Area">'My plan'!$A$1</definedName></definedNames></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(["worksheet", "sheet.xml"]),
    "xl/_rels/sheet.xml.rels": relations(["drawing", "drawing.xml"]),
    "xl/_rels/drawing.xml.rels": relations(["chart", "chart.xml"]),
    "xl/sheet.xml": `<worksheet xmlns="${s}"><sheetData/><dataValidations><dataValidation type="list" sqref="A1:A3 C1"><formula1>"Yes,No"</formula1></dataValidation></dataValidations></worksheet>`,
    "xl/chart.xml": `<c:chart xmlns:c="${c}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">${title("Sales")}<c:plotArea>${title("Axis")}</c:plotArea></c:chart>`,
  });
  expect(xlsxEditor.inspect(openZip(bytes, "a"))).toMatchObject({
    charts: [{ sheet: "My plan", title: "Sales" }],
    names: [{ name: "Rate", refers_to: "'My plan'!$A$1" }],
    validations: [{ ranges: "'My plan'!A1:A3 'My plan'!C1", accepts: `one of "Yes", "No"` }],
  });
});

it("inspect lists comments and tables of workbooks", () => {
  const found = xlsxEditor.inspect(sample("openpyxl.xlsx"));
  expect(found).toMatchObject({
    comments: [expect.objectContaining({ cell: expect.stringMatching(/^Harvest!/) })],
    tables: [expect.objectContaining({ range: expect.stringMatching(/!/) })],
  });
});
