import type { EntryName, LibraryEntryView } from "../../shared/library";

/** The drag data type of an entry: its name as JSON, for the assistant panel. */
export const DRAGGED_ENTRY = "application/x-galley-entry";

const kinds = new Set<unknown>(["spell", "creature", "equipment", "character_option", "rule"]);

/** The dragged entry, or null. Validated, since another program could have written it. */
export function draggedEntry(data: DataTransfer): EntryName | null {
  try {
    const { document, kind, key, name } = JSON.parse(data.getData(DRAGGED_ENTRY));
    if (![document, key, name].every((part) => typeof part === "string" && part !== "") || !kinds.has(kind))
      return null;
    return { document, kind, key, name };
  } catch {
    return null;
  }
}

/** Sets the drag data of an entry: its name for Galley, its Markdown for editors and other programs. */
export function setDraggedEntry(data: DataTransfer, entry: LibraryEntryView, markdown: string): void {
  const { document, kind, key, name } = entry;
  data.setData(DRAGGED_ENTRY, JSON.stringify({ document, kind, key, name } satisfies EntryName));
  data.setData("text/plain", markdown);
  data.effectAllowed = "copy";
}
