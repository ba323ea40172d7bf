import type { OfficeRange, OfficeSheet } from "../../../../shared/office";
import { officeMessages } from "../messages";
import { type CellPosition, rangeBetween, rangeName } from "../model/cell-ranges";
import type { OfficeModel } from "../model/office-model";
import { cellsEdit, parseTabSeparated, toTabSeparated } from "./cell-text";

/** The maximum number of cells that are copied, pasted or cleared at once. */
const MAX_CELLS = 20_000;

/** What can be done with the cells of a range. A rejection is announced and changes nothing. */
export function gridEdits(model: OfficeModel, sheet: OfficeSheet, range: OfficeRange, locked: string | null) {
  const inputAt = (position: CellPosition) => model.cells.at(sheet.name, position)?.input ?? "";
  const rejectsWriting = () => {
    const why = locked ?? model.tab.$info.get().readOnly;
    if (why !== null) model.announce(officeMessages.lockedBecause(why));
    return why !== null;
  };
  const rejectsMany = ({ top, left, bottom, right }: OfficeRange) => {
    const areMany = (bottom - top + 1) * (right - left + 1) > MAX_CELLS;
    if (areMany) model.announce(officeMessages.tooManyCells(MAX_CELLS));
    return areMany;
  };
  const write = async (corner: CellPosition, values: string[][], announcement: string) => {
    const change = cellsEdit(sheet.name, corner, values, inputAt);
    if (change && (await model.edit([change]))) model.announce(announcement);
  };
  const corner = { row: range.top, column: range.left };

  return {
    inputAt,
    rejectsWriting,
    async empty(): Promise<void> {
      if (rejectsWriting() || rejectsMany(range)) return;
      const blank = Array.from({ length: range.bottom - range.top + 1 }, () =>
        new Array<string>(range.right - range.left + 1).fill(""),
      );
      await write(corner, blank, officeMessages.emptied(rangeName(range)));
    },
    /** Copies the range up to the end of the content. */
    async copy(): Promise<void> {
      const used = {
        ...range,
        bottom: Math.min(range.bottom, Math.max(sheet.rows, range.top)),
        right: Math.min(range.right, Math.max(sheet.columns, range.left)),
      };
      if (rejectsMany(used)) return;
      if (await model.copyCells(sheet.name, used, toTabSeparated))
        model.announce(officeMessages.copied(rangeName(used)));
    },
    /** Writes tab-separated text from the top left cell on, however large the range is. */
    async paste(text: string): Promise<void> {
      if (text === "" || rejectsWriting()) return;
      const values = parseTabSeparated(text);
      const width = Math.max(...values.map((line) => line.length));
      const end = { row: corner.row + values.length - 1, column: corner.column + width - 1 };
      const written = rangeBetween(corner, end);
      if (rejectsMany(written)) return;
      await write(corner, values, officeMessages.pasted(rangeName(written)));
    },
  };
}
