import {
  ChangeSet,
  EditorSelection,
  type EditorState,
  EditorState as State,
  Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { cellText, type Row } from "../writing/table";
import { apartFromTable } from "./below-table";
import { cellPlaceAt, type DrawnTable, drawnTableAt } from "./tables";
import { isBlankBehindBar, typedBar } from "./typed-rows";

/** `cursor`: where the cursor is in `insert` afterwards; at its end if it is left out. */
type Change = { from: number; to: number; insert: string; cursor?: number };

/**
 * Keeps what is typed, pasted and deleted by hand within the cells of a drawn table: a bar is written `\|`, a line break
 * `<br>`, and of a selection across cells only their texts are deleted. Commands, undo, agents and replacing are free.
 */
export const tableGuard = State.transactionFilter.of((transaction) => {
  const { startState, docChanged } = transaction;
  if (!docChanged)
    return transaction.selection && transaction.isUserEvent("select") ? inCells(transaction) : transaction;
  if (!isByHand(transaction)) return transaction;
  const key = transaction.isUserEvent("input.type") ? keyOf(transaction) : null;
  const typed = key?.key === "|" ? typedBar(startState, key.at) : null;
  if (typed) return typed;
  if (key?.key === " " && isBlankBehindBar(startState, key.at)) return [];
  let isChanged = false;
  const changes: Change[] = [];
  transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    const change = { from, to, insert: inserted.toString() };
    const kept =
      transaction.isUserEvent("delete.line") || transaction.isUserEvent("input.copyline")
        ? wholeLines(startState, change)
        : inTable(startState, change);
    if (kept.length !== 1 || kept[0] !== change) isChanged = true;
    changes.push(...kept);
  });
  if (!isChanged) return apartFromTable(transaction) ?? transaction;
  if (changes.length === 0) return [];
  return rewritten(transaction, changes);
});

/** A single character that was typed at a single cursor; null for anything else. */
export function keyOf({ startState, changes }: Transaction): { at: number; key: string } | null {
  const { main, ranges } = startState.selection;
  if (ranges.length > 1 || !main.empty || changes.newLength !== changes.length + 1) return null;
  let found: { at: number; key: string } | null = null;
  changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    found = from === to && from === main.head ? { at: from, key: inserted.toString() } : null;
  });
  return found;
}

/** Read once: asking CodeMirror for each event looks through the transaction again. */
const isByHand = (transaction: Transaction): boolean => {
  const event = transaction.annotation(Transaction.userEvent) ?? "";
  return (
    /^(?:input\.(?:type|paste|drop|copyline)|delete|move\.drop)(?:\.|$)/.test(event) &&
    !/^input\.type\.compose(?:\.|$)/.test(event)
  );
};

function rewritten(transaction: Transaction, changes: Change[]): TransactionSpec {
  const { startState, effects, scrollIntoView } = transaction;
  const set = ChangeSet.of(
    changes.map(({ from, to, insert }) => ({ from, to, insert: startState.toText(insert) })),
    startState.doc.length,
  );
  const { selection } = startState;
  const event = transaction.annotation(Transaction.userEvent);
  const first = changes[0];
  const only = selection.ranges.length === 1 && first;
  return {
    changes: set,
    effects,
    scrollIntoView,
    ...(event === undefined ? {} : { userEvent: event }),
    // Behind what was typed, which is in the first cell.
    selection: only
      ? EditorSelection.cursor(set.mapPos(first.from, -1) + (first.cursor ?? first.insert.length))
      : selection.map(set, 1),
  };
}

/** The change as it is, or what it may change in a table. */
function inTable(state: EditorState, change: Change): Change[] {
  const { insert } = change;
  const { main } = state.selection;
  // Delete and Backspace in a cell reach no further than the table.
  const own = main.empty && insert === "" ? (cellPlaceAt(state, main.head)?.drawn ?? null) : null;
  const drawn = own ?? drawnTableAt(state, change.from);
  if (!drawn) return [change];
  const [from, to] = own ? [Math.max(change.from, own.from), Math.min(change.to, own.to)] : [change.from, change.to];
  if (from > to || (!own && (to > drawn.to || (from <= drawn.from && to >= drawn.to)))) return [change];
  const rows = drawn.table.rows.filter((row) => row.from <= to && row.to >= from);
  if (rows.length === 1 && rows[0]?.kind === "signs") return [change];
  const place = from === to ? cellPlaceAt(state, from) : null;
  if (place && !place.cell) {
    if (insert === "") return [{ from, to, insert }];
    const text = written(state, from, insert);
    return [{ from, to, insert: ` ${text} |`, cursor: 1 + text.length }];
  }
  const cells = rows.flatMap((row) => (row.kind === "signs" ? [] : row.cells));
  const within = cells.find((cell) => from >= cell.from && to <= cell.to);
  if (within) {
    if (insert === "" && from < to) {
      const kept = withCell(state, drawn, { from, to, insert });
      if (kept.insert !== "") return [kept];
    }
    const text = written(state, from, insert);
    const isSame = text === insert && from === change.from && to === change.to;
    return isSame ? [change] : [{ from, to, insert: text }];
  }
  const parts = cells
    .map(({ start, end }) => ({ from: Math.max(from, start), to: Math.min(to, end), insert: "" }))
    .filter((part) => part.from < part.to);
  if (insert === "") return parts.map((part) => withCell(state, drawn, part));
  const text = written(state, from, insert);
  const [first, ...others] = parts;
  if (first) return [{ ...first, insert: text }, ...others.map((part) => withCell(state, drawn, part))];
  const at = nearestIn(drawn, from);
  return at === null ? [] : [{ from: at, to: at, insert: text }];
}

/**
 * A deletion that takes the whole text of the first cell in a row without a bar before it writes that bar: otherwise the next cell would be the first
 * one, and a row of one word no row. The last row of a word may go.
 */
function withCell(state: EditorState, { table }: DrawnTable, change: Change): Change {
  const row = table.rows.find(({ from, to }) => change.from >= from && change.to <= to);
  const first = row?.cells[0];
  const isLastWord = row === table.rows.at(-1) && row?.cells.length === 1;
  if (!first || isLastWord || change.from > first.start || change.to < first.end) return change;
  if (change.to > first.to || state.sliceDoc(first.from - 1, first.from) === "|") return change;
  return { from: first.from, to: change.to, insert: "| " };
}

const written = (state: EditorState, at: number, text: string): string => {
  const before = state.sliceDoc(Math.max(0, at - 20), at);
  return cellText(text, /\\*$/.exec(before)?.[0].length ?? 0);
};

/** A command on whole lines keeps the header and the delimiter row, without which the rest is not a table. */
function wholeLines(state: EditorState, change: Change): Change[] {
  const drawn = drawnTableAt(state, change.from);
  if (!drawn || change.to > drawn.to + 1 || change.from <= drawn.from - 1) return [change];
  const body = drawn.table.rows[2];
  if (change.from < drawn.from && change.to >= drawn.to) return [change];
  return body && change.from >= body.from - 1
    ? [change]
    : change.to >= drawn.to && change.from <= drawn.from
      ? [change]
      : [];
}

/** Puts cursors that a key or a click moved beside the text of a cell into it. */
function inCells(transaction: Transaction): Transaction | readonly TransactionSpec[] {
  const { startState, newSelection } = transaction;
  if (transaction.isUserEvent("select.search")) return transaction;
  let isMoved = false;
  const ranges = newSelection.ranges.map((range) => {
    const drawn = range.empty ? drawnTableAt(startState, range.head) : null;
    if (!drawn) return range;
    const at = placeFor(startState, drawn, range.head);
    if (at === range.head) return range;
    isMoved = true;
    return EditorSelection.cursor(at, 1, undefined, range.goalColumn);
  });
  if (!isMoved) return transaction;
  return [transaction, { selection: EditorSelection.create(ranges, newSelection.mainIndex), sequential: true }];
}

function placeFor(state: EditorState, drawn: DrawnTable, head: number): number {
  const place = cellPlaceAt(state, head);
  if (place) {
    const { cell } = place;
    return cell ? Math.max(cell.start, Math.min(cell.end, head)) : head;
  }
  const signs = drawn.table.rows[1];
  // In a delimiter row that is shown, the cursor moves freely.
  const old = state.selection.main.head;
  if (signs && old >= signs.from && old <= signs.to) return head;
  return nearestIn(drawn, head) ?? head;
}

/** The nearest position in a cell: of the header for one in the delimiter row, or of the row below if there is one. */
function nearestIn({ table }: DrawnTable, head: number): number | null {
  const row = table.rows.find(({ from, to }) => head >= from && head <= to);
  const from: Row | undefined = row?.kind === "signs" ? (table.rows[2] ?? table.rows[0]) : row;
  const cells = from?.cells ?? [];
  const first = cells[0];
  const last = cells.at(-1);
  if (!first || !last) return null;
  return head <= first.start
    ? first.start
    : head >= last.end
      ? row?.kind === "signs"
        ? first.start
        : last.end
      : first.start;
}
