import type { OfficeFormat } from "../../../../core/text/format";
import { ToolError } from "../../ports/tool-error";
import { editDocxPlaces } from "../docx/view-edits";
import { editOdfPlaces } from "../odt/view-edits";
import { rewritePackage } from "../package/package-writer";
import { editPptxPlaces } from "../pptx/view-edits";
import type { CellValue, EditOptions, OfficeEditor } from "../text/office-format";
import type { PlacedEdit } from "../text/view-edit";
import { entriesOf, type Reading } from "./view-package";

/** Writes edits whose locations are known: of paragraphs, or of cells by their full address. */
export function writeEdits(
  { zip, seen }: Pick<Reading, "zip" | "seen">,
  { placed, cells }: { placed: readonly PlacedEdit[]; cells: Readonly<Record<string, CellValue>> },
  editor: OfficeEditor,
  { format, ...options }: EditOptions & { format: OfficeFormat },
): { bytes: Uint8Array; warnings: string[] } {
  if (seen.kind === "spreadsheet" && options.track !== null)
    throw new ToolError("unsupported", "suggested edits are written into docx only");
  const write = (): { parts: Parameters<typeof rewritePackage>[1]; warnings: string[] } => {
    if (seen.kind === "spreadsheet") {
      if (Object.keys(cells).length === 0) return { parts: new Map(), warnings: [] };
      return editor.edit(zip, { operation: "set_cells", cells }, options);
    }
    const entries = entriesOf(seen);
    if (format === "docx") return editDocxPlaces(zip, entries, placed, options);
    return (format === "pptx" ? editPptxPlaces : editOdfPlaces)(zip, entries, placed, options);
  };
  const { parts, warnings } = write();
  return { bytes: rewritePackage(zip, parts, options.name), warnings };
}
