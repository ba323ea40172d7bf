import { type ChangeSpec, EditorState, type Extension } from "@codemirror/state";
import { enclosingBlock, inlineNodes, MARKS } from "./marked-ranges";
import { isProse } from "./prose";

/**
 * Deleting all of a marked text deletes its marks: a bold word that is selected and deleted leaves no `****`. Backspace over the last letter keeps
 * them, since it is usually typed again.
 */
export const emptyMarksGo: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || !transaction.isUserEvent("delete")) return transaction;
  const { startState } = transaction;
  const more: ChangeSpec[] = [];
  transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    if (inserted.length > 0 || to - from < 2) return;
    const marked = marksAround(startState, from, to);
    if (marked.from < from) more.push({ from: marked.from, to: from }, { from: to, to: marked.to });
  });
  return more.length === 0 ? transaction : [transaction, { changes: more }];
});

/** The range with all marks whose complete text is `from`–`to`; that range itself if there are none. */
function marksAround(state: EditorState, from: number, to: number): { from: number; to: number } {
  const around = { from, to };
  if (!/[*_~`]/.test(state.sliceDoc(Math.max(0, from - 1), from)) || !isProse(state, from)) return around;
  const piece = { from, to, ...enclosingBlock(state, from, to) };
  const nodes = MARKS.flatMap((mark) => inlineNodes(piece, mark));
  for (let found = true; found; ) {
    const node = nodes.find(({ open, close }) => open.to === around.from && close.from === around.to);
    found = node !== undefined;
    if (node) Object.assign(around, { from: node.from, to: node.to });
  }
  return around;
}
