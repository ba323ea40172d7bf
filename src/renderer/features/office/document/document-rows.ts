import type { OfficeParagraph } from "../../../../shared/office";

/** What is shown at an index of the list: a paragraph, a table row, or nothing, because it is part of a table row above. */
export type DocumentRow =
  | { kind: "unknown" }
  | { kind: "paragraph"; paragraph: OfficeParagraph; isFirstOf: boolean }
  | { kind: "table row"; cells: TableCell[]; columns: number; isFirstOf: boolean; isFirst: boolean; isLast: boolean }
  | { kind: "in a row" };

/** The paragraphs of a cell with their indexes in the list. */
export type TableCell = {
  cell: NonNullable<OfficeParagraph["cell"]>;
  paragraphs: { index: number; paragraph: OfficeParagraph }[];
};

/** The maximum number of paragraphs in a table row; longer rows are cut. */
const MAX_ROW_PARAGRAPHS = 2000;

/** What is shown at an index. `at` returns loaded paragraphs; `isFirstOf` marks the start of footnotes, headers and so on. */
export function rowAt(index: number, at: (index: number) => OfficeParagraph | undefined): DocumentRow {
  const paragraph = at(index);
  if (!paragraph) return { kind: "unknown" };
  const before = at(index - 1);
  const isFirstOf = paragraph.placement !== "body" && before?.placement !== paragraph.placement;
  const { cell } = paragraph;
  if (!cell) return { kind: "paragraph", paragraph, isFirstOf };
  const isIn = (other: OfficeParagraph | undefined) => other?.cell?.table === cell.table && other.cell.row === cell.row;
  if (isIn(before)) return { kind: "in a row" };
  const cells: TableCell[] = [];
  for (let next = index; next < index + MAX_ROW_PARAGRAPHS; next++) {
    const other = at(next);
    if (!other?.cell || !isIn(other)) break;
    const last = cells.at(-1);
    if (last && last.cell.column === other.cell.column) last.paragraphs.push({ index: next, paragraph: other });
    else cells.push({ cell: other.cell, paragraphs: [{ index: next, paragraph: other }] });
  }
  const size = cells.reduce((sum, { paragraphs }) => sum + paragraphs.length, 0);
  const isLast = at(index + size)?.cell?.table !== cell.table;
  const columns = Math.max(...cells.map(({ cell }) => cell.column + cell.columnSpan));
  return { kind: "table row", cells, columns, isFirstOf, isFirst: before?.cell?.table !== cell.table, isLast };
}

/** Whether a cell is covered by a merged cell above it and empty. */
export const isCovered = ({ cell, text }: OfficeParagraph): boolean => cell?.rowSpan === 0 && text === "";

/** The grid columns of a table row: widths of the file, or equal. */
export function columnsOf(cells: readonly TableCell[], columns: number): string {
  const widths = new Array<number | null>(columns).fill(null);
  for (const { cell } of cells)
    if (cell.width !== null && cell.width > 0)
      for (let column = cell.column; column < cell.column + cell.columnSpan; column++)
        widths[column] = cell.width / cell.columnSpan;
  const known = widths.filter((width) => width !== null);
  const usual = known.length === 0 ? 1 : known.reduce((sum, width) => sum + width, 0) / known.length;
  return widths.map((width) => `minmax(0, ${(width ?? usual).toFixed(1)}fr)`).join(" ");
}

/** The estimated height in lines, until it is measured. */
export function linesOf(paragraph: OfficeParagraph | undefined): number {
  if (!paragraph) return 2;
  const lines = Math.ceil(paragraph.text.length / 85) || 1;
  return (paragraph.kind === "heading" || paragraph.kind === "title" ? 2 : 1.4) * lines + 0.5;
}
