import { odfProperties } from "../package/package-properties";
import { readSheets, sheetBlocks } from "../sheet/read-sheets";
import { sheetCounts } from "../sheet/sheet-counts";
import type { OfficeEditor } from "../text/office-format";
import { createOds } from "./create";
import { editOds } from "./edit";
import { odsSheets } from "./sheets";

/** OpenDocument spreadsheets: cells by address, formulas in the notation that users write. */
export const odsEditor: OfficeEditor = {
  read: (zip, shared, only) => readSheets(odsSheets(zip), shared, only),
  edit: editOds,
  inspect: (zip) => ({ ...sheetCounts(odsSheets(zip)), properties: odfProperties(zip) }),
  blocks: (zip) => sheetBlocks(odsSheets(zip)),
  create: createOds,
};
