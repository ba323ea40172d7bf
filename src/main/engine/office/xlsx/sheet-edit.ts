import {
  addressOf,
  blockedCells,
  type CellRange,
  type CellRef,
  parseRange,
  rangeName,
} from "../../../../core/office/sheet-address";
import { ToolError } from "../../ports/tool-error";
import type { EditedPart } from "../package/splice-xml";
import { protectedError } from "../sheet/protected-cells";
import { Bounds } from "../sheet/read-sheets";
import type { CellFormula } from "../sheet/sheet-formula";
import { literally } from "../sheet/sheet-input";
import { throwIfCovered } from "../sheet/sheet-operations";
import type { LocatedFormula } from "../sheet/stale-formulas";
import { writtenValue } from "../sheet/written-value";
import { SharedFormulas, xlsxCell } from "./cells";
import { columnSpan, scanSheet, type WrittenCell } from "./scan";
import { isTrue, type XlsxWorkbook } from "./workbook";
import { type CellManner, type CellStyles, holdsAlready, type XlsxInput, xlsxCellXml } from "./write-cell";

/** A cell of a sheet to write. */
export type CellWrite = { ref: CellRef; input: XlsxInput };

/** A formula of a sheet with its cell. */
export type SheetFormula = LocatedFormula & { cell: WrittenCell };

/** The cells that show the results of an array formula or a data table. */
export const filledBy = (formula: WrittenCell["formula"]): CellRange | null =>
  formula === null || formula.kind === "normal" || formula.kind === "shared" ? null : formula.range;

/** A sheet that was scanned once, together with its edits. */
export type ScannedSheet = {
  name: string;
  formulas: SheetFormula[];
  /** The edits that change something, each with the cell that it replaces, or null for a new one. */
  writes: { ref: CellRef; input: XlsxInput; cell: WrittenCell | null; style: string | null }[];
  /** The columns of the cells with content, in each row that is edited. */
  filled: ReadonlyMap<number, readonly number[]>;
  /** Writes the edits into the part. */
  write(styles: CellStyles): void;
};

type Gap = { at: number; ref: CellRef; input: XlsxInput; row: OpenRow | null };
type OpenRow = {
  row: number;
  from: number;
  startTo: number;
  isEmpty: boolean;
  style: string | null;
  spans: string | null;
};

/**
 * Scans a sheet and finds the position of each edit (sorted, each cell once). Rejects cells inside merged ones, parts of array formulas,
 * locked cells of a protected sheet, and sheets whose rows are out of order. Writes nothing yet.
 */
export function scanForEdits(
  book: XlsxWorkbook,
  name: string,
  part: EditedPart,
  edits: readonly CellWrite[],
): ScannedSheet {
  const { xml } = part;
  const formulas: SheetFormula[] = [];
  const shared = new SharedFormulas();
  const hits: { edit: CellWrite; cell: WrittenCell; formula: CellFormula | null }[] = [];
  const gaps: Gap[] = [];
  const columns: { from: number; to: number; style: string }[] = [];
  const blocked: { range: CellRange; why: "merged" | "array" }[] = [];
  const inRows = new Map<number, number[]>(edits.map(({ ref }) => [ref.row, []]));
  const found = {
    isProtected: false,
    data: null as { from: number; to: number; isEmpty: boolean } | null,
    dataEnd: -1,
  };
  let dimension: { from: number; to: number; range: CellRange } | null = null;
  let row: OpenRow | null = null;
  let last = { row: 0, column: 0 };
  let at = 0;
  const before = (ref: CellRef): CellWrite | null => {
    const edit = edits[at];
    const isBefore =
      edit !== undefined && (edit.ref.row < ref.row || (edit.ref.row === ref.row && edit.ref.column < ref.column));
    return isBefore ? edit : null;
  };
  const gapsUntil = (ref: CellRef, from: number, open: OpenRow | null): void => {
    for (let edit = before(ref); edit !== null; edit = before(ref)) {
      gaps.push({ at: from, ...edit, row: open });
      at++;
    }
  };

  scanSheet(xml, {
    row(tag, attribute) {
      if (tag.row <= last.row) throw disorder(name);
      gapsUntil({ row: tag.row, column: 0 }, tag.from, null);
      row = {
        ...tag,
        style: attribute("customFormat") === "1" || attribute("customFormat") === "true" ? attribute("s") : null,
        spans: attribute("spans"),
      };
      last = { row: tag.row, column: 0 };
    },
    cell(cell) {
      const { ref, formula } = cell;
      if (ref.column <= last.column) throw disorder(name);
      last = ref;
      const text = shared.of(cell);
      if (text !== null) formulas.push({ sheet: name, ref, formula: text, cell, fills: filledBy(formula) });
      if (formula !== null && formula.kind !== "normal" && formula.kind !== "shared" && formula.range !== null)
        blocked.push({ range: formula.range, why: "array" });
      if (cell.hasValue || formula !== null) inRows.get(ref.row)?.push(ref.column);
      gapsUntil(ref, cell.from, row);
      const edit = edits[at];
      if (edit?.ref.row === ref.row && edit.ref.column === ref.column) {
        hits.push({ edit, cell, formula: text });
        at++;
      }
    },
    rowEnd(from) {
      if (row !== null) gapsUntil({ row: row.row + 1, column: 0 }, from, row);
      row = null;
    },
    merged: (range) => void blocked.push({ range, why: "merged" }),
    dataEnd(from) {
      found.dataEnd = from;
      gapsUntil({ row: Number.POSITIVE_INFINITY, column: 0 }, from, null);
    },
    other(element, tag) {
      if (element === "s:sheetData") found.data = { from: tag.from, to: tag.to, isEmpty: xml[tag.to - 2] === "/" };
      else if (element === "s:dimension") {
        const range = parseRange(tag.attribute("ref") ?? "");
        if (range !== null) dimension = { from: tag.from, to: tag.to, range };
      } else if (element === "s:sheetProtection") found.isProtected = isTrue(tag.attribute("sheet"));
      else if (element === "s:col" && tag.attribute("style") !== null) {
        const span = columnSpan(tag.attribute("min"), tag.attribute("max"));
        if (span !== null) columns.push({ ...span, style: tag.attribute("style") ?? "0" });
      }
    },
  });
  const { data, dataEnd } = found;
  if (data === null || dataEnd < 0) {
    if (edits.length > 0) throw new ToolError("unsupported", `the sheet ${name} has no rows of cells to edit`);
  }
  throwIfBlocked(name, edits, blocked);

  const prefix = data === null ? "" : (/^<([\w.-]+:)?/.exec(xml.slice(data.from, data.from + 80))?.[1] ?? "");
  const columnStyle = (column: number): string | null =>
    columns.find(({ from, to }) => column >= from && column <= to)?.style ?? null;
  const writes: ScannedSheet["writes"] = [];
  for (const { edit, cell, formula } of hits) {
    const before = xlsxCell(book, cell, formula);
    if (edit.input.kind !== "inline" && holdsAlready(before, edit.input)) continue;
    // Where a value is kept as text, the next one is, too.
    const isText = before?.kind === "text" && writtenValue(before.shown) !== null;
    writes.push({ ...edit, input: isText ? literally(edit.input) : edit.input, cell, style: cell.style });
  }
  const filled = gaps.filter(({ input }) => input.kind !== "empty");
  const styleFor = ({ ref, row: open }: Gap): string | null => open?.style ?? columnStyle(ref.column);
  for (const gap of filled) writes.push({ ref: gap.ref, input: gap.input, cell: null, style: styleFor(gap) });
  const locked = found.isProtected ? writes.find(({ style }) => book.isLocked(Number(style ?? 0))) : undefined;
  if (locked !== undefined) throw protectedError(name, locked.ref);

  return {
    name,
    formulas,
    writes,
    filled: inRows,
    write(styles) {
      for (const { ref, input, cell, style } of writes)
        if (cell !== null) part.splice(cell.from, cell.to, xlsxCellXml(styles, ref, input, { prefix, style }));
      if (data !== null)
        writeGaps(part, filled, {
          prefix,
          data,
          xmlFor: (gap, manner) => xlsxCellXml(styles, gap.ref, gap.input, manner),
          styleFor,
        });
      if (dimension !== null) growDimension(part, dimension, writes);
    },
  };
}

function disorder(name: string): ToolError {
  return new ToolError("unsupported", `the rows of the sheet ${name} are not in order, so it cannot be edited safely`, {
    hint: "Open and save it in an office program, then try again.",
  });
}

function throwIfBlocked(
  name: string,
  edits: readonly CellWrite[],
  blocked: readonly { range: CellRange; why: "merged" | "array" }[],
): void {
  for (const { ref, range, why } of blockedCells(edits, blocked)) {
    const { from, to } = range;
    if (why === "merged") throwIfCovered(name, ref, range);
    else if (from.row !== to.row || from.column !== to.column)
      throw new ToolError(
        "bad_arguments",
        `${addressOf(name, ref)} is part of the array formula in ${rangeName(range)}`,
        {
          hint: "Change the array in an office program; a part of it cannot be changed alone.",
        },
      );
  }
}

type GapWriter = {
  prefix: string;
  data: { from: number; to: number; isEmpty: boolean };
  xmlFor(gap: Gap, manner: CellManner): string;
  styleFor(gap: Gap): string | null;
};

function writeGaps(part: EditedPart, gaps: readonly Gap[], { prefix, data, xmlFor, styleFor }: GapWriter): void {
  const cellsOf = (list: readonly Gap[]): string =>
    list.map((gap) => xmlFor(gap, { prefix, style: styleFor(gap) })).join("");
  const rows: Gap[][] = [];
  for (const gap of gaps) {
    const list = rows.at(-1);
    const [first] = list ?? [];
    if (list !== undefined && first?.ref.row === gap.ref.row) list.push(gap);
    else rows.push([gap]);
  }
  let atEnd = "";
  for (const list of rows) {
    const [first] = list;
    if (first === undefined) continue;
    const { row: open, ref } = first;
    if (open === null) {
      const whole = `<${prefix}row r="${ref.row}">${cellsOf(list)}</${prefix}row>`;
      if (data.isEmpty) atEnd += whole;
      else part.splice(first.at, first.at, whole);
      continue;
    }
    const tag = part.xml.slice(open.from, open.startTo);
    const wider = withSpans(tag, open.spans, list);
    if (open.isEmpty) {
      const raw = /^<[^\s/>]+/.exec(tag)?.[0] ?? "<row";
      part.splice(open.from, open.startTo, `${wider.slice(0, -2).trimEnd()}>${cellsOf(list)}</${raw.slice(1)}>`);
      continue;
    }
    if (wider !== tag) part.splice(open.from, open.startTo, wider);
    for (const gap of list) part.splice(gap.at, gap.at, xmlFor(gap, { prefix, style: styleFor(gap) }));
  }
  if (atEnd !== "") {
    const tag = part.xml.slice(data.from, data.to);
    part.splice(data.from, data.to, `${tag.slice(0, -2).trimEnd()}>${atEnd}</${prefix}sheetData>`);
  }
}

/** The tag of a row, its `spans` extended to the new cells. */
function withSpans(tag: string, spans: string | null, gaps: readonly Gap[]): string {
  const [, from, to] = /^(\d+):(\d+)$/.exec(spans ?? "") ?? [];
  if (from === undefined || to === undefined) return tag;
  const columns = gaps.map(({ ref }) => ref.column);
  const first = Math.min(Number(from), ...columns);
  const last = Math.max(Number(to), ...columns);
  return first === Number(from) && last === Number(to)
    ? tag
    : tag.replace(/(\sspans\s*=\s*["'])[^"']*/, `$1${first}:${last}`);
}

function growDimension(
  part: EditedPart,
  { from, to, range }: { from: number; to: number; range: CellRange },
  writes: ScannedSheet["writes"],
): void {
  const bounds = new Bounds();
  bounds.add(range.from);
  bounds.add(range.to);
  for (const { ref, input } of writes) if (input.kind !== "empty") bounds.add(ref);
  const grown = rangeName(bounds.range() ?? range);
  if (grown === rangeName(range)) return;
  part.splice(from, to, part.xml.slice(from, to).replace(/(\sref\s*=\s*["'])[^"']*/, `$1${grown}`));
}
