import { rangeName } from "../../../../core/office/sheet-address";
import { Bounds, type Sheet } from "./read-sheets";

/** The data of a workbook for `inspect`: its sheets with the numbers of their cells and formulas, and the totals. */
export function sheetCounts(sheets: readonly Sheet[]): Record<string, unknown> {
  let cells = 0;
  let formulas = 0;
  const summaries = sheets.map(({ name, state, read }) => {
    const used = new Bounds();
    let own = 0;
    let ofThem = 0;
    const { merged } = read({
      cell({ ref, hasFormula }) {
        used.add(ref);
        own++;
        if (hasFormula) ofThem++;
      },
      row() {},
    });
    cells += own;
    formulas += ofThem;
    const range = used.range();
    return {
      name,
      state,
      range: range === null ? null : rangeName(range),
      cells: own,
      formulas: ofThem,
      merged: merged.length,
    };
  });
  return { counts: { sheets: sheets.length, cells, formulas }, sheets: summaries };
}
