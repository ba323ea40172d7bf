import { cellName } from "../../../../core/office/sheet-address";
import type { OfficeCell, OfficeEdit, OfficeRange } from "../../../../shared/office";
import type { CellPosition } from "../model/cell-ranges";

/** Cells as tab-separated text for the clipboard, quoting cells with tabs or line breaks. */
export function toTabSeparated(cells: readonly OfficeCell[], { top, left, bottom, right }: OfficeRange): string {
  const texts = new Map(cells.map(({ row, column, text }) => [`${row}.${column}`, text]));
  const lines: string[] = [];
  for (let row = top; row <= bottom; row++) {
    const line: string[] = [];
    for (let column = left; column <= right; column++) line.push(quoted(texts.get(`${row}.${column}`) ?? ""));
    lines.push(line.join("\t"));
  }
  return lines.join("\n");
}

const quoted = (text: string) => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Parses tab-separated text from a spreadsheet or table. */
export function parseTabSeparated(text: string): string[][] {
  const rows: string[][] = [[]];
  const source = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  let at = 0;
  while (at <= source.length) {
    let cell = "";
    if (source[at] === '"' && closes(source, at) !== null) {
      const end = closes(source, at) ?? at;
      cell = source.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    } else {
      const end = /[\t\n]/g;
      end.lastIndex = at;
      const stop = end.exec(source)?.index ?? source.length;
      cell = source.slice(at, stop);
      at = stop;
    }
    rows.at(-1)?.push(cell);
    if (source[at] === "\n") rows.push([]);
    at += 1;
  }
  return rows;
}

/** The offset of the quote that closes the cell starting at `from`; null if the cell is not quoted. */
function closes(source: string, from: number): number | null {
  for (let at = from + 1; at < source.length; at++) {
    if (source[at] !== '"') continue;
    if (source[at + 1] === '"') at += 1;
    else return at + 1 === source.length || source[at + 1] === "\t" || source[at + 1] === "\n" ? at : null;
  }
  return null;
}

/** The edit that writes values into cells from a corner on; null if nothing would change. */
export function cellsEdit(
  sheet: string,
  corner: CellPosition,
  values: readonly (readonly string[])[],
  inputAt: (position: CellPosition) => string,
): OfficeEdit | null {
  const cells: Record<string, string> = {};
  const before: Record<string, string> = {};
  for (const [down, line] of values.entries())
    for (const [right, value] of line.entries()) {
      const position = { row: corner.row + down, column: corner.column + right };
      const input = inputAt(position);
      if (value === input) continue;
      cells[cellName(position)] = value;
      before[cellName(position)] = input;
    }
  return Object.keys(cells).length === 0 ? null : { edit: "cells", sheet, cells, before };
}
