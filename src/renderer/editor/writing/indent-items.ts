import { indentLess, indentMore, insertTab, isolateHistory } from "@codemirror/commands";
import { ChangeSet, type ChangeSpec, type EditorState, type Line, type StateCommand, Text } from "@codemirror/state";
import { mapSelection } from "./format";
import { renumberFollowing, shiftNested } from "./list-numbers";
import { itemOf, markOf, readOpening, widthOf } from "./opening";

const ITEM = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/;

/** How many lines are searched backwards for the parent item. */
const REACH = 300;

/** Tab: nests an item, with its content, below the previous one; the first one stays. Elsewhere inserts a tab, or indents selected lines. */
export const tab: StateCommand = (target) => {
  const { state } = target;
  if (shift(target, "in")) return true;
  const isOneLine = state.selection.ranges.every(
    ({ from, to }) => state.doc.lineAt(from).number === state.doc.lineAt(to).number,
  );
  return isOneLine ? insertTab(target) : indentMore(target);
};

/** Shift+Tab: moves an item out to the level of its parent. Elsewhere outdents lines. */
export const shiftTab: StateCommand = (target) => {
  const { state, dispatch } = target;
  if (shift(target, "out")) return true;
  // A separate undo step, not joined with the typing before it.
  return indentLess({
    state,
    dispatch: ({ changes }) =>
      dispatch(state.update({ changes, userEvent: "delete.dedent", annotations: isolateHistory.of("full") })),
  });
};

const shift = (target: Parameters<StateCommand>[0], direction: Direction): boolean => {
  const { state, dispatch } = target;
  if (state.readOnly) return false;
  let changes = ChangeSet.empty(state.doc.length);
  const done = new Set<number>();
  for (const { from, to } of state.selection.ranges) {
    const [first, last] = [from, to].map((at) => state.doc.lineAt(at).number) as [number, number];
    // An earlier selection has already moved this item.
    if (done.has(first)) continue;
    const doc = changes.apply(state.doc);
    const moves = moveItem(doc, first, last, direction) ?? moveQuotedItem(doc, first, last, direction);
    if (!moves) return false;
    for (const line of moves.lines) done.add(line);
    changes = changes.compose(moves.changes);
  }
  if (!changes.empty)
    dispatch(
      state.update({
        changes,
        selection: mapSelection(state.selection, changes),
        scrollIntoView: true,
        userEvent: direction === "in" ? "input.indent" : "delete.dedent",
        annotations: isolateHistory.of("full"),
      }),
    );
  return true;
};

type Direction = "in" | "out";
type Moves = { lines: readonly number[]; changes: ChangeSet };

/** Moves the item that begins in line `number`, and what is selected below it; null if none begins there. */
function moveItem(doc: Text, number: number, last: number, direction: Direction): Moves | null {
  const first = doc.line(number);
  const item = ITEM.exec(first.text);
  if (!item) return null;
  const indent = widthOf(item[1] ?? "");
  const by = direction === "in" ? indentUnderParent(doc, first, indent) : -outdentToParent(doc, first, indent);
  const lines = linesOf(doc, first, last, indent);
  const moves = ChangeSet.of(
    lines.flatMap((line) => indentEdits(line, by)),
    doc.length,
  );
  return {
    lines: lines.map((line) => line.number),
    changes: moves.empty ? moves : moves.compose(renumberMoved(moves.apply(doc), lines, indent, by)),
  };
}

/** The same in a quote: what is behind its signs is moved as a text of its own. */
function moveQuotedItem(doc: Text, number: number, last: number, direction: Direction): Moves | null {
  const depth = /^(?:[ \t]*>)*/.exec(doc.line(number).text)?.[0].replaceAll(/[^>]/g, "").length ?? 0;
  if (depth === 0) return null;
  const signs = new RegExp(`^(?:[ \\t]*>){${depth}} ?`);
  const isInside = (n: number) =>
    n >= 1 && n <= doc.lines && Math.abs(n - number) <= REACH && signs.test(doc.line(n).text);
  let [top, bottom] = [number, number];
  while (isInside(top - 1)) top--;
  while (isInside(bottom + 1)) bottom++;
  const rows: { text: string; start: number }[] = [];
  for (let n = top; n <= bottom; n++) {
    const { text, from } = doc.line(n);
    const length = signs.exec(text)?.[0].length ?? 0;
    rows.push({ text: text.slice(length), start: from + length });
  }
  const inner = Text.of(rows.map(({ text }) => text));
  const moves = moveItem(inner, number - top + 1, Math.min(last, bottom) - top + 1, direction);
  if (!moves) return null;
  const edits: ChangeSpec[] = [];
  moves.changes.iterChanges((from, to, _fromB, _toB, insert) => {
    const line = inner.lineAt(from);
    const by = (rows[line.number - 1]?.start ?? 0) - line.from;
    edits.push({ from: from + by, to: to + by, insert });
  });
  return { lines: moves.lines.map((n) => n + top - 1), changes: ChangeSet.of(edits, doc.length) };
}

/** Renumbers where items were moved to and from. `doc` is the text after the move. */
function renumberMoved(doc: Text, lines: readonly Line[], indent: number, by: number): ChangeSet {
  const nothing = ChangeSet.empty(doc.length);
  const [head] = lines;
  const last = lines.at(-1)?.number ?? 0;
  const item = head ? itemOf(readOpening(head.text)) : undefined;
  if (!head || item?.kind !== "number" || readOpening(head.text).openers.length > 1) return nothing;
  const items = lines.flatMap((line) => {
    const found = widthOf(/^[ \t]*/.exec(line.text)?.[0] ?? "") === indent ? itemOf(readOpening(line.text)) : undefined;
    return found?.kind === "number" && found.sign === item.sign ? [{ line: line.number, number: found.number }] : [];
  });
  const before = previousItem(doc, head.number, indent + by, item.sign);
  const base = before ? before.number + 1 : 1;
  const own = items.flatMap(({ line }, index): ChangeSpec[] => {
    const now = itemOf(readOpening(doc.line(line).text));
    if (!now || now.number === base + index) return [];
    const mark = markOf({ ...now, number: base + index });
    const { from } = doc.line(line);
    const end = items[index + 1]?.line ?? last + 1;
    return [
      { from: from + now.at, to: from + now.end, insert: mark },
      ...shiftNested(doc, line, end, mark.length - (now.end - now.at)),
    ];
  });
  const oldLast = items.at(-1)?.number ?? item.number;
  let changes = ChangeSet.of(own, doc.length);
  const then = (column: number, was: number, now: number) => {
    const text = changes.apply(doc);
    changes = changes.compose(ChangeSet.of(renumberFollowing(text, last, column, item, was, now), text.length));
  };
  if (by > 0) then(indent, oldLast + 1, item.number);
  else {
    then(indent, oldLast + 1, 1);
    then(indent + by, base, base + items.length);
  }
  return changes;
}

/** The item before a line in the list at `column`; null if that line would begin the list. */
function previousItem(doc: Text, line: number, column: number, sign: string): { number: number } | null {
  for (let n = line - 1; n >= Math.max(1, line - REACH); n--) {
    const { text } = doc.line(n);
    if (text.trim() === "") continue;
    const indent = widthOf(/^[ \t]*/.exec(text)?.[0] ?? "");
    if (indent > column) continue;
    const item = itemOf(readOpening(text));
    return indent === column && item?.kind === "number" && item.sign === sign ? { number: item.number } : null;
  }
  return null;
}

const blanksOf = (text: string) => /^[ \t]*/.exec(text)?.[0] ?? "";

/** The items before a line, nearest first, with the columns of their marker and their content. */
function* itemsBefore(doc: EditorState["doc"], line: Line): Generator<{ indent: number; contentColumn: number }> {
  for (let n = line.number - 1; n >= Math.max(1, line.number - REACH); n--) {
    const { text } = doc.line(n);
    const item = ITEM.exec(text);
    if (item) {
      const mark = item[0].trimEnd();
      const gap = item[0].length - mark.length;
      const indent = widthOf(item[1] ?? "");
      yield { indent, contentColumn: widthOf(mark.replace(/\S/g, " ")) + (gap >= 1 && gap <= 4 ? gap : 1) };
    } else if (text.trim() !== "" && blanksOf(text) === "") return;
  }
}

function indentUnderParent(doc: Text, line: Line, indent: number): number {
  for (const before of itemsBefore(doc, line)) {
    if (before.indent <= indent) return Math.max(0, before.contentColumn - indent);
  }
  return 0;
}

function outdentToParent(doc: Text, line: Line, indent: number): number {
  for (const before of itemsBefore(doc, line)) {
    if (before.indent < indent) return indent - before.indent;
  }
  return indent;
}

/** The selected lines, and the content of the last item among them. */
function linesOf(doc: Text, first: Line, last: number, indent: number): Line[] {
  const lines: Line[] = [];
  for (let n = first.number; n <= doc.lines; n++) {
    const line = doc.line(n);
    const isInside = line.text.trim() === "" || widthOf(blanksOf(line.text)) > indent;
    if (n > last && !isInside) break;
    lines.push(line);
  }
  return lines;
}

function indentEdits(line: Line, by: number): ChangeSpec[] {
  if (line.text.trim() === "" || by === 0) return [];
  if (by > 0) return [{ from: line.from, insert: " ".repeat(by) }];
  const blanks = blanksOf(line.text);
  const left = Math.max(0, widthOf(blanks) + by);
  return blanks === "" ? [] : [{ from: line.from, to: line.from + blanks.length, insert: " ".repeat(left) }];
}
