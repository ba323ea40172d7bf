import { rangeName } from "../../../../core/office/sheet-address";
import { Bounds, type Sheet } from "./sheet-reading";

/** What `inspect` tells of a workbook: its sheets with their cells and formulas, and how many there are of each. */
export function sheetCounts(sheets: readonly Sheet[]): Record<string, unknown> {
  let cells = 0;
  let formulas = 0;
  const told = sheets.map(({ name, state, read }) => {
    const used = new Bounds();
    let own = 0;
    let ofThem = 0;
    const { merged } = read({
      cell({ place, hasFormula }) {
        used.add(place);
        own++;
        if (hasFormula) ofThem++;
      },
      row() {},
    });
    cells += own;
    formulas += ofThem;
    const range = used.range();
    return {
      ...{ name, state, range: range === null ? null : rangeName(range), cells: own, formulas: ofThem },
      merged: merged.length,
    };
  });
  return { counts: { sheets: sheets.length, cells, formulas }, sheets: told };
}
