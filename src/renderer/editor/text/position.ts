import { EditorSelection, type Text, Transaction, type TransactionSpec } from "@codemirror/state";
import type { TextLocation } from "../../../shared/contract";

export type { TextLocation };

/** A position that follows edits. Each edit costs a little until it is stopped. */
export type TrackedPosition = { position(): number; stop(): void };

/** A move of the cursor by more lines than this counts as a jump. */
const NEAR = 10;

const JUMP_EVENTS = ["select.jump", "select.search", "select.pointer"];

/** The range of a location in this text, in UTF-16 units. */
export function rangeOf(doc: Text, location: TextLocation): { from: number; to: number } {
  const within = (position: number, least: number, most: number) =>
    Math.min(most, Math.max(least, Number.isFinite(position) ? Math.trunc(position) : least));
  if ("line" in location) {
    const line = doc.line(within(location.line, 1, doc.lines));
    const from = within(line.from + (location.column ?? 1) - 1, line.from, line.to);
    return { from, to: within(from + (location.length ?? 0), from, line.to) };
  }
  const from = within(location.from, 0, doc.length);
  return { from, to: within(location.to ?? from, from, doc.length) };
}

/** The transaction that selects a range. It counts as a jump. */
export const selecting = ({ from, to }: { from: number; to: number }): TransactionSpec => ({
  selection: EditorSelection.single(from, to),
  userEvent: "select.jump",
});

/**
 * The cursor's previous position if this transaction made it jump: a click, a search or `selecting`, some lines away.
 */
export function jumpedFrom(transaction: Transaction): number | null {
  if (!transaction.selection || transaction.docChanged) return null;
  const event = transaction.annotation(Transaction.userEvent);
  if (event === undefined || !JUMP_EVENTS.includes(event)) return null;
  const from = transaction.startState.selection.main.head;
  const to = transaction.newSelection.main.head;
  const { doc } = transaction.startState;
  return Math.abs(doc.lineAt(to).number - doc.lineAt(from).number) > NEAR ? from : null;
}
