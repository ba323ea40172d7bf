import { ToolError } from "../../ports/tool-error";
import type { OfficeOperation } from "./office-format";

/** The operations of a text document. */
export type TextOperation = Extract<
  OfficeOperation,
  {
    operation:
      | ("replace_text" | "append_text" | "prepend" | "set_text")
      | ("insert_before" | "insert_after" | "delete" | "move");
  }
>;

/** The operations of a text that add, remove and move paragraphs and rows. */
export type StructuralOperation = Extract<
  TextOperation,
  { operation: "insert_before" | "insert_after" | "delete" | "move" }
>;

/** Rejects the operations that only spreadsheets and presentations have. */
export function requireText(operation: OfficeOperation): TextOperation {
  switch (operation.operation) {
    case "set_cells":
    case "set_rows":
    case "set_slides":
    case "set_notes": {
      const isSlides = operation.operation === "set_slides" || operation.operation === "set_notes";
      const kind = isSlides ? "presentations" : "spreadsheets";
      throw new ToolError("bad_arguments", `${operation.operation} is for ${kind}, and this is a text document`, {
        hint: "Text documents take replace_text, set_text, append_text, prepend, insert_before, insert_after, delete and move.",
      });
    }
    default:
      return operation;
  }
}
