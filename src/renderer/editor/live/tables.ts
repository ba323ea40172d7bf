import { type EditorState, type Range, type RangeSet, StateField, type Transaction } from "@codemirror/state";
import { BlockWrapper, EditorView } from "@codemirror/view";
import { visibleConflicts } from "../sync/conflict-hunks";
import type { ParsedRange } from "../syntax/changed-blocks";
import type { Span } from "../text/attention";
import { frontMatter } from "../text/front-matter";
import { type Cell, cellAt, isRow, prefixOf, type Row, type Table, tableOf } from "../writing/table";
import { liveMessages } from "./messages";
import { parsedRegion, regionChanges } from "./region-changes";

/** Larger tables stay source: every key reads the table that it is in. */
const MAX = { characters: 30_000, rows: 2_000, columns: 60 };

export type Align = "left" | "center" | "right" | null;

/**
 * A table that is drawn as a grid. `columns` counts those that only a row with too many cells has, too. `opening`: what is before the header if the table
 * begins in the line of a list item, otherwise empty.
 */
export type DrawnTable = {
  from: number;
  to: number;
  table: Table;
  columns: number;
  align: readonly Align[];
  isRightToLeft: boolean;
  opening: string;
};

type Tables = {
  readonly drawn: readonly DrawnTable[];
  readonly wrappers: RangeSet<BlockWrapper>;
};

/** The tables around the view that are drawn as grids. Their cells are the text itself, laid out by style sheets. */
export const tables = StateField.define<Tables>({
  create: read,
  update(value, transaction) {
    const { state, startState, docChanged } = transaction;
    const { change, parsed } = state.field(regionChanges);
    const isSame = state.field(visibleConflicts, false) === startState.field(visibleConflicts, false);
    if (isSame && !docChanged && change.kind === "nothing") return value;
    // A wrapper that came or went would move the line that a word is being composed in.
    if (isSame && change.kind === "composed") return composed(value, transaction);
    if (!isSame || change.kind !== "lines" || !parsed) return read(state);
    const found = findTables(state, { ...parsed, range: change.lines });
    if (found.length === 0 && value.drawn.length === 0) return value;
    const [above, below] = othersOf(value.drawn, transaction, change.lines);
    const drawn = [...above, ...found, ...below];
    return { drawn, wrappers: wrappersOf(drawn) };
  },
  provide: (field) => [regionChanges, EditorView.blockWrappers.from(field, ({ wrappers }) => wrappers)],
});

/** The same tables, whatever the text is now parsed as. */
function composed({ drawn, wrappers }: Tables, { state, changes }: Transaction): Tables {
  const moved = drawn.flatMap(
    ({ from, to }) => readTable(state, changes.mapPos(from, -1), changes.mapPos(to, 1)) ?? [],
  );
  return { drawn: moved, wrappers: wrappers.map(changes) };
}

/** The tables above and below the lines that an edit changed. The cells of those below have moved. */
function othersOf(
  drawn: readonly DrawnTable[],
  { state, changes }: Transaction,
  lines: Span,
): [above: DrawnTable[], below: DrawnTable[]] {
  const above: DrawnTable[] = [];
  const below: DrawnTable[] = [];
  for (const table of drawn) {
    const from = changes.mapPos(table.from, 1);
    const to = changes.mapPos(table.to, -1);
    if (to < lines.from && from === table.from) above.push(table);
    else if (to < lines.from || from > lines.to) {
      const moved = readTable(state, from, to);
      if (moved) (to < lines.from ? above : below).push(moved);
    }
  }
  return [above, below];
}

/** The drawn table that contains a position. */
export function drawnTableAt(state: EditorState, position: number): DrawnTable | null {
  return state.field(tables, false)?.drawn.find(({ from, to }) => position >= from && position <= to) ?? null;
}

/** A cell of a drawn table. `cell` is null for one that its row lacks: the position is the end of the row. */
export type CellPosition = { drawn: DrawnTable; row: number; column: number; line: Row; cell: Cell | null };

/** The cell of a drawn table at a position; null in the delimiter row. */
export function cellPlaceAt(state: EditorState, position: number): CellPosition | null {
  const drawn = drawnTableAt(state, position);
  if (!drawn) return null;
  const { row, column } = cellAt(drawn.table, position);
  const line = drawn.table.rows[row];
  if (!line || line.kind === "signs") return null;
  if (isBesideRow(drawn, line, position)) return { drawn, row, column: line.cells.length, line, cell: null };
  const cell = line.cells[column];
  return cell ? { drawn, row, column, line, cell } : null;
}

/** Whether a position is that of the first cell that a row lacks. */
const isBesideRow = ({ table }: DrawnTable, line: Row, position: number): boolean =>
  position === line.to && line.isClosed && line.cells.length < table.width;

function read(state: EditorState): Tables {
  const parsed = parsedRegion(state);
  const drawn = parsed ? findTables(state, parsed) : [];
  return { drawn, wrappers: wrappersOf(drawn) };
}

/** The tables in a range. */
function findTables(state: EditorState, { part, range }: ParsedRange): DrawnTable[] {
  const drawn: DrawnTable[] = [];
  const front = state.field(frontMatter, false) ?? 0;
  const end = part.offset + part.tree.length;
  part.tree.iterate({
    from: Math.max(0, range.from - part.offset),
    to: range.to - part.offset,
    enter: (node) => {
      const [first, last] = [node.from + part.offset, node.to + part.offset];
      // Blocks that begin above the part may be incomplete.
      if (first < Math.max(front, part.offset + part.opener.length) && !node.type.isTop) return false;
      if (node.name !== "Table")
        return node.type.is("Document") || ["BulletList", "OrderedList", "ListItem", "Blockquote"].includes(node.name);
      const table = readTable(state, first, last === end ? lastRow(state, last) : last);
      if (table) drawn.push(table);
      return false;
    },
  });
  return drawn;
}

/** The end of a table of which only the first rows are in the part that was parsed. */
function lastRow({ doc }: EditorState, at: number): number {
  let line = doc.lineAt(at);
  while (line.number < doc.lines && line.to - at <= MAX.characters && isRow(doc.line(line.number + 1).text))
    line = doc.line(line.number + 1);
  return line.to;
}

function wrappersOf(drawn: readonly DrawnTable[]): RangeSet<BlockWrapper> {
  const wrappers = drawn.map(({ from, to, table, columns }): Range<BlockWrapper> => {
    const attributes = {
      class: "cm-live-table",
      role: "table",
      "aria-label": liveMessages.table.label(columns, table.rows.length - 1),
      "aria-rowcount": String(table.rows.length - 1),
      "aria-colcount": String(columns),
    };
    return BlockWrapper.create({ tagName: "div", attributes }).range(from, to);
  });
  return BlockWrapper.set(wrappers);
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const STRONG = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|\p{L}/u;

/** Whether a line has letters that are written from right to left. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** Whether a text has letters, which have a direction; digits have none. */
export const hasLetters = (text: string): boolean => STRONG.test(text);

function readTable(state: EditorState, from: number, to: number): DrawnTable | null {
  const { doc } = state;
  const first = doc.lineAt(from);
  const last = doc.lineAt(to);
  const isTooLarge = last.to - first.from > MAX.characters || last.number - first.number > MAX.rows;
  const before = first.text.slice(0, from - first.from);
  if (isTooLarge || last.to !== to || (/[^\s>]/.test(before) && before !== prefixOf(doc, first.number))) return null;
  const conflicts = state.field(visibleConflicts, false) ?? [];
  if (conflicts.some((conflict) => conflict.from <= last.to && conflict.to >= first.from)) return null;
  const table = tableOf(doc, first.number, last.number);
  const columns = table.rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const signs = table.rows[1];
  if (!signs || columns === 0 || columns > MAX.columns) return null;
  const align = signs.cells.map(({ start, end }): Align => {
    const text = doc.sliceString(start, end);
    const [left, right] = [text.startsWith(":"), text.endsWith(":")];
    return left && right ? "center" : right ? "right" : left ? "left" : null;
  });
  const strong = STRONG.exec(first.text)?.[0] ?? STRONG.exec(doc.sliceString(signs.to, last.to))?.[0] ?? "";
  const prefix = prefixOf(doc, first.number);
  const opening = /[^\s>]/.test(prefix) ? prefix : "";
  return { from: first.from, to: last.to, table, columns, align, isRightToLeft: RIGHT_TO_LEFT.test(strong), opening };
}
