import type { EditorState } from "@codemirror/state";
import type { EditorCommand } from "../../../shared/commands";
import type { MenuItem } from "../../../shared/contract";
import { commandTitle } from "../../ui/command-messages";
import { cellAt, type Row, tableAt } from "./table";
import { tableCommands } from "./table-commands";

type TableCommand = Extract<EditorCommand, keyof typeof tableCommands>;

const rowItems = ["table-row-above", "table-row-below", "table-row-up", "table-row-down", "table-delete-row"] as const;
const columnItems = [
  "table-column-left",
  "table-column-right",
  "table-move-column-left",
  "table-move-column-right",
  "table-delete-column",
] as const;
const alignItems = ["table-align-left", "table-align-center", "table-align-right", "table-align-none"] as const;

/** What only rows below the header have: it stays at the top. */
const OF_BODY = new Set<TableCommand>(["table-row-above", "table-row-up", "table-row-down", "table-delete-row"]);

/** The items of the menu of a row, of a column, or of a cell, which has both. */
export function tableMenuItems(of: "row" | "column" | "cell", isBody: boolean): MenuItem[] {
  const item = (id: TableCommand) => ({ id, label: title(id), enabled: isBody || !OF_BODY.has(id) });
  const rows = rowItems.map(item);
  const columns = [...columnItems.map(item), "separator" as const, ...alignItems.map(item)];
  if (of === "row") return rows;
  if (of === "column") return columns;
  return [...rows, "separator", ...columns, "separator", item("tidy-table")];
}

/** `Table: Row Above` in the list of all commands is `Row Above` in the menu of a table. */
const title = (id: TableCommand): string => commandTitle(id).replace(/^[^:：]{1,20}[:：]\s*/, "");

/** The command of an item that was chosen; null for any other item. */
export const tableMenuCommand = (picked: string | null): TableCommand | null =>
  picked !== null && isTableCommand(picked) ? picked : null;

const isTableCommand = (id: string): id is TableCommand => Object.hasOwn(tableCommands, id);

/** The kind of the table row at a position; null outside tables. */
export function rowKindAt(state: EditorState, position: number): Row["kind"] | null {
  const table = tableAt(state, position);
  return table?.rows[cellAt(table, position).row]?.kind ?? null;
}
