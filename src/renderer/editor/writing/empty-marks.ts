import {
  type ChangeSpec,
  EditorState,
  type Extension,
  StateField,
  type Text,
  type Transaction,
} from "@codemirror/state";
import { enclosingBlock, inlineNodes, LONGEST, MARKS, type Span } from "./marked-ranges";
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
  const more: ChangeSpec[] = [];
  transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    if (inserted.length > 0 || to - from > LONGEST) return;
    const whole =
      to - from > 1
        ? marksAround(startState, from, to)
        : isBackspace
          ? emptyPair(startState, to)
          : isDelete
            ? emptyPair(startState, from)
            : null;
    if (!whole) return;
    if (whole.from < from) more.push({ from: whole.from, to: from });
    if (whole.to > to) more.push({ from: to, to: whole.to });
  });
  return more.length === 0 ? transaction : [transaction, { changes: more }];
});

/** The pair around the cursor whose text was deleted letter by letter. */
const emptiedPair = StateField.define<Span | null>({
  create: () => null,
  update(value, transaction) {
    const { newDoc, newSelection } = transaction;
    const { head, empty } = newSelection.main;
    if (!transaction.docChanged) return value !== null && empty && 2 * head === value.from + value.to ? value : null;
    return transaction.isUserEvent("delete") && empty && newSelection.ranges.length === 1
      ? pairAround(newDoc, head)
      : null;
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

/** The pair of marks with nothing between them around a position, such as `**` and `**`; null if there is none. */
const emptyPair = (state: EditorState, at: number): Span | null =>
  isProse(state, at) ? pairAround(state.doc, at) : null;

/** The same, in code as well. */
function pairAround(doc: Text, at: number): Span | null {
  const before = /(\*{1,3}|_{1,2}|~~|==|`)$/.exec(doc.sliceString(Math.max(0, at - 3), at))?.[0];
  if (before === undefined) return null;
  const [first, last] = [at - before.length, at + before.length];
  const isLonger =
    doc.sliceString(Math.max(0, first - 1), first) === before[0] || doc.sliceString(last, last + 1) === before[0];
  return !isLonger && doc.sliceString(at, last) === before ? { from: first, to: last } : null;
}
