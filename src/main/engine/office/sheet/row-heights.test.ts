import { expect, test } from "vitest";
import type { OfficeFormat } from "../../../../core/text/format";
import { packageOf } from "../package/packages.fixture";
import { OfficeModel } from "../view/office-model";

const schemas = "http://schemas.openxmlformats.org";
const main = `xmlns="${schemas}/spreadsheetml/2006/main"`;
const relations = (type: string, target: string): string =>
  `<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="r1" Type="${schemas}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;

function sheetOf(format: OfficeFormat, entries: Record<string, string>) {
  const model = new OfficeModel({ bytes: packageOf(entries), format, name: "a", version: "", imagesAt: "" }, null);
  const { content } = model;
  return content.kind === "spreadsheet" ? content.sheets[0] : undefined;
}

test("row heights are those of the file, and equal adjacent ones are one range", () => {
  const row = (at: number, height: string) => `<row r="${at}"${height}><c r="A${at}"><v>1</v></c></row>`;
  const rows = `${row(1, "")}${row(2, ' ht="40.5"')}${row(3, ' ht="40.5"')}${row(5, ' ht="40.5"')}${row(6, ' ht="-3"')}`;
  const sheet = sheetOf("xlsx", {
    "_rels/.rels": relations("officeDocument", "xl/workbook.xml"),
    "xl/workbook.xml": `<workbook ${main} xmlns:r="${schemas}/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations("worksheet", "worksheets/sheet1.xml"),
    "xl/worksheets/sheet1.xml": `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
  });
  expect(sheet?.rowHeights).toEqual([
    { from: 2, to: 3, height: 40.5 },
    { from: 5, to: 5, height: 40.5 },
  ]);
});

test("the rows of an OpenDocument sheet have the heights of their styles", () => {
  const names = ["office", "table", "style", "text"];
  const spaces = names.map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`).join(" ");
  const style = `<style:style style:name="r" style:family="table-row"><style:table-row-properties style:row-height="1in"/></style:style>`;
  const cell = `<table:table-cell office:value-type="float" office:value="1"/>`;
  const rows = `<table:table-row>${cell}</table:table-row><table:table-row table:style-name="r" table:number-rows-repeated="3">${cell}</table:table-row>`;
  const sheet = sheetOf("ods", {
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": `<office:document-content ${spaces}><office:automatic-styles>${style}</office:automatic-styles><office:body><office:spreadsheet><table:table table:name="S">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });
  expect(sheet?.rowHeights).toEqual([{ from: 2, to: 4, height: 72 }]);
});
