import type { CellValue } from "../text/office-format";
import { parseTables } from "./sheet-content";

/** A sheet of a new workbook: its name, its values, the width of each column in characters. */
export type NewSheet = { name: string; rows: CellValue[][]; hasHeading: boolean; widths: number[] };

/** The sheets for a content; an empty one gives an empty sheet. Their names are valid in every program, and unique. */
export function newSheets(content: string): NewSheet[] {
  const tables = parseTables(content);
  if (tables.length === 0) tables.push({ name: null, rows: [], hasHeading: false });
  const taken = new Set<string>();
  return tables.map(({ name, rows, hasHeading }, index) => ({
    name: freeName(name ?? `Sheet${index + 1}`, taken),
    rows,
    hasHeading,
    widths: widthsOf(rows),
  }));
}

/** Excel allows 31 characters, none of `[]:*?/\`, and no apostrophe at either end. */
function freeName(wanted: string, taken: Set<string>): string {
  const plain =
    [...wanted.replaceAll(/[[\]:*?/\\\p{Cc}]/gu, " ")]
      .join("")
      .trim()
      .replaceAll(/^'+|'+$/g, "")
      .trim() || "Sheet";
  const cut = (text: string, length: number): string => {
    let short = "";
    for (const sign of text) {
      if (short.length + sign.length > length) break;
      short += sign;
    }
    return short.trim();
  };
  let name = cut(plain, 31);
  for (let number = 2; taken.has(name.toLowerCase()); number++)
    name = `${cut(plain, 31 - 2 - String(number).length)} ${number}`;
  taken.add(name.toLowerCase());
  return name;
}

function widthsOf(rows: readonly (readonly CellValue[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows.slice(0, 1000))
    for (const [column, value] of row.entries()) {
      const text = value === null || (typeof value === "string" && value.startsWith("=")) ? "" : String(value);
      widths[column] = Math.max(widths[column] ?? 8, Math.min(60, widthOf(text)));
    }
  return Array.from(widths, (width) => width ?? 8);
}

/** In terminal columns: East Asian characters are twice as wide. */
function widthOf(text: string): number {
  let most = 0;
  for (const line of text.split("\n", 20)) {
    const head = line.slice(0, 80);
    most = Math.max(
      most,
      head.length + (head.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0),
    );
  }
  return most + 2;
}
