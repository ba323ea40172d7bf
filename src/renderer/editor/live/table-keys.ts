import { selectAll } from "@codemirror/commands";
import { EditorSelection, type Extension, Prec } from "@codemirror/state";
import { type Command, type EditorView, keymap } from "@codemirror/view";
import { drawnBlocks } from "./blocks";
import { cellElement } from "./table-marks";
import { type CellPosition, cellPlaceAt, type DrawnTable, drawnTableAt } from "./tables";

/** The cell of a single cursor, or of a selection within one cell; null for any other. */
function placeOf(view: EditorView): CellPosition | null {
  const { main, ranges } = view.state.selection;
  const place = ranges.length === 1 ? cellPlaceAt(view.state, main.head) : null;
  if (!place || main.empty) return place;
  const { cell } = place;
  return cell && main.from >= cell.from && main.to <= cell.to ? place : null;
}

/** Where the text of a cell begins and ends, with the spaces that are being typed. */
function edgesOf({ cell, line }: CellPosition, head: number): { start: number; end: number } {
  if (!cell) return { start: line.to, end: line.to };
  return { start: Math.min(cell.start, head), end: Math.max(cell.end, head) };
}

const moveTo = (view: EditorView, at: number, goal?: number): true => {
  view.dispatch({
    selection: EditorSelection.cursor(at, 1, undefined, goal),
    scrollIntoView: true,
    userEvent: "select",
  });
  return true;
};

/** Leaves a table. Where the text ends at it, a line is added: the cursor must be able to leave. */
function leave(view: EditorView, { from, to }: DrawnTable, forward: boolean, goal: number | null): true {
  const { state } = view;
  const { doc } = state;
  if (forward ? to >= doc.length : from === 0) {
    if (state.readOnly) return true;
    const at = forward ? to : 0;
    const insert = state.lineBreak.repeat(2);
    view.dispatch({
      changes: { from: at, insert },
      selection: { anchor: forward ? to + 2 : 0 },
      scrollIntoView: true,
      userEvent: "input",
    });
    return true;
  }
  const line = doc.lineAt(forward ? to + 1 : from - 1);
  const isDrawn = drawnBlocks(state).some((block) => block.from <= line.to && block.to >= line.from);
  if (isDrawn || goal === null) return moveTo(view, isDrawn || forward ? line.from : line.to);
  const block = view.lineBlockAt(line.from);
  const y = view.documentTop + (forward ? block.top + 8 : block.bottom - 8);
  const at = view.posAtCoords({ x: view.contentDOM.getBoundingClientRect().left + goal, y }, false);
  return moveTo(view, Math.max(line.from, Math.min(line.to, at)), goal);
}

/** The positions that Left and Right step through: the cells in reading order, and the first one that a row lacks. */
function stopsOf({ table }: DrawnTable): { row: number; column: number; start: number; end: number }[] {
  return table.rows.flatMap(({ kind, cells, isClosed, to }, row) => {
    if (kind === "signs") return [];
    const stops = cells.map(({ start, end }, column) => ({ row, column, start, end }));
    const isShort = isClosed && cells.length < table.width;
    return isShort ? [...stops, { row, column: cells.length, start: to, end: to }] : stops;
  });
}

const isRightToLeft = (view: EditorView, place: { drawn: DrawnTable; row: number; column: number }): boolean => {
  const line = place.drawn.table.rows[place.row];
  const cell = line && cellElement(view, line, place.column);
  return cell ? getComputedStyle(cell).direction === "rtl" : place.drawn.isRightToLeft;
};

/** Left and Right: at the edge of a cell, to the cell beside it. */
const sideways =
  (toRight: boolean): Command =>
  (view) => {
    const { main } = view.state.selection;
    const place = main.empty ? placeOf(view) : null;
    if (!place) return false;
    const { start, end } = edgesOf(place, main.head);
    if (main.head !== (toRight === isRightToLeft(view, place) ? start : end)) return false;
    const { drawn } = place;
    const forward = toRight !== drawn.isRightToLeft;
    const stops = stopsOf(drawn);
    const now = stops.findIndex(({ row, column }) => row === place.row && column === place.column);
    const next = stops[now + (forward ? 1 : -1)];
    if (!next) return leave(view, drawn, forward, null);
    const entersAtEnd = toRight === isRightToLeft(view, { drawn, ...next });
    return moveTo(view, entersAtEnd ? next.end : next.start);
  };

/** The visual lines of a cell's text: their middles, from top to bottom. */
function linesOf(cell: Element): number[] {
  const range = document.createRange();
  range.selectNodeContents(cell);
  const middles = [...range.getClientRects()]
    .filter(({ height }) => height > 4)
    .map(({ top, bottom }) => (top + bottom) / 2);
  return middles.sort((a, b) => a - b);
}

/** The position in a cell that is nearest to a point; `y` null: on its first or last line. */
function positionIn(
  view: EditorView,
  place: { drawn: DrawnTable; row: number; column: number },
  x: number,
  y: number | "first" | "last",
): number | null {
  const line = place.drawn.table.rows[place.row];
  if (!line) return null;
  const cell = line.cells[place.column];
  if (!cell) return line.isClosed ? line.to : (line.cells.at(-1)?.end ?? line.to);
  const box = cellElement(view, line, place.column);
  if (!box) return cell.start;
  const { left, right } = box.getBoundingClientRect();
  const lines = linesOf(box);
  const at = typeof y === "number" ? y : y === "first" ? lines[0] : lines.at(-1);
  if (at === undefined) return cell.start;
  const found = view.posAtCoords({ x: Math.max(left + 2, Math.min(right - 2, x)), y: at }, false);
  return Math.max(cell.start, Math.min(cell.end, found));
}

/** Up and Down: within a cell from line to line, then to the cell above or below, and out of the table. */
const vertically =
  (forward: boolean, isExtending: boolean): Command =>
  (view) => {
    const { main, ranges } = view.state.selection;
    if (ranges.length > 1 || (!main.empty && !isExtending)) return false;
    const place = cellPlaceAt(view.state, main.head);
    const coords = view.coordsAtPos(main.head, main.assoc || 1);
    if (!coords) return false;
    const content = view.contentDOM.getBoundingClientRect().left;
    const goal = main.goalColumn ?? coords.left - content;
    const at = place
      ? besideIn(view, place, forward, { x: content + goal, ...coords })
      : entered(view, forward, content + goal);
    if (at === "outside") return place !== null && !isExtending && leave(view, place.drawn, forward, goal);
    if (at === null) return false;
    if (!isExtending) return moveTo(view, at, goal);
    const selection = EditorSelection.range(main.anchor, at, goal);
    view.dispatch({ selection, scrollIntoView: true, userEvent: "select" });
    return true;
  };

/** The position above or below one in a cell. */
function besideIn(
  view: EditorView,
  place: CellPosition,
  forward: boolean,
  { x, top, bottom }: { x: number; top: number; bottom: number },
): number | "outside" | null {
  const { drawn, column, line, cell } = place;
  const box = cellElement(view, line, column);
  const lines = box && cell ? linesOf(box) : [];
  const y = forward ? lines.find((middle) => middle > bottom) : lines.findLast((middle) => middle < top);
  const within = y === undefined ? null : positionIn(view, place, x, y);
  if (within !== null && within !== view.state.selection.main.head) return within;
  const { rows } = drawn.table;
  const step = forward ? 1 : -1;
  const row = rows[place.row + step]?.kind === "signs" ? place.row + 2 * step : place.row + step;
  const next = rows[row];
  if (!next) return "outside";
  return positionIn(view, { drawn, row, column: Math.min(column, next.cells.length) }, x, forward ? "first" : "last");
}

/** The position in a table that Up or Down enters from the line beside it; null if it goes elsewhere. */
function entered(view: EditorView, forward: boolean, x: number): number | null {
  const { state } = view;
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  const drawn = drawnTableAt(state, forward ? line.to + 1 : line.from - 1);
  if (!drawn || (forward ? drawn.from !== line.to + 1 : drawn.to !== line.from - 1)) return null;
  const next = view.moveVertically(EditorSelection.cursor(main.head), forward).head;
  if (next >= line.from && next <= line.to && next !== main.head) return null;
  const row = forward ? 0 : drawn.table.rows.length - 1;
  const own = drawn.table.rows[row];
  if (!own) return null;
  const distances = own.cells.map((_, column) => {
    const box = cellElement(view, own, column)?.getBoundingClientRect();
    return box ? Math.max(box.left - x, x - box.right) : Number.POSITIVE_INFINITY;
  });
  const column = Math.max(0, distances.indexOf(Math.min(...distances)));
  return positionIn(view, { drawn, row, column }, x, forward ? "first" : "last");
}

/** Home and End: the edges of the cell. */
const toEdge =
  (edge: "start" | "end", isExtending: boolean): Command =>
  (view) => {
    const { main } = view.state.selection;
    const place = placeOf(view);
    if (!place) return false;
    const head = edgesOf(place, main.head)[edge];
    view.dispatch({
      selection: isExtending ? { anchor: main.anchor, head } : { anchor: head },
      scrollIntoView: true,
      userEvent: "select",
    });
    return true;
  };

/** Select all: the text of the cell, and the whole text if that is selected already. */
const selectCell: Command = (view) => {
  const { main } = view.state.selection;
  const cell = placeOf(view)?.cell;
  if (!cell || cell.start === cell.end || (main.from <= cell.start && main.to >= cell.end)) return selectAll(view);
  view.dispatch({ selection: { anchor: cell.start, head: cell.end }, userEvent: "select" });
  return true;
};

/** A new line in a cell. */
const breakLine: Command = (view) => {
  if (view.state.readOnly || !placeOf(view)) return false;
  view.dispatch(view.state.replaceSelection("<br>"), { userEvent: "input.type", scrollIntoView: true });
  return true;
};

/**
 * Backspace at the start of the paragraph below a table: goes to its last cell. Without the blank line between them the
 * paragraph would be the table's last row.
 */
const backIntoTable: Command = (view) => {
  const { state } = view;
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (ranges.length > 1 || !main.empty || main.head !== line.from || line.number < 3 || line.text.trim() === "")
    return false;
  if (state.doc.line(line.number - 1).text.trim() !== "") return false;
  const drawn = drawnTableAt(state, state.doc.line(line.number - 2).to);
  const cell = drawn?.table.rows.at(-1)?.cells.at(-1);
  return cell !== undefined && moveTo(view, cell.end);
};

/** Delete at the end of the paragraph above a table: goes to its first cell, instead of making the paragraph a part of the header. */
const forwardIntoTable: Command = (view) => {
  const { doc, selection } = view.state;
  const { main, ranges } = selection;
  const line = doc.lineAt(main.head);
  if (ranges.length > 1 || !main.empty || main.head !== line.to || line.text.trim() === "") return false;
  const next = line.number < doc.lines ? doc.line(line.number + 1) : null;
  const below = next?.text.trim() === "" && next.number < doc.lines ? doc.line(next.number + 1) : next;
  const drawn = below && drawnTableAt(view.state, below.from);
  const cell = drawn?.from === below?.from ? drawn?.table.rows[0]?.cells[0] : undefined;
  return cell !== undefined && moveTo(view, cell.start);
};

/** The keys of drawn tables. Tab and Enter are the same in the source. */
export const tableKeys: Extension = Prec.high(
  keymap.of([
    { key: "ArrowLeft", run: sideways(false) },
    { key: "ArrowRight", run: sideways(true) },
    { key: "ArrowUp", run: vertically(false, false), shift: vertically(false, true) },
    { key: "ArrowDown", run: vertically(true, false), shift: vertically(true, true) },
    { key: "Home", mac: "Cmd-ArrowLeft", run: toEdge("start", false), shift: toEdge("start", true) },
    { key: "End", mac: "Cmd-ArrowRight", run: toEdge("end", false), shift: toEdge("end", true) },
    { key: "Mod-a", run: selectCell },
    { key: "Shift-Enter", run: breakLine },
    { key: "Backspace", run: backIntoTable },
    { key: "Delete", run: forwardIntoTable },
  ]),
);
