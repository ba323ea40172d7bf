import type { OfficeFormat } from "../../document/format";
import { ToolError } from "../../tool-error";
import type { CellValue, EditOptions, OfficeEditor } from "../office-format";
import { rewritePackage } from "../package-writer";
import { editDocxPlaces } from "./docx-place-edits";
import { editOdfPlaces } from "./odf-place-edits";
import type { PlacedEdit } from "./placed-edit";
import { editPptxPlaces } from "./pptx-place-edits";
import { entriesOf, type Reading } from "./see-package";

/** Writes edits whose places are known: of paragraphs, or of cells by their whole address. */
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
