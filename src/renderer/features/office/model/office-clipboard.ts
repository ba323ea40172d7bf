import type { OfficeCell, OfficeRange } from "../../../../shared/office";
import type { CustomEditorTab } from "../../../editor/custom-editor-tab";
import type { Notices } from "../../../ui/notices";
import { officeMessages } from "../messages";

/** Copies from an Office document. */
export function createOfficeClipboard({ bridge, doc }: CustomEditorTab, notices: Pick<Notices, "announce" | "error">) {
  return {
    /** Copies cells to the clipboard, formatted by `text`; false if they could not be read. */
    async copyCells(
      sheet: string,
      range: OfficeRange,
      text: (cells: readonly OfficeCell[], range: OfficeRange) => string,
    ): Promise<boolean> {
      const answer = await bridge.request("office:cells", { doc, sheet, range });
      if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
      else await bridge.request("app:copy", text(answer.cells, range));
      return answer.ok;
    },
    async copyText(text: string): Promise<void> {
      await bridge.request("app:copy", text);
      notices.announce(officeMessages.textCopied);
    },
  };
}
