import type { EntryName, ShownEntry } from "../../shared/library";

/** What a dragged entry is called among the data of a drag: its name as JSON, for the assistant's panel. */
export const DRAGGED_ENTRY = "application/x-galley-entry";

/** The entry as it is dragged: its name for Galley, its Markdown for a page and for other programs. */
export function carryEntry(data: DataTransfer, entry: ShownEntry, markdown: string): void {
  const { document, kind, key, name } = entry;
  data.setData(DRAGGED_ENTRY, JSON.stringify({ document, kind, key, name } satisfies EntryName));
  data.setData("text/plain", markdown);
  data.effectAllowed = "copy";
}
