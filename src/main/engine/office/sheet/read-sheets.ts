import {
  addressOf,
  type CellRange,
  type CellRef,
  cellName,
  columnName,
  isWithin,
  parseRange,
  rangeName,
  splitAddress,
} from "../../../../core/office/sheet-address";
import { ToolError } from "../../ports/tool-error";
import type { OfficeContent, OfficeItem, ReadSelection, TextBlock } from "../text/office-format";
import { sheetFor } from "./sheet-input";

/** A cell with content. */
export type SheetCell = {
  ref: CellRef;
  kind: "text" | "number" | "date" | "boolean" | "error" | "empty";
  /** The raw value; dates in ISO 8601. Null for a formula whose result is not known. */
  value: string | number | boolean | null;
  /** Approximately as the sheet shows it. */
  shown: string;
  hasFormula: boolean;
  /** With its `=`; null without one. Computed on access; check `hasFormula` to know only whether there is one. */
  readonly formula: string | null;
};

/** A cell whose formula is computed on first access. */
export function sheetCell(
  { ref, kind, value, shown }: Omit<SheetCell, "formula" | "hasFormula">,
  formula: (() => string | null) | null,
): SheetCell {
  let known: string | null | undefined;
  return {
    ref,
    kind,
    value,
    shown,
    hasFormula: formula !== null,
    get formula() {
      if (known === undefined) known = formula === null ? null : formula();
      return known;
    },
  };
}

/** Receives the cells of a sheet. `row` is called after the last cell of each row that has one. */
export type SheetVisitor = { cell(cell: SheetCell): void; row(): void };

/** A sheet of any format. */
export type Sheet = {
  name: string;
  state: "visible" | "hidden" | "very hidden";
  /** Visits its cells row by row; `merged` is known only after the last one. */
  read(visitor: SheetVisitor): { merged: CellRange[]; notes: string[] };
};

/** The maximum number of cells that one call lists, and of characters in them. */
const MAX_CELLS = 20_000;
const MAX_LISTED_CHARACTERS = 4_000_000;

/**
 * Everything that `read` shows of a workbook; `shared` are the ids of paragraphs: each sheet's name has one, then each of its rows with
 * text.
 */
export function readSheets(
  sheets: readonly Sheet[],
  shared: { ids: readonly string[] },
  only: ReadSelection,
): OfficeContent {
  const { chosen, range } = selection(sheets, only);
  const items: OfficeItem[] = [];
  const warnings: string[] = [];
  const summaries: Record<string, unknown>[] = [];
  let paragraph = 0;
  let left = 0;
  let listed = 0;
  for (const [index, { name, state, read }] of sheets.entries()) {
    if (name.trim() !== "") paragraph++;
    const isChosen = chosen === null || chosen === index;
    let hasText = false;
    let first = items.length;
    let cells = 0;
    const used = new Bounds();
    const { merged, notes } = read({
      cell(cell) {
        if (cell.shown.trim() !== "" || (!cell.hasFormula && cell.kind !== "empty")) hasText = true;
        cells++;
        used.add(cell.ref);
        if (!isChosen || (range !== null && !isWithin(cell.ref, range))) return;
        if (items.length >= MAX_CELLS || listed >= MAX_LISTED_CHARACTERS) left++;
        else {
          const item = itemFor(name, cell);
          listed += item.text.length;
          items.push(item);
        }
      },
      row() {
        const rowId = shared.ids[paragraph];
        if (hasText) paragraph++;
        if (hasText && rowId !== undefined) for (; first < items.length; first++) named(items[first], rowId);
        hasText = false;
        first = items.length;
      },
    });
    const bounds = used.range();
    summaries.push({
      name,
      ...(state === "visible" ? {} : { state }),
      range: bounds === null ? null : rangeName(bounds),
      cells,
      ...(merged.length === 0 ? {} : { merged: merged.slice(0, 100).map(rangeName) }),
    });
    if (!isChosen) continue;
    if (state !== "visible") warnings.push(`the sheet ${name} is ${state}`);
    if (merged.length > 0)
      warnings.push(`merged in ${name}: ${merged.slice(0, 10).map(rangeName).join(", ")}${more(merged.length - 10)}`);
    warnings.push(...notes);
  }
  if (left > 0)
    warnings.push(
      `the first ${items.length.toLocaleString("en")} cells are listed, ${left.toLocaleString("en")} are not; ask for a range, such as ${exampleRange(items)}`,
    );
  // If paragraphs were counted differently, the ids do not match: no id is better than a wrong one.
  if (paragraph !== shared.ids.length) for (const { row } of items) delete row["row_id"];
  return { list: "cells", items, more: { sheets: summaries }, warnings };
}

const more = (count: number): string => (count > 0 ? ` and ${count} more` : "");

function exampleRange(items: readonly OfficeItem[]): string {
  const last = String(items.at(-1)?.row["cell"] ?? "A1");
  const from = Number(/\d+/.exec(last)?.[0] ?? 1);
  return `A${from}:${columnName(26)}${from + 499}`;
}

function named(item: OfficeItem | undefined, rowId: string): void {
  if (item !== undefined) item.row["row_id"] = rowId;
}

function itemFor(sheet: string, cell: SheetCell): OfficeItem {
  const { ref, kind, value, shown, formula } = cell;
  const id = addressOf(sheet, ref);
  return {
    row: {
      id,
      sheet,
      cell: cellName(ref),
      kind,
      value,
      ...(isPlain(cell) ? {} : { shown }),
      ...(formula === null ? {} : { formula }),
    },
    line: `[${id}] ${describeCell(cell)}`,
    text: formula ?? shown,
  };
}

/** A cell as `set_cells` would accept it, and its displayed text if that differs. */
function describeCell(cell: SheetCell): string {
  const { kind, value, shown, formula } = cell;
  if (formula !== null) return `${formula} → ${kind === "empty" ? "(not calculated yet)" : shown}`;
  if (kind === "text") return /^'*=/.test(shown) ? `'${shown}` : shown;
  return isPlain(cell) ? shown : `${shown} (${value})`;
}

/** Whether it displays exactly its value. */
const isPlain = ({ kind, value, shown }: SheetCell): boolean => kind === "boolean" || shown === String(value ?? "");

/** The selected sheet, null for all, and the selected cells. */
function selection(
  sheets: readonly Sheet[],
  { sheet, range, slide }: ReadSelection,
): { chosen: number | null; range: CellRange | null } {
  if (slide !== undefined)
    throw new ToolError("bad_arguments", "a spreadsheet has no slides", { hint: "Read it by sheet and range." });
  const names = sheets.map(({ name }) => name);
  const split = range === undefined ? null : splitAddress(range);
  const area = range === undefined ? null : parseRange(split?.rest ?? range);
  if (range !== undefined && area === null)
    throw new ToolError("bad_arguments", `${JSON.stringify(range)} names no range`, {
      hint: "For example A1:C9, B2, A:C or 2:5.",
    });
  const named = sheet ?? split?.sheet ?? null;
  if (named !== null) return { chosen: sheetFor(named, names), range: area };
  if (area !== null && sheets.length > 1)
    throw new ToolError(
      "ambiguous",
      `range ${range} names no sheet, and there are ${sheets.length}: ${names.slice(0, 10).join(", ")}`,
      {
        hint: "Give sheet as well.",
        candidates: names.slice(0, 10),
      },
    );
  return { chosen: area === null ? null : 0, range: area };
}

/** The smallest rectangle around cells. */
export class Bounds {
  #range: CellRange | null = null;

  add({ row, column }: CellRef): void {
    const range = this.#range;
    if (range === null) this.#range = { from: { row, column }, to: { row, column } };
    else {
      range.from.row = Math.min(range.from.row, row);
      range.from.column = Math.min(range.from.column, column);
      range.to.row = Math.max(range.to.row, row);
      range.to.column = Math.max(range.to.column, column);
    }
  }

  range(): CellRange | null {
    return this.#range;
  }
}

/** The maximum number of cells in the tables of an export. */
const MAX_EXPORTED_CELLS = 200_000;
/** The maximum number of characters in them. */
const MAX_EXPORTED_CHARACTERS = 20_000_000;

/** The sheets for export: a heading and a table each, without hidden sheets. */
export function sheetBlocks(sheets: readonly Sheet[]): TextBlock[] {
  const blocks: TextBlock[] = [];
  let remainingCells = MAX_EXPORTED_CELLS;
  let left = MAX_EXPORTED_CHARACTERS;
  for (const { name, state, read } of sheets) {
    if (state !== "visible") continue;
    const cells: SheetCell[] = [];
    const used = new Bounds();
    read({
      cell(cell) {
        if (cell.shown === "" && !cell.hasFormula) return;
        if (left < 0 || remainingCells-- <= 0) return;
        left -= cell.shown === "" ? (cell.formula ?? "").length : cell.shown.length;
        if (left < 0) return;
        cells.push(cell);
        used.add(cell.ref);
      },
      row() {},
    });
    blocks.push({ kind: "heading", level: 2, runs: [{ text: name }] });
    const bounds = used.range();
    if (bounds !== null) blocks.push({ kind: "table", rows: tableOf(cells, bounds) });
    if (remainingCells < 0 || left < 0) {
      const most =
        left < 0
          ? `${MAX_EXPORTED_CHARACTERS.toLocaleString("en")} characters`
          : `${MAX_EXPORTED_CELLS.toLocaleString("en")} cells`;
      blocks.push({ kind: "paragraph", runs: [{ text: `(cells past the first ${most} are left out)` }] });
      break;
    }
  }
  return blocks;
}

/** Empty rows and columns at the top and left are left out; a single cell far away does not make a table of millions. */
function tableOf(cells: readonly SheetCell[], { from, to }: CellRange) {
  const columns = [...new Set(cells.map(({ ref }) => ref.column))].sort((one, other) => one - other);
  const isWide = (to.row - from.row + 1) * (to.column - from.column + 1) > MAX_EXPORTED_CELLS;
  const rows: { text: string }[][][] = [];
  const width = isWide ? columns.length : to.column - from.column + 1;
  let at = -1;
  for (const cell of cells) {
    const { ref, shown } = cell;
    if (ref.row !== at) {
      // Empty rows in between are kept if there are few.
      const gap = at < 0 || isWide ? 0 : ref.row - at - 1;
      for (let count = 0; count < gap; count++) rows.push(Array.from({ length: width }, () => []));
      rows.push(Array.from({ length: width }, () => []));
      at = ref.row;
    }
    const column = isWide ? columns.indexOf(ref.column) : ref.column - from.column;
    const row = rows.at(-1);
    if (row !== undefined) row[column] = [{ text: shown === "" ? (cell.formula ?? "") : shown }];
  }
  return rows;
}
