import type { OfficeCellsChanged, OfficeRange } from "../../../../core/office/office-view";
import type { SheetsView } from "../sheet/sheet-view";
import type { PackageView } from "./view-package";

/** The rows of a workbook that changed, by sheet; null if everything may be different. */
export function cellsSince(before: PackageView | null, view: PackageView): OfficeCellsChanged[] | null {
  if (before === null || view.kind !== "spreadsheet" || before.kind !== "spreadsheet") return null;
  const old = before.book;
  if (old.common !== view.book.common) return null;
  const names = (book: SheetsView): string => JSON.stringify(book.sheets.map(({ name }) => name));
  if (names(old) !== names(view.book)) return null;
  return view.book.sheets.flatMap(({ name, columns }, at): OfficeCellsChanged[] => {
    const [then, now] = [old.rowKeys(at), view.book.rowKeys(at)];
    if (then === null || now === null) return [{ sheet: name, ranges: null }];
    const rows = [...new Set([...then.keys(), ...now.keys()])].filter((row) => then.get(row) !== now.get(row));
    const right = Math.max(columns, old.sheets[at]?.columns ?? 0, 1);
    const ranges: OfficeRange[] = [];
    for (const row of rows.sort((one, other) => one - other)) {
      const last = ranges.at(-1);
      if (last?.bottom === row - 1) last.bottom = row;
      else ranges.push({ top: row, left: 1, bottom: row, right });
    }
    return ranges.length === 0 ? [] : [{ sheet: name, ranges: ranges.length > 1000 ? null : ranges }];
  });
}
