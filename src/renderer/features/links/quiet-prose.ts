import { autocompletion, closeCompletion, startCompletion } from "@codemirror/autocomplete";
import { EditorState, type StateEffect, type TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

/** How far before the cursor a link or a tag that is typed can begin, in characters. */
const REACH = 500;

/** What every link and every tag begins with. */
const BEGINNING = /[[#]/;

/** The effect that closes a completion, which CodeMirror has only in a command: it is taken from what that dispatches. */
function closingEffect(): StateEffect<unknown> {
  let state = EditorState.create({ extensions: autocompletion({ override: [() => null] }) });
  let last: TransactionSpec = {};
  const target = {
    get state() {
      return state;
    },
    dispatch(spec: TransactionSpec) {
      last = spec;
      state = state.update(spec).state;
    },
  };
  startCompletion(target as unknown as EditorView);
  closeCompletion(target as unknown as EditorView);
  return last.effects as StateEffect<unknown>;
}

let closing: StateEffect<unknown> | null = null;

/**
 * Typing where no link and no tag can be begins no completion: it would set a timeout before the key is painted, and ask and dispatch twice after it, to
 * find each time that there is nothing to complete. Ctrl+Space is not affected.
 */
export const quietInProse = EditorState.transactionExtender.of((transaction) => {
  if (!transaction.docChanged || !transaction.isUserEvent("input.type")) return null;
  // From the state before: the text after it would be made twice, because an extended transaction is another one.
  const { doc, selection } = transaction.startState;
  const { from, text } = doc.lineAt(selection.main.head);
  let before = text.slice(Math.max(0, selection.main.head - from - REACH), selection.main.head - from);
  transaction.changes.iterChanges((_fromA, _toA, _fromB, _toB, inserted) => {
    before += inserted.toString();
  });
  if (BEGINNING.test(before)) return null;
  closing ??= closingEffect();
  return { effects: closing };
});
