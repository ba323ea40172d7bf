import { rangeName } from "../../../../core/office/sheet-address";
import { createOds } from "../ods/create";
import { editOds } from "../ods/edit";
import { odsSheets } from "../ods/sheets";
import { odfProperties, ooxmlProperties } from "../package/package-properties";
import { Bounds, readSheets, type Sheet, sheetBlocks } from "../sheet/read-sheets";
import type { OfficeEditor } from "../text/office-format";
import { createXlsx } from "../xlsx/create";
import { editXlsx } from "../xlsx/edit";
import { xlsxExtras } from "../xlsx/inspect";
import { xlsxSheets } from "../xlsx/read";

/** Excel workbooks: cells by address, formulas as users write them. */
export const xlsxEditor: OfficeEditor = {
  read: (zip, shared, only) => readSheets(xlsxSheets(zip), shared, only),
  edit: editXlsx,
  inspect: (zip) => ({ ...sheetCounts(xlsxSheets(zip)), properties: ooxmlProperties(zip), ...xlsxExtras(zip) }),
  blocks: (zip) => sheetBlocks(xlsxSheets(zip)),
  create: createXlsx,
};

/** OpenDocument spreadsheets: cells by address, formulas in the notation that users write. */
export const odsEditor: OfficeEditor = {
  read: (zip, shared, only) => readSheets(odsSheets(zip), shared, only),
  edit: editOds,
  inspect: (zip) => ({ ...sheetCounts(odsSheets(zip)), properties: odfProperties(zip) }),
  blocks: (zip) => sheetBlocks(odsSheets(zip)),
  create: createOds,
};

/** The data of a workbook for `inspect`: its sheets with the numbers of their cells and formulas, and the totals. */
function sheetCounts(sheets: readonly Sheet[]): Record<string, unknown> {
  let cells = 0;
  let formulas = 0;
  const summaries = sheets.map(({ name, state, read }) => {
    const used = new Bounds();
    let own = 0;
    let ofThem = 0;
    const { merged } = read({
      cell({ ref, hasFormula }) {
        used.add(ref);
        own++;
        if (hasFormula) ofThem++;
      },
      row() {},
    });
    cells += own;
    formulas += ofThem;
    const range = used.range();
    return {
      name,
      state,
      range: range === null ? null : rangeName(range),
      cells: own,
      formulas: ofThem,
      merged: merged.length,
    };
  });
  return { counts: { sheets: sheets.length, cells, formulas }, sheets: summaries };
}
