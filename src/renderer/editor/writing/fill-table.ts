import type { EditorState } from "@codemirror/state";
import type { Edit } from "./format";
import { cellText, prefixOf, type Row, type Table } from "./table";

/**
 * The edits that write `data` into a table from one of its cells on, and the rows and columns that it lacks. Other cells
 * keep their bytes. `end`: the end of the last cell that is written, in the text before.
 */
export function fillTable(
  state: EditorState,
  table: Table,
  from: { row: number; column: number },
  data: readonly (readonly string[])[],
): Edit[] {
  const rows = table.rows.filter(({ kind }) => kind !== "signs");
  const own = table.rows[from.row];
  const first = Math.max(0, own ? rows.indexOf(own) : 0);
  const wide = Math.max(...data.map((row) => row.length)) + from.column;
  const width = Math.max(table.width, wide);
  const edits: Edit[] = [];
  for (const row of table.rows) {
    if (row.kind === "signs") {
      edits.push(
        ...appended(
          row,
          Array.from({ length: width - table.width }, () => "---"),
        ),
      );
      continue;
    }
    const index = rows.indexOf(row) - first;
    const values = index >= 0 ? (data[index] ?? []) : [];
    for (const [offset, value] of values.entries()) {
      const cell = row.cells[from.column + offset];
      const insert = cellText(value.trim());
      if (cell && insert !== state.sliceDoc(cell.start, cell.end))
        edits.push({
          from: cell.start,
          to: cell.end,
          insert: cell.from === cell.to && insert ? ` ${insert} ` : insert,
        });
    }
    // A row that was complete stays so.
    const needed = row.cells.length >= table.width ? width : Math.max(row.cells.length, from.column + values.length);
    const more = Array.from({ length: Math.max(0, needed - row.cells.length) }, (_, offset) =>
      cellText((values[row.cells.length + offset - from.column] ?? "").trim()),
    );
    edits.push(...appended(row, more));
  }
  const added = data.slice(rows.length - first);
  const last = table.rows.at(-1);
  if (added.length > 0 && last) {
    const prefix = prefixOf(state.doc, last.line);
    const lines = added.map((values) => {
      const cells = Array.from({ length: width }, (_, column) => cellText((values[column - from.column] ?? "").trim()));
      return `\n${prefix}| ${cells.join(" | ")} |`;
    });
    edits.push({ from: last.to, to: last.to, insert: lines.join("") });
  }
  return edits;
}

/** Cells behind the last one of a row. */
function appended(row: Row, cells: readonly string[]): Edit[] {
  const last = row.cells.at(-1);
  if (cells.length === 0 || !last) return [];
  const at = row.isClosed ? last.to + 1 : last.end;
  const insert = row.isClosed ? cells.map((cell) => ` ${cell} |`).join("") : cells.map((cell) => ` | ${cell}`).join("");
  return [{ from: at, to: at, insert }];
}
