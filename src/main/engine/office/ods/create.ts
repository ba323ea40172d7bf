import { cellName } from "../../../../core/office/sheet-address";
import { escapedAttribute } from "../../../../core/text/escape-xml";
import { newOdf } from "../odf/create";
import { checkNewFormulas } from "../sheet/cell-formulas";
import { type NewSheet, newSheets } from "../sheet/sheet-create";
import { cellInput, literally } from "../sheet/sheet-input";
import { writtenValue } from "../sheet/written-value";
import type { CellValue } from "../text/office-format";
import { newCell, type OdsNames } from "./write-cell";

const names: OdsNames = { office: "office:", table: "table:", text: "text:", calcext: null };

/** Creates an OpenDocument spreadsheet with the sheets of the content; ISO dates become dates. */
export function createOds(content: string): Uint8Array {
  const sheets = newSheets(content);
  checkNewFormulas(sheets, "ods");
  const widths = [...new Set(sheets.flatMap(({ widths: own }) => own))];
  const columns = widths.map(
    (width) =>
      `<style:style style:name="co${width}" style:family="table-column"><style:table-column-properties style:column-width="${(width * 0.2).toFixed(2)}cm"/></style:style>`,
  );
  return newOdf({
    kind: "spreadsheet",
    prefixes: ["office", "style", "text", "table", "number", "fo"],
    automaticStyles: dateStyles + columns.join(""),
    body: sheets.map(sheetXml).join(""),
    styles:
      '<office:styles><style:default-style style:family="table-cell"><style:text-properties fo:font-family="Liberation Sans" fo:font-size="10pt"/></style:default-style><style:style style:name="Default" style:family="table-cell"/></office:styles>',
  });
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
      const isHeading = hasHeading && down === 0;
      const style = isHeading ? "ceHeading" : styleFor(value);
      // A column name is text, even if it looks like a number or a formula.
      const cell = newCell(isHeading ? literally(input) : input, names);
      return style === null ? cell : cell.replace("<table:table-cell", `<table:table-cell table:style-name="${style}"`);
    });
    return `<table:table-row>${cells.join("") || "<table:table-cell/>"}</table:table-row>`;
  });
  const body = written.length === 0 ? "<table:table-row><table:table-cell/></table:table-row>" : written.join("");
  return `<table:table table:name="${escapedAttribute(name)}">${columns.join("") || "<table:table-column/>"}${body}</table:table>`;
}

function styleFor(value: CellValue): string | null {
  const written = typeof value === "string" ? writtenValue(value) : null;
  if (written?.kind !== "date") return null;
  return written.value % 1 === 0 ? "ceDay" : "ceMoment";
}
