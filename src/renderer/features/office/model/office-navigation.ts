import { atom } from "nanostores";
import { splitAddress } from "../../../../core/office/sheet-address";
import type { CustomEditorTab } from "../../../editor/custom-editor-tab";
import { parseAddress } from "./cell-ranges";
import type { OfficeParts } from "./office-parts";
import { cellOfId } from "./office-typing";

/** A paragraph or slide by its place in the list, `paragraph` with the id of the one on the slide; or a cell. `focus`: with the focus. */
export type OfficeLocation = { focus?: boolean } & (
  | { index: number; paragraph?: string }
  | { sheet: string; row: number; column: number }
);

/** Where a view is to go. `round` grows with every wish. */
export type NavigationTarget = { round: number } & OfficeLocation;

/** Where the view of an Office document should go. */
export function createOfficeNavigation({ office }: CustomEditorTab, parts: () => Pick<OfficeParts, "indexOf">) {
  const $target = atom<NavigationTarget | null>(null);
  let rounds = 0;

  const go = (where: OfficeLocation) => {
    rounds += 1;
    $target.set({ round: rounds, ...where });
  };

  const goToParagraph = async (id: string | null): Promise<void> => {
    const index = id === null ? null : await parts().indexOf(id);
    if (index !== null) go({ index });
  };

  return {
    $target,
    go,
    goToParagraph,
    /** Goes to a cell (`Sheet1!B2`) or a slide (`slide 3`), or to a paragraph (`paragraph 12`), with the focus. */
    goToAddress(address: string): void {
      const [, slide] = /^(?:slide|paragraph) (\d+)$/.exec(address) ?? [];
      if (slide !== undefined) go({ index: Number(slide) - 1, focus: true });
      const split = splitAddress(address);
      const cell = split === null ? null : parseAddress(split.rest);
      if (cell !== null && split?.sheet) go({ sheet: split.sheet, ...cell, focus: true });
    },
    /** Goes to the paragraph or cell of a draft. */
    async goToDraft(id: string): Promise<void> {
      if (office?.kind !== "spreadsheet") return goToParagraph(id);
      const { sheet, address } = cellOfId(id);
      const cell = parseAddress(address);
      if (cell) go({ sheet, ...cell });
    },
  };
}
