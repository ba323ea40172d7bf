import { expect, it } from "vitest";
import type { OfficeFormat } from "../../../../core/text/format";
import { packageJobs } from "../jobs/package-jobs";
import { rewritePackage } from "../package/package-writer";
import { docxOf, odtOf, packageOf } from "../package/packages.fixture";
import { openZip } from "../package/zip";

const partOf = (bytes: Uint8Array, part: string) => openZip(bytes, "a").read(part)?.toString("utf8") ?? "";
const withParts = (bytes: Uint8Array, parts: Record<string, string | null>) =>
  rewritePackage(
    openZip(bytes, "a"),
    new Map(Object.entries(parts).map(([name, text]) => [name, text === null ? null : Buffer.from(text)])),
    "a",
  );
const merge = (base: Uint8Array, ours: Uint8Array, theirs: Uint8Array, format: OfficeFormat) =>
  packageJobs.merge({ base, ours, theirs, format, name: "a" });
/** What both orders give: the first is on the machine of one, the second on that of the other. */
const bothOrders = (base: Uint8Array, one: Uint8Array, other: Uint8Array, format: OfficeFormat) => [
  merge(base, one, other, format),
  merge(base, other, one, format),
];

const p = (text: string, more = "") => `<w:p><w:r><w:t>${text}</w:t>${more}</w:r></w:p>`;
const officeRelations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relations = (targets: Record<string, string>) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(targets)
    .map(([id, target]) => `<Relationship Id="${id}" Type="${officeRelations}/image" Target="${target}"/>`)
    .join("")}</Relationships>`;

it("a merge that was stored already is the same if it is made again", () => {
  const base = docxOf(p("One") + p("Two"));
  const ours = docxOf(p("Ann") + p("Two"));
  const theirs = docxOf(p("One") + p("New") + p("Two"));
  const merged = merge(base, ours, theirs, "docx") as Uint8Array;
  expect(partOf(merge(base, merged, theirs, "docx") as Uint8Array, "word/document.xml")).toBe(
    partOf(merged, "word/document.xml"),
  );
});

it("what both moved to different places is not there twice", () => {
  const texts = (...all: string[]) => docxOf(all.map((each) => p(each)).join(""));
  const base = texts("A", "B", "Moved", "C", "D");
  const results = bothOrders(base, texts("Moved", "A", "B", "C", "D"), texts("A", "B", "C", "D", "Moved"), "docx");
  expect(results).toEqual([null, null]);
});

it("a cell and a table keep what each must have", () => {
  const table = (rows: string[]) => docxOf(`<w:tbl><w:tblPr/>${rows.join("")}</w:tbl>${p("End")}`);
  const cell = (...paragraphs: string[]) => `<w:tc><w:tcPr/>${paragraphs.join("")}</w:tc>`;
  const row = (...cells: string[]) => `<w:tr>${cells.join("")}</w:tr>`;
  const inCell = (...paragraphs: string[]) => table([row(cell(...paragraphs))]);
  expect(bothOrders(inCell(p("1"), p("2")), inCell(p("1")), inCell(p("2")), "docx")).toEqual([null, null]);
  const rows = (...texts: string[]) => table(texts.map((each) => row(cell(p(each)))));
  expect(bothOrders(rows("1", "2"), rows("1"), rows("2"), "docx")).toEqual([null, null]);
  const inner = `<w:tbl><w:tblPr/>${row(cell(p("in")))}</w:tbl>`;
  expect(bothOrders(inCell(p("1"), p("2")), inCell(p("1"), inner, p("2")), inCell(p("1")), "docx")).toEqual([
    null,
    null,
  ]);
});

it("a column that one inserts is not merged with a row of the other", () => {
  const table = (...rows: string[][]) =>
    docxOf(
      `<w:tbl><w:tblPr/>${rows.map((row) => `<w:tr>${row.map((each) => `<w:tc>${p(each)}</w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>${p("End")}`,
    );
  const base = table(["a", "b"], ["c", "d"]);
  const column = table(["a", "new", "b"], ["c", "new too", "d"]);
  expect(bothOrders(base, column, table(["a", "b"], ["c", "d"], ["e", "f"]), "docx")).toEqual([null, null]);
});

it("what refers to a part or a relation that the other version deleted is not merged", () => {
  const picture = (id: string) => p("", `<w:drawing xmlns:r="${officeRelations}" r:embed="${id}"/>`);
  const rels = "word/_rels/document.xml.rels";
  const parts = { [rels]: relations({ r1: "media/a.png" }), "word/media/a.png": "png" };
  const base = withParts(docxOf(picture("r1") + p("Two") + p("Three")), parts);
  const deleted = withParts(docxOf(p("Two") + p("Three")), { [rels]: relations({}) });
  const moved = withParts(docxOf(p("Two") + p("Three") + picture("r1")), parts);
  expect(bothOrders(base, deleted, moved, "docx")).toEqual([null, null]);
  const other = withParts(docxOf(picture("r1") + p("Two") + p("Ben")), parts);
  expect(bothOrders(base, deleted, other, "docx")).not.toContain(null);
});

it("a reference to a footnote that the other version deleted is not merged", () => {
  const main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  const notes = (...ids: number[]) => ({
    "word/footnotes.xml": `<w:footnotes xmlns:w="${main}">${ids.map((id) => `<w:footnote w:id="${id}">${p("note")}</w:footnote>`).join("")}</w:footnotes>`,
  });
  const noted = p("Noted", `<w:footnoteReference w:id="1"/>`);
  const base = withParts(docxOf(noted + p("Two") + p("Three")), notes(0, 1));
  const deleted = withParts(docxOf(p("Two") + p("Three")), notes(0));
  const moved = withParts(docxOf(p("Two") + p("Three") + noted), notes(0, 1));
  expect(bothOrders(base, deleted, moved, "docx")).toEqual([null, null]);
});

it("what is written with an automatic style that means something else in the other version is not merged", () => {
  const styled = (styles: string, body: string) => {
    const odt = odtOf(body);
    const xml = partOf(odt, "content.xml").replace(
      "<office:body>",
      `<office:automatic-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0">${styles}</office:automatic-styles><office:body>`,
    );
    return withParts(odt, { "content.xml": xml });
  };
  const style = (name: string, text: string) =>
    `<style:style style:name="${name}" style:family="paragraph">${text}</style:style>`;
  const text = (name: string, content: string) => `<text:p text:style-name="${name}">${content}</text:p>`;
  const styles = style("P1", "bold") + style("P2", "red");
  const base = styled(styles, text("P1", "One") + text("P2", "Two") + text("S", "Three"));
  const renumbered = styled(style("P1", "red"), text("P1", "Two") + text("S", "Three"));
  expect(
    bothOrders(
      base,
      renumbered,
      styled(styles, text("P1", "One") + text("P2", "Two") + text("S", "Three") + text("P1", "Four")),
      "odt",
    ),
  ).toEqual([null, null]);
});

it("a title that one version gave is not lost to when the other was saved", () => {
  const core = (title: string, by: string) => ({
    "docProps/core.xml": `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>${title}</dc:title><cp:lastModifiedBy>${by}</cp:lastModifiedBy></cp:coreProperties>`,
  });
  const body = docxOf(p("One") + p("Two"));
  const base = withParts(body, core("Old", "x"));
  const titled = withParts(body, core("New", "Ann"));
  const written = withParts(docxOf(p("One") + p("Ben")), core("Old", "Ben"));
  for (const merged of bothOrders(base, titled, written, "docx"))
    expect(partOf(merged as Uint8Array, "docProps/core.xml")).toContain("New");
  expect(merge(base, titled, withParts(body, core("Other", "Ben")), "docx")).toBeNull();
});

const workbook = (sheets: string[], parts: Record<string, string> = {}, prefix = "") => {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  return packageOf({
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${officeRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${officeRelations}"><sheets>${sheets.map((_, at) => `<sheet name="S${at + 1}" sheetId="${at + 1}" r:id="r${at + 1}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets.map((_, at) => `<Relationship Id="r${at + 1}" Type="${officeRelations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join("")}</Relationships>`,
    ...Object.fromEntries(
      sheets.map((data, at) => {
        const xml = `<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`;
        const renamed = xml.replaceAll(/(<\/?)(?=\w)/g, `$1${prefix}`).replace("xmlns=", "xmlns:x=");
        return [`xl/worksheets/sheet${at + 1}.xml`, prefix === "" ? xml : renamed];
      }),
    ),
    ...parts,
  });
};
const rows = (...all: [at: number, cells: Record<string, string>][]) =>
  all
    .map(
      ([at, cells]) =>
        `<row r="${at}">${Object.entries(cells)
          .map(([column, content]) => `<c r="${column}${at}">${content}</c>`)
          .join("")}</row>`,
    )
    .join("");
const v = (value: number) => `<v>${value}</v>`;
const f = (formula: string, value: number) => `<f>${formula}</f><v>${value}</v>`;

it("a row that one inserts is noticed if there are formulas in all rows, and if the elements have a prefix", () => {
  const row = (at: number, value: number): [number, Record<string, string>] => [
    at,
    { A: v(value), B: f(`A${at}*2`, value * 2) },
  ];
  const before = rows(row(1, 3), row(2, 5), row(3, 7));
  const inserted = rows(row(1, 3), row(2, 100), row(3, 5), row(4, 7));
  const noted = rows([1, { ...row(1, 3)[1], C: f("SUM(A2:A3)", 12) }], row(2, 5), row(3, 7));
  for (const prefix of ["", "x:"]) {
    const book = (sheet: string) => workbook([sheet], {}, prefix);
    expect(bothOrders(book(before), book(inserted), book(noted), "xlsx"), prefix).toEqual([null, null]);
  }
});

it("a formula that is about another sheet is not merged with rows that moved there", () => {
  const data = rows([1, { A: v(3) }], [2, { A: v(5) }]);
  const inserted = rows([1, { A: v(3) }], [2, { A: v(9) }], [3, { A: v(5) }]);
  const formula = rows([1, { A: f("S1!A2", 5) }]);
  expect(bothOrders(workbook([data, ""]), workbook([inserted, ""]), workbook([data, formula]), "xlsx")).toEqual([
    null,
    null,
  ]);
});

it("rows that both insert are in the order of their numbers, or are not merged", () => {
  const book = (...all: number[]) =>
    workbook([rows(...all.map((at): [number, Record<string, string>] => [at, { A: v(at * 11) }]))]);
  const changed = workbook([rows([1, { A: v(11) }], [8, { A: v(88) }], [10, { A: v(5) }])]);
  expect(bothOrders(book(1, 10), book(1, 9, 10), changed, "xlsx")).toEqual([null, null]);
});

it("a cell that names a shared string by its number is not merged with other numbers", () => {
  const strings = (...all: string[]) => ({
    "xl/sharedStrings.xml": `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="${all.length}">${all.map((each) => `<si><t>${each}</t></si>`).join("")}</sst>`,
  });
  const cell = (at: number, index: number) => `<row r="${at}"><c r="A${at}" t="s"><v>${index}</v></c></row>`;
  const base = workbook([cell(1, 0) + cell(2, 1), ""], strings("x", "y"));
  const numbered = workbook([cell(1, 1) + cell(2, 0), ""], strings("y", "x"));
  const added = workbook([cell(1, 0) + cell(2, 1), cell(1, 1)], strings("x", "y"));
  expect(bothOrders(base, numbered, added, "xlsx")).toEqual([null, null]);
  const appended = workbook([cell(1, 2) + cell(2, 1), ""], strings("x", "y", "z"));
  expect(bothOrders(base, appended, added, "xlsx")).not.toContain(null);
});

it("shared formulas of both keep numbers of their own, and cells that one joined hide nothing of the other", () => {
  const shared = `<f t="shared" ref="B1:B2" si="0">A1*2</f><v>0</v>`;
  const base = workbook([rows([1, { A: v(1) }], [2, { A: v(2) }])]);
  const one = workbook([rows([1, { A: v(1), B: shared }], [2, { A: v(2) }])]);
  const other = workbook([rows([1, { A: v(1) }], [2, { A: v(2), B: shared.replaceAll("1", "2") }])]);
  expect(bothOrders(base, one, other, "xlsx")).toEqual([null, null]);
  const joined = withParts(base, {
    "xl/worksheets/sheet1.xml": partOf(base, "xl/worksheets/sheet1.xml").replace(
      "</sheetData>",
      `</sheetData><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>`,
    ),
  });
  expect(bothOrders(base, joined, one, "xlsx")).toEqual([null, null]);
});

it("rows of an OpenDocument sheet that one sorts are not merged with what the other writes beside them", () => {
  const ods = (...all: string[][]) => {
    const xml = partOf(odtOf("X"), "content.xml")
      .replaceAll("office:text>", "office:spreadsheet>")
      .replace(
        "X",
        `<table:table table:name="S">${all.map((row) => `<table:table-row>${row.map((each) => `<table:table-cell>${each === "" ? "" : `<text:p>${each}</text:p>`}</table:table-cell>`).join("")}</table:table-row>`).join("")}</table:table>`,
      );
    return packageOf({ mimetype: "application/vnd.oasis.opendocument.spreadsheet", "content.xml": xml });
  };
  const base = ods(["b", "2", ""], ["a", "1", ""], ["c", "3", ""]);
  const noted = ods(["b", "2", ""], ["a", "1", "note for a"], ["c", "3", ""]);
  expect(bothOrders(base, ods(["a", "1", ""], ["b", "2", ""], ["c", "3", ""]), noted, "ods")).toEqual([null, null]);
  expect(bothOrders(base, ods(["b", "2", ""], ["a", "1", ""], ["c", "9", ""]), noted, "ods")).not.toContain(null);
});
