import type { OfficeItem } from "../text/office-format";

/** An item as it is shown: its row, its line, and whether its text is complete. */
export type ListedItem = { row: OfficeItem["row"]; line: string; isComplete: boolean };

/**
 * The items from an offset on, up to the character limit. Texts count as if they were on separate lines; one that is longer than the limit
 * is returned in pieces. `next` is the offset to continue from, `total` the number of characters.
 */
export function pageOfItems(items: readonly OfficeItem[], offset: number, limit: number) {
  const shown: ListedItem[] = [];
  let at = 0;
  let left = limit;
  let next: number | null = null;
  for (const item of items) {
    const { text } = item;
    const from = Math.max(0, offset - at);
    const end = at + text.length + 1;
    if (next === null && offset < end && (from < text.length || text === "" || from === 0)) {
      const rest = text.length - from;
      if (rest > left && shown.length > 0) next = at;
      else if (rest > left || from > 0) {
        const to = rest > left ? sliceCharacters(text, from, from + left) : text.length;
        const piece = text.slice(from, to);
        const row = { ...item.row, text: piece, cropped: true };
        shown.push({ row, line: `[${item.row.id}] ${piece}`, isComplete: false });
        if (to < text.length) next = at + to;
        left -= piece.length + 1;
      } else {
        shown.push({ row: item.row, line: item.line, isComplete: true });
        left -= text.length + 1;
      }
    }
    at = end;
  }
  return { shown, next, total: Math.max(0, at - 1) };
}

/** Does not split a surrogate pair, unless nothing else fits. */
function sliceCharacters(text: string, from: number, to: number): number {
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(to - 1)) && /[\udc00-\udfff]/.test(text.charAt(to));
  return isSplit ? (to - 1 > from ? to - 1 : to + 1) : to;
}
