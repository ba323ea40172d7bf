import type { EditorState, Transaction, TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { drawnTableAt } from "./tables";

/** The code of a key that an input method handles. */
const INPUT_METHOD = 229;

/** The keys that write: an input method also handles some that do not, such as the one that turns it off. */
const WRITES =
  /^(?:|Unidentified|Key[A-Z]|Digit\d|Numpad.*|Bracket.*|Intl.*|Semicolon|Quote|Comma|Period|Slash|Backslash|Backquote|Minus|Equal)$/;

/** What is meant to be right below a table: rows, and what other programs read as attributes, captions and ids of it. */
const BELONGS = /^\s*(?:[|{:^]|$)/;

/**
 * Text on a blank line right below a table would be one more row of it, and the paragraph below that line another: blank lines keep them apart. Null if
 * the transaction needs none.
 */
export function apartFromTable(transaction: Transaction): readonly TransactionSpec[] | null {
  const { startState, changes } = transaction;
  let typed: { at: number; text: string } | null = null;
  let count = 0;
  changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    count += 1;
    typed = from === to ? { at: from, text: inserted.toString() } : null;
  });
  if (count !== 1 || typed === null) return null;
  const { at, text } = typed as { at: number; text: string };
  const lines = BELONGS.test(text) ? null : blankLinesAround(startState, at, text.length);
  return lines && [transaction, { changes: lines.changes, sequential: true }];
}

type BlankLines = { changes: { from: number; insert: string }[]; before: number };

/**
 * The blank lines that a text of `typed` characters needs at a position on a blank line right below a table, and the length of the one before it; null
 * anywhere else, and where a row is missing between two others.
 */
function blankLinesAround(state: EditorState, at: number, typed: number): BlankLines | null {
  const { doc } = state;
  const line = doc.lineAt(at);
  if (line.number === 1 || !/^[ \t>]*$/.test(line.text) || !drawnTableAt(state, line.from - 1)) return null;
  const below = line.number < doc.lines ? doc.line(line.number + 1).text : "";
  if (/^[ \t>]*\|/.test(below)) return null;
  const prefix = line.text.trimEnd();
  const before = { from: line.from, insert: `${prefix}${state.lineBreak}` };
  const after = { from: line.to + typed, insert: `${state.lineBreak}${prefix}` };
  return { changes: /[^ \t>]/.test(below) ? [before, after] : [before], before: prefix.length + 1 };
}

/** The same before an input method begins to compose: while it does, nothing around its text may change. */
export const composedBelowTable = EditorView.domEventHandlers({
  keydown({ keyCode, code }, view) {
    const { main, ranges } = view.state.selection;
    const isOurs = keyCode === INPUT_METHOD && WRITES.test(code) && ranges.length === 1 && main.empty;
    if (!isOurs || view.state.readOnly || view.composing || view.compositionStarted) return false;
    const lines = blankLinesAround(view.state, main.head, 0);
    if (lines)
      view.dispatch({ changes: lines.changes, selection: { anchor: main.head + lines.before }, userEvent: "input" });
    return false;
  },
});
