import { addressOf, type CellRef } from "../../../../core/office/sheet-address";
import { ToolError } from "../../ports/tool-error";

/** The error for a locked cell of a protected sheet. */
export const protectedError = (sheet: string, ref: CellRef): ToolError =>
  new ToolError("unsupported", `${addressOf(sheet, ref)} is locked: the sheet ${sheet} is protected in its file`, {
    hint: "Nothing was written. Ask the user to remove the protection in an office program, or write into cells that are not locked.",
  });
