import { type CellRange, isWithin, parseCell, parseRange, splitAddress } from "../../../../core/office/sheet-address";

/** Whether the address of a cell or slide is what is asked for: a cell, a range, a sheet by its name, or a slide by its number. */
export function isAtAddress(address: string, wanted: string): boolean {
  const [own] = /\d+$/.exec(address) ?? [];
  const [, slide] = /^\s*(?:slide\s*)?(\d+)\s*$/i.exec(wanted) ?? [];
  if (/^slide \d+$/.test(address)) return own === slide;
  const cell = splitAddress(address);
  const ref = cell === null ? null : parseCell(cell.rest);
  if (cell === null || ref === null) return false;
  const meant = splitAddress(wanted);
  const range: CellRange | null = meant === null ? null : parseRange(meant.rest);
  const sheet = range === null ? wanted : (meant?.sheet ?? null);
  if (sheet !== null && !isSameName(sheet, cell.sheet ?? "")) return false;
  return range === null || isWithin(ref, range);
}

const isSameName = (one: string, other: string): boolean =>
  one
    .trim()
    .replace(/^'(.*)'$/s, "$1")
    .replaceAll("''", "'")
    .toLowerCase() === other.toLowerCase();
