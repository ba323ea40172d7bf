import type { EditorState, Line, StateCommand } from "@codemirror/state";
import { apply, type Edit, mapSelection } from "./format";
import { itemOf, type Opening, readOpening, widthOf } from "./opening";
import { isProse } from "./prose";
import { selectedLines } from "./selected-lines";

export type ListKind = "bullet" | "number" | "task";

type Row = { line: Line; opening: Opening };

/**
 * Whether a row is an item of the requested kind. A task is a bullet with a checkbox; a numbered task also counts as
 * numbered.
 */
const isOf = ({ opening }: Row, kind: ListKind): boolean => {
  const item = itemOf(opening);
  if (kind === "task") return opening.box !== null;
  return item?.kind === kind && (kind === "number" || opening.box === null);
};

/**
 * Makes the selected lines items of a kind, converting other items; if all are already of this kind, makes them plain
 * text. Nested content keeps its relative indentation.
 */
export const toggleList =
  (kind: ListKind): StateCommand =>
  (target) => {
    const { state } = target;
    const rows = rowsOf(state);
    if (rows.length === 0) return beginList(target, kind);
    const edits = rows.every((row) => isOf(row, kind)) ? toPlainText(rows, kind) : toListItems(state, rows, kind);
    return apply(target, edits, mapSelection(state.selection, state.changes(edits)));
  };

/** The selected lines that are or could be items: not code, not empty, not nested content of a selected item. */
function rowsOf(state: EditorState): Row[] {
  const rows: Row[] = [];
  for (const line of selectedLines(state)) {
    const opening = readOpening(line.text);
    if (line.text.slice(opening.contentStart).trim() === "" && opening.openers.length === 0) continue;
    if (!isProse(state, line.from)) continue;
    const above = rows.at(-1);
    const item = above && itemOf(above.opening);
    const isUnder =
      item && opening.openers.length === 0 && widthOf(line.text.slice(0, opening.contentStart)) >= item.inner;
    if (!isUnder) rows.push({ line, opening });
  }
  return rows;
}

/** In an empty line it begins a list. */
function beginList(target: Parameters<StateCommand>[0], kind: ListKind): boolean {
  const { state } = target;
  const { main } = state.selection;
  if (!main.empty || state.doc.lineAt(main.head).text.trim() !== "" || !isProse(state, main.head)) return false;
  const insert = kind === "number" ? "1. " : kind === "task" ? "- [ ] " : "- ";
  const edit = { from: main.head, to: main.head, insert };
  return apply(target, [edit], mapSelection(state.selection, state.changes(edit)));
}

function toPlainText(rows: readonly Row[], kind: ListKind): Edit[] {
  return rows.flatMap(({ line, opening }) => {
    const item = itemOf(opening);
    if (!item) return [];
    // A task loses its checkbox and stays an item.
    const from = kind === "task" && opening.box ? opening.box.from : item.at;
    return [{ from: line.from + from, to: line.from + opening.contentStart, insert: "" }];
  });
}

function toListItems(state: EditorState, rows: readonly Row[], kind: ListKind): Edit[] {
  const counts: { column: number; next: number }[] = [];
  return rows.flatMap((row) => {
    const { line, opening } = row;
    const item = itemOf(opening);
    const at = item ? item.at : opening.contentStart;
    const column = widthOf(line.text.slice(0, at));
    while ((counts.at(-1)?.column ?? -1) > column) counts.pop();
    let count = counts.at(-1);
    if (count?.column !== column) {
      count = { column, next: kind === "number" ? numberAfter(state, line, column) : 1 };
      counts.push(count);
    }
    const number = count.next++;
    if (isOf(row, kind) && kind !== "number") return [];
    const mark =
      kind === "number" ? `${number}.` : item?.kind === "bullet" ? item.sign : kind === "task" && item ? null : "-";
    const end = item ? (opening.box && kind === "bullet" ? opening.contentStart : item.inner) : at;
    const written = mark ?? line.text.slice(item?.at, item?.end);
    const box = kind === "task" ? "[ ] " : "";
    const gap = kind === "bullet" || kind === "number" || !item ? " " : line.text.slice(item.end, item.inner) || " ";
    const insert = `${written}${gap}${box}`;
    const edit = { from: line.from + at, to: line.from + end, insert };
    if (state.sliceDoc(edit.from, edit.to) === insert) return [];
    const by = item ? written.length + gap.length - (item.inner - item.at) : 0;
    return [edit, ...(item ? reindentNested(state, line, item.inner, by) : [])];
  });
}

/** The number of a new item after the preceding lines. */
function numberAfter(state: EditorState, line: Line, column: number): number {
  if (line.number === 1) return 1;
  const { text } = state.doc.line(line.number - 1);
  const before = itemOf(readOpening(text));
  return before?.kind === "number" && widthOf(text.slice(0, before.at)) === column ? before.number + 1 : 1;
}

/** Nested content is reindented if the marker's width changes. */
function reindentNested(state: EditorState, item: Line, inner: number, by: number): Edit[] {
  const edits: Edit[] = [];
  if (by === 0) return edits;
  for (let n = item.number + 1; n <= Math.min(state.doc.lines, item.number + 2000); n++) {
    const line = state.doc.line(n);
    const blanks = /^[ ]*/.exec(line.text)?.[0].length ?? 0;
    if (line.text.trim() === "") continue;
    if (blanks < inner) break;
    edits.push(
      by > 0
        ? { from: line.from, to: line.from, insert: " ".repeat(by) }
        : { from: line.from, to: line.from - by, insert: "" },
    );
  }
  return edits;
}
