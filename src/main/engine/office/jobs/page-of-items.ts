import type { OfficeItem } from "../text/office-format";

/** An item as it is shown: its row, its line, and whether it is there with all that it says. */
export type ShownItem = { row: OfficeItem["row"]; line: string; isWhole: boolean };

/**
 * The items from a place on, as many as the limit holds. Texts count as if they stood below each other; one that is longer than the
 * limit is shown in pieces. `next` is where to go on, `total` how many characters there are.
 */
export function pageOfItems(items: readonly OfficeItem[], offset: number, limit: number) {
  const shown: ShownItem[] = [];
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
        const to = rest > left ? wholeCharacters(text, from, from + left) : text.length;
        const piece = text.slice(from, to);
        const row = { ...item.row, text: piece, cropped: true };
        shown.push({ row, line: `[${item.row.id}] ${piece}`, isWhole: false });
        if (to < text.length) next = at + to;
        left -= piece.length + 1;
      } else {
        shown.push({ row: item.row, line: item.line, isWhole: true });
        left -= text.length + 1;
      }
    }
    at = end;
  }
  return { shown, next, total: Math.max(0, at - 1) };
}

/** Not between the halves of a pair, unless there is room for nothing else. */
function wholeCharacters(text: string, from: number, to: number): number {
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(to - 1)) && /[\udc00-\udfff]/.test(text.charAt(to));
  return isSplit ? (to - 1 > from ? to - 1 : to + 1) : to;
}
