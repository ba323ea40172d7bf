import {
  type ChangeSpec,
  EditorState,
  type Extension,
  StateField,
  type Text,
  type Transaction,
} from "@codemirror/state";
import { MAX_PARSED_PARAGRAPH } from "../../ui/limits";
import { enclosingBlock, inlineNodes, MARKS, type Span } from "./marked-ranges";
import { isProse } from "./prose";

/**
 * Deleting all of a marked text deletes its marks: a bold word that is selected and deleted leaves no `****`, with or without one of its marks.
 * Backspace over the last letter keeps them, since it is usually typed again; the next one deletes both, and so does the cursor that leaves them.
 */
const deletesMarks = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged) return withoutPairLeft(transaction);
  if (!transaction.isUserEvent("delete")) return transaction;
  const { startState } = transaction;
  const isBackspace = transaction.isUserEvent("delete.backward");
  const isDelete = transaction.isUserEvent("delete.forward");
  const emptied = startState.field(emptiedPair);
  const isEmptied = (at: number) => emptied !== null && 2 * at === emptied.from + emptied.to;
  const pairAt = (at: number) => (isEmptied(at) ? emptied : isBackspace ? begunPair(startState, at) : null);
  const more: ChangeSpec[] = [];
  transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    if (inserted.length > 0 || to - from > MAX_PARSED_PARAGRAPH) return;
    const isKey = isBackspace || isDelete;
    const whole = to - from > 1 ? marksAround(startState, from, to) : isKey ? pairAt(isBackspace ? to : from) : null;
    if (!whole) return;
    if (whole.from < from) more.push({ from: whole.from, to: from });
    if (whole.to > to) more.push({ from: to, to: whole.to });
  });
  return more.length === 0 ? transaction : [transaction, { changes: more }];
});

/** The pair of marks around the cursor whose text was deleted letter by letter: only what was a marked text has one. */
const emptiedPair = StateField.define<Span | null>({
  create: () => null,
  update(value, transaction) {
    const { startState, newSelection } = transaction;
    const { head, empty } = newSelection.main;
    const isInside = ({ from, to }: Span) => empty && 2 * head === from + to;
    if (!transaction.docChanged) return value !== null && isInside(value) ? value : null;
    if (!transaction.isUserEvent("delete") || newSelection.ranges.length > 1) return null;
    let pair: Span | null = null;
    transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) => {
      const around =
        inserted.length > 0 || to - from > MAX_PARSED_PARAGRAPH ? { from, to } : marksAround(startState, from, to);
      pair = { from: around.from, to: around.to - (to - from) };
    });
    // What takes its marks along is deleted with them.
    return pair !== null && isPair(transaction.newDoc, pair) && isInside(pair) ? pair : null;
  },
});

export const emptyMarksGo: Extension = [emptiedPair, deletesMarks];

/** The transaction, and if it moves the cursor out of an emptied pair, without that pair. */
function withoutPairLeft(transaction: Transaction) {
  const { startState, newSelection, selection } = transaction;
  const pair = startState.field(emptiedPair, false);
  if (!pair || !selection || !transaction.isUserEvent("select")) return transaction;
  const { head, empty } = newSelection.main;
  if ((empty && 2 * head === pair.from + pair.to) || !isProse(startState, pair.from)) return transaction;
  return [transaction, { changes: { from: pair.from, to: pair.to }, sequential: true }];
}

/** The range with all marks whose complete text is in `from`–`to`. */
function marksAround(state: EditorState, from: number, to: number): Span {
  const around = { from, to };
  const beside = state.sliceDoc(Math.max(0, from - 1), from) + state.sliceDoc(to, to + 1);
  if (!/[*_~`=]/.test(beside) || !isProse(state, from)) return around;
  const piece = { from, to, ...enclosingBlock(state, from, to) };
  const nodes = MARKS.flatMap((mark) => inlineNodes(piece, mark));
  for (let found = true; found; ) {
    const node = nodes.find(
      ({ open, close, ...all }) =>
        around.from <= open.to && close.from <= around.to && (all.from < around.from || all.to > around.to),
    );
    found = node !== undefined;
    if (node) Object.assign(around, { from: Math.min(around.from, node.from), to: Math.max(around.to, node.to) });
  }
  return around;
}

/** The pair of marks that a command has begun around a position, such as `**` and `**`; null if there is none. No command begins underscores. */
function begunPair(state: EditorState, at: number): Span | null {
  const before = /(?<!\\)(\*{1,3}|~~|==|`)$/.exec(state.sliceDoc(Math.max(0, at - 4), at))?.[0];
  if (before === undefined || !isProse(state, at)) return null;
  const pair = { from: at - before.length, to: at + before.length };
  const isLonger = [pair.from - 1, pair.to].some((beside) => state.sliceDoc(beside, beside + 1) === before[0]);
  return !isLonger && isPair(state.doc, pair) ? pair : null;
}

/** Whether a range is an empty pair: the same mark twice. */
function isPair(doc: Text, { from, to }: Span): boolean {
  const text = doc.sliceString(from, to);
  const half = text.slice(0, text.length / 2);
  return text.length === to - from && text === half + half && /^(?:\*{1,3}|_{1,3}|~~|==|`)$/.test(half);
}
