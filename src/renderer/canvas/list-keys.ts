import { indentLess, indentMore, insertTab } from "@codemirror/commands";
import type { ChangeSpec, EditorState, Line, StateCommand } from "@codemirror/state";

const ITEM = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/;

/** How far back the item is looked for that another one is put under. */
const REACH = 300;

/** Tab: an item goes under the one before it, with everything in it; elsewhere a tab, or selected lines move in. */
export const tab: StateCommand = (target) => {
  const { state } = target;
  if (shift(target, "in")) return true;
  const { from, to } = state.selection.main;
  const isOneLine = state.doc.lineAt(from).number === state.doc.lineAt(to).number;
  return isOneLine ? insertTab(target) : indentMore(target);
};

/** Shift+Tab: an item goes beside the one it is under; elsewhere lines move out. */
export const shiftTab: StateCommand = (target) => shift(target, "out") || indentLess(target);

const shift = (target: Parameters<StateCommand>[0], direction: "in" | "out"): boolean => {
  const { state, dispatch } = target;
  if (state.selection.ranges.length > 1) return false;
  const { from, to } = state.selection.main;
  const first = state.doc.lineAt(from);
  const item = ITEM.exec(first.text);
  if (!item) return false;
  const indent = widthOf(item[1] ?? "");
  const by = direction === "in" ? roomUnder(state, first, indent) : -roomBeside(state, first, indent);
  const changes = linesOf(state, first, to, indent).flatMap((line) => moved(line, by));
  if (changes.length > 0)
    dispatch(state.update({ changes, userEvent: direction === "in" ? "input.indent" : "delete.dedent" }));
  return true;
};

const widthOf = (blanks: string) =>
  [...blanks].reduce((width, blank) => (blank === "\t" ? width + 4 - (width % 4) : width + 1), 0);

const blanksOf = (text: string) => /^[ \t]*/.exec(text)?.[0] ?? "";

/** Items before this one, nearest first, with where they and their words begin. */
function* itemsBefore(state: EditorState, line: Line): Generator<{ indent: number; words: number }> {
  for (let n = line.number - 1; n >= Math.max(1, line.number - REACH); n--) {
    const { text } = state.doc.line(n);
    const item = ITEM.exec(text);
    if (item) {
      const mark = item[0].trimEnd();
      const gap = item[0].length - mark.length;
      const indent = widthOf(item[1] ?? "");
      yield { indent, words: widthOf(mark.replace(/\S/g, " ")) + (gap >= 1 && gap <= 4 ? gap : 1) };
    } else if (text.trim() !== "" && blanksOf(text) === "") return;
  }
}

function roomUnder(state: EditorState, line: Line, indent: number): number {
  for (const before of itemsBefore(state, line)) {
    if (before.indent <= indent) return Math.max(0, before.words - indent);
  }
  return 2;
}

function roomBeside(state: EditorState, line: Line, indent: number): number {
  for (const before of itemsBefore(state, line)) {
    if (before.indent < indent) return indent - before.indent;
  }
  return indent;
}

/** The selected lines, and what belongs to the last item among them. */
function linesOf(state: EditorState, first: Line, to: number, indent: number): Line[] {
  const lines: Line[] = [];
  const last = state.doc.lineAt(to).number;
  for (let n = first.number; n <= state.doc.lines; n++) {
    const line = state.doc.line(n);
    const isInside = line.text.trim() === "" || widthOf(blanksOf(line.text)) > indent;
    if (n > last && !isInside) break;
    lines.push(line);
  }
  return lines;
}

function moved(line: Line, by: number): ChangeSpec[] {
  if (line.text.trim() === "" || by === 0) return [];
  if (by > 0) return [{ from: line.from, insert: " ".repeat(by) }];
  const blanks = blanksOf(line.text);
  const left = Math.max(0, widthOf(blanks) + by);
  return blanks === "" ? [] : [{ from: line.from, to: line.from + blanks.length, insert: " ".repeat(left) }];
}
