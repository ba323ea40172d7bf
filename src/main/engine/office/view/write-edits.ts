import type { OfficeFormat } from "../../../../core/text/format";
import { ToolError } from "../../ports/tool-error";
import { editDocxEntries } from "../docx/view-edits";
import { editOdfEntries } from "../odt/view-edits";
import { rewritePackage } from "../package/package-writer";
import { editPptxEntries } from "../pptx/view-edits";
import type { CellValue, EditOptions, OfficeEditor } from "../text/office-format";
import type { EntryEdit } from "../text/view-edit";
import { entriesOf, type ModelState } from "./view-package";

/** Writes edits whose locations are known: of paragraphs, or of cells by their full address. */
export function writeEdits(
  { zip, view }: Pick<ModelState, "zip" | "view">,
  { entryEdits, cells }: { entryEdits: readonly EntryEdit[]; cells: Readonly<Record<string, CellValue>> },
  editor: OfficeEditor,
  { format, ...options }: EditOptions & { format: OfficeFormat },
): { bytes: Uint8Array; warnings: string[] } {
  if (view.kind !== "document" && options.track !== null)
    throw new ToolError("unsupported", "suggested edits are written into docx and odt only");
  const write = (): { parts: Parameters<typeof rewritePackage>[1]; warnings: string[] } => {
    if (view.kind === "spreadsheet") {
      if (Object.keys(cells).length === 0) return { parts: new Map(), warnings: [] };
      return editor.edit(zip, { operation: "set_cells", cells }, { ...options, keepsInvalid: true });
    }
    const entries = entriesOf(view);
    if (format === "docx") return editDocxEntries(zip, entries, entryEdits, options);
    return (format === "pptx" ? editPptxEntries : editOdfEntries)(zip, entries, entryEdits, options);
  };
  const { parts, warnings } = write();
  return { bytes: rewritePackage(zip, parts, options.name), warnings };
}
