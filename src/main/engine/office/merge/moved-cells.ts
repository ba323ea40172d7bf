import { pairItems } from "../../../../core/diff/merge-lists";
import { parseCell } from "../../../../core/office/sheet-address";
import type { OfficeFormat } from "../../../../core/text/format";
import { odfPrefixes } from "../odf/scan";
import { scanXml } from "../package/scan-xml";
import { xlsxPrefixes } from "../xlsx/scan";

/**
 * Whether rows, columns or cells of a sheet were moved, inserted, deleted or joined, by what its part shows. What another version has written then, above
 * all its formulas, may be about other cells. Throws `XmlError`.
 */
export function movesCells(before: string, after: string, format: OfficeFormat): boolean {
  const [from, to] = [before, after].map((xml) => readCells(xml, format));
  if (!from || !to || from.shape !== to.shape) return true;
  if (format === "xlsx") {
    const known = new Set(to.cells.map(keyOf));
    if (from.cells.some((cell) => !known.has(keyOf(cell)))) return true;
  }
  const isFilled = ({ content }: Cell) => content !== "";
  // Formulas change when they move.
  const isConstant = (cell: Cell) => isFilled(cell) && !cell.isFormula;
  const [filled, constants] = [isFilled, isConstant].map((suits) => [
    from.cells.filter(suits),
    to.cells.filter(suits),
  ]) as [[Cell[], Cell[]], [Cell[], Cell[]]];
  return (
    isMoved(wholeRows(filled[0]), wholeRows(filled[1])) ||
    areMoved(lines(filled[0], "row"), lines(filled[1], "row")) ||
    areMoved(lines(constants[0], "column"), lines(constants[1], "column"))
  );
}

/** Whether the rows of a sheet, and the cells of each row, are in the order of their addresses. */
export function isInOrder(xml: string): boolean {
  const cells = readCells(xml, "xlsx")?.cells;
  return cells?.every((cell, index) => index === 0 || isBefore(cells[index - 1] as Cell, cell)) ?? true;
}

const isBefore = (one: Cell, other: Cell): boolean =>
  one.row < other.row || (one.row === other.row && one.column < other.column);

/** A cell with what is written in it. */
type Cell = { row: number; column: number; content: string; isFormula: boolean };
/** Something with its number in a line of cells. */
type Numbered = { at: number; content: string };

const keyOf = ({ row, column }: Cell): string => `${row} ${column}`;

function lines(cells: readonly Cell[], by: "row" | "column"): Map<number, Numbered[]> {
  const found = new Map<number, Numbered[]>();
  for (const { row, column, content } of cells) {
    const [line, at] = by === "row" ? [row, column] : [column, row];
    const items = found.get(line);
    if (items === undefined) found.set(line, [{ at, content }]);
    else items.push({ at, content });
  }
  return found;
}

const wholeRows = (cells: readonly Cell[]): Numbered[] =>
  [...lines(cells, "row")].map(([at, items]) => ({ at, content: items.map(({ content }) => content).join("") }));

const areMoved = (before: ReadonlyMap<number, Numbered[]>, after: ReadonlyMap<number, Numbered[]>): boolean =>
  [...before].some(([line, items]) => isMoved(items, after.get(line) ?? []));

/** Whether more of the content is there at other numbers in the same order than at its own. */
function isMoved(before: readonly Numbered[], after: readonly Numbered[]): boolean {
  const now = new Map(after.map(({ at, content }) => [at, content]));
  const inPlace = before.filter(({ at, content }) => now.get(at) === content).length;
  if (inPlace === before.length) return false;
  const pairs = pairItems(
    before.map(({ content }) => content),
    after.map(({ content }) => content),
  );
  return pairs === null || pairs.length > inPlace;
}

/**
 * The cells of a sheet, or of all tables of an OpenDocument workbook, in their order; null if they are not written as usual. `shape` is what must not
 * change: the cells that are joined, and in an OpenDocument workbook the names of its tables and the number of rows and cells, which have no addresses.
 */
function readCells(xml: string, format: OfficeFormat): { cells: Cell[]; shape: string } | null {
  const cells: Cell[] = [];
  const shape: string[] = [];
  let isUsual = true;
  let row = 0;
  let column = 0;
  let cell: (Cell & { from: number }) | null = null;
  const start = (from: number, isFormula: boolean) => {
    cell = { row, column, content: "", isFormula, from };
  };
  const end = (to: number) => {
    if (cell !== null) cells.push({ ...cell, content: xml.slice(cell.from, Math.max(cell.from, to)) });
    cell = null;
  };
  const none = { text() {} };
  if (format === "ods") {
    scanXml(xml, odfPrefixes, {
      ...none,
      open(name, tag) {
        if (!shaping.has(name)) return;
        const repeated = tag.attribute("table:number-rows-repeated") ?? tag.attribute("table:number-columns-repeated");
        shape.push(name, repeated ?? "", (name === "table:table" && tag.attribute("table:name")) || "");
        if (name === "table:table-row") {
          row += 1;
          column = 0;
        } else if (cellNames.has(name)) {
          column += 1;
          start(tag.to, tag.attribute("table:formula") !== null);
        }
      },
      close(name, from) {
        if (shaping.has(name)) shape.push("/");
        if (cellNames.has(name)) end(from);
      },
    });
    return { cells, shape: shape.join(" ") };
  }
  scanXml(xml, xlsxPrefixes, {
    ...none,
    open(name, tag) {
      if (name === "s:row") isUsual &&= /^\d+$/.test(tag.attribute("r") ?? "");
      else if (name === "s:c") {
        const ref = parseCell(tag.attribute("r") ?? "");
        if (ref === null) isUsual = false;
        else [row, column] = [ref.row, ref.column];
        start(tag.to, false);
      } else if (name === "s:f" && cell !== null) cell.isFormula = true;
      else if (name === "s:mergeCell") shape.push(tag.attribute("ref") ?? "");
    },
    close(name, from) {
      if (name === "s:c") end(from);
    },
  });
  return isUsual ? { cells, shape: shape.join(" ") } : null;
}

const cellNames: ReadonlySet<string> = new Set(["table:table-cell", "table:covered-table-cell"]);
const shaping: ReadonlySet<string> = new Set([...cellNames, "table:table", "table:table-row", "table:table-column"]);
