import { createOds } from "./ods-create";
import { editOds } from "./ods-edit";
import { odsSheets } from "./ods-sheets";
import type { OfficeEditor } from "./office-format";
import { odfProperties } from "./package-properties";
import { sheetCounts } from "./sheet-counts";
import { readSheets, sheetBlocks } from "./sheet-reading";

/** OpenDocument spreadsheets: cells by their addresses, formulas as people write them. */
export const odsEditor: OfficeEditor = {
  read: (zip, shared, only) => readSheets(odsSheets(zip), shared, only),
  edit: editOds,
  inspect: (zip) => ({ ...sheetCounts(odsSheets(zip)), properties: odfProperties(zip) }),
  blocks: (zip) => sheetBlocks(odsSheets(zip)),
  create: createOds,
};
