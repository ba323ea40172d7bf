import type { OfficeRange, OfficeSheet, OfficeUnshown } from "../../../../core/office/office-view";
import { type CellRange, cellName, parseRange } from "../../../../core/office/sheet-address";
import { readPart, relationsOf } from "../package/package-parts";
import { prefixOf } from "../package/splice-xml";
import { inRoot } from "../package/xml-root";
import type { ZipPackage } from "../package/zip";
import { sheetCell } from "../sheet/read-sheets";
import { cellLike, SHEET_PROTECTED, type SheetsView, type ViewCell, viewCell } from "../sheet/sheet-view";
import { SharedFormulas, xlsxCell } from "./cells";
import { noteTexts } from "./comments";
import { columnSpan, scanSheet, type WrittenCell } from "./scan";
import { openWorkbook } from "./workbook";

type KnownSheet = {
  facts: OfficeSheet;
  part: string | null;
  xml: string;
  /** The ranges of the rows that have cells. */
  rows: Map<number, { from: number; to: number }>;
  /** Whether rows state their numbers, so that a part of them can be read on its own. */
  isNumbered: boolean;
  formulas: SharedFormulas;
  links: Map<string, string>;
  comments: ReadonlyMap<string, string>;
};

/** A workbook for display. Its sheets are scanned once; cells are read from their rows on request. */
export function xlsxView(zip: ZipPackage): SheetsView {
  const book = openWorkbook(zip);
  const stylesPart = book.relations.find(({ type }) => type === "styles")?.target;
  // Damaged styles are an error here, not later in the middle of the cells.
  book.appearanceOf(0);
  const known = book.sheets.map(({ name, part, state }) => sheetOf(zip, name, part, state));
  return {
    sheets: known.map(({ facts }) => facts),
    cells(sheet, range) {
      const own = known[sheet];
      if (own === undefined || own.part === null) return [];
      const { xml } = own;
      const cells: ViewCell[] = [];
      scanSheet(own.isNumbered ? rowsOf(xml, own.rows, range) : xml, {
        cell(written) {
          const { row, column } = written.ref;
          if (row < range.top || row > range.bottom || column < range.left || column > range.right) return;
          const cell = shown(own, written);
          if (cell !== null) cells.push(cell);
        },
      });
      return cells;
    },
    isReadByRows: (sheet) => known[sheet]?.isNumbered ?? false,
    rowKeys(sheet) {
      const own = known[sheet];
      if (own === undefined || own.part === null || !own.isNumbered) return null;
      const { xml } = own;
      return new Map([...own.rows].map(([row, { from, to }]) => [row, xml.slice(from, to)]));
    },
    common: stylesPart === undefined ? "" : String(zip.entries.get(stylesPart)?.crc),
  };

  function shown({ formulas, links, comments }: KnownSheet, written: WrittenCell): ViewCell | null {
    const style = Number(written.style ?? 0);
    const cellStyle = book.appearanceOf(style);
    const cell = xlsxCell(book, written, formulas.of(written));
    const format = book.formatOf(style);
    const whole = { ...cellStyle, ...(format === "General" ? {} : { format }) };
    const name = cellName(written.ref);
    const comment = comments.get(name);
    const link = links.get(name);
    const isPlain = Object.keys(cellStyle).length === 0 && comment === undefined && link === undefined;
    if (cell === null && isPlain) return null;
    const empty = sheetCell({ ref: written.ref, kind: "empty", value: null, shown: "" }, null);
    return cellLike(viewCell(cell ?? empty, whole), {
      ...(comment === undefined ? {} : { comment }),
      ...(link === undefined ? {} : { link }),
    });
  }
}

/** Some rows of a sheet as a separate sheet. */
function rowsOf(xml: string, rows: KnownSheet["rows"], { top, bottom }: OfficeRange): string {
  let from = -1;
  let to = -1;
  for (let row = top; row <= bottom; row++) {
    const span = rows.get(row);
    if (span === undefined) continue;
    if (from < 0) from = span.from;
    to = span.to;
  }
  if (from < 0) return inRoot(xml, 0, 0).xml;
  const prefix = prefixOf(xml, { from });
  const whole = inRoot(xml, from, to).xml;
  const start = whole.length - (to - from) - (whole.length - whole.lastIndexOf("</"));
  return `${whole.slice(0, start)}<${prefix}sheetData>${xml.slice(from, to)}</${prefix}sheetData>${whole.slice(start + to - from)}`;
}

/** The width of a character in the default font, in points: widths are stored in characters. */
const characterWidth = 5.25;
const MAX_LISTED = 10_000;

function sheetOf(zip: ZipPackage, name: string, part: string | null, state: OfficeSheet["state"]): KnownSheet {
  const facts: OfficeSheet = {
    name,
    state,
    rows: 0,
    columns: 0,
    cellCount: 0,
    columnWidths: [],
    hiddenRows: [],
    rowHeights: [],
    merged: [],
    frozen: { rows: 0, columns: 0 },
    unshown: [],
    locked: part === null ? "This sheet has no cells." : null,
  };
  const known: KnownSheet = {
    facts,
    part,
    xml: "",
    rows: new Map(),
    isNumbered: true,
    formulas: new SharedFormulas(),
    links: new Map(),
    comments: new Map(),
  };
  const xml = part === null ? null : readPart(zip, part);
  if (part === null || xml === null) return { ...known, part: null };
  const relations = relationsOf(zip, part);
  const outside = new Map(relationsOf(zip, part, "outside").map(({ id, target }) => [id, target]));
  known.xml = xml;
  let row = { row: 0, from: 0 };
  let before = 0;
  scanSheet(xml, {
    row(written, attribute) {
      if (attribute("r") === null || written.row <= before) known.isNumbered = false;
      before = written.row;
      row = written;
      const height = Number(attribute("ht"));
      const above = facts.rowHeights.at(-1);
      if (above?.to === written.row - 1 && above.height === height) above.to = written.row;
      else if (height > 0 && height < 1000 && facts.rowHeights.length < MAX_LISTED)
        facts.rowHeights.push({ from: written.row, to: written.row, height });
      if (attribute("hidden") !== "1") return;
      const last = facts.hiddenRows.at(-1);
      if (last?.to === written.row - 1) last.to = written.row;
      else if (facts.hiddenRows.length < MAX_LISTED) facts.hiddenRows.push({ from: written.row, to: written.row });
    },
    rowEnd: (_from, to) => void known.rows.set(row.row, { from: row.from, to }),
    cell(written) {
      if (written.formula !== null) known.formulas.of(written);
      if (!written.hasValue && written.formula === null) return;
      facts.cellCount++;
      facts.rows = Math.max(facts.rows, written.ref.row);
      facts.columns = Math.max(facts.columns, written.ref.column);
    },
    merged(range) {
      if (facts.merged.length < MAX_LISTED) facts.merged.push(plainRange(range));
    },
    other(element, tag) {
      if (element === "s:col") {
        const span = columnSpan(tag.attribute("min"), tag.attribute("max"));
        if (span === null || facts.columnWidths.length >= MAX_LISTED) return;
        const width = Math.round((Number(tag.attribute("width")) || 8.43) * characterWidth * 10) / 10 + 4;
        facts.columnWidths.push({ ...span, width, isHidden: tag.attribute("hidden") === "1" });
      } else if (element === "s:pane" && /^frozen/.test(tag.attribute("state") ?? ""))
        facts.frozen = { rows: Number(tag.attribute("ySplit")) || 0, columns: Number(tag.attribute("xSplit")) || 0 };
      else if (element === "s:sheetProtection" && /^(?:1|true)$/.test(tag.attribute("sheet") ?? ""))
        facts.locked = SHEET_PROTECTED;
      else if (element === "s:hyperlink") {
        const range = parseRange(tag.attribute("ref") ?? "");
        const target = outside.get(tag.attribute("rel:id") ?? "") ?? tag.attribute("location");
        if (range !== null && target !== null) known.links.set(cellName(range.from), target);
      }
    },
  });
  const drawings = relations.filter(({ type }) => type === "drawing").flatMap(({ target }) => relationsOf(zip, target));
  const count = (what: OfficeUnshown, number: number): void => {
    if (number > 0) facts.unshown.push({ what, count: number });
  };
  count("chart", drawings.filter(({ type }) => /^chart/.test(type)).length);
  count("image", drawings.filter(({ type }) => type === "image").length);
  count("table", relations.filter(({ type }) => type === "pivotTable").length);
  const comments = relations.find(({ type }) => type === "comments")?.target;
  return { ...known, comments: noteTexts(comments === undefined ? null : readPart(zip, comments)) };
}

const plainRange = ({ from, to }: CellRange): OfficeRange => ({
  top: from.row,
  left: from.column,
  bottom: to.row,
  right: to.column,
});
