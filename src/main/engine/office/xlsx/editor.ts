import { ooxmlProperties } from "../package/package-properties";
import { readSheets, sheetBlocks } from "../sheet/read-sheets";
import { sheetCounts } from "../sheet/sheet-counts";
import type { OfficeEditor } from "../text/office-format";
import { createXlsx } from "./create";
import { editXlsx } from "./edit";
import { xlsxSheets } from "./sheets";
import { openWorkbook } from "./workbook";

/** Excel workbooks: cells by address, formulas as users write them. */
export const xlsxEditor: OfficeEditor = {
  read: (zip, shared, only) => readSheets(xlsxSheets(zip, openWorkbook(zip)), shared, only),
  edit: editXlsx,
  inspect: (zip) => ({ ...sheetCounts(xlsxSheets(zip, openWorkbook(zip))), properties: ooxmlProperties(zip) }),
  blocks: (zip) => sheetBlocks(xlsxSheets(zip, openWorkbook(zip))),
  create: createXlsx,
};
