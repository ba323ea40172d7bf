import type { EntryName, ShownEntry } from "../../../shared/library";

/** What a dragged entry is called among the data of a drag: its name as JSON, for the assistant's panel. */
export const DRAGGED_ENTRY = "application/x-galley-entry";

const kinds = new Set<unknown>(["spell", "creature", "equipment", "character_option", "rule"]);

/** The entry that a drag carries; null where it carries none. Another program could have written it. */
export function entryIn(data: DataTransfer): EntryName | null {
  try {
    const { document, kind, key, name } = JSON.parse(data.getData(DRAGGED_ENTRY));
    if (![document, key, name].every((part) => typeof part === "string" && part !== "") || !kinds.has(kind))
      return null;
    return { document, kind, key, name };
  } catch {
    return null;
  }
}

/** The entry as it is dragged: its name for Galley, its Markdown for a page and for other programs. */
export function carryEntry(data: DataTransfer, entry: ShownEntry, markdown: string): void {
  const { document, kind, key, name } = entry;
  data.setData(DRAGGED_ENTRY, JSON.stringify({ document, kind, key, name } satisfies EntryName));
  data.setData("text/plain", markdown);
  data.effectAllowed = "copy";
}
