import { pairItems } from "../../../../core/diff/merge-lists";
import type { OfficeFormat } from "../../../../core/text/format";

/**
 * Whether rows, columns or cells of a sheet were moved, inserted or deleted, by what its part shows. What another version has written then, above all
 * its formulas, may be about other cells.
 */
export function movesCells(before: string, after: string, format: OfficeFormat): boolean {
  if (format === "ods") return shapeOf(before) !== shapeOf(after);
  const [rowsBefore, rowsAfter] = [rowsOf(before), rowsOf(after)];
  if (rowsBefore === null || rowsAfter === null) return true;
  const known = new Set(rowsAfter.flatMap(({ cells }) => cells.map(({ at }) => at)));
  if (rowsBefore.some(({ cells }) => cells.some(({ at }) => !known.has(at)))) return true;
  if (isMoved(rowsBefore.map(toItem), rowsAfter.map(toItem))) return true;
  const byRow = new Map(rowsAfter.map((row) => [row.at, row]));
  return rowsBefore.some(({ at, cells }) => {
    const now = byRow.get(at)?.cells ?? [];
    return isMoved(cells, now);
  });
}

/** Something with its address, and what is there without the address. */
type Addressed = { at: string; content: string };
type Row = { at: string; cells: Addressed[] };

const toItem = ({ at, cells }: Row): Addressed => ({ at, content: cells.map(({ content }) => content).join("") });

/** Whether the same content, in the same order, has other addresses. */
function isMoved(before: readonly Addressed[], after: readonly Addressed[]): boolean {
  const filled = (items: readonly Addressed[]) => items.filter(({ content }) => content !== "");
  const [from, to] = [filled(before), filled(after)];
  const pairs = pairItems(
    from.map(({ content }) => content),
    to.map(({ content }) => content),
  );
  return pairs === null || pairs.some(([i, j]) => from[i]?.at !== to[j]?.at);
}

/** The rows of a workbook's sheet with the cells that hold something; null if they are not written as usual. */
function rowsOf(xml: string): Row[] | null {
  const rows: Row[] = [];
  for (const [, attributes = "", inside = ""] of xml.matchAll(/<row(\s[^<>]*?)?(?:\/>|>([\s\S]*?)<\/row>)/g)) {
    const at = addressIn(attributes);
    if (at === null) return null;
    const cells: Addressed[] = [];
    for (const [, own = "", content = ""] of inside.matchAll(/<c(\s[^<>]*?)?(?:\/>|>([\s\S]*?)<\/c>)/g)) {
      const cell = addressIn(own);
      if (cell === null) return null;
      cells.push({ at: cell, content });
    }
    rows.push({ at, cells });
  }
  return rows;
}

const addressIn = (attributes: string): string | null => /\sr="([A-Z]*\d+)"/.exec(attributes)?.[1] ?? null;

/** How many rows and cells the tables of an OpenDocument workbook have, and in which order: the tags without what is in them. */
const shapeOf = (xml: string): string =>
  [...xml.matchAll(/<(\/?table:(?:table|table-row|table-cell|covered-table-cell|table-column))(?=[\s>/])[^<>]*>/g)]
    .map(([tag, name]) => `${name}${/:number-\w+-repeated="\d+"/.exec(tag)?.[0] ?? ""}`)
    .join("");
