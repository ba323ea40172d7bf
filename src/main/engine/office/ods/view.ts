import type { OfficeCell, OfficeSheet } from "../../../../core/office/office-view";
import { MAX_COLUMNS, MAX_ROWS } from "../../../../core/office/sheet-address";
import { odfPrefixes } from "../odf/scan";
import { odfStyles } from "../odf/styles";
import { readPart } from "../package/package-parts";
import { scanXml, XmlError } from "../package/scan-xml";
import type { ZipPackage } from "../package/zip";
import { sheetCell } from "../sheet/read-sheets";
import { cellLike, type SheetsView, type ViewCell, viewCell } from "../sheet/sheet-view";
import { type OdsCell, rangeFrom, scanOds } from "./scan";
import { odsCell } from "./sheets";

type KnownRow = { row: number; repeat: number; cells: { repeat: number; cell: ViewCell }[] };
type KnownSheet = { facts: OfficeSheet; style: string | null; rows: KnownRow[] };

const MAX_LISTED = 10_000;

/** An OpenDocument spreadsheet for display, read once and kept as rows. */
export function odsView(zip: ZipPackage): SheetsView {
  const xml = readPart(zip, "content.xml");
  if (xml === null) throw new XmlError("its part content.xml is missing");
  const stylesXml = readPart(zip, "styles.xml");
  const styles = odfStyles(stylesXml, xml);
  const known: KnownSheet[] = [];
  const hidden = new Set<string>();
  scanOds(xml, {
    sheet({ name, style }) {
      const facts: OfficeSheet = {
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
        locked: null,
      };
      known.push({ facts, style, rows: [] });
    },
    row({ row, repeat, cells }) {
      const sheet = known.at(-1);
      if (sheet === undefined || row > MAX_ROWS) return;
      const { facts } = sheet;
      const filled = cells.flatMap((written) => {
        const ref = { row, column: written.column };
        const range = rangeFrom(ref, written.spans);
        if (range !== null && facts.merged.length < MAX_LISTED)
          facts.merged.push({ top: row, left: ref.column, bottom: range.to.row, right: range.to.column });
        const cell = shown(written, ref);
        return cell === null ? [] : [{ repeat: written.repeat, cell }];
      });
      for (const { cell, repeat: across } of filled) {
        if (cell.type === "empty" && !cell.hasFormula) continue;
        facts.cellCount += Math.min(across, MAX_COLUMNS) * Math.min(repeat, MAX_ROWS);
        facts.rows = Math.max(facts.rows, Math.min(row + repeat - 1, MAX_ROWS));
        facts.columns = Math.max(facts.columns, Math.min(cell.column + across - 1, MAX_COLUMNS));
      }
      if (filled.length > 0) sheet.rows.push({ row, repeat, cells: filled });
    },
    sheetEnd() {},
    hiddenTable: (style) => void hidden.add(style),
  });
  for (const { facts, style } of known) if (style !== null && hidden.has(style)) facts.state = "hidden";
  const all = known.map(({ facts }) => facts);
  addColumns(xml, styles, all);
  addFrozen(readPart(zip, "settings.xml"), all);
  return {
    sheets: all,
    cells(sheet, { top, left, bottom, right }) {
      const cells: ViewCell[] = [];
      for (const { row, repeat, cells: filled } of known[sheet]?.rows ?? []) {
        if (row + repeat - 1 < top || row > bottom) continue;
        for (let at = Math.max(row, top); at <= Math.min(row + repeat - 1, bottom); at++)
          for (const { cell, repeat: across } of filled)
            for (
              let column = Math.max(left, cell.column);
              column <= Math.min(right, cell.column + across - 1);
              column++
            )
              cells.push(cellLike(cell, { row: at, column }));
      }
      return cells;
    },
    isReadByRows: () => true,
    rowKeys(sheet) {
      const keys = new Map<number, string>();
      for (const { row, repeat, cells } of known[sheet]?.rows ?? []) {
        if (keys.size > MAX_ROWS) return null;
        // An element that repeats very many rows is compared as one row.
        const key = JSON.stringify(cells);
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

/** Column widths, hidden rows, and the content of a sheet besides cells. */
function addColumns(xml: string, styles: ReturnType<typeof odfStyles>, sheets: readonly OfficeSheet[]): void {
  let sheet = -1;
  let tables = 0;
  let column = 1;
  let row = 1;
  scanXml(xml, odfPrefixes, {
    open(name, tag) {
      if (name === "table:table") {
        if (++tables > 1) return;
        sheet++;
        column = 1;
        row = 1;
      }
      const facts = sheets[sheet];
      if (facts === undefined || tables !== 1) return;
      if (name === "table:table" && tag.attribute("table:protected") === "true")
        facts.locked = "This sheet is protected in its file: its protection is taken off in an office program.";
      if (name === "table:table-column") {
        const count = Math.max(1, Number(tag.attribute("table:number-columns-repeated") ?? 1) || 1);
        const { width } = styles.of("table-column", tag.attribute("table:style-name"));
        const isHidden = (tag.attribute("table:visibility") ?? "visible") !== "visible";
        const to = Math.min(MAX_COLUMNS, column + count - 1);
        if (width !== null && facts.columnWidths.length < MAX_LISTED && column <= to)
          facts.columnWidths.push({ from: column, to, width, isHidden });
        column += count;
      } else if (name === "table:table-row") {
        const count = Math.max(1, Number(tag.attribute("table:number-rows-repeated") ?? 1) || 1);
        if ((tag.attribute("table:visibility") ?? "visible") !== "visible" && facts.hiddenRows.length < MAX_LISTED)
          facts.hiddenRows.push({ from: row, to: Math.min(MAX_ROWS, row + count - 1) });
        const { height } = styles.of("table-row", tag.attribute("table:style-name"));
        const above = facts.rowHeights.at(-1);
        const to = Math.min(MAX_ROWS, row + count - 1);
        if (above?.to === row - 1 && above.height === height) above.to = to;
        else if (height !== null && height > 0 && row <= to && facts.rowHeights.length < MAX_LISTED)
          facts.rowHeights.push({ from: row, to, height });
        row += count;
      } else if (name === "draw:object" || name === "draw:image") {
        const what = name === "draw:object" ? "chart" : "image";
        const known = facts.unshown.find((each) => each.what === what);
        if (known) known.count++;
        else facts.unshown.push({ what, count: 1 });
      }
    },
    close(name) {
      if (name === "table:table") tables--;
    },
    text() {},
  });
  // An embedded object has a picture of itself beside it, which is not counted.
  for (const { unshown } of sheets) {
    const charts = unshown.find(({ what }) => what === "chart")?.count ?? 0;
    const images = unshown.find(({ what }) => what === "image");
    if (images) images.count -= Math.min(images.count, charts);
    if (images?.count === 0) unshown.splice(unshown.indexOf(images), 1);
  }
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
