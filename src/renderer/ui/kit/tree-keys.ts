/**
 * The row that an arrow, Home, End or a Page key selects in a tree or list (ARIA pattern), as an index below `count`;
 * null for any other key. `at` is the selected row, -1 for none, and `page` the number of visible rows.
 */
export function rowOfKey(key: string, { at, count, page }: { at: number; count: number; page: number }): number | null {
  const last = count - 1;
  const clamped = (row: number) => Math.max(0, Math.min(last, row));
  switch (key) {
    case "ArrowDown":
      return clamped(at + 1);
    case "ArrowUp":
      return at < 0 ? clamped(last) : clamped(at - 1);
    case "Home":
      return 0;
    case "End":
      return clamped(last);
    case "PageDown":
      return clamped(at + Math.max(1, page - 1));
    case "PageUp":
      return clamped(at - Math.max(1, page - 1));
    default:
      return null;
  }
}
