import { ToolError } from "../../ports/tool-error";
import { repeatsOf } from "../odf/scan";
import { type EditedPart, elementsIn, prefixOf, type XmlElement } from "../package/splice-xml";
import type { TextRun } from "../text/text-blocks";
import type { Span } from "./marks";
import { type OdtFormatting, odtRuns } from "./paragraphs";

/** A cell that is merged over several rows: its first row, and how many it has. */
type Merge = { element: XmlElement; column: number; columns: number; row: number; rows: number };
/** A cell at one column; covered ones belong to a merged cell. */
type GridCell = { element: XmlElement; isCovered: boolean; repeat: number; isFirst: boolean };

/** The rows of a table, those of its header first. */
export function rowsOfTable(table: XmlElement): XmlElement[] {
  return elementsIn(table).flatMap((child) => {
    if (child.name === "table:table-row") return [child];
    return /^table:table-(?:header-rows|rows|row-group)$/.test(child.name) ? rowsOfTable(child) : [];
  });
}

export const isHeaderRow = (row: XmlElement): boolean => row.parent?.name === "table:table-header-rows";

/** The cells of a row by columns, repeated ones as often as they are. */
export function gridOf(row: XmlElement): GridCell[] {
  return elementsIn(row).flatMap((element): GridCell[] => {
    if (element.name !== "table:table-cell" && element.name !== "table:covered-table-cell") return [];
    const repeat = repeatsOf(element.attributes["table:number-columns-repeated"] ?? null);
    const isCovered = element.name === "table:covered-table-cell";
    return Array.from({ length: repeat }, (_, at) => ({ element, isCovered, repeat, isFirst: at === 0 }));
  });
}

/** The cells of a table that are merged over several rows. */
function mergesOf(rows: readonly XmlElement[]): Merge[] {
  return rows.flatMap((row, index) =>
    gridOf(row).flatMap(({ element, isCovered }, column): Merge[] => {
      const spanned = Number(element.attributes["table:number-rows-spanned"] ?? 1);
      const count = Math.min(rows.length - index, Number.isInteger(spanned) ? spanned : 1);
      const columns = repeatsOf(element.attributes["table:number-columns-spanned"] ?? null);
      return isCovered || count < 2 ? [] : [{ element, column, columns, row: index, rows: count }];
    }),
  );
}

const goesThrough = (merge: Merge, row: number): boolean => merge.row < row && row < merge.row + merge.rows;

/**
 * New rows with these texts before the row with number `at`, like the row `model`. A merged cell goes on in them if it does above and below. Returns their
 * XML, and the automatic styles that they need.
 */
export function newRows(
  part: EditedPart,
  { rows, at, model }: { rows: readonly XmlElement[]; at: number; model: number },
  texts: readonly TextRun[][][],
  formatting: OdtFormatting,
): { xml: string; styles: string } {
  const like = rows[model] as XmlElement;
  const { xml } = part;
  const prefix = prefixOf(xml, like);
  const merges = mergesOf(rows);
  const through = merges.filter((merge) => goesThrough(merge, at));
  if (texts.length > 0) for (const merge of through) setSpan(part, merge.element, merge.rows + texts.length);
  const isThrough = (column: number): boolean =>
    through.some((merge) => column >= merge.column && column < merge.column + merge.columns);
  const grid = gridOf(like);
  let styles = "";
  const row = (cells: readonly TextRun[][]): string =>
    grid
      .map(({ element, isCovered }, column) => {
        const runs = cells[column] ?? [];
        const above = merges.find((merge) => merge.column === column && goesThrough(merge, model));
        const isHidden = isThrough(column) || (isCovered && above === undefined);
        if (isHidden && runs.length > 0)
          throw new ToolError("bad_arguments", `cell ${column + 1} of the new row belongs to a merged cell`, {
            hint: "Leave it empty between its |.",
          });
        if (isHidden) return `<${prefix}covered-table-cell/>`;
        const source = above?.element ?? element;
        const [first] = elementsIn(source, "text:p");
        const style = first === undefined ? undefined : attributeIn(xml, first, "style-name");
        const made = odtRuns(runs, formatting);
        styles += made.styles;
        const { text } = formatting;
        const paragraph = `<${text}p${style === undefined ? "" : ` ${style}`}>${made.xml}</${text}p>`;
        return `<${prefix}table-cell${cellAttributes(xml, source)}>${paragraph}</${prefix}table-cell>`;
      })
      .join("");
  const start = xml
    .slice(like.from, like.insideFrom)
    .replaceAll(/\s(?:xml:id|[\w.-]+:number-rows-repeated)\s*=\s*(?:"[^"]*"|'[^']*')/g, "");
  return { xml: texts.map((cells) => `${start}${row(cells)}</${prefix}table-row>`).join(""), styles };
}

/** An attribute of an element as it is written, with its name. */
const attributeIn = (xml: string, { from, insideFrom }: XmlElement, name: string): string | undefined =>
  new RegExp(`\\s((?:[\\w.-]+:)?${name}\\s*=\\s*(?:"[^"]*"|'[^']*'))`).exec(xml.slice(from, insideFrom))?.[1];

/** The attributes that a new cell copies: its style, and how many columns it has. */
const cellAttributes = (xml: string, cell: XmlElement): string =>
  ["style-name", "number-columns-spanned"]
    .flatMap((name) => attributeIn(xml, cell, name) ?? [])
    .map((written) => ` ${written}`)
    .join("");

/** Sets over how many rows a cell is merged. */
function setSpan({ xml, splice }: EditedPart, { from, insideFrom }: XmlElement, rows: number): void {
  const found = /number-rows-spanned\s*=\s*["']/.exec(xml.slice(from, insideFrom));
  if (found === null) return;
  const start = from + found.index + found[0].length;
  const length = /^[^"']*/.exec(xml.slice(start, insideFrom))?.[0].length ?? 0;
  splice(start, start + length, String(rows));
}

/**
 * Keeps merged cells true while rows go, by their numbers. What begins in one of them is taken over by the next row. Returns what moved, and the covered
 * cells that it takes the place of, which are yet to be removed.
 */
export function keepMergedCells(
  part: EditedPart,
  rows: readonly XmlElement[],
  gone: ReadonlySet<number>,
): { moved: Span[]; replaced: Span[] } {
  const moved: Span[] = [];
  const replaced: Span[] = [];
  const { xml } = part;
  for (const { element, column, row, rows: count } of mergesOf(rows)) {
    const own = Array.from({ length: count }, (_, at) => row + at);
    const left = own.filter((each) => !gone.has(each));
    const [first] = left;
    if (left.length === count || first === undefined) continue;
    if (first === row) {
      setSpan(part, element, left.length);
      continue;
    }
    const cell = gridOf(rows[first] as XmlElement)[column];
    if (cell === undefined || !cell.isCovered || !cell.isFirst)
      throw new ToolError("unsupported", "a merged cell of this table cannot lose its first row", {
        hint: "Split the cell in an office program first.",
      });
    const prefix = prefixOf(xml, cell.element);
    const spanned = xml
      .slice(element.from, element.insideFrom)
      .replace(/(number-rows-spanned\s*=\s*["'])[^"']*/, `$1${left.length}`)
      .replaceAll(/\sxml:id\s*=\s*(?:"[^"]*"|'[^']*')/g, "");
    const covered = cell.element;
    // What the covered cell hid stays after it.
    const hidden = !covered.isEmpty && !isBare(covered);
    const after = hidden ? xml.slice(covered.insideFrom, covered.insideTo) : "";
    const inside = element.isEmpty ? "" : xml.slice(element.insideFrom, element.insideTo);
    const { from, to } = covered;
    const start = element.isEmpty ? spanned.replace(/\s*\/>$/, ">") : spanned;
    const end = element.isEmpty ? `</${prefixOf(xml, element)}table-cell>` : xml.slice(element.insideTo, element.to);
    const rest =
      cell.repeat === 1 ? "" : `<${prefix}covered-table-cell ${prefix}number-columns-repeated="${cell.repeat - 1}"/>`;
    part.splice(from, from, `${start}${inside}${after}${end}${rest}`);
    replaced.push({ from, to });
    if (!element.isEmpty) moved.push({ from: element.insideFrom, to: element.insideTo });
    if (hidden) moved.push({ from: covered.insideFrom, to: covered.insideTo });
  }
  return { moved, replaced };
}

/** Whether a cell has only empty paragraphs. */
const isBare = (cell: XmlElement): boolean =>
  elementsIn(cell).every((each) => each.name === "text:p" && (each.isEmpty || each.insideFrom === each.insideTo));
