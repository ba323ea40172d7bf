import { MAX_SHEET_ROWS } from "../../../../core/limits";
import { addressOf, type CellRange, type CellRef, columnName, rangeName } from "../../../../core/office/sheet-address";
import { ToolError } from "../../ports/tool-error";
import type { CellValue, NamedNode } from "../text/office-format";
import { Bounds, type Sheet } from "./read-sheets";
import { parseTables } from "./sheet-content";
import { type CellEdit, cellInput, cellRefFor } from "./sheet-input";

/** The cell that `set_text` or `replace_text` names by an address, and its new content. Rejects the ids of whole rows. */
export function cellForText(
  { node, content }: { node: NamedNode; content: string },
  sheets: readonly string[],
): CellEdit {
  if (node.paragraph !== null)
    throw new ToolError("bad_arguments", `${node.id} is a row of cells, or the name of a sheet`, {
      hint: "Name one cell as node_id, such as Sheet1!B2, or use set_cells. read lists the cells, each with the row_id of its row.",
    });
  return { ...cellRefFor(node.id, sheets), input: cellInput(content, node.id) };
}

/** The cells that `append_text` adds: rows below the last one of the only sheet. Rejects a workbook with several sheets. */
export function appendedRows(content: string, sheets: readonly Sheet[]): CellEdit[] {
  const tables = parseTables(content);
  const rows: CellValue[][] = tables.flatMap((table) => table.rows);
  if (rows.length === 0)
    throw new ToolError("bad_arguments", "content is empty", {
      hint: "Give rows: CSV, TSV, a Markdown table or JSON.",
    });
  const seen = sheets.filter(({ state }) => state === "visible");
  const [only] = seen;
  if (only === undefined || seen.length > 1) {
    const free = seen.slice(0, 10).map((sheet) => addressOf(sheet.name, { row: nextRow(sheet), column: 1 }));
    throw new ToolError("ambiguous", `append_text cannot choose between ${seen.length} sheets`, {
      hint: "Use set_rows with sheet and start; the first free rows are listed.",
      candidates: free,
    });
  }
  const from = nextRow(only);
  if (from + rows.length - 1 > MAX_SHEET_ROWS)
    throw new ToolError("too_large", `${rows.length} rows do not fit below row ${from - 1} of ${only.name}`);
  return rows.flatMap((row, down) =>
    row.flatMap((value, right) => {
      const ref = { row: from + down, column: right + 1 };
      const where = `${columnName(right + 1)}${from + down}`;
      return value === null ? [] : [{ sheet: sheets.indexOf(only), ref, input: cellInput(value, where) }];
    }),
  );
}

function nextRow(sheet: Sheet): number {
  const used = new Bounds();
  sheet.read({ cell: ({ ref }) => used.add(ref), row() {} });
  return (used.range()?.to.row ?? 0) + 1;
}

/** The error for an operation that does not apply to spreadsheets. */
export function sheetOperationError(operation: string): ToolError {
  const why =
    operation === "prepend"
      ? "text cannot be inserted at the start of a spreadsheet: every formula would refer to other cells"
      : `${operation} is ${operation.startsWith("set_") ? "for presentations" : "for texts and presentations"}, and this is a spreadsheet`;
  return new ToolError("bad_arguments", why, {
    hint: "Spreadsheets take set_cells, set_rows, replace_text, set_text with a cell's address as node_id, and append_text.",
  });
}

/** Describes replacements, for the message. */
export const describeReplacements = (count: number, cells: number): string =>
  `replaced ${count === 1 ? "1 place" : `${count} places`} in ${cells === 1 ? "1 cell" : `${cells} cells`}`;

/** Throws for a cell that a merged cell covers, since its content would be invisible. */
export function throwIfCovered(name: string, ref: CellRef, range: CellRange): void {
  if (ref.row === range.from.row && ref.column === range.from.column) return;
  throw new ToolError("bad_arguments", `${addressOf(name, ref)} is merged into ${rangeName(range)}`, {
    hint: `Set ${addressOf(name, range.from)}, the first cell of the range.`,
    candidates: [addressOf(name, range.from)],
  });
}
