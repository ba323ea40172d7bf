import { ChangeSet, EditorState, type Extension, type Text, type Transaction } from "@codemirror/state";
import { columnOfItem, shiftedInside, siblingsFrom } from "./list-numbers";
import { firstItem, markOf, type Opener, readOpening } from "./opening";

/** What moves, copies, deletes or puts in whole lines; typing within a line is nobody's business but the person's. */
const COUNTED = ["move.line", "input.copyline", "delete", "input.paste", "input.drop"];

/** Lines that are looked back over for the first item of a list. */
const REACH = 2000;

/** Changes in more places than these are not counted after. */
const MOST_PLACES = 100;

/**
 * Lists whose numbers counted on still do after lines were moved, copied, deleted or put in: in the same step, so that one
 * Undo brings both back. A list that was numbered in another manner stays as it is written.
 */
export const countingLists: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || !COUNTED.some((event) => transaction.isUserEvent(event))) return transaction;
  const changes = recounted(transaction);
  return changes.empty ? transaction : [transaction, { changes, sequential: true }];
});

/** A list with numbers: its items from the top, with the lines they stand in. */
type List = { line: number; opener: Opener }[];

function recounted(transaction: Transaction): ChangeSet {
  const { startState, newDoc, changes } = transaction;
  const places: { before: [number, number]; after: [number, number] }[] = [];
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    if (places.length < MOST_PLACES) places.push({ before: [fromA, toA], after: [fromB, toB] });
  }, true);
  // Within a line nothing has come or gone.
  const isWhole = ({ before, after }: (typeof places)[number]) =>
    startState.doc.lineAt(before[0]).number !== startState.doc.lineAt(before[1]).number ||
    newDoc.lineAt(after[0]).number !== newDoc.lineAt(after[1]).number;
  if (!places.some(isWhole)) return ChangeSet.empty(newDoc.length);
  let all = ChangeSet.empty(newDoc.length);
  const done = new Set<number>();
  for (const { before, after } of places) {
    const start = countedFrom(startState.doc, before);
    if (start === null) continue;
    const doc = all.apply(newDoc);
    const list = listNear(doc, [all.mapPos(after[0], -1), all.mapPos(after[1], 1)]);
    const [first] = list;
    if (!first || done.has(first.line)) continue;
    done.add(first.line);
    all = all.compose(ChangeSet.of(numbered(doc, list, start), doc.length));
  }
  return all;
}

/** Where a list counts from, of which a place is part; null where its numbers do not count on. */
function countedFrom(doc: Text, [from, to]: [number, number]): number | null {
  const list = listNear(doc, [from, to]);
  const [first] = list;
  if (!first || list.length < 2) return null;
  return list.every(({ opener }, index) => opener.number === first.opener.number + index) ? first.opener.number : null;
}

/** The list that lines from one place to another are part of, or the one that ends just before or begins just after. */
function listNear(doc: Text, [from, to]: [number, number]): List {
  const first = doc.lineAt(Math.max(0, from)).number;
  const last = doc.lineAt(Math.min(doc.length, to)).number;
  for (let n = first; n <= Math.min(last, first + REACH); n++) {
    const list = listAt(doc, n);
    if (list.length > 0) return list;
  }
  const above = first > 1 ? listAt(doc, first - 1) : [];
  return above.length > 0 || last >= doc.lines ? above : listAt(doc, last + 1);
}

/** The list that the item in a line is part of; none where the line opens no item with a number. */
function listAt(doc: Text, line: number): List {
  const own = firstItem(readOpening(doc.line(line).text));
  if (own?.kind !== "number") return [];
  const column = columnOfItem(doc.line(line).text);
  let top = line;
  for (let n = line - 1; n >= Math.max(1, line - REACH); n--) {
    const { text } = doc.line(n);
    const item = firstItem(readOpening(text));
    if (item?.kind !== "number" || item.sign !== own.sign || Math.abs(columnOfItem(text) - column) > 1) continue;
    // Only what goes on down to the line that is known.
    if (!siblingsFrom(doc, n).some((sibling) => sibling.line === top)) break;
    top = n;
  }
  return siblingsFrom(doc, top);
}

function numbered(doc: Text, list: List, start: number) {
  return list.flatMap(({ line, opener }, index) => {
    const number = start + index;
    if (opener.number === number || number > 999_999_999) return [];
    const mark = markOf({ ...opener, number });
    const { from } = doc.line(line);
    const end = list[index + 1]?.line ?? Math.min(doc.lines, line + REACH) + 1;
    return [
      { from: from + opener.at, to: from + opener.end, insert: mark },
      ...shiftedInside(doc, line, end, mark.length - (opener.end - opener.at)),
    ];
  });
}
