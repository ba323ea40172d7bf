import type { OfficeEditor } from "./office-format";
import { ooxmlProperties } from "./package-properties";
import { sheetCounts } from "./sheet-counts";
import { readSheets, sheetBlocks } from "./sheet-reading";
import { createXlsx } from "./xlsx-create";
import { editXlsx } from "./xlsx-edit";
import { xlsxSheets } from "./xlsx-sheets";
import { openWorkbook } from "./xlsx-workbook";

/** Excel workbooks: cells by their addresses, formulas as they are written. */
export const xlsxEditor: OfficeEditor = {
  read: (zip, shared, only) => readSheets(xlsxSheets(zip, openWorkbook(zip)), shared, only),
  edit: editXlsx,
  inspect: (zip) => ({ ...sheetCounts(xlsxSheets(zip, openWorkbook(zip))), properties: ooxmlProperties(zip) }),
  blocks: (zip) => sheetBlocks(xlsxSheets(zip, openWorkbook(zip))),
  create: createXlsx,
};
