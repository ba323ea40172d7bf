import { EditorState, type Extension, type Transaction } from "@codemirror/state";
import { isSuggestion, SUGGESTED, suggestionAt, suggestionId } from "../../../core/review/suggestions";
import type { ReviewedWrite } from "../../../shared/contract";
import { addAgentWrite, isReviewRestored, pendingWrite, reviewIn } from "./review-state";

/** The mode *Suggesting*: the real path of the document, and the name under which the user's changes are pending. */
export type Suggesting = { path: string; by: string };

/** The suggestion that a transaction makes, undoes or redoes; null for any other transaction. */
export function suggestedBy(transaction: Transaction): ReviewedWrite | null {
  const write = pendingWrite(transaction)?.write;
  return write && isSuggestion(write.id) ? write : null;
}

/**
 * Makes the user's changes suggestions while `mode` returns who suggests, in the transaction that makes them. Undo and redo of a suggestion or an agent's
 * write are none: they restore what was pending before. Those of an ordinary edit, made before the mode was on or before a restart, are suggestions like
 * any other change: undoing all suggestions gives the text that was there when the mode was turned on. `isUsers`: not a remote change, nor one that
 * another editor of the document has made.
 */
export const suggestChanges = (
  mode: () => Suggesting | null,
  isUsers: (transaction: Transaction) => boolean,
): Extension =>
  EditorState.transactionExtender.of((transaction) => {
    const suggesting = transaction.docChanged ? mode() : null;
    if (suggesting === null || !isUsers(transaction)) return null;
    if (isReviewRestored(transaction)) return null;
    const { path, by } = suggesting;
    return { effects: addAgentWrite.of({ path, write: writeFor(transaction, by) }) };
  });

/** The user's suggestion that the changes go on with, or a new one. */
function writeFor({ startState, changes }: Transaction, by: string): ReviewedWrite {
  const review = reviewIn(startState);
  const spans: { from: number; to: number }[] = [];
  changes.iterChangedRanges((from, to) => spans.push({ from, to }), true);
  const current = suggestionAt(review?.pending ?? [], spans);
  const known = review?.writes.find((write) => write.id === current && write.by === by);
  return known ?? { id: suggestionId(crypto.randomUUID()), by, reason: SUGGESTED, at: new Date().toISOString() };
}
