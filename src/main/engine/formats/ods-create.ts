import { newCell, type OdsNames } from "./ods-write-cell";
import type { CellValue } from "./office-format";
import { newPackage } from "./package-writer";
import { cellName } from "./sheet-address";
import { type NewSheet, newSheets } from "./sheet-create";
import { cellInput } from "./sheet-input";
import { daysOfIso } from "./sheet-number-format";
import { escapedAttribute } from "./splice-xml";

const oasis = "urn:oasis:names:tc:opendocument:xmlns:";
const spaces = `${Object.entries({
  office: "office",
  style: "style",
  text: "text",
  table: "table",
  number: "datastyle",
  meta: "meta",
})
  .map(([prefix, name]) => `xmlns:${prefix}="${oasis}${name}:1.0"`)
  .join(" ")} xmlns:fo="${oasis}xsl-fo-compatible:1.0" xmlns:of="${oasis}of:1.2"`;
const declared = '<?xml version="1.0" encoding="UTF-8"?>\n';
const names: OdsNames = { office: "office:", table: "table:", text: "text:", calcext: null };
const type = "application/vnd.oasis.opendocument.spreadsheet";

/** A new OpenDocument spreadsheet with the sheets that the content makes; ISO dates become dates. */
export function createOds(content: string): Uint8Array {
  const sheets = newSheets(content);
  const widths = [...new Set(sheets.flatMap(({ widths: own }) => own))];
  const parts = {
    mimetype: type,
    "content.xml": `${declared}<office:document-content ${spaces} office:version="1.3"><office:automatic-styles>${dateStyles}${widths
      .map(
        (width) =>
          `<style:style style:name="co${width}" style:family="table-column"><style:table-column-properties style:column-width="${(width * 0.2).toFixed(2)}cm"/></style:style>`,
      )
      .join(
        "",
      )}</office:automatic-styles><office:body><office:spreadsheet>${sheets.map(sheetXml).join("")}</office:spreadsheet></office:body></office:document-content>`,
    "styles.xml": `${declared}<office:document-styles ${spaces} office:version="1.3"><office:styles><style:default-style style:family="table-cell"><style:text-properties fo:font-family="Liberation Sans" fo:font-size="10pt"/></style:default-style><style:style style:name="Default" style:family="table-cell"/></office:styles></office:document-styles>`,
    "meta.xml": `${declared}<office:document-meta ${spaces} office:version="1.3"><office:meta><meta:generator>Galley</meta:generator></office:meta></office:document-meta>`,
    "META-INF/manifest.xml": `${declared}<manifest:manifest xmlns:manifest="${oasis}manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:version="1.3" manifest:media-type="${type}"/>${[
      "content.xml",
      "styles.xml",
      "meta.xml",
    ]
      .map((part) => `<manifest:file-entry manifest:full-path="${part}" manifest:media-type="text/xml"/>`)
      .join("")}</manifest:manifest>`,
  };
  return newPackage(new Map(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)])));
}

const day =
  '<number:year number:style="long"/><number:text>-</number:text><number:month number:style="long"/><number:text>-</number:text><number:day number:style="long"/>';
const time =
  '<number:text> </number:text><number:hours number:style="long"/><number:text>:</number:text><number:minutes number:style="long"/>';
const dateStyles = `<number:date-style style:name="day">${day}</number:date-style><number:date-style style:name="moment">${day}${time}</number:date-style><style:style style:name="ceDay" style:family="table-cell" style:parent-style-name="Default" style:data-style-name="day"/><style:style style:name="ceMoment" style:family="table-cell" style:parent-style-name="Default" style:data-style-name="moment"/><style:style style:name="ceHeading" style:family="table-cell" style:parent-style-name="Default"><style:table-cell-properties fo:border-bottom="0.5pt solid #000000"/><style:text-properties fo:font-weight="bold"/></style:style>`;

function sheetXml({ name, rows, hasHeading, widths }: NewSheet): string {
  const columns = widths.map(
    (width) => `<table:table-column table:style-name="co${width}" table:default-cell-style-name="Default"/>`,
  );
  const written = rows.map((values, down) => {
    const cells = values.map((value, right) => {
      const input = cellInput(value, cellName({ row: down + 1, column: right + 1 }));
      const style = hasHeading && down === 0 ? "ceHeading" : styleFor(value);
      const cell = newCell(input, names, style === "ceDay" || style === "ceMoment" ? "date" : "other");
      return style === null ? cell : cell.replace("<table:table-cell", `<table:table-cell table:style-name="${style}"`);
    });
    return `<table:table-row>${cells.join("") || "<table:table-cell/>"}</table:table-row>`;
  });
  const body = written.length === 0 ? "<table:table-row><table:table-cell/></table:table-row>" : written.join("");
  return `<table:table table:name="${escapedAttribute(name)}">${columns.join("") || "<table:table-column/>"}${body}</table:table>`;
}

function styleFor(value: CellValue): string | null {
  if (typeof value !== "string" || daysOfIso(value, 1900) === null) return null;
  return value.length > 10 ? "ceMoment" : "ceDay";
}
