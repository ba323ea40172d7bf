import type { CellRange, CellRef } from "../../../../core/office/sheet-address";
import { scanXml, type XmlTag } from "../package/scan-xml";
import { TextLimit } from "../package/text-limit";

const oasis = "urn:oasis:names:tc:opendocument:xmlns:";
/** The namespaces of OpenDocument spreadsheets, and the prefixes used for them here. */
export const odsPrefixes = {
  [`${oasis}office:1.0`]: "office",
  [`${oasis}text:1.0`]: "text",
  [`${oasis}table:1.0`]: "table",
  [`${oasis}drawing:1.0`]: "draw",
  [`${oasis}style:1.0`]: "style",
  [`${oasis}datastyle:1.0`]: "number",
  "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0": "calcext",
};

/** A cell element in the text, for `repeat` cells of its row from `column` on. */
export type OdsCell = {
  column: number;
  repeat: number;
  from: number;
  startTo: number;
  to: number;
  isCovered: boolean;
  /** `float`, `string`, …; empty if there is none. */
  type: string;
  value: string | null;
  formula: string | null;
  style: string | null;
  /** The name of its data validation. */
  validation: string | null;
  isError: boolean;
  /** The columns and rows of a merged cell, and of an array formula. */
  spans: { columns: number; rows: number };
  array: { columns: number; rows: number };
  /** The text of its paragraphs, each on a line; null if it has none. Excludes comments and drawings. */
  text: string | null;
  /** The ranges of its own paragraphs. */
  paragraphs: { from: number; to: number }[];
};

/** A row element, for `repeat` rows from `row` on. */
export type OdsRow = {
  row: number;
  repeat: number;
  from: number;
  startTo: number;
  to: number;
  isEmpty: boolean;
  cells: OdsCell[];
};

/** The events of a scan, in text order. */
export type OdsHandler = {
  /** `startTo` is after its start tag. */
  sheet(sheet: { name: string; style: string | null; from: number; startTo: number }, tag: XmlTag): void;
  /** Called after each row, with its cells. */
  row(row: OdsRow): void;
  /** `columns` is the number of declared columns; `from` is where its end tag begins, `columnsTo` where its columns end. */
  sheetEnd?(sheet: { from: number; columnsTo: number; columns: number }): void;
  /** The start tag of `repeat` columns, from `column` on. */
  columns?(column: number, repeat: number, tag: XmlTag): void;
  /** The start tag of a row. */
  rowStart?(row: OdsRow, tag: XmlTag): void;
  /** A picture or an embedded object, in a cell or above the sheet. */
  drawing?(what: "draw:image" | "draw:object"): void;
  /** The document's own styles, which come before its sheets. */
  style?(style: { name: string; family: string; dataStyle: string | null }): void;
  hiddenTable?(style: string): void;
  textStyle?(name: string): void;
  /** A name that the document defines; `formula` as written. */
  name?(name: string, formula: string): void;
};

const notOwn = new Set([
  "office:annotation",
  "draw:frame",
  "draw:g",
  "draw:custom-shape",
  "draw:control",
  "table:shapes",
]);
const never = new Set(["table:tracked-changes", "table:dde-links", "office:forms", "table:content-validations"]);

/** Scans the sheets of `content.xml` once; tables inside cells or drawings are not sheets. */
export function scanOds(xml: string, handler: OdsHandler): void {
  let silent = 0;
  let foreign = 0;
  let isBody = false;
  let tables = 0;
  let row: OdsRow | null = null;
  let cell: OdsCell | null = null;
  let nextRow = 1;
  let nextColumn = 1;
  let columns = 0;
  let columnsTo = 0;
  let style = "";
  let paragraph: { from: number; depth: number } | null = null;
  let afterBlank = true;
  const limit = new TextLimit();
  const add = (text: string): void => {
    limit.take(text.length);
    if (cell !== null) cell.text = (cell.text ?? "") + text;
    afterBlank = false;
  };

  scanXml(xml, odsPrefixes, {
    open(name, tag) {
      if (silent > 0 || never.has(name)) silent++;
      else if (foreign > 0 || (row !== null && notOwn.has(name)) || name === "table:shapes") {
        foreign++;
        if (tables === 1 && (name === "draw:image" || name === "draw:object")) handler.drawing?.(name);
      } else if (paragraph !== null) {
        paragraph.depth++;
        if (name === "text:s") add(" ".repeat(Math.min(repeatOf(tag, "text:c"), 10_000)));
        else if (name === "text:tab") add("\t");
        else if (name === "text:line-break") add("\n");
      } else if (!isBody) {
        if (name === "office:spreadsheet") isBody = true;
        else if (name === "style:style") {
          style = tag.attribute("style:name") ?? "";
          const family = tag.attribute("style:family") ?? "";
          handler.style?.({ name: style, family, dataStyle: tag.attribute("style:data-style-name") });
        } else if (name === "style:table-properties" && tag.attribute("table:display") === "false")
          handler.hiddenTable?.(style);
        else if (name === "number:text-style") handler.textStyle?.(tag.attribute("style:name") ?? "");
      } else if (cell !== null) {
        if (name === "text:p" || name === "text:h") {
          paragraph = { from: tag.from, depth: 0 };
          cell.text = cell.text === null ? "" : `${cell.text}\n`;
          afterBlank = true;
        } else if (name === "table:table") foreign++;
      } else if (name === "table:named-range")
        handler.name?.(tag.attribute("table:name") ?? "", `[${tag.attribute("table:cell-range-address") ?? ""}]`);
      else if (name === "table:named-expression")
        handler.name?.(tag.attribute("table:name") ?? "", tag.attribute("table:expression") ?? "");
      else if (name === "table:table") {
        if (++tables > 1) return;
        nextRow = 1;
        columns = 0;
        columnsTo = tag.to;
        const { from, to: startTo } = tag;
        const style = tag.attribute("table:style-name");
        handler.sheet({ name: tag.attribute("table:name") ?? "", style, from, startTo }, tag);
      } else if (tables !== 1) return;
      else if (name === "table:table-column") {
        const repeat = repeatOf(tag, "table:number-columns-repeated");
        handler.columns?.(columns + 1, repeat, tag);
        columns += repeat;
      } else if (name === "table:table-row") {
        const repeat = repeatOf(tag, "table:number-rows-repeated");
        const isEmpty = xml.charCodeAt(tag.to - 2) === 0x2f;
        row = { row: nextRow, repeat, from: tag.from, startTo: tag.to, to: tag.to, isEmpty, cells: [] };
        handler.rowStart?.(row, tag);
        nextRow += repeat;
        nextColumn = 1;
      } else if (row !== null && (name === "table:table-cell" || name === "table:covered-table-cell")) {
        cell = cellOf(name, tag, nextColumn);
        nextColumn += cell.repeat;
      }
    },
    close(name, from, to) {
      if (silent > 0) silent--;
      else if (foreign > 0) foreign--;
      else if (paragraph !== null) {
        if (paragraph.depth-- > 0) return;
        cell?.paragraphs.push({ from: paragraph.from, to });
        paragraph = null;
      } else if (cell !== null) {
        if (name !== "table:table-cell" && name !== "table:covered-table-cell") return;
        cell.to = to;
        row?.cells.push(cell);
        cell = null;
      } else if (name === "table:table-row" && row !== null) {
        row.to = to;
        handler.row(row);
        row = null;
      } else if (tables === 1 && (name === "table:table-column" || name.startsWith("table:table-column")))
        columnsTo = to;
      else if (name === "table:table" && tables > 0 && --tables === 0) handler.sheetEnd?.({ from, columnsTo, columns });
    },
    text(text) {
      if (silent > 0 || foreign > 0 || paragraph === null) return;
      let plain = text.replaceAll(/[ \t\r\n]+/g, " ");
      if (afterBlank && plain.startsWith(" ")) plain = plain.slice(1);
      if (plain === "") return;
      add(plain);
      afterBlank = plain.endsWith(" ");
    },
  });
}

function cellOf(name: string, tag: XmlTag, column: number): OdsCell {
  const type = tag.attribute("office:value-type") ?? "";
  return {
    column,
    repeat: repeatOf(tag, "table:number-columns-repeated"),
    from: tag.from,
    startTo: tag.to,
    to: tag.to,
    isCovered: name === "table:covered-table-cell",
    type,
    value: type === "" ? null : writtenValue(tag, type),
    formula: tag.attribute("table:formula"),
    style: tag.attribute("table:style-name"),
    validation: tag.attribute("table:content-validation-name"),
    isError: tag.attribute("calcext:value-type") === "error",
    spans: {
      columns: repeatOf(tag, "table:number-columns-spanned"),
      rows: repeatOf(tag, "table:number-rows-spanned"),
    },
    array: {
      columns: repeatOf(tag, "table:number-matrix-columns-spanned"),
      rows: repeatOf(tag, "table:number-matrix-rows-spanned"),
    },
    text: null,
    paragraphs: [],
  };
}

function writtenValue(tag: XmlTag, type: string): string | null {
  switch (type) {
    case "string":
      return tag.attribute("office:string-value");
    case "boolean":
    case "date":
    case "time":
      return tag.attribute(`office:${type}-value`);
    default:
      return tag.attribute("office:value");
  }
}

/** A repeat count: 1 if it is not a number, and limited to a hundred times the size of a sheet. */
function repeatOf(tag: XmlTag, name: string): number {
  const count = Number(tag.attribute(name) ?? 1);
  return Number.isInteger(count) && count > 0 ? Math.min(count, 100_000_000) : 1;
}

/** The range of a merged cell or an array formula; null for a single cell. */
export function rangeFrom({ row, column }: CellRef, size: { columns: number; rows: number }): CellRange | null {
  if (size.columns === 1 && size.rows === 1) return null;
  return { from: { row, column }, to: { row: row + size.rows - 1, column: column + size.columns - 1 } };
}
