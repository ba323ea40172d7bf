import { addressOf, isWithin, parseRange } from "../../../../core/office/sheet-address";
import { escapedAttribute } from "../../../../core/text/escape-xml";
import { ToolError } from "../../ports/tool-error";
import { relationsOf } from "../package/package-parts";
import { editPart, takeElements } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import { xlsxPrefixes } from "./scan";
import type { ScannedSheet } from "./sheet-edit";
import { escapedCellText, unescapedText } from "./workbook";

/**
 * A table names its columns twice, in their cells and in its own part, and Excel treats the file as damaged if the two differ. Returns the
 * parts whose names change with the cells. Rejects what cannot be a column name.
 */
export function renameTableColumns(
  zip: ZipPackage,
  sheet: string,
  { name, writes }: ScannedSheet,
): [string, Uint8Array][] {
  const tables = relationsOf(zip, sheet).filter(({ type }) => type === "table");
  return tables.flatMap(({ target }): [string, Uint8Array][] => {
    const part = editPart(zip, target);
    if (part === null) return [];
    const [table] = takeElements(part.xml, {
      prefixes: xlsxPrefixes,
      attributes: ["ref", "headerRowCount", "name", "displayName"],
      take: (element) => element === "s:table",
    });
    const range = parseRange(table?.attributes["ref"] ?? "");
    if (table === undefined || range === null || table.attributes["headerRowCount"] === "0") return [];
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
      const where = `${addressOf(name, ref)} names a column of the table ${table.attributes["displayName"] ?? table.attributes["name"] ?? ""}`;
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
    const bytes = part.bytes();
    return bytes === null ? [] : [[target, bytes]];
  });
}
