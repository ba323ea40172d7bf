import type { EditorState, Text } from "@codemirror/state";
import { isProse } from "./prose";

/**
 * A cell: the range between its bars, and within it that of its text. In an empty cell the text is the position after
 * one space.
 */
export type Cell = { from: number; to: number; start: number; end: number };

/** A row of a table; the delimiter row has the `kind` `signs`. */
export type Row = {
  line: number;
  from: number;
  to: number;
  kind: "head" | "signs" | "body";
  cells: readonly Cell[];
  isClosed: boolean;
};

/** A table in the text: its rows in order, the first two of which are the header and the delimiter row. */
export type Table = { rows: readonly Row[]; width: number };

const LIMITS = { rows: 10_000, bare: 50, line: 20_000 };
const SIGNS = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

const hasBar = (text: string) => text.length < LIMITS.line && /(?<!\\)\|/.test(text);

/** What begins another block below a table: a row without a bar begins with none of these. */
const OTHER_BLOCK = /^[ \t]*(?:#{1,6}(?:[ \t]|$)|>|[-*+][ \t]|\d{1,9}[.)][ \t]|`{3,}|~{3,}|<|(?:[-*_][ \t]*){3,}$)/;

/** Whether a line below the delimiter row belongs to its table: any text does, with a bar or without. */
export const isRow = (text: string) =>
  text.length < LIMITS.line && (hasBar(text) || (text.trim() !== "" && !OTHER_BLOCK.test(text)));

/** The table at a position; null if there is none, or in code. */
export function tableAt(state: EditorState, position: number): Table | null {
  const { doc } = state;
  const here = doc.lineAt(position);
  if (!isRow(here.text)) return null;
  let first = here.number;
  let hasBars = hasBar(here.text);
  // Rows without a bar may be anywhere below the delimiter row.
  for (let bare = hasBars ? 0 : 1; first > 1 && here.number - first < LIMITS.rows; first--) {
    const { text } = doc.line(first - 1);
    const isBare = !hasBar(text);
    bare = isBare ? bare + 1 : 0;
    if (isBare && (bare > LIMITS.bare || !isRow(text))) break;
    hasBars ||= !isBare;
  }
  if (!hasBars) return null;
  // A line above the header is a paragraph that happens to contain a bar.
  let signs = -1;
  for (let n = first + 1; n <= Math.min(doc.lines, here.number + 1); n++) {
    if (!hasBar(doc.line(n).text) || !SIGNS.test(doc.line(n).text)) continue;
    if (cellsOf(doc, n).cells.length === cellsOf(doc, n - 1).cells.length) {
      signs = n;
      break;
    }
  }
  if (signs < 0 || here.number < signs - 1 || !isProse(state, here.from)) return null;
  let last = signs;
  while (last < doc.lines && last - signs < LIMITS.rows && isRow(doc.line(last + 1).text)) last++;
  return here.number > last ? null : tableOf(doc, signs - 1, last);
}

/** The table in the lines from `first`, its header, to `last`. */
export function tableOf(doc: Text, first: number, last: number): Table {
  const rows: Row[] = [];
  for (let n = first; n <= last; n++) {
    const line = doc.line(n);
    const kind = n === first ? "head" : n === first + 1 ? "signs" : "body";
    rows.push({ line: n, from: line.from, to: line.to, kind, ...cellsOf(doc, n) });
  }
  return { rows, width: rows[0]?.cells.length ?? 0 };
}

/** The cells of a line, split at every unescaped bar, in code too, as GitHub does. */
export function cellsOf(doc: Text, number: number): { cells: Cell[]; isClosed: boolean } {
  const { text, from } = doc.line(number);
  const before = prefixOf(doc, number).length;
  const start = text[before] === "|" ? before + 1 : before;
  // The blanks behind the last bar are none of the row's; those behind a last cell without a bar are typed in it.
  const trimmed = text.trimEnd().length;
  const end = text[trimmed - 1] === "|" && !isEscaped(text, trimmed - 1) ? trimmed : text.length;
  const cells: Cell[] = [];
  let at = start;
  let isClosed = false;
  for (let index = start; index <= end; index++) {
    const isBar = text[index] === "|" && !isEscaped(text, index);
    if (!isBar && index < end) continue;
    if (isBar || index > at) cells.push(cellOf(text, at, index, from));
    isClosed = isBar && index === end - 1;
    at = index + 1;
    if (isClosed) break;
  }
  return { cells, isClosed };
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}

function cellOf(text: string, from: number, to: number, offset: number): Cell {
  const raw = text.slice(from, to);
  const blanks = /^[ \t]*/.exec(raw)?.[0].length ?? 0;
  if (blanks === raw.length) {
    const position = offset + from + Math.min(1, raw.length);
    return { from: offset + from, to: offset + to, start: position, end: position };
  }
  return {
    from: offset + from,
    to: offset + to,
    start: offset + from + blanks,
    end: offset + from + raw.trimEnd().length,
  };
}

/** The row and column of a position; before the first bar counts as the first cell, after the last one as the last. */
export function cellAt(table: Table, position: number): { row: number; column: number } {
  const row = table.rows.findIndex(({ from, to }) => position >= from && position <= to);
  const cells = table.rows[row]?.cells ?? [];
  const column = cells.findIndex(({ to }) => position <= to);
  return { row, column: column < 0 ? Math.max(0, cells.length - 1) : column };
}

/**
 * What is before the first cell of a table's line and its bar: spaces and quote markers, and if the table begins in the line of a list item, that item's
 * marker. Without a bar behind the marker, the item has the table if the next line is indented as its text.
 */
export function prefixOf(doc: Text, number: number): string {
  const { text } = doc.line(number);
  const [found = "", outer = ""] = /^((?:[ \t]*>)*[ \t]*)(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/.exec(text) ?? [];
  if (found === outer || text[found.length] === "|") return found;
  const below = number < doc.lines ? doc.line(number + 1).text : "";
  const indent = /^(?:[ \t]*>)*[ \t]*/.exec(below)?.[0].length ?? 0;
  return SIGNS.test(below) && indent >= found.length ? found : outer;
}

/** The same for a new row below such a line. */
export const prefixBelow = (doc: Text, number: number): string => prefixOf(doc, number).replace(/[^\s>]/g, " ");

/**
 * A text as it is written in a cell: on one line, with its bars escaped. `slashes`: how many backslashes are before it.
 */
export function cellText(text: string, slashes = 0): string {
  const before = "\\".repeat(slashes);
  return (before + text)
    .replace(/(\\*)\|/g, (bar, found: string) => (found.length % 2 === 1 ? bar : `${found}\\|`))
    .slice(slashes)
    .replace(/[ \t]*(?:\r\n?|\n)[ \t]*/g, "<br>");
}
