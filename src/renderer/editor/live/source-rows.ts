import { EditorState, type Transaction, type TransactionSpec } from "@codemirror/state";
import { prefixOf, tableAt } from "../writing/table";
import { keyOf } from "./table-guard";

/**
 * In source mode, a bar that is typed in the empty row which Enter or Tab has written: whoever writes the whole row by hand gets that row alone, not one
 * within the other.
 */
export const sourceRows = EditorState.transactionFilter.of(
  (transaction): Transaction | TransactionSpec => rowByHand(transaction) ?? transaction,
);

function rowByHand(transaction: Transaction): TransactionSpec | null {
  const { startState, docChanged } = transaction;
  if (!docChanged || !transaction.isUserEvent("input.type") || transaction.isUserEvent("input.type.compose"))
    return null;
  const key = keyOf(transaction);
  if (key?.key !== "|") return null;
  const { at } = key;
  const { doc } = startState;
  const table = tableAt(startState, at);
  const row = table?.rows.find(({ from, to }) => at >= from && at <= to);
  if (!table || row?.kind !== "body" || !row.isClosed || row.cells.length < 2) return null;
  const [first, ...others] = row.cells;
  const text = first ? doc.sliceString(first.start, first.end) : "";
  if (others.some(({ start, end }) => start < end)) return null;
  // Without outer bars, the first bar of a row is behind its first cell.
  const head = table.rows[0];
  const hasOuterBars = head?.cells[0] !== undefined && doc.sliceString(head.from, head.cells[0].from).endsWith("|");
  // Behind a backslash it is text.
  if (text.endsWith("\\")) return null;
  if (text !== "" && (hasOuterBars || !first || at < first.end || at > first.to)) return null;
  const from = row.from + prefixOf(doc, row.line).length;
  const insert = text === "" ? "|" : `${text} |`;
  return {
    changes: { from, to: row.to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: "input.type",
  };
}
