import { history } from "@codemirror/commands";
import type { Extension, Transaction } from "@codemirror/state";

/** The undo history. An undo takes back a word, with the blanks before it, or what was typed within half a second. */
export const undoHistory = (): Extension =>
  history({ joinToEvent: (transaction, isAdjacent) => isAdjacent && !beginsStep(transaction) });

/**
 * Whether typing begins a step: the first blank after a word, the first character after a line break, and in scripts without blanks each composition
 * and what follows punctuation.
 */
function beginsStep(transaction: Transaction): boolean {
  if (!transaction.isUserEvent("input.type")) return false;
  const isComposition = transaction.isUserEvent("input.type.compose");
  const isStart = transaction.isUserEvent("input.type.compose.start");
  if (isComposition && !isStart) return false;
  let begins = false;
  transaction.changes.iterChanges((from, _to, _fromB, _toB, inserted) => {
    const before = transaction.startState.sliceDoc(Math.max(0, from - 1), from);
    const isBlank = inserted.length < 100 && inserted.toString().trim() === "";
    if (isBlank ? /\S/.test(before) : /[\n、。，！？；：]/.test(before)) begins = true;
    if (isStart && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(before)) begins = true;
  });
  return begins;
}
