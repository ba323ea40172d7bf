import { EditorSelection, type Extension, Prec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { MAX_PASTED_CELLS } from "../../ui/limits";
import { fillTable } from "../writing/fill-table";
import { distinct, oneStep } from "../writing/format";
import { sheetCells } from "../writing/sheet-text";
import { cellText } from "../writing/table";
import { writingHost } from "../writing/writing-host";
import { liveMessages } from "./messages";
import { cellPlaceAt } from "./tables";

/**
 * Pasting into a drawn table: what comes from a spreadsheet or a table fills the cells from the cursor on, and the table
 * grows as needed. Several lines of other text become one cell.
 */
export const tablePaste: Extension = Prec.high(
  EditorView.domEventHandlers({
    paste(event, view) {
      const { state } = view;
      const data = event.clipboardData;
      const place = cellPlaceAt(state, state.selection.main.from);
      if (!data || !place || state.readOnly || state.selection.ranges.length > 1) return false;
      const plain = data.getData("text/plain");
      const html = data.getData("text/html");
      const cells = sheetCells(plain, /<table\b/i.test(html.slice(0, 200_000)));
      if (cells) {
        fill(view, place, cells);
        return true;
      }
      // Rich text of one line keeps its marks; of several lines only the words fit into a cell.
      if (plain.trim() === "" || !plain.trim().includes("\n")) return false;
      view.dispatch(state.replaceSelection(cellText(plain.trim())), { userEvent: "input.paste", scrollIntoView: true });
      return true;
    },
  }),
);

function fill(view: EditorView, place: NonNullable<ReturnType<typeof cellPlaceAt>>, cells: string[][]): void {
  const { state } = view;
  const wide = Math.max(...cells.map((row) => row.length));
  if (wide * cells.length > MAX_PASTED_CELLS) {
    state.facet(writingHost)?.announce(liveMessages.table.tooManyCells(wide * cells.length, MAX_PASTED_CELLS));
    return;
  }
  const edits = distinct(fillTable(state, place.drawn.table, place, cells));
  if (edits.length === 0) return;
  const changes = state.changes(edits);
  // The cursor goes to the end of the first cell that was written.
  const at = place.cell ? place.cell.end : place.line.to;
  view.dispatch(
    oneStep(state, {
      changes,
      selection: EditorSelection.cursor(changes.mapPos(at, place.cell ? 1 : -1)),
      userEvent: "input.table",
    }),
  );
}
