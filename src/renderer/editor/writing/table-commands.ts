import { EditorSelection, type EditorState, type StateCommand, type Text } from "@codemirror/state";
import { displayWidth } from "./display-width";
import { apply, type Edit, type Target } from "./format";
import { type Cell, cellAt, cellsOf, prefixBelow, prefixOf, type Row, type Table, tableAt } from "./table";

/** Where a command begins: the table, and the cell of the main cursor. */
type TableContext = { state: EditorState; table: Table; row: number; column: number };

/** The widest padded column of a tidied table: one long cell would push the others out of the window. */
const WIDEST = 80;

const inTable =
  (act: (here: TableContext, target: Target) => boolean): StateCommand =>
  (target) => {
    const { state } = target;
    const table = tableAt(state, state.selection.main.head);
    return table !== null && act({ state, table, ...cellAt(table, state.selection.main.head) }, target);
  };

/** Selects the text of a cell. */
function goTo({ state, dispatch }: Target, cell: Pick<Cell, "start" | "end"> | undefined): boolean {
  if (!cell) return false;
  dispatch(
    state.update({ selection: { anchor: cell.start, head: cell.end }, scrollIntoView: true, userEvent: "select" }),
  );
  return true;
}

/** An empty row with the width and style of another. */
const emptyRow = (state: EditorState, like: Row, width: number): string => {
  const cells = Array.from({ length: width }, (_, index) => {
    const cell = like.cells[index];
    return " ".repeat(cell ? Math.max(2, Math.min(WIDEST, displayWidth(state.sliceDoc(cell.from, cell.to)))) : 2);
  });
  return `${prefixBelow(state.doc, like.line)}|${cells.join("|")}|`;
};

/**
 * Inserts a row below this one (below the delimiter row for the header), with the cursor in its first cell or the same
 * column.
 */
function rowBelow({ state, table, row }: TableContext, target: Target, column: number): boolean {
  const at = table.rows[Math.max(1, row)];
  const like = table.rows[row];
  if (!at || !like) return false;
  const text = emptyRow(state, like, table.width);
  const edit = { from: at.to, to: at.to, insert: `\n${text}` };
  // A row may have more cells than the table has columns.
  const cells = text.split("|").slice(0, Math.min(column, table.width - 1) + 1);
  const start = cells.join("|").length + 2;
  return apply(target, [edit], EditorSelection.single(at.to + 1 + start));
}

/** The cells that Tab goes through. A row that lacks cells ends with the first of them: its position is the row's end. */
function stopsOf(table: Table): { cell: Pick<Cell, "start" | "end">; row: number; column: number }[] {
  return table.rows.flatMap(({ kind, cells, isClosed, to }, row) => {
    if (kind === "signs") return [];
    const stops = cells.map((cell, column) => ({ cell, row, column }));
    const isShort = isClosed && cells.length < table.width;
    return isShort ? [...stops, { cell: { start: to, end: to }, row, column: cells.length }] : stops;
  });
}

/** The index of the stop that the cursor is in. */
function stopOf({ state, table, row, column }: TableContext, stops: ReturnType<typeof stopsOf>): number {
  const { head } = state.selection.main;
  const own = table.rows[row];
  const isBeside = own !== undefined && head === own.to && own.isClosed && own.cells.length < table.width;
  return stops.findIndex((stop) => stop.row === row && stop.column === (isBeside ? own.cells.length : column));
}

/** Tab: goes to the next cell; after the last one, adds a row. */
export const nextCell = inTable((here, target) => {
  const { table, row } = here;
  // From the delimiter row, go to the first cell below it.
  if (table.rows[row]?.kind === "signs")
    return goTo(target, table.rows[row + 1]?.cells[0]) || rowBelow(here, target, 0);
  const stops = stopsOf(table);
  return goTo(target, stops[stopOf(here, stops) + 1]?.cell) || rowBelow(here, target, 0);
});

/** Shift+Tab: goes to the previous cell; stays in the first one. */
export const previousCell = inTable((here, target) => {
  const stops = stopsOf(here.table);
  return goTo(target, stops[Math.max(0, stopOf(here, stops) - 1)]?.cell) || true;
});

/**
 * Enter: goes to the cell below, from the delimiter row to the first one. In the last row adds a row, and goes to its
 * first cell from the last one; in an empty last row leaves the table.
 */
export const cellBelow = inTable((here, target) => {
  const { state, table, row } = here;
  if (
    !state.selection.main.empty &&
    state.doc.lineAt(state.selection.main.from).number !== state.doc.lineAt(state.selection.main.to).number
  )
    return false;
  const own = table.rows[row];
  const column = own?.kind === "signs" ? 0 : here.column;
  const isEmpty = own?.kind === "body" && own.cells.every(({ start, end }) => start === end);
  const below = table.rows.slice(row + 1).find(({ kind }) => kind !== "signs");
  // Below an empty row, text without a bar is the paragraph that comes next.
  const isNext = isEmpty && below !== undefined && !below.isClosed && below.cells.length === 1;
  if (below && !isNext) return goTo(target, below.cells[Math.min(column, below.cells.length - 1)]);
  if (!own || !isEmpty) return rowBelow(here, target, column === table.width - 1 ? 0 : column);
  // Without a blank line whatever follows a table is its next row.
  const prefix = /^(?:[ \t]*> ?)*/.exec(state.doc.line(own.line).text)?.[0] ?? "";
  const blank = prefix.trimEnd();
  const before = `${blank}\n${prefix}`;
  const isFollowed = own.line < state.doc.lines && /[^\s>]/.test(state.doc.line(own.line + 1).text);
  const insert = before + (isFollowed ? `\n${blank}` : "");
  return apply(target, [{ from: own.from, to: own.to, insert }], EditorSelection.single(own.from + before.length));
});

const addRow = (side: "above" | "below") =>
  inTable((here, target) => {
    const { state, table, row, column } = here;
    const own = table.rows[row];
    if (!own) return false;
    if (side === "below" || own.kind !== "body") return rowBelow(here, target, column);
    const insert = `${emptyRow(state, own, table.width)}\n`;
    return apply(
      target,
      [{ from: own.from, to: own.from, insert }],
      EditorSelection.single(own.from + insert.indexOf("|") + 2),
    );
  });

const deleteRow = inTable(({ state, table, row }, target) => {
  const own = table.rows[row];
  // Without header and delimiter row it is no longer a table.
  if (own?.kind !== "body") return false;
  const isLast = own.to === state.doc.length;
  const next = table.rows[row + 1] ?? table.rows[row - 1];
  const edit = { from: isLast ? own.from - 1 : own.from, to: isLast ? own.to : own.to + 1, insert: "" };
  const start = next?.kind === "signs" ? table.rows[0]?.cells[0]?.start : next?.cells[0]?.start;
  const at = start === undefined ? own.from : start > own.from ? start - (edit.to - edit.from) : start;
  return apply(target, [edit], EditorSelection.single(at));
});

const addColumn = (side: "left" | "right") =>
  inTable(({ state, table, row, column }, target) => {
    const edits = table.rows.flatMap(({ cells, kind, isClosed }): Edit[] => {
      const cell = cells[Math.min(column, cells.length - 1)];
      if (!cell || (column >= cells.length && side === "left")) return [];
      const blank = kind === "signs" ? " --- " : "     ";
      const at = side === "left" ? cell.from : cell.to;
      const isOpen = state.sliceDoc(cell.from - 1, cell.from) === "|";
      // A line without a leading bar: an empty first cell would not be recognised.
      if (side === "left") return [{ from: at, to: at, insert: `${isOpen ? "" : "|"}${blank}|${isOpen ? "" : " "}` }];
      return [{ from: at, to: at, insert: `|${blank}${!isClosed && cell === cells.at(-1) ? "|" : ""}` }];
    });
    const own = table.rows[row]?.cells[column];
    if (!own) return false;
    const position = side === "left" ? own.from : own.to;
    const before = edits.filter(({ from }) => from < position).reduce((sum, { insert }) => sum + insert.length, 0);
    return apply(target, edits, EditorSelection.single(position + before + (side === "left" ? 1 : 2)));
  });

const deleteColumn = inTable(({ state, table, row, column }, target) => {
  if (table.width < 2) return false;
  const edits = table.rows.flatMap((each) => cellDeleted(state, each, column));
  if (edits.length === 0) return false;
  const cells = table.rows[row]?.cells.toSpliced(column, 1) ?? [];
  const next = cells[Math.min(column, cells.length - 1)]?.start ?? table.rows[row]?.from ?? 0;
  return apply(target, edits, EditorSelection.single(state.changes(edits).mapPos(next, 1)));
});

/** The edits that delete a row's cell. A row without outer bars gets them where it would otherwise lose another cell, or be no row. */
function cellDeleted(state: EditorState, row: Row, column: number): Edit[] {
  const { cells, to } = row;
  const cell = cells[column];
  if (!cell) return [];
  const rest = cells.toSpliced(column, 1);
  const [first] = rest;
  if (!first) return [{ from: isOpen(state, row) ? cell.from - 1 : cell.from, to, insert: "|  |" }];
  const isLast = column === rest.length;
  return [
    { from: isLast ? cell.from - 1 : cell.from, to: isLast ? cell.to : cell.to + 1, insert: "" },
    ...outerBars(
      state,
      row,
      rest.map((each) => state.sliceDoc(each.from, each.to)),
    ),
  ];
}

/** Whether a row begins with a bar. */
const isOpen = (state: EditorState, { cells: [first] }: Row): boolean =>
  first !== undefined && state.sliceDoc(first.from - 1, first.from) === "|";

/**
 * The outer bars that a row needs to be read as these cells, their raw texts: without them it would lose an empty cell at its ends, a single cell would be
 * no row, and one behind four blanks code.
 */
function outerBars(state: EditorState, row: Row, raw: readonly string[]): Edit[] {
  const [first, last] = [row.cells[0], row.cells.at(-1)];
  if (!first || !last) return [];
  const isBare = raw.length < 2 || !raw[0]?.trim() || !raw.at(-1)?.trim();
  const isIndented = /^[ \t]/.test(raw[0] ?? "");
  return [
    ...(isOpen(state, row) || !(isBare || isIndented)
      ? []
      : [{ from: first.from, to: first.from, insert: isIndented ? "|" : "| " }]),
    ...(row.isClosed || !isBare ? [] : [{ from: last.to, to: last.to, insert: " |" }]),
  ];
}

const moveRow = (by: 1 | -1) =>
  inTable(({ state, table, row }, target) => {
    const [own, other] = [table.rows[row], table.rows[row + by]];
    if (own?.kind !== "body") return false;
    // Rows stay below the delimiter row.
    if (other?.kind !== "body") return true;
    const [upper, lower] = by < 0 ? [other, own] : [own, other];
    const text = (each: Row) => state.sliceDoc(each.from, each.to);
    const edits = [
      { from: upper.from, to: upper.to, insert: text(lower) },
      { from: lower.from, to: lower.to, insert: text(upper) },
    ];
    const within = state.selection.main.head - own.from;
    const start = by < 0 ? upper.from : upper.from + text(lower).length + 1;
    return apply(target, edits, EditorSelection.single(start + within));
  });

const moveColumn = (by: 1 | -1) =>
  inTable(({ state, table, row, column }, target) => {
    const edits = columnMoved(state, table, column, column + by);
    if (edits.length === 0) return false;
    const changes = state.changes(edits);
    const moved = cellAfter(changes.apply(state.doc), table.rows[row], column + by);
    return apply(target, edits, EditorSelection.single(moved?.start ?? changes.mapPos(state.selection.main.head)));
  });

/** A cell of a row whose own line, and those above it, were changed within their lines. */
const cellAfter = (doc: Text, row: Row | undefined, column: number): Cell | undefined =>
  row && cellsOf(doc, row.line).cells[column];

/** The edits that move a row below the delimiter row to where another one is; none for other rows. */
export function rowMoved(state: EditorState, { rows }: Table, from: number, to: number): Edit[] {
  const [own, other] = [rows[from], rows[to]];
  if (own?.kind !== "body" || other?.kind !== "body" || from === to) return [];
  const text = state.sliceDoc(own.from, own.to);
  const insert =
    to > from
      ? { from: other.to, to: other.to, insert: `\n${text}` }
      : { from: other.from, to: other.from, insert: `${text}\n` };
  // With the line break before it: the last row may have none behind it.
  return [{ from: own.from - 1, to: own.to, insert: "" }, insert];
}

/** The edits that move a column to where another one is; only the cells between them change. */
export function columnMoved(state: EditorState, { rows, width }: Table, from: number, to: number): Edit[] {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  if (low < 0 || high >= width || low === high) return [];
  return rows.flatMap((row): Edit[] => {
    const cells = row.cells.slice(low, high + 1);
    const [first, last] = [cells[0], cells.at(-1)];
    if (!first || !last) return [];
    const before = cells.map((cell) => state.sliceDoc(cell.from, cell.to));
    // A backslash at the end of a row would escape the bar that comes behind it.
    const apart = before.map((text) => text.replace(/(?<!\\)(?:\\\\)*\\$/, "$& "));
    const raw = [...apart, ...Array<string>(high - low + 1 - cells.length).fill("  ")];
    raw.splice(to - low, 0, ...raw.splice(from - low, 1));
    const all = row.cells.map((cell) => state.sliceDoc(cell.from, cell.to)).toSpliced(low, cells.length, ...raw);
    const bars = outerBars(state, row, all);
    if (cells.length < raw.length) return [{ from: first.from, to: last.to, insert: raw.join("|") }, ...bars];
    const moved = cells.flatMap((cell, index): Edit[] =>
      raw[index] === before[index] ? [] : [{ from: cell.from, to: cell.to, insert: raw[index] ?? "" }],
    );
    return moved.length === 0 ? [] : [...moved, ...bars];
  });
}

const align = (to: "left" | "center" | "right" | "none") =>
  inTable(({ state, table, column }, target) => {
    const cell = table.rows[1]?.cells[column];
    if (!cell) return false;
    const length = Math.max(3, cell.end - cell.start);
    const [before, after] = { left: [":", ""], center: [":", ":"], right: ["", ":"], none: ["", ""] }[to] as [
      string,
      string,
    ];
    const insert = before + "-".repeat(length - before.length - after.length) + after;
    return (
      insert !== state.sliceDoc(cell.start, cell.end) && apply(target, [{ from: cell.start, to: cell.end, insert }])
    );
  });

/** Pads the cells so that the bars are aligned in a monospaced font. */
const tidyTable = inTable(({ state, table }, target) => {
  const words = table.rows.map(({ cells }) => cells.map(({ start, end }) => state.sliceDoc(start, end)));
  const signs = words[1] ?? [];
  const widths = signs.map((_, column) =>
    Math.min(WIDEST, Math.max(3, ...words.map((row, index) => (index === 1 ? 3 : displayWidth(row[column] ?? ""))))),
  );
  const sideOf = (sign: string) => (/^:.*:$/.test(sign) ? "center" : sign.endsWith(":") ? "right" : "left");
  const padded = (text: string, column: number) => {
    const padding = Math.max(0, (widths[column] ?? 3) - displayWidth(text));
    const side = sideOf(signs[column] ?? "");
    const before = side === "right" ? padding : side === "center" ? Math.floor(padding / 2) : 0;
    return " ".repeat(before) + text + " ".repeat(padding - before);
  };
  const dashes = (sign: string, column: number) => {
    const [before, after] = [sign.startsWith(":") ? ":" : "", sign.endsWith(":") ? ":" : ""];
    return before + "-".repeat((widths[column] ?? 3) - before.length - after.length) + after;
  };
  const edits = table.rows.flatMap(({ line, from, to, kind, cells }, index) => {
    const row = words[index] ?? [];
    const all = Array.from({ length: Math.max(table.width, cells.length) }, (_, column) => row[column] ?? "");
    const shown = all.map((text, column) => (kind === "signs" ? dashes(text, column) : padded(text, column)));
    const insert = `${prefixOf(state.doc, line)}| ${shown.join(" | ")} |`;
    return insert === state.sliceDoc(from, to) ? [] : [{ from, to, insert }];
  });
  if (edits.length === 0) return true;
  const { row, column } = cellAt(table, state.selection.main.head);
  const changed = state.changes(edits).apply(state.doc);
  const line = changed.line(table.rows[row]?.line ?? 1);
  const bars = [...line.text.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);
  return apply(target, edits, EditorSelection.single(Math.min(line.to, line.from + (bars[column] ?? 0) + 2)));
});

/** The table commands, by their ids in the command table. */
export const tableCommands = {
  "tidy-table": tidyTable,
  "table-row-above": addRow("above"),
  "table-row-below": addRow("below"),
  "table-delete-row": deleteRow,
  "table-row-up": moveRow(-1),
  "table-row-down": moveRow(1),
  "table-column-left": addColumn("left"),
  "table-column-right": addColumn("right"),
  "table-delete-column": deleteColumn,
  "table-move-column-left": moveColumn(-1),
  "table-move-column-right": moveColumn(1),
  "table-align-left": align("left"),
  "table-align-center": align("center"),
  "table-align-right": align("right"),
  "table-align-none": align("none"),
} satisfies Record<string, StateCommand>;
