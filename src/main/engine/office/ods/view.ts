import { MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from "../../../../core/limits";
import type { OfficeCell, OfficeSheet } from "../../../../core/office/office-view";
import { type OdfStyles, odfStyles } from "../odf/styles";
import { readPart } from "../package/package-parts";
import { XmlError, type XmlTag } from "../package/scan-xml";
import type { ZipPackage } from "../package/zip";
import { sheetCell } from "../sheet/read-sheets";
import { cellLike, SHEET_PROTECTED, type SheetsView, type ViewCell, viewCell } from "../sheet/sheet-view";
import type { OdsCell } from "./scan";
import { type OdsSheet, odsCell, readOds } from "./sheets";

const MAX_LISTED = 10_000;

/** An OpenDocument spreadsheet for display, read once and kept as rows. */
export function odsView(zip: ZipPackage): SheetsView {
  const xml = readPart(zip, "content.xml");
  if (xml === null) throw new XmlError("its part content.xml is missing");
  const stylesXml = readPart(zip, "styles.xml");
  const styles = odfStyles(stylesXml, xml);
  const facts: OfficeSheet[] = [];
  const sheets = readOds(xml, (written, ref) => shown(written, ref), factsReader(styles, facts));
  for (const [index, { isHidden, rows, merged }] of sheets.entries()) {
    const own = facts[index];
    if (own === undefined) continue;
    own.state = isHidden ? "hidden" : "visible";
    own.merged = merged
      .filter(({ from }) => from.row <= MAX_SHEET_ROWS)
      .slice(0, MAX_LISTED)
      .map(({ from, to }) => ({ top: from.row, left: from.column, bottom: to.row, right: to.column }));
    own.unshown = withoutOwnPictures(own.unshown);
    addSize(own, rows);
  }
  addFrozen(readPart(zip, "settings.xml"), facts);
  const shownRows = sheets.map(({ rows }) =>
    rows.filter(({ row, filled }) => filled.length > 0 && row <= MAX_SHEET_ROWS),
  );
  const rowsOf = (sheet: number) => shownRows[sheet] ?? [];
  return {
    sheets: facts,
    cells(sheet, { top, left, bottom, right }) {
      const cells: ViewCell[] = [];
      for (const { row, repeat, filled } of rowsOf(sheet)) {
        if (row + repeat - 1 < top || row > bottom) continue;
        for (let at = Math.max(row, top); at <= Math.min(row + repeat - 1, bottom); at++)
          for (const { column: from, repeat: across, cell } of filled)
            for (let column = Math.max(left, from); column <= Math.min(right, from + across - 1); column++)
              cells.push(cellLike(cell, { row: at, column }));
      }
      return cells;
    },
    isReadByRows: () => true,
    rowKeys(sheet) {
      const keys = new Map<number, string>();
      for (const { row, repeat, filled } of rowsOf(sheet)) {
        if (keys.size > MAX_SHEET_ROWS) return null;
        // An element that repeats very many rows is compared as one row.
        const key = JSON.stringify(filled);
        for (let at = row; at < row + Math.min(repeat, 1000); at++) keys.set(at, key);
      }
      return keys;
    },
    common: "",
  };

  function shown(written: OdsCell, ref: { row: number; column: number }): ViewCell | null {
    const { textStyle, align, fill } = styles.of("table-cell", written.style);
    const whole: OfficeCell["style"] = {
      ...textStyle,
      ...(align === "center" || align === "right" ? { align } : {}),
      ...(fill === null ? {} : { fill }),
    };
    delete whole.font;
    delete whole.size;
    if (whole.color === "#000000") delete whole.color;
    const cell = odsCell(written, ref);
    if (cell === null && Object.keys(whole).length === 0) return null;
    return viewCell(cell ?? sheetCell({ ref, kind: "empty", value: null, shown: "" }, null), whole);
  }
}

/** Counts the cells with content, up to the last row and column that has one. */
function addSize(facts: OfficeSheet, rows: OdsSheet<ViewCell>["rows"]): void {
  for (const { row, repeat, filled } of rows)
    for (const { column, repeat: across, cell } of row > MAX_SHEET_ROWS ? [] : filled) {
      if (cell.type === "empty" && !cell.hasFormula) continue;
      facts.cellCount += Math.min(across, MAX_SHEET_COLUMNS) * Math.min(repeat, MAX_SHEET_ROWS);
      facts.rows = Math.max(facts.rows, Math.min(row + repeat - 1, MAX_SHEET_ROWS));
      facts.columns = Math.max(facts.columns, Math.min(column + across - 1, MAX_SHEET_COLUMNS));
    }
}

/** Collects, for each sheet, its columns, its hidden and tall rows, and how many drawings are not shown. */
function factsReader(styles: OdfStyles, sheets: OfficeSheet[]): Parameters<typeof readOds>[2] {
  return {
    sheet({ name }, tag) {
      sheets.push({
        name,
        state: "visible",
        rows: 0,
        columns: 0,
        cellCount: 0,
        columnWidths: [],
        hiddenRows: [],
        rowHeights: [],
        merged: [],
        frozen: { rows: 0, columns: 0 },
        unshown: [],
        locked: tag.attribute("table:protected") === "true" ? SHEET_PROTECTED : null,
      });
    },
    columns(column, repeat, tag) {
      const widths = sheets.at(-1)?.columnWidths ?? [];
      const { width } = styles.of("table-column", tag.attribute("table:style-name"));
      const to = Math.min(MAX_SHEET_COLUMNS, column + repeat - 1);
      if (width !== null && widths.length < MAX_LISTED && column <= to)
        widths.push({ from: column, to, width, isHidden: isCollapsed(tag) });
    },
    rowStart({ row, repeat }, tag) {
      const facts = sheets.at(-1);
      if (facts === undefined) return;
      const { hiddenRows, rowHeights } = facts;
      const to = Math.min(MAX_SHEET_ROWS, row + repeat - 1);
      if (isCollapsed(tag) && hiddenRows.length < MAX_LISTED) hiddenRows.push({ from: row, to });
      const { height } = styles.of("table-row", tag.attribute("table:style-name"));
      const above = rowHeights.at(-1);
      if (above?.to === row - 1 && above.height === height) above.to = to;
      else if (height !== null && height > 0 && row <= to && rowHeights.length < MAX_LISTED)
        rowHeights.push({ from: row, to, height });
    },
    drawing(name) {
      const unshown = sheets.at(-1)?.unshown ?? [];
      const what = name === "draw:object" ? "chart" : "image";
      const known = unshown.find((each) => each.what === what);
      if (known) known.count++;
      else unshown.push({ what, count: 1 });
    },
  };
}

const isCollapsed = (tag: XmlTag): boolean => (tag.attribute("table:visibility") ?? "visible") !== "visible";

/** An embedded object has a picture of itself beside it, which is not counted. */
function withoutOwnPictures(unshown: OfficeSheet["unshown"]): OfficeSheet["unshown"] {
  const charts = unshown.find(({ what }) => what === "chart")?.count ?? 0;
  return unshown
    .map(({ what, count }) => ({ what, count: what === "image" ? count - Math.min(count, charts) : count }))
    .filter(({ count }) => count > 0);
}

/** The frozen rows and columns, from the settings of the file. */
function addFrozen(xml: string | null, sheets: readonly OfficeSheet[]): void {
  if (xml === null) return;
  for (const facts of sheets) {
    const at = xml.indexOf(`config:name="${facts.name}"`);
    if (at < 0) continue;
    const own = xml.slice(at, xml.indexOf("</config:config-item-map-entry>", at));
    const item = (name: string): number =>
      Number(new RegExp(`config:name="${name}"[^>]*>(-?\\d+)<`).exec(own)?.[1] ?? 0);
    if (item("VerticalSplitMode") === 2) facts.frozen.rows = item("VerticalSplitPosition");
    if (item("HorizontalSplitMode") === 2) facts.frozen.columns = item("HorizontalSplitPosition");
  }
}
