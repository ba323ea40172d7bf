import { MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from "../../../../core/limits";
import { ToolError } from "../../ports/tool-error";
import type { CellValue } from "../text/office-format";

/** A table of values from a caller. `hasHeading` if its format says that the first row names the columns. */
export type WrittenTable = { name: string | null; rows: CellValue[][]; hasHeading: boolean };

/**
 * Parses the content of sheets: JSON (rows as lists, or as objects with the columns' names, or an object of sheets by name), Markdown
 * tables (a heading before one names its sheet), tab- or comma-separated values, or lines. Except in JSON, numbers, TRUE and FALSE are
 * converted; a number with a leading zero stays text. Rejects rows or columns past the last.
 */
export function parseTables(content: string): WrittenTable[] {
  const text = content.replace(/^\ufeff/, "").replaceAll(/\r\n?/g, "\n");
  if (text.trim() === "") return [];
  const tables = ofJson(text.trim()) ?? ofMarkdown(text) ?? [plainTable(text)];
  for (const { rows } of tables) {
    const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
    if (rows.length > MAX_SHEET_ROWS || width > MAX_SHEET_COLUMNS)
      throw new ToolError(
        "too_large",
        `the content has ${rows.length.toLocaleString("en")} rows of up to ${width.toLocaleString("en")} cells; a sheet has at most ${MAX_SHEET_ROWS.toLocaleString("en")} rows and ${MAX_SHEET_COLUMNS.toLocaleString("en")} columns`,
      );
  }
  return tables;
}

function ofJson(text: string): WrittenTable[] | null {
  if (!/^[[{]/.test(text)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (Array.isArray(value)) return [jsonTable(null, value)];
  return Object.entries(value as Record<string, unknown>).map(([name, rows]) =>
    jsonTable(name, Array.isArray(rows) ? rows : [rows]),
  );
}

function jsonTable(name: string | null, rows: readonly unknown[]): WrittenTable {
  const isRecord = (row: unknown): row is Record<string, unknown> =>
    typeof row === "object" && row !== null && !Array.isArray(row);
  if (rows.length > 0 && rows.every(isRecord)) {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return {
      name,
      hasHeading: true,
      rows: [columns, ...rows.map((row) => columns.map((each) => jsonValue(row[each])))],
    };
  }
  return {
    name,
    hasHeading: false,
    rows: rows.map((row) => (Array.isArray(row) ? row.map(jsonValue) : [jsonValue(row)])),
  };
}

function jsonValue(value: unknown): CellValue {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return JSON.stringify(value);
}

function ofMarkdown(text: string): WrittenTable[] | null {
  const lines = text.split("\n");
  const isDelimiter = (line: string | undefined): boolean =>
    line !== undefined && /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(line) && line.includes("-");
  const starts = lines.flatMap((line, index) =>
    line.includes("|") && isDelimiter(lines[index + 1]) && (lines[index + 1] ?? "").includes("|") ? [index] : [],
  );
  if (starts.length === 0) return null;
  const tables: WrittenTable[] = [];
  let at = 0;
  for (const start of starts) {
    if (start < at) continue;
    const heading = lines.slice(at, start).findLast((line) => /^#{1,6}\s/.test(line));
    const rows = [cellsOf(lines[start] ?? "")];
    at = start + 2;
    while (at < lines.length && (lines[at] ?? "").includes("|")) rows.push(cellsOf(lines[at++] ?? ""));
    tables.push({
      name:
        heading === undefined
          ? null
          : heading
              .replace(/^#+\s+/, "")
              .replace(/\s+#*\s*$/, "")
              .trim(),
      hasHeading: true,
      rows: rows.map((row) => row.map(typed)),
    });
  }
  return tables;
}

/** The cells of a row without its outer bars; `\|` is a literal bar. */
function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) =>
    cell
      .trim()
      .replaceAll("\\|", "|")
      .replaceAll(/<br\s*\/?>/gi, "\n")
      .replace(/^(\*\*|__)(.+)\1$/s, "$2"),
  );
}

function plainTable(text: string): WrittenTable {
  const [first = ""] = text.replace(/^\n+/, "").split("\n");
  const separator = first.includes("\t") ? "\t" : !first.includes(",") && first.includes(";") ? ";" : ",";
  return {
    name: null,
    hasHeading: false,
    rows: separated(text.replace(/\n+$/, ""), separator).map((row) => row.map(typed)),
  };
}

/** Fields between separators; one in double quotes may contain separators, line breaks and doubled quotes. */
function separated(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  for (;;) {
    let field = "";
    const quoted = text.charAt(at) === '"' ? closedQuote(text, at, separator) : null;
    if (quoted !== null) {
      field = text.slice(at + 1, quoted).replaceAll('""', '"');
      at = quoted + 1;
    } else {
      let end = at;
      while (end < text.length && text.charAt(end) !== separator && text.charAt(end) !== "\n") end++;
      field = text.slice(at, end).trim();
      at = end;
    }
    rows.at(-1)?.push(field);
    if (at >= text.length) return rows;
    if (text.charAt(at) === "\n") rows.push([]);
    at++;
  }
}

/** The quote that closes a field; null if there is none, so that the opening quote is literal. */
function closedQuote(text: string, from: number, separator: string): number | null {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    const next = text.charAt(at + 1);
    if (next === '"') at++;
    else return next === "" || next === "\n" || next === separator ? at : null;
  }
  return null;
}

function typed(text: string): CellValue {
  if (text === "") return null;
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?(?:[eE][+-]?\d{1,3})?$/.test(text) && Number.isFinite(Number(text)))
    return Number(text);
  if (/^true$/i.test(text)) return true;
  return /^false$/i.test(text) ? false : text;
}
