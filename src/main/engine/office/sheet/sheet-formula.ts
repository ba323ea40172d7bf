import { MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from "../../../../core/limits";
import {
  type CellRange,
  columnName,
  columnNumber,
  parseRange,
  sheetInAddress,
} from "../../../../core/office/sheet-address";
import { MAX_FORMULA } from "../../ports/limits";
import { laterFunctions } from "./formula-functions";

/** What a formula depends on, according to its text. */
export type FormulaReferences = {
  /** `sheet` is null for the formula's own sheet. */
  ranges: { sheet: string | null; range: CellRange; text: string }[];
  /** Names of values, and those of functions: each may be defined by the workbook, or be a table, or belong to the language. */
  names: string[];
  calls: string[];
  /** It may depend on any cell: it uses a table, or a function that builds references from text. */
  isOpaque: boolean;
};

/** A name that a workbook defines; `formula` is without its `=`. */
export type DefinedName = { name: string; formula: string };

const cell = String.raw`\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}`;
const token = new RegExp(
  [
    `(?<text>"(?:[^"]|"")*"?)`,
    // Matches an unclosed quote, too: searching again from each quote would be quadratic.
    `(?<quoted>'(?:[^']|'')*(?:'!?)?)`,
    String.raw`(?<bracket>\[[^\]]*\]?)`,
    String.raw`(?<reference>${cell}(?::${cell})?(?![\p{L}\p{N}_.(!])|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}(?![\p{L}\p{N}_.(!])|\$?[1-9]\d{0,6}:\$?[1-9]\d{0,6}(?![\p{L}\p{N}_.]))`,
    String.raw`(?<name>[\p{L}_\\][\p{L}\p{N}_.\\?]*[!(]?)`,
    String.raw`(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)`,
    `(?<error>#[A-Z/0]+[!?]?)`,
    String.raw`(?<sign>[\s\S])`,
  ].join("|"),
  "gu",
);

type Token = { kind: string; text: string };
const kinds = ["text", "quoted", "bracket", "reference", "name", "number", "error"];

function tokensOf(formula: string): Token[] {
  const tokens: Token[] = [];
  for (const { groups = {}, 0: text } of formula.matchAll(token)) {
    const kind = kinds.find((each) => groups[each] !== undefined) ?? "sign";
    tokens.push({ kind: kind === "quoted" && !text.endsWith("'!") ? "sign" : kind, text });
  }
  return tokens;
}

/** Functions with a longer name in OpenDocument files. */
const ofMicrosoft = new Set(
  "CONCAT IFS SWITCH TEXTJOIN MAXIFS MINIFS XLOOKUP XMATCH UNIQUE SEQUENCE RANDARRAY SORTBY LET FILTER SORT STDEV.S STDEV.P VAR.S VAR.P CEILING.MATH FLOOR.MATH NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV".split(
    " ",
  ),
);

/** The formula as stored in a workbook file: without `=`, with the long names of newer functions. */
export function formulaInFile(formula: string): string {
  return tokensOf(formula)
    .map(({ kind, text }) =>
      kind === "name" && text.endsWith("(") ? (laterFunctions.get(text.slice(0, -1).toUpperCase()) ?? "") + text : text,
    )
    .join("");
}

/** The formula of a workbook file as users write it, without `=`. */
export const formulaAsWritten = (inFile: string): string =>
  inFile.length > MAX_FORMULA ? inFile : tokensOf(inFile).map(tokenAsWritten).join("");

const tokenAsWritten = ({ kind, text }: Token): string =>
  kind === "name" ? text.replace(/^(?:_xlfn\.)?(?:_xlws\.)?(?:_xlpm\.)?/i, "") : text;

/** A formula copied this many rows and columns away, as for shared formulas: references without `$` move along. */
export const shiftedFormula = (formula: string, by: Shift): string => new WrittenOnce(formula).shifted(by).inFile;

/** The distance in rows and columns by which a formula is copied. */
type Shift = { rows: number; columns: number };

/** A formula as written once, however many cells share it; without its `=`. */
export class WrittenOnce {
  readonly text: string;
  #tokens: readonly Token[] | null = null;
  #references: FormulaReferences | null = null;

  constructor(text: string) {
    this.text = text;
  }

  get tokens(): readonly Token[] {
    this.#tokens ??= tokensOf(this.text);
    return this.#tokens;
  }

  get references(): FormulaReferences {
    this.#references ??=
      this.text.length > MAX_FORMULA ? { ranges: [], names: [], calls: [], isOpaque: true } : referencesIn(this.tokens);
    return this.#references;
  }

  /** The formula of the cell at this distance from the one in which it is written. */
  shifted(by: Shift): CellFormula {
    return new CellFormula(this, by);
  }
}

/** A formula that only one cell uses. */
export const plainFormula = (text: string): CellFormula => new WrittenOnce(text).shifted({ rows: 0, columns: 0 });

/** The formula of one cell, without its `=`. Its text is computed on request: thousands of cells may share a long one. */
export class CellFormula {
  readonly written: WrittenOnce;
  readonly #by: Shift;

  constructor(written: WrittenOnce, by: Shift) {
    this.written = written;
    this.#by = by;
  }

  get #isOwn(): boolean {
    return this.#by.rows === 0 && this.#by.columns === 0;
  }

  /** Its approximate length in characters. */
  get length(): number {
    return this.written.text.length;
  }

  get inFile(): string {
    return this.#isOwn ? this.written.text : this.#joined(({ text }) => text);
  }

  /** As users write it. */
  get asWritten(): string {
    return this.length > MAX_FORMULA ? this.written.text : this.#joined(tokenAsWritten);
  }

  #joined(token: (token: Token) => string): string {
    const { tokens } = this.written;
    if (this.#isOwn) return tokens.map(token).join("");
    return tokens
      .map((each) => (each.kind === "reference" ? shiftedReference(each.text, this.#by) : token(each)))
      .join("");
  }

  get isOpaque(): boolean {
    return this.written.references.isOpaque;
  }

  get names(): readonly string[] {
    return this.written.references.names;
  }

  /** The number of ranges that it refers to. */
  get rangeCount(): number {
    return this.written.references.ranges.length;
  }

  ranges(): FormulaReferences["ranges"] {
    const { ranges } = this.written.references;
    if (this.#isOwn) return ranges;
    return ranges.map((each) => ({
      ...each,
      range: parseRange(shiftedReference(each.text, this.#by)) ?? each.range,
    }));
  }
}

function shiftedReference(text: string, { rows, columns }: { rows: number; columns: number }): string {
  return text
    .split(":")
    .map((corner) => {
      const [, fixedColumn = "", letters = "", fixedRow = "", digits = ""] =
        /^(\$?)([A-Za-z]*)(\$?)(\d*)$/.exec(corner) ?? [];
      const column = columnNumber(letters);
      // In `$5`, the only `$` belongs to the row.
      const isRowFixed = letters === "" ? fixedColumn !== "" : fixedRow !== "";
      const newColumn = wrapped(fixedColumn === "" ? column + columns : column, MAX_SHEET_COLUMNS);
      const newRow = wrapped(isRowFixed ? Number(digits) : Number(digits) + rows, MAX_SHEET_ROWS);
      if (letters === "") return `${fixedColumn}${newRow}`;
      return `${fixedColumn}${columnName(newColumn)}${digits === "" ? "" : `${fixedRow}${newRow}`}`;
    })
    .join(":");
}

/** Shared formulas wrap around at the edge of the sheet. */
const wrapped = (number: number, most: number): number => ((((number - 1) % most) + most) % most) + 1;

/** The cells that a formula, without its `=`, refers to. */
export const referencesOf = (formula: string): FormulaReferences => new WrittenOnce(formula).references;

function referencesIn(tokens: readonly Token[]): FormulaReferences {
  const found: FormulaReferences = { ranges: [], names: [], calls: [], isOpaque: false };
  const known = new Set<string>();
  const names = new Set<string>();
  const calls = new Set<string>();
  let sheet: string | null = null;
  for (const { kind, text } of tokens) {
    if (kind === "quoted") sheet = text.slice(1, -2).replaceAll("''", "'");
    else if (kind === "name" && text.endsWith("!")) sheet = text.slice(0, -1);
    else {
      if (kind === "reference") {
        const range = parseRange(text);
        const key = `${sheet ?? ""}!${text}`;
        if (range !== null && !known.has(key)) found.ranges.push({ sheet, range, text });
        known.add(key);
        // A range over several sheets.
        if (sheet?.includes(":") === true) found.isOpaque = true;
      } else if (kind === "bracket") found.isOpaque = true;
      else if (kind === "name" && !text.endsWith("(")) {
        if (!/^(?:true|false)$/i.test(text)) names.add(text.toLowerCase());
      } else if (kind === "name") {
        calls.add(text.slice(0, -1).toLowerCase());
        found.isOpaque ||= /^(?:indirect|offset|now|today|rand|randbetween|cell|info)\($/i.test(text);
      }
      sheet = null;
    }
  }
  found.names.push(...names);
  found.calls.push(...calls);
  return found;
}

/** A formula, without its `=`, as OpenDocument files store it: `of:=SUM([.A1:.A3];2)`. */
export function toOpenFormula(formula: string): string {
  let written = "of:=";
  let sheet: string | null = null;
  let isInArray = false;
  for (const { kind, text } of tokensOf(formula)) {
    if (kind === "quoted") sheet = text.slice(1, -2).replaceAll("''", "'");
    else if (kind === "name" && text.endsWith("!")) sheet = text.slice(0, -1);
    else {
      if (kind === "reference") written += openReference(sheet, text);
      else if (kind === "name") written += openName(text);
      else if (text === "{" || text === "}") {
        isInArray = text === "{";
        written += text;
      } else if (kind === "sign" && text === ",") written += ";";
      else if (kind === "sign" && text === ";" && isInArray) written += "|";
      else written += text;
      sheet = null;
    }
  }
  return written;
}

function openReference(sheet: string | null, text: string): string {
  const [first = "", last] = text.toUpperCase().split(":");
  const sheetPrefix = sheet === null ? "" : `$${openSheet(sheet)}`;
  return `[${sheetPrefix}.${first}${last === undefined ? "" : `:.${last}`}]`;
}

const openSheet = (name: string): string =>
  /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : `'${name.replaceAll("'", "''")}'`;

function openName(text: string): string {
  if (!text.endsWith("(")) return text;
  const name = text.slice(0, -1).toUpperCase();
  return `${ofMicrosoft.has(name) ? "COM.MICROSOFT." : ""}${name}(`;
}

/** The same limit for OpenDocument files, which write formulas with more characters. */
const MAX_OPEN_FORMULA = 4 * MAX_FORMULA;

/** A formula of an OpenDocument file as users write it, without `=`; one that is longer than programs write them is returned unchanged. */
export function fromOpenFormula(written: string): string {
  if (written.length > MAX_OPEN_FORMULA) return written;
  const [, body = written] = /^(?:\w+:)?=?([\s\S]*)$/.exec(written) ?? [];
  let formula = "";
  let isInArray = false;
  for (const [part] of body.matchAll(/"(?:[^"]|"")*"?|\[(?:'(?:[^']|'')*'|[^\]'])*\]?|COM\.MICROSOFT\.|[\s\S]/g)) {
    if (part.startsWith('"')) formula += part;
    else if (part.startsWith("[")) formula += writtenReference(part);
    else if (part === "COM.MICROSOFT.") continue;
    else if (part === "{" || part === "}") {
      isInArray = part === "{";
      formula += part;
    } else if (part === ";" || part === "~") formula += ",";
    else if (part === "|" && isInArray) formula += ";";
    else formula += part;
  }
  return formula;
}

function writtenReference(part: string): string {
  const inside = part.slice(1, part.endsWith("]") ? -1 : undefined);
  const corners = [...inside.matchAll(/(?:(\$?(?:'(?:[^']|'')*'|[^.:'#]+))?\.)([^:]*)(?::|$)/g)];
  const [first, last] = corners;
  if (first === undefined || inside.includes("#")) return inside;
  const { 1: sheetPrefix, 2: one = "" } = first;
  const sheet = sheetPrefix === undefined ? "" : `${sheetInAddress(plainSheet(sheetPrefix))}!`;
  return `${sheet}${one}${last === undefined ? "" : `:${last[2]}`}`;
}

function plainSheet(written: string): string {
  const name = written.startsWith("$") ? written.slice(1) : written;
  return name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name;
}
