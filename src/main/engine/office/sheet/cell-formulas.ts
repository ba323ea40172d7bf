import { addressOf, type CellRef, cellName } from "../../../../core/office/sheet-address";
import { ToolError } from "../../ports/tool-error";
import { checkFormula, type FormulaNames } from "./check-formula";
import { englishName, isDynamic, isFunction } from "./formula-functions";
import type { NewSheet } from "./sheet-create";
import { cellInput } from "./sheet-input";

/** What a workbook has that formulas may name. */
export type KnownNames = {
  format: "xlsx" | "ods";
  sheets: readonly string[];
  /** The names that the workbook defines. */
  names: readonly string[];
};

/** A cell and its content to set; `formula` is without its `=`. */
type NewCell = { sheet: number; ref: CellRef; input: { kind: string; formula?: string } };

/**
 * Rejects formulas that no program could calculate: with an error, an unknown sheet, or a function name in another language. Returns
 * warnings about functions that Galley does not know, since add-ins and macros may define them.
 */
export function checkCellFormulas(cells: readonly NewCell[], known: KnownNames): string[] {
  const sheets = new Set(known.sheets.map((name) => name.toLowerCase()));
  const defined = new Set(known.names.map((name) => name.toLowerCase()));
  const unknown = new Map<string, string>();
  const spilling: string[] = [];
  for (const { sheet, ref, input } of cells) {
    if (input.kind !== "formula" || input.formula === undefined) continue;
    const address = addressOf(known.sheets[sheet] ?? "", ref);
    const found = namesIn(input.formula, address, known);
    const missing = found.sheets.find(({ name }) => !sheets.has(name.toLowerCase()));
    if (missing !== undefined)
      throw formulaError(address, missing.at, `there is no sheet ${JSON.stringify(missing.name)}`, {
        hint: "Name one of the sheets.",
        candidates: known.sheets.slice(0, 10),
      });
    for (const { name, at } of found.functions) {
      if (isFunction(name) || defined.has(name.toLowerCase())) continue;
      const english = englishName(name);
      if (english !== null)
        throw formulaError(address, at, `${name} is ${english} in English`, {
          hint: `Write ${english}: files keep the English names, and programs show them in the language of their user.`,
        });
      if (unknown.size < MAX_NAMED) unknown.set(name.toUpperCase(), address);
    }
    if (known.format === "ods" && isDynamic(found.functions.map(({ name }) => name))) spilling.push(address);
  }
  return [
    ...[...unknown].map(
      ([name, address]) => `${address} uses the function ${name}, which is neither one of Excel nor of LibreOffice`,
    ),
    ...(spilling[0] === undefined
      ? []
      : [
          `${spilling[0]}${spilling.length > 1 ? ` and ${spilling.length - 1} more` : ""}: a formula whose result fills several cells shows only the first until it is entered as an array in an office program`,
        ]),
  ];
}

/** How many unknown functions are named in warnings. */
const MAX_NAMED = 5;

function namesIn(formula: string, address: string, { format }: KnownNames): FormulaNames {
  const found = checkFormula(formula, { separator: format === "ods" ? ";" : "," });
  if ("error" in found)
    throw formulaError(address, found.error.at, found.error.message, {
      hint: "Write formulas in English notation, such as =SUM(A1:A3,2.5). A text that begins with = is written with an apostrophe before it.",
    });
  return found;
}

const formulaError = (
  address: string,
  at: number,
  message: string,
  more: { hint: string; candidates?: string[] },
): ToolError =>
  new ToolError("bad_arguments", `the formula for ${address} has an error at character ${at}: ${message}`, more);

/** The same for the sheets of a new workbook. */
export function checkNewFormulas(sheets: readonly NewSheet[], format: KnownNames["format"]): void {
  const known = { format, sheets: sheets.map(({ name }) => name), names: [] };
  for (const [sheet, { rows }] of sheets.entries())
    for (const [down, row] of rows.entries())
      for (const [right, value] of row.entries()) {
        if (typeof value !== "string" || !value.startsWith("=")) continue;
        const ref = { row: down + 1, column: right + 1 };
        checkCellFormulas([{ sheet, ref, input: cellInput(value, cellName(ref)) }], known);
      }
}
