import fc from "fast-check";
import { expect, test } from "vitest";
import { cellName, columnName } from "../../../../core/office/sheet-address";
import type { OfficeCell, OfficeSheet } from "../../../../shared/office";
import { largest, parseAddress, rangeBetween, rangeName } from "../model/cell-ranges";
import { cellsEdit, parseTabSeparated, toTabSeparated } from "./cell-text";
import { SheetAxis } from "./sheet-axis";
import { layoutOf, scaled, seen } from "./sheet-layout";
import { type GridInfo, stepped, toEdge } from "./sheet-moves";

const cell = (row: number, column: number, text: string): OfficeCell => ({
  row,
  column,
  text,
  input: text,
  formula: null,
  type: "text",
  style: {},
});

test("cell addresses are formatted and parsed", () => {
  expect([1, 26, 27, 702, 703, 16_384].map(columnName)).toEqual(["A", "Z", "AA", "ZZ", "AAA", "XFD"]);
  expect([parseAddress("b12"), parseAddress("$C$3:$D$9"), parseAddress("XFD1048576")]).toEqual([
    { row: 12, column: 2 },
    { row: 3, column: 3 },
    { row: largest.rows, column: largest.columns },
  ]);
  expect(["", "B", "12", "XFE1", "A0", "A1048577", "hello"].map(parseAddress)).toEqual(new Array(7).fill(null));
  expect(rangeName(rangeBetween({ row: 9, column: 2 }, { row: 3, column: 4 }))).toBe("B3:D9");
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: largest.rows }),
      fc.integer({ min: 1, max: largest.columns }),
      (row, column) => {
        expect(parseAddress(cellName({ row, column }))).toEqual({ row, column });
      },
    ),
  );
});

test("rows and columns are positioned at the sum of the sizes before them", () => {
  const stretch = fc.record({ from: fc.integer({ min: 1, max: 40 }), more: fc.nat(5), size: fc.nat(90) });
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 5 }), (generated) => {
      const stretches = generated.map(({ from, more, size }) => ({ from, to: from + more, size }));
      const axis = new SheetAxis(45, 20, stretches);
      let offset = 0;
      for (let at = 1; at <= 45; at++) {
        expect(axis.start(at)).toBe(offset);
        if (axis.size(at) > 0) expect(axis.at(offset + axis.size(at) - 1)).toBe(at);
        offset += axis.size(at);
      }
      expect(axis.length).toBe(offset);
    }),
  );
  const tall = new SheetAxis(1_048_576, 20, [{ from: 2, to: 1_000_000, size: 0 }]);
  expect([tall.nextVisible(2, 1), tall.nextVisible(999, -1), tall.at(45)]).toEqual([1_000_001, 1, 1_000_002]);
  expect(seen(tall, 0, 0, 60)).toEqual([1, 1_000_001, 1_000_002]);
});

test("a sheet longer than the tallest element scrolls from its first row to its last", () => {
  const tall = scaled(1_048_576 * 20, 600);
  expect(tall.shown).toBeLessThan(10_000_000);
  expect(tall.toContent(0)).toBe(0);
  expect(tall.toContent(tall.shown - 600)).toBeCloseTo(1_048_576 * 20 - 600);
  expect(scaled(900, 600).toContent(300)).toBe(300);
});

const ground = (filled: string[], more: Partial<GridInfo> = {}): GridInfo => ({
  rows: new SheetAxis(100, 20, []),
  columns: new SheetAxis(26, 60, []),
  used: { row: 9, column: 5 },
  merged: [],
  isFilled: (position) => filled.includes(cellName(position)),
  ...more,
});

test("an arrow moves by one cell, over hidden ones, and treats a merged cell as one", () => {
  const over = ground([], {
    rows: new SheetAxis(100, 20, [{ from: 2, to: 4, size: 0 }]),
    merged: [{ top: 6, left: 2, bottom: 7, right: 3 }],
  });
  const down = { row: 1, column: 0 };
  const right = { row: 0, column: 1 };
  expect(stepped({ row: 1, column: 1 }, down, over)).toEqual({ row: 5, column: 1 });
  expect(stepped({ row: 7, column: 1 }, right, over)).toEqual({ row: 6, column: 2 });
  expect(stepped({ row: 6, column: 2 }, right, over)).toEqual({ row: 6, column: 4 });
  expect(stepped({ row: 1, column: 1 }, { row: -1, column: 0 }, over)).toEqual({ row: 1, column: 1 });
});

test("Ctrl with an arrow moves to the end of a block, across a gap, and then to the end of the sheet", () => {
  const filled = ground(["B2", "B3", "B4", "B8"]);
  const down = { row: 1, column: 0 };
  const at = (row: number) => toEdge({ row, column: 2 }, down, filled).row;
  expect([at(2), at(4), at(8), at(9)]).toEqual([4, 8, 9, 100]);
  expect(toEdge({ row: 8, column: 2 }, { row: -1, column: 0 }, filled).row).toBe(4);
  expect(toEdge({ row: 2, column: 2 }, { row: -1, column: 0 }, filled).row).toBe(1);
  const unknown = ground([], { isFilled: () => null });
  expect(toEdge({ row: 1, column: 1 }, down, unknown).row).toBe(9);
});

test("copied cells are parsed back unchanged, including line breaks, tabs and quotes", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "字", "\t", "\n", '"', " "), maxLength: 6 });
  const table = fc.array(fc.array(text, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(table, (rows) => {
      const width = Math.max(...rows.map((row) => row.length));
      const cells = rows.flatMap((row, down) => row.map((each, right) => cell(down + 1, right + 1, each)));
      const back = parseTabSeparated(
        `${toTabSeparated(cells, { top: 1, left: 1, bottom: rows.length, right: width })}\n`,
      );
      expect(back).toEqual(rows.map((row) => Array.from({ length: width }, (_, right) => row[right] ?? "")));
    }),
  );
});

test("an edit of cells contains their previous values and skips unchanged ones", () => {
  const inputs: Record<string, string> = { B2: "1", C2: "=A1" };
  const edit = cellsEdit(
    "S",
    { row: 2, column: 2 },
    [["1", "2"], ["3"]],
    (position) => inputs[cellName(position)] ?? "",
  );
  expect(edit).toEqual({ edit: "cells", sheet: "S", cells: { C2: "2", B3: "3" }, before: { C2: "=A1", B3: "" } });
  expect(cellsEdit("S", { row: 2, column: 2 }, [["1"]], (position) => inputs[cellName(position)] ?? "")).toBeNull();
});

test("a row is as tall as the file says and a line needs, and hidden rows stay hidden", () => {
  const sheet: OfficeSheet = {
    name: "S",
    state: "visible",
    rows: 9,
    columns: 3,
    cellCount: 9,
    columnWidths: [],
    merged: [],
    frozen: { rows: 0, columns: 0 },
    unshown: [],
    locked: null,
    hiddenRows: [
      { from: 3, to: 3 },
      { from: 5, to: 6 },
    ],
    rowHeights: [
      { from: 2, to: 5, height: 60 },
      { from: 7, to: 7, height: 4 },
      { from: 8, to: 8, height: 12 },
    ],
  };
  const { rows } = layoutOf(sheet, 13, { row: 1, column: 1 });
  const usual = rows.size(1);
  const sizes = [1, 2, 3, 4, 5, 6, 7, 8].map((row) => rows.size(row));
  expect(sizes).toEqual([usual, 79, 0, 79, 0, 0, 6, usual]);
});
