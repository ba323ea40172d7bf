import { MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from "../../../../core/limits";
import {
  addressOf,
  type CellRef,
  cellName,
  columnName,
  parseCell,
  splitAddress,
} from "../../../../core/office/sheet-address";
import { MAX_CELL, MAX_CELLS_SET, MAX_FORMULA } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import type { CellValue, OfficeOperation } from "../text/office-format";
import { ambiguityOf, type WrittenValue, writtenValue } from "./written-value";

/** The content to set in a cell. A formula is without its `=`. */
export type CellInput =
  | { kind: "empty" }
  /** `written` is the value that the text is, if the cell may hold values. */
  | { kind: "text"; text: string; written?: WrittenValue }
  | { kind: "number"; value: number }
  | { kind: "boolean"; value: boolean }
  | { kind: "formula"; formula: string };

/** One cell to set. `sheet` is the index of its sheet in the workbook, from 0. */
export type CellEdit = { sheet: number; ref: CellRef; input: CellInput };

/**
 * The content for a value: a text that begins with `=` is a formula, one that is a date, a time, a percentage or an amount may become it,
 * and `'=…` or `'5%` is that text literally (one apostrophe is removed). Everything else is itself. Throws for content that Excel cannot hold; `where` names the cell in the error.
 */
export function cellInput(value: CellValue, where: string): CellInput {
  if (value === null) return { kind: "empty" };
  if (typeof value === "number") return { kind: "number", value };
  if (typeof value === "boolean") return { kind: "boolean", value };
  const isFormula = /^=\s*\S/.test(value);
  const isLiteral = /^'+=/.test(value) || (value.startsWith("'") && writtenValue(value.slice(1)) !== null);
  const text = isLiteral ? value.slice(1) : value;
  const most = isFormula ? MAX_FORMULA : MAX_CELL;
  if (text.length > most)
    throw new ToolError(
      "too_large",
      `${where} would hold ${text.length.toLocaleString("en")} characters; a ${isFormula ? "formula" : "cell"} holds at most ${most.toLocaleString("en")}`,
    );
  if (isFormula) return { kind: "formula", formula: text.slice(1).trim() };
  if (text === "") return { kind: "empty" };
  const written = isLiteral ? null : writtenValue(text);
  return { kind: "text", text: text.replaceAll(/\r\n?/g, "\n"), ...(written !== null && { written }) };
}

/**
 * The cells that `set_cells` or `set_rows` sets, sorted by sheet, row and column. Rejects unknown sheets, invalid addresses and repeated
 * ones.
 */
export function cellEdits(
  operation: Extract<OfficeOperation, { operation: "set_cells" | "set_rows" }>,
  sheets: readonly string[],
): CellEdit[] {
  const edits = operation.operation === "set_cells" ? ofCells(operation.cells, sheets) : ofRows(operation, sheets);
  if (edits.length > MAX_CELLS_SET)
    throw new ToolError(
      "too_large",
      `${edits.length.toLocaleString("en")} cells at once; the limit is ${MAX_CELLS_SET.toLocaleString("en")}`,
      { hint: "Set them in several calls." },
    );
  edits.sort(
    (one, other) => one.sheet - other.sheet || one.ref.row - other.ref.row || one.ref.column - other.ref.column,
  );
  for (const [index, { sheet, ref }] of edits.entries()) {
    const before = edits[index - 1];
    if (before?.sheet === sheet && before.ref.row === ref.row && before.ref.column === ref.column)
      throw new ToolError("bad_arguments", `${addressOf(sheets[sheet] ?? "", ref)} is set twice`, {
        hint: "Name each cell once.",
      });
  }
  return edits;
}

function ofCells(cells: Readonly<Record<string, CellValue>>, sheets: readonly string[]): CellEdit[] {
  const entries = Object.entries(cells);
  if (entries.length === 0)
    throw new ToolError("bad_arguments", "cells names no cell", { hint: 'For example {"Sheet1!B2": 42}.' });
  return entries.map(([address, value]) => {
    const { sheet, ref } = cellRefFor(address, sheets);
    return { sheet, ref, input: cellInput(value, address) };
  });
}

/** The cell that an address names. Rejects an address without a sheet if there are several sheets, and one that is not a cell. */
export function cellRefFor(address: string, sheets: readonly string[]): { sheet: number; ref: CellRef } {
  const split = splitAddress(address);
  const ref = split === null ? null : parseCell(split.rest);
  if (split === null || ref === null) {
    const isRange = split?.rest.includes(":") === true;
    throw new ToolError(
      "bad_arguments",
      `${JSON.stringify(address.slice(0, 100))} names no cell${isRange ? ": it is a range" : ""}`,
      {
        hint: isRange
          ? "Name each cell, or use set_rows with the first cell of the range as start."
          : `Write Sheet1!B2, or 'My sheet'!B2 if the name has blanks; the last cell is ${columnName(MAX_SHEET_COLUMNS)}${MAX_SHEET_ROWS}.`,
      },
    );
  }
  if (split.sheet !== null) return { sheet: sheetFor(split.sheet, sheets), ref };
  if (sheets.length === 1) return { sheet: 0, ref };
  throw new ToolError("ambiguous", `${address} names no sheet, and there are ${sheets.length}: ${listed(sheets)}`, {
    hint: `Write ${addressOf(sheets[0] ?? "Sheet1", ref)}.`,
    candidates: sheets.slice(0, 10).map((each) => addressOf(each, ref)),
  });
}

/** The index of the sheet with this name: an exact match first, then in any letter case. The error for an unknown name lists the sheets. */
export function sheetFor(name: string, sheets: readonly string[]): number {
  const split = splitAddress(`${name}!A1`);
  for (const wanted of [name, split?.sheet ?? name]) {
    const exact = sheets.indexOf(wanted);
    if (exact >= 0) return exact;
    const folded = sheets.findIndex((each) => each.toLowerCase() === wanted.toLowerCase());
    if (folded >= 0) return folded;
  }
  throw new ToolError("not_found", `there is no sheet ${JSON.stringify(name)}; the sheets are ${listed(sheets)}`, {
    candidates: sheets.slice(0, 10),
  });
}

const listed = (names: readonly string[]): string =>
  names.length > 10
    ? `${names.slice(0, 10).join(", ")} and ${names.length - 10} more`
    : names.join(", ") || "none at all";

function ofRows(
  { sheet: name, start, rows }: { sheet: string; start: string; rows: readonly (readonly CellValue[])[] },
  sheets: readonly string[],
): CellEdit[] {
  const sheet = sheetFor(name, sheets);
  const split = splitAddress(start);
  if (split !== null && split.sheet !== null && sheetFor(split.sheet, sheets) !== sheet)
    throw new ToolError("bad_arguments", `start names the sheet ${split.sheet}, but sheet is ${name}`);
  const from = parseCell(/^\d+$/.test(start.trim()) ? `A${start.trim()}` : (split?.rest ?? ""));
  if (from === null)
    throw new ToolError("bad_arguments", `start ${JSON.stringify(start)} names no cell`, {
      hint: "Give the cell of the first value, such as A2, or a row's number.",
    });
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (width === 0) throw new ToolError("bad_arguments", "rows holds no value", { hint: 'For example [["a", 1]].' });
  if (from.column + width - 1 > MAX_SHEET_COLUMNS || from.row + rows.length - 1 > MAX_SHEET_ROWS)
    throw new ToolError(
      "bad_arguments",
      `${rows.length} rows of ${width} cells from ${cellName(from)} go past the last cell, ${columnName(MAX_SHEET_COLUMNS)}${MAX_SHEET_ROWS}`,
    );
  return rows.flatMap((row, down) =>
    row.map((value, right) => {
      const ref = { row: from.row + down, column: from.column + right };
      return { sheet, ref, input: cellInput(value, cellName(ref)) };
    }),
  );
}

/** How many texts are named in warnings. */
const MAX_NAMED = 3;

/** Warnings about texts that look like values, but that programs read in different ways. */
export function ambiguityWarnings(
  edits: readonly { sheet: number; ref: CellRef; input: { kind: string; text?: string } }[],
  sheets: readonly string[],
): string[] {
  const warnings: string[] = [];
  for (const { sheet, ref, input } of edits) {
    if (warnings.length >= MAX_NAMED) break;
    const why =
      input.kind === "text" && input.text !== undefined && input.text.length < 20 ? ambiguityOf(input.text) : null;
    if (why !== null) warnings.push(`${addressOf(sheets[sheet] ?? "", ref)}: ${why}`);
  }
  return warnings;
}

/** A text as it is, even if it could be a value. */
export const literally = <Input extends { kind: string }>(input: Input): Input => {
  if (input.kind !== "text") return input;
  const { written: _, ...literal } = input as Input & { written?: WrittenValue };
  return literal as Input;
};
