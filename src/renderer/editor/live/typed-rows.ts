import { EditorSelection, type EditorState, StateEffect, StateField, type TransactionSpec } from "@codemirror/state";
import { cellPlaceAt, type DrawnTable } from "./tables";

const beginRow = StateEffect.define<number>();

/**
 * The line of the row that is typed as in plain Markdown: its first bar was typed in an empty row. Null as soon as the cursor leaves the line, or once
 * the last bar was typed.
 */
export const typedRow = StateField.define<number | null>({
  create: () => null,
  update(value, { state, changes, effects }) {
    let line = value === null ? null : changes.mapPos(value, -1);
    for (const effect of effects) if (effect.is(beginRow)) line = effect.value < 0 ? null : effect.value;
    return line !== null && state.doc.lineAt(state.selection.main.head).from === line ? line : null;
  },
});

/**
 * What a bar does that is typed in a table as in plain Markdown: the first one, in an empty row, begins the row, and each further one ends a cell. Null
 * for any other bar, which is text.
 */
export function typedBar(state: EditorState, at: number): TransactionSpec | null {
  const place = cellPlaceAt(state, at);
  // Behind a backslash it is text.
  const isEscaped = (/\\*$/.exec(state.sliceDoc(Math.max(0, at - 20), at))?.[0].length ?? 0) % 2 === 1;
  if (!place?.cell || place.line.kind === "signs" || isEscaped) return null;
  const { cell, line, column, drawn } = place;
  const lineStart = state.doc.lineAt(at).from;
  // In a table whose rows are written without outer bars, the first bar of a row is behind its first cell.
  const isPlain =
    column === 0 &&
    line.cells.length > 1 &&
    line.cells.every(({ start, end }, index) => (index === 0 ? start < end : start === end)) &&
    !isBarBefore(state, drawn);
  const isTyped = isPlain || state.field(typedRow, false) === lineStart;
  const isEmptyRow = line.cells.every(({ start, end }) => start === end);
  const first = line.cells[0];
  // Enter in the last column leads to the last column of the next row.
  if (!isTyped)
    return isEmptyRow && first
      ? { effects: beginRow.of(lineStart), selection: EditorSelection.cursor(first.start), scrollIntoView: true }
      : null;
  if (state.sliceDoc(at, cell.to).trim() !== "" || (column === 0 && cell.start === cell.end)) return null;
  const next = line.cells[column + 1];
  // The blank typed before the bar: the cell has its own.
  const blanks = Math.max(0, at - cell.end);
  const changes = { from: at - blanks, to: at };
  return next
    ? {
        changes,
        ...(isPlain ? { effects: beginRow.of(lineStart) } : {}),
        selection: EditorSelection.cursor(next.start - blanks),
        scrollIntoView: true,
        userEvent: "input.type",
      }
    : { changes, effects: beginRow.of(-1), userEvent: "input.type" };
}

/** Whether the header of a table begins with a bar. */
function isBarBefore(state: EditorState, { table }: DrawnTable): boolean {
  const from = table.rows[0]?.cells[0]?.from ?? 0;
  return state.sliceDoc(Math.max(0, from - 1), from) === "|";
}

/** Whether a blank is the one that a bar is usually followed by, in a cell of such a row that has its own. */
export function isBlankBehindBar(state: EditorState, at: number): boolean {
  const cell = cellPlaceAt(state, at)?.cell;
  return state.field(typedRow, false) === state.doc.lineAt(at).from && cell?.start === at && cell.end === at;
}
