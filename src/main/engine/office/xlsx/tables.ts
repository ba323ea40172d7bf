import { MAX_SHEET_ROWS } from "../../../../core/limits";
import { addressOf, type CellRange, isWithin, parseRange, rangeName } from "../../../../core/office/sheet-address";
import { escapedAttribute } from "../../../../core/text/escape-xml";
import { ToolError } from "../../ports/tool-error";
import { relationsOf } from "../package/package-parts";
import { type EditedPart, editPart, elementsIn, takeElements, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import { xlsxPrefixes } from "./scan";
import type { ScannedSheet } from "./sheet-edit";
import { escapedCellText, unescapedText } from "./workbook";

/** The tables of a sheet after edits: the parts that change, what they reach now, and warnings. */
export type TableEdits = { parts: [string, Uint8Array][]; grown: string[]; warnings: string[] };

/** A table with its own part. */
export type SheetTable = { part: EditedPart; element: XmlElement; name: string; range: CellRange };

/** The tables of a sheet part. */
export function tablesOf(zip: ZipPackage, sheet: string): SheetTable[] {
  const targets = relationsOf(zip, sheet).filter(({ type }) => type === "table");
  return targets.flatMap(({ target }): SheetTable[] => {
    const part = editPart(zip, target);
    if (part === null) return [];
    const [element] = takeElements(part.xml, {
      prefixes: xlsxPrefixes,
      attributes: ["ref", "headerRowCount", "totalsRowCount", "name", "displayName"],
      take: (name) => name === "s:table",
    });
    const range = parseRange(element?.attributes["ref"] ?? "");
    if (element === undefined || range === null) return [];
    return [{ part, element, range, name: element.attributes["displayName"] ?? element.attributes["name"] ?? "" }];
  });
}

/**
 * Keeps the tables of a sheet true to its cells: their columns are named after their headings, or Excel treats the file as damaged, and
 * rows written directly below a table belong to it, as in Excel. Rejects headings that cannot be the name of a column.
 */
export function editTables(zip: ZipPackage, sheet: string, scanned: ScannedSheet): TableEdits {
  const tables = tablesOf(zip, sheet);
  const grown: string[] = [];
  const warnings: string[] = [];
  for (const table of tables) {
    renameColumns(table, scanned);
    const last = lastRow(table, scanned, tables);
    if (last === table.range.to.row) continue;
    if (hasTotals(table)) {
      warnings.push(`the cells below the table ${table.name} do not belong to it, since it ends with a row of totals`);
      continue;
    }
    grown.push(growTable(table, last));
    if (/<(?:[\w.-]+:)?calculatedColumnFormula\b/.test(table.part.xml))
      warnings.push(`the table ${table.name} has calculated columns; write their formulas into its new rows, too`);
  }
  const parts = tables.flatMap(({ part }): [string, Uint8Array][] => {
    const bytes = part.bytes();
    return bytes === null ? [] : [[part.name, bytes]];
  });
  return { parts, grown, warnings };
}

const hasTotals = ({ element }: SheetTable): boolean => Number(element.attributes["totalsRowCount"] ?? 0) > 0;

function renameColumns({ part, element, range, name: table }: SheetTable, { name, writes }: ScannedSheet): void {
  if (element.attributes["headerRowCount"] === "0") return;
  const heading = { from: range.from, to: { row: range.from.row, column: range.to.column } };
  const columns = takeElements(part.xml, {
    prefixes: xlsxPrefixes,
    attributes: ["name"],
    take: (element) => element === "s:tableColumn",
  });
  const names = columns.map(({ attributes }) => unescapedText(attributes["name"] ?? ""));
  for (const { ref, input } of writes) {
    if (!isWithin(ref, heading)) continue;
    const index = ref.column - range.from.column;
    const column = columns[index];
    if (column === undefined) continue;
    const where = `${addressOf(name, ref)} names a column of the table ${table}`;
    if (input.kind !== "text")
      throw new ToolError("bad_arguments", `${where}, so it can only contain text`, { hint: "Give it a text." });
    if (names.some((each, other) => other !== index && each.toLowerCase() === input.text.toLowerCase()))
      throw new ToolError("bad_arguments", `${where}, and another column is called ${JSON.stringify(input.text)}`, {
        hint: "Give each column its own name.",
      });
    names[index] = input.text;
    const tag = part.xml.slice(column.from, column.isEmpty ? column.to : column.insideFrom);
    const escaped = escapedAttribute(escapedCellText(input.text).replaceAll("\n", "_x000a_"));
    part.splice(
      column.from,
      column.from + tag.length,
      tag.replace(/(\sname\s*=\s*)(?:"[^"]*"|'[^']*')/, (_, start) => `${start}"${escaped}"`),
    );
  }
}

/** The last row of a table with the rows that are new below it. Rows that had content, or are another table's, end it. */
function lastRow({ range }: SheetTable, { writes, filled }: ScannedSheet, tables: readonly SheetTable[]): number {
  const { from, to } = range;
  const isOwn = (column: number): boolean => column >= from.column && column <= to.column;
  const written = new Set(
    writes.filter(({ ref, input }) => input.kind !== "empty" && isOwn(ref.column)).map(({ ref }) => ref.row),
  );
  const others = tables.filter(
    (other) => other.range !== range && other.range.from.column <= to.column && other.range.to.column >= from.column,
  );
  let last = to.row;
  for (let row = last + 1; row <= MAX_SHEET_ROWS && written.has(row); row++) {
    const isTaken =
      filled.get(row)?.some(isOwn) || others.some((other) => row >= other.range.from.row && row <= other.range.to.row);
    if (isTaken) break;
    last = row;
  }
  return last;
}

/** Writes the new range of a table, also into its filter. Returns what it reaches, in words. */
function growTable({ part, element, name, range }: SheetTable, last: number): string {
  const ref = rangeName({ from: range.from, to: { ...range.to, row: last } });
  for (const each of [element, ...elementsIn(element, "s:autoFilter")]) {
    const tag = part.xml.slice(each.from, each.isEmpty ? each.to : each.insideFrom);
    part.splice(each.from, each.from + tag.length, tag.replace(/(\sref\s*=\s*["'])[^"']*/, `$1${ref}`));
  }
  return `the table ${name} is now ${ref}`;
}
