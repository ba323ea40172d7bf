import { ToolError } from "../../ports/tool-error";
import type { OfficeOperation } from "./office-format";

/** The operations of a text document. */
export type TextOperation = Extract<
  OfficeOperation,
  { operation: "replace_text" | "append_text" | "prepend" | "set_text" }
>;

/** Rejects the operations that only spreadsheets and presentations have. */
export function requireText(operation: OfficeOperation): TextOperation {
  switch (operation.operation) {
    case "set_cells":
    case "set_rows":
    case "set_slides": {
      const kind = operation.operation === "set_slides" ? "presentations" : "spreadsheets";
      throw new ToolError("bad_arguments", `${operation.operation} is for ${kind}, and this is a text document`, {
        hint: "Text documents take replace_text, append_text, prepend and set_text.",
      });
    }
    default:
      return operation;
  }
}
