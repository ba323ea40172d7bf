import { atom } from "nanostores";
import type { CustomEditorTab } from "../../../editor/custom-editor-tab";
import { parseAddress } from "../sheet/cell-ranges";
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
    /** Goes to the paragraph or cell of a draft. */
    async goToDraft(id: string): Promise<void> {
      if (office?.kind !== "spreadsheet") return goToParagraph(id);
      const { sheet, address } = cellOfId(id);
      const cell = parseAddress(address);
      if (cell) go({ sheet, ...cell });
    },
  };
}
