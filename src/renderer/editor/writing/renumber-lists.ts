import { ChangeSet, EditorState, type Extension, type Text, type Transaction } from "@codemirror/state";
import { columnOfItem, shiftNested, siblingsFrom } from "./list-numbers";
import { firstItem, markOf, type Opener, readOpening } from "./opening";

/** Edits that move, copy, delete or insert whole lines; typing within a line never renumbers. */
const COUNTED = ["move.line", "input.copyline", "delete", "input.paste", "input.drop"];

/** How many lines are searched backwards for the first item of a list. */
const REACH = 2000;

/** Changes in more ranges than this are not renumbered. */
const MAX_RANGES = 100;

/**
 * Renumbers consecutively numbered lists after lines were moved, copied, deleted or inserted, in the same step, so that
 * one undo reverts both. Other numberings stay as written.
 */
export const renumberingLists: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || !COUNTED.some((event) => transaction.isUserEvent(event))) return transaction;
  const changes = renumberChanged(transaction);
  return changes.empty ? transaction : [transaction, { changes, sequential: true }];
});

/** A numbered list: its items from the top, with their lines. */
type List = { line: number; opener: Opener }[];

function renumberChanged(transaction: Transaction): ChangeSet {
  const { startState, newDoc, changes } = transaction;
  const ranges: { before: [number, number]; after: [number, number] }[] = [];
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    if (ranges.length < MAX_RANGES) ranges.push({ before: [fromA, toA], after: [fromB, toB] });
  }, true);
  // An edit within a line adds and removes no items.
  const isWhole = ({ before, after }: (typeof ranges)[number]) =>
    startState.doc.lineAt(before[0]).number !== startState.doc.lineAt(before[1]).number ||
    newDoc.lineAt(after[0]).number !== newDoc.lineAt(after[1]).number;
  if (!ranges.some(isWhole)) return ChangeSet.empty(newDoc.length);
  let all = ChangeSet.empty(newDoc.length);
  const done = new Set<number>();
  for (const { before, after } of ranges) {
    const start = firstNumberOf(startState.doc, before);
    if (start === null) continue;
    const doc = all.apply(newDoc);
    const list = listAround(doc, [all.mapPos(after[0], -1), all.mapPos(after[1], 1)]);
    const [first] = list;
    if (!first || done.has(first.line)) continue;
    done.add(first.line);
    all = all.compose(ChangeSet.of(consecutiveNumbers(doc, list, start), doc.length));
  }
  return all;
}

/** The first number of a list that contains the range; null if it is not numbered consecutively. */
function firstNumberOf(doc: Text, [from, to]: [number, number]): number | null {
  const list = listAround(doc, [from, to]);
  const [first] = list;
  if (!first || list.length < 2) return null;
  return list.every(({ opener }, index) => opener.number === first.opener.number + index) ? first.opener.number : null;
}

/** The list that contains these lines, or that ends just before or begins just after them. */
function listAround(doc: Text, [from, to]: [number, number]): List {
  const first = doc.lineAt(Math.max(0, from)).number;
  const last = doc.lineAt(Math.min(doc.length, to)).number;
  for (let n = first; n <= Math.min(last, first + REACH); n++) {
    const list = listAt(doc, n);
    if (list.length > 0) return list;
  }
  const above = first > 1 ? listAt(doc, first - 1) : [];
  return above.length > 0 || last >= doc.lines ? above : listAt(doc, last + 1);
}

/** The list that contains the item in a line; empty if the line has no numbered item. */
function listAt(doc: Text, line: number): List {
  const own = firstItem(readOpening(doc.line(line).text));
  if (own?.kind !== "number") return [];
  const column = columnOfItem(doc.line(line).text);
  let top = line;
  for (let n = line - 1; n >= Math.max(1, line - REACH); n--) {
    const { text } = doc.line(n);
    const item = firstItem(readOpening(text));
    if (item?.kind !== "number" || item.sign !== own.sign || Math.abs(columnOfItem(text) - column) > 1) continue;
    // Only what continues to the given line.
    if (!siblingsFrom(doc, n).some((sibling) => sibling.line === top)) break;
    top = n;
  }
  return siblingsFrom(doc, top);
}

function consecutiveNumbers(doc: Text, list: List, start: number) {
  return list.flatMap(({ line, opener }, index) => {
    const number = start + index;
    if (opener.number === number || number > 999_999_999) return [];
    const mark = markOf({ ...opener, number });
    const { from } = doc.line(line);
    const end = list[index + 1]?.line ?? Math.min(doc.lines, line + REACH) + 1;
    return [
      { from: from + opener.at, to: from + opener.end, insert: mark },
      ...shiftNested(doc, line, end, mark.length - (opener.end - opener.at)),
    ];
  });
}
