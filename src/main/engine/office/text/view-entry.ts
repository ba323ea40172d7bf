import type { OfficeParagraph } from "../../../../core/office/office-view";
import type { PartSpan } from "./office-paragraphs";

/** A paragraph as a scan of its part finds it: where it stands, what it says, what kind it is. Its runs are read when it is shown. */
export type ViewEntry = Omit<OfficeParagraph, "id" | "node" | "runs"> & {
  at: PartSpan;
  /**
   * Paragraphs of one group stand beside each other: one of them may go as long as another stays. Null: it may only be emptied.
   */
  group: number | null;
  /** How many lists it stands in. */
  lists: number;
  /** Comments that were begun before it and are not ended. */
  openComments: readonly string[];
};

/** The paragraphs of a package in the order in which they are shown. */
export type TextView = {
  entries: ViewEntry[];
  /** How a paragraph is made of pieces; of many at once, as each look at a part costs. */
  runs(entries: readonly ViewEntry[]): OfficeParagraph["runs"][];
};

/** A paragraph about which nothing particular is known yet. */
export function plainEntry(part: string, from: number): ViewEntry {
  return {
    ...{
      at: { part, from, to: from },
      group: null,
      lists: 0,
      openComments: [],
      placement: "body",
      kind: "paragraph",
      level: 0,
    },
    ...{ marker: null, align: "left", isRightToLeft: false, cell: null, label: null, breaksPage: false },
    ...{ text: "", locked: null },
  };
}
