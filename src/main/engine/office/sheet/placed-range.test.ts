import fc from "fast-check";
import { expect, it } from "vitest";
import { rangeName } from "../../../../core/office/sheet-address";
import { cellPrint, placedRange } from "./placed-range";
import { type Sheet, sheetCell } from "./read-sheets";

/** A sheet of rows of cells that are separated by commas. */
const sheetOf = (...rows: string[]): Sheet[] => [
  {
    name: "S",
    state: "visible",
    read({ cell, row }) {
      for (const [at, line] of rows.entries()) {
        for (const [column, value] of line.split(",").entries())
          if (value !== "")
            cell(sheetCell({ ref: { row: at + 1, column: column + 1 }, kind: "text", value, shown: value }, null));
        row();
      }
      return { merged: [], notes: [] };
    },
  },
];

/** Where a range of one sheet is in another one. */
function followed(before: Sheet[], range: string, after: Sheet[]): string | null {
  const print = cellPrint(before, `S!${range}`);
  const found = placedRange(after, `S!${range}`, print ?? "");
  return found === null || found === "no sheet" ? found : rangeName(found);
}

const stock = ["Crop,Kilos,Left", "Beans,3,0", "Peas,4,0", "Leeks,5,0", "Kale,6,0"];
const [head = "", beans = "", peas = "", leeks = "", kale = ""] = stock;

it("of cells with the same words, the rows around them decide which is meant", () => {
  const before = sheetOf(...stock);
  expect(followed(before, "C3", before)).toBe("C3");
  expect(followed(before, "C3", sheetOf(head, "New,1,0", beans, peas, leeks, kale))).toBe("C4");
  // Directly above and below it.
  expect(followed(before, "C3", sheetOf(head, beans, "New,1,0", peas, leeks, kale))).toBe("C4");
  expect(followed(before, "B3", sheetOf(head, beans, "New,1,0", peas, leeks, kale))).toBe("B4");
  expect(followed(before, "C3", sheetOf(head, beans, peas, "New,1,0", leeks, kale))).toBe("C3");
  expect(followed(before, "C4", sheetOf(head, peas, leeks, kale))).toBe("C3");
  // Other words around it, and none like them elsewhere: it stays.
  expect(followed(before, "C3", sheetOf(head, "Rice,1,0", peas, "Oats,2,0", kale))).toBe("C3");
});

it("a cell that was changed where it is stays protected there, and its former words protect no others", () => {
  const before = sheetOf(...stock);
  expect(followed(before, "B3", sheetOf(head, beans, "Peas,9,0", leeks, "Kale,4,0"))).toBe("B3");
  expect(followed(before, "B3", sheetOf(head, "New,1,0", beans, "Peas,9,0", leeks, "Kale,4,0"))).toBe("B4");
  expect(followed(before, "B3", sheetOf(head, beans, "New,1,0", "Peas,9,0", leeks, kale))).toBe("B4");
  expect(followed(before, "B3", sheetOf(head, beans, "Peas,9,0", "New,1,0", leeks, kale))).toBe("B3");
  // Nothing around it is as it was: one short word elsewhere says nothing.
  expect(followed(before, "B3", sheetOf("x,1,1", "y,2,1", "z,3,1", "u,5,4", "v,7,1"))).toBeNull();
});

it("a block is followed, whatever rows and columns another program inserts before it", () => {
  const digit = fc.integer({ min: 0, max: 2 }).map(String);
  const table = fc
    .record({ width: fc.integer({ min: 2, max: 6 }), height: fc.integer({ min: 4, max: 20 }) })
    .chain(({ width, height }) =>
      fc.record({
        rows: fc.array(fc.array(digit, { minLength: width, maxLength: width }), {
          minLength: height,
          maxLength: height,
        }),
        corner: fc.record({
          row: fc.integer({ min: 1, max: height - 2 }),
          column: fc.integer({ min: 1, max: width - 1 }),
        }),
        size: fc.record({ rows: fc.integer({ min: 0, max: 1 }), columns: fc.integer({ min: 0, max: 1 }) }),
        before: fc.integer({ min: 0, max: 20 }),
        inserted: fc.array(fc.array(digit, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 3 }),
      }),
    );
  fc.assert(
    fc.property(table, ({ rows, corner, size, before, inserted }) => {
      const named = (prefix: string, some: string[][]) => some.map((row, at) => [`${prefix}${at}`, ...row]);
      const text = (some: string[][]) => sheetOf(...some.map((row) => row.join(",")));
      const nameOf = (down: number, across: number) =>
        rangeName({
          from: { row: corner.row + down + 1, column: corner.column + across + 1 },
          to: { row: corner.row + size.rows + down + 1, column: corner.column + size.columns + across + 1 },
        });
      const [first = [], ...others] = rows;
      const own = [["", ...first.map((_cell, column) => `head${column}`)], ...named("row", others)];
      const at = 1 + Math.min(before, corner.row - 1);
      const longer = [...own.slice(0, at), ...named("new", inserted), ...own.slice(at)];
      expect(followed(text(own), nameOf(0, 0), text(longer))).toBe(nameOf(inserted.length, 0));
      const wider = own.map((row, index) => [`x${index}`, ...row]);
      expect(followed(text(own), nameOf(0, 0), text(wider))).toBe(nameOf(0, 1));
    }),
    process.env["GALLEY_LONG"] ? { numRuns: 20_000 } : { numRuns: 200, seed: 20_261_129 },
  );
});
