import { type ChangeSpec, EditorState, type Extension } from "@codemirror/state";
import { enclosingBlock, inlineNodes, LONGEST, MARKS, type Span } from "./marked-ranges";
import { isProse } from "./prose";

/**
 * Deleting all of a marked text deletes its marks: a bold word that is selected and deleted leaves no `****`, with or without one of its marks.
 * Backspace over the last letter keeps them, since it is usually typed again; the next one deletes both.
 */
export const emptyMarksGo: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || !transaction.isUserEvent("delete")) return transaction;
  const { startState } = transaction;
  const isBackspace = transaction.isUserEvent("delete.backward");
  const more: ChangeSpec[] = [];
  transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    if (inserted.length > 0 || to - from > LONGEST) return;
    const whole = to - from > 1 ? marksAround(startState, from, to) : isBackspace ? emptyPair(startState, to) : null;
    if (!whole) return;
    if (whole.from < from) more.push({ from: whole.from, to: from });
    if (whole.to > to) more.push({ from: to, to: whole.to });
  });
  return more.length === 0 ? transaction : [transaction, { changes: more }];
});

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
function emptyPair(state: EditorState, at: number): Span | null {
  const before = /(\*{1,3}|_{1,2}|~~|==|`)$/.exec(state.sliceDoc(Math.max(0, at - 3), at))?.[0];
  if (before === undefined || !isProse(state, at)) return null;
  const [first, last] = [at - before.length, at + before.length];
  const isLonger = state.sliceDoc(first - 1, first) === before[0] || state.sliceDoc(last, last + 1) === before[0];
  return !isLonger && state.sliceDoc(at, last) === before ? { from: first, to: last } : null;
}
