import type { OfficeParagraph } from "../../../../core/office/office-view";
import type { PartSpan } from "./office-paragraphs";

/** A paragraph from a scan of its part: its range, text and kind. Its runs are read when it is displayed. */
export type ViewEntry = Omit<OfficeParagraph, "id" | "node" | "runs"> & {
  at: PartSpan;
  /** Paragraphs of one group are siblings: one of them may be removed as long as another stays. Null: it may only be emptied. */
  group: number | null;
  /** How many lists it is nested in. */
  lists: number;
  /** Comments that begin before it and have not ended. */
  openComments: readonly string[];
};

/** The paragraphs of a package in display order. */
export type TextView = {
  entries: ViewEntry[];
  /** The runs of paragraphs; of many at once, since each read of a part is expensive. */
  runs(entries: readonly ViewEntry[]): OfficeParagraph["runs"][];
};

/** A paragraph with default properties. */
export function plainEntry(part: string, from: number): ViewEntry {
  return {
    at: { part, from, to: from },
    group: null,
    lists: 0,
    openComments: [],
    placement: "body",
    kind: "paragraph",
    level: 0,
    marker: null,
    align: "left",
    isRightToLeft: false,
    cell: null,
    label: null,
    breaksPage: false,
    text: "",
    locked: null,
  };
}
