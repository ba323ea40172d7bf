import { MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from "../../../../core/limits";
import {
  addressOf,
  blockedCells,
  type CellRange,
  type CellRef,
  rangeName,
} from "../../../../core/office/sheet-address";
import { ToolError } from "../../ports/tool-error";
import { XmlError } from "../package/scan-xml";
import { type EditedPart, editPart } from "../package/splice-xml";
import { TextLimit } from "../package/text-limit";
import type { ZipPackage } from "../package/zip";
import { checkCellFormulas } from "../sheet/cell-formulas";
import { checkValidations, type ValidatedCell } from "../sheet/cell-validation";
import { protectedError } from "../sheet/protected-cells";
import { type DefinedName, fromOpenFormula, plainFormula } from "../sheet/sheet-formula";
import { ambiguityWarnings, type CellEdit, type CellInput, cellEdits } from "../sheet/sheet-input";
import {
  appendedRows,
  cellForText,
  describeReplacements,
  sheetOperationError,
  throwIfCovered,
} from "../sheet/sheet-operations";
import { type LocatedFormula, staleFormulas, staleWarnings } from "../sheet/stale-formulas";
import { writtenValue } from "../sheet/written-value";
import { editPieces, textAfter } from "../text/edit-pieces";
import type { EditOptions, OfficeOperation, PackageEdit } from "../text/office-format";
import { type LocatedText, replaceInParagraphs } from "../text/replace-in-paragraphs";
import { odsValidations, unlockedStyles } from "./cell-rules";
import { NewOdsStyles } from "./new-styles";
import { type OdsCell, type OdsRow, rangeFrom, scanOds } from "./scan";
import { odsCell, odsSheets } from "./sheets";
import { newCell, type OdsNames, odsNames, rewrittenCell, withoutResult, withRepeat } from "./write-cell";

const content = "content.xml";

/** Applies one operation to an OpenDocument spreadsheet. */
export function editOds(zip: ZipPackage, operation: OfficeOperation, options: EditOptions): PackageEdit {
  const part = editPart(zip, content);
  if (part === null) throw new XmlError(`its part ${content} is missing`);
  const sheets = scanned(part.xml);
  const names = sheets.map(({ name }) => name);
  const writeChecked = (edits: readonly CellEdit[]): PackageEdit => {
    const warnings = checkCells(edits, { zip, xml: part.xml, sheets }, options.keepsInvalid ?? false);
    const edit = writeCells(zip, part, sheets, edits);
    return { ...edit, warnings: [...edit.warnings, ...warnings] };
  };
  const editCells = (edits: readonly CellEdit[], verb: string): PackageEdit => {
    const edit = writeChecked(edits);
    return { ...edit, done: `${verb} ${edit.count === 1 ? "1 cell" : `${edit.count} cells`}` };
  };
  switch (operation.operation) {
    case "set_cells":
    case "set_rows":
      return editCells(cellEdits(operation, names), "set");
    case "set_text":
      return editCells([cellForText(operation, names)], "set");
    case "append_text":
      return editCells(appendedRows(operation.content, odsSheets(zip)), "added");
    case "replace_text": {
      const only = operation.node === null ? null : cellForText({ node: operation.node, content: "" }, names);
      const { changed, count } = replaceInParagraphs(textsOf(sheets, only), operation);
      const edits = changed.map(({ at, text, changes }) => {
        const result = textAfter(editPieces([text], changes).flatMap(({ segments }) => segments));
        const { sheet, ref } = at as CellText;
        return { sheet, ref, input: (result === "" ? { kind: "empty" } : { kind: "text", text: result }) as CellInput };
      });
      const edit = writeChecked(edits);
      return { ...edit, done: describeReplacements(count, edits.length), count: edits.length === 0 ? 0 : count };
    }
    default:
      throw sheetOperationError(operation.operation);
  }
}

type ScannedSheet = {
  name: string;
  rows: OdsRow[];
  /** Where the first row goes, and where the columns end. */
  rowsFrom: number;
  columnsTo: number;
  columns: number;
  isProtected: boolean;
  /** The default styles of cells, by columns. */
  columnStyles: { from: number; to: number; style: string | null }[];
};
type Scan = ScannedSheet[] & { textStyles: ReadonlySet<string>; names: readonly DefinedName[] };

function scanned(xml: string): Scan {
  const sheets: ScannedSheet[] = [];
  const names: DefinedName[] = [];
  const texts = new Set<string>();
  const textStyles = new Set<string>();
  const dataStyles: { name: string; dataStyle: string }[] = [];
  scanOds(xml, {
    sheet: ({ name, startTo }, tag) =>
      void sheets.push({
        name,
        rows: [],
        rowsFrom: startTo,
        columnsTo: startTo,
        columns: 0,
        isProtected: tag.attribute("table:protected") === "true",
        columnStyles: [],
      }),
    columns: (from, repeat, tag) =>
      void sheets
        .at(-1)
        ?.columnStyles.push({ from, to: from + repeat - 1, style: tag.attribute("table:default-cell-style-name") }),
    row: (row) => void sheets.at(-1)?.rows.push(row),
    sheetEnd({ from, columnsTo, columns }) {
      const sheet = sheets.at(-1);
      if (sheet !== undefined) Object.assign(sheet, { rowsFrom: sheet.rows.at(-1)?.to ?? from, columnsTo, columns });
    },
    style: ({ name, dataStyle }) => void (dataStyle !== null && dataStyles.push({ name, dataStyle })),
    textStyle: (name) => void texts.add(name),
    name: (name, formula) => void names.push({ name, formula: fromOpenFormula(formula) }),
  });
  for (const { name, dataStyle } of dataStyles) if (texts.has(dataStyle)) textStyles.add(name);
  return Object.assign(sheets, { textStyles, names });
}

/** Rejects locked cells of protected sheets and values that their cells do not accept; see `checkValidations`. */
function checkCells(
  edits: readonly CellEdit[],
  { zip, xml, sheets }: { zip: ZipPackage; xml: string; sheets: Scan },
  keepsInvalid: boolean,
): string[] {
  const validations = odsValidations(xml);
  const validated: ValidatedCell[] = [];
  let isUnlocked: ReturnType<typeof unlockedStyles> | null = null;
  for (const [index, sheet] of sheets.entries()) {
    const { name, rows, isProtected } = sheet;
    const columnStyle = styleOfColumns(sheet);
    const own = edits.filter((edit) => edit.sheet === index);
    if (!isProtected && validations.size === 0) continue;
    let at = 0;
    for (const edit of own) {
      const { row, column } = edit.ref;
      while (at < rows.length && row >= (rows[at]?.row ?? 0) + (rows[at]?.repeat ?? 1)) at++;
      const cell = rows[at]?.cells.find((each) => column >= each.column && column < each.column + each.repeat);
      if (cell === undefined ? edit.input.kind === "empty" : holds(cell, edit)) continue;
      if (isProtected) {
        isUnlocked ??= unlockedStyles(zip, xml);
        if (!isUnlocked(cell?.style ?? columnStyle(column))) throw protectedError(name, edit.ref);
      }
      const validation = validations.get(cell?.validation ?? "");
      if (validation !== undefined) validated.push({ sheet: name, ref: edit.ref, input: edit.input, validation });
    }
  }
  return checkValidations(validated, { sheets: () => odsSheets(zip), names: sheets.names, keepsInvalid });
}

/** The default style of the cells in a column. */
const styleOfColumns =
  ({ columnStyles }: ScannedSheet) =>
  (column: number): string | null =>
    columnStyles.find(({ from, to }) => column >= from && column <= to)?.style ?? null;

type CellText = LocatedText & { sheet: number; ref: CellRef };

function textsOf(sheets: Scan, only: CellEdit | null): CellText[] {
  const texts: CellText[] = [];
  const limit = new TextLimit();
  for (const [sheet, { rows }] of sheets.entries())
    for (const { row, repeat, cells } of rows)
      for (const cell of cells) {
        const result = odsCell(cell, { row, column: cell.column });
        if (result === null || result.kind !== "text" || result.hasFormula || cell.isCovered) continue;
        const text = String(result.value);
        const { from, to } = cell;
        // ODS stores a run of equal cells as one repeated element; each cell counts.
        const down = only === null ? Math.min(repeat, 1000) : repeat;
        const within = (ref: CellRef): boolean =>
          only === null || (only.sheet === sheet && only.ref.row === ref.row && only.ref.column === ref.column);
        for (let at = row; at < row + down; at++)
          for (let column = cell.column; column < cell.column + Math.min(cell.repeat, 1000); column++)
            if (within({ row: at, column })) {
              limit.take(text.length, 1);
              texts.push({ part: content, from, to, text, sheet, ref: { row: at, column } });
            }
      }
  if (texts.length === 0)
    throw new ToolError("not_found", "find not found: there is no cell with text", {
      hint: "Numbers and formulas are changed with set_cells.",
    });
  return texts;
}

/** A row element with the edits of its cells. */
type RowEdits = { row: OdsRow; edits: CellEdit[]; stale: Set<OdsCell>; columnStyle: (column: number) => string | null };

function writeCells(zip: ZipPackage, part: EditedPart, sheets: Scan, edits: readonly CellEdit[]): PackageEdit {
  const hasValues = edits.some(({ input }) => input.kind === "text" && input.written !== undefined);
  const styles = hasValues ? new NewOdsStyles(zip, part) : null;
  const names: OdsNames = {
    ...odsNames(part.xml),
    styleWith: (style, written) => styles?.styleWith(style, written) ?? null,
  };
  const warnings = checkCellFormulas(edits, {
    format: "ods",
    sheets: sheets.map(({ name }) => name),
    names: sheets.names.map(({ name }) => name),
  });
  warnings.push(
    ...ambiguityWarnings(
      edits,
      sheets.map(({ name }) => name),
    ),
  );
  const changed: { sheet: string; ref: CellRef }[] = [];
  const formulas: (LocatedFormula & { row: OdsRow; cell: OdsCell })[] = [];
  const touched = new Map<OdsRow, RowEdits>();
  const rowEdits = (row: OdsRow, columnStyle: RowEdits["columnStyle"]): RowEdits => {
    const known = touched.get(row) ?? { row, edits: [], stale: new Set<OdsCell>(), columnStyle };
    touched.set(row, known);
    return known;
  };
  for (const [index, sheet] of sheets.entries()) {
    const own = edits.filter((edit) => edit.sheet === index);
    throwIfBlocked(sheet, own);
    const columnStyle = styleOfColumns(sheet);
    const beyond: CellEdit[] = [];
    let at = 0;
    for (const edit of own) {
      const { row: wanted, column } = edit.ref;
      while (at < sheet.rows.length && wanted >= (sheet.rows[at]?.row ?? 0) + (sheet.rows[at]?.repeat ?? 1)) at++;
      const row = sheet.rows[at];
      const cell = row?.cells.find((each) => column >= each.column && column < each.column + each.repeat);
      const isThere = cell === undefined ? edit.input.kind === "empty" : holds(cell, edit);
      if (isThere) continue;
      changed.push({ sheet: sheet.name, ref: edit.ref });
      if (row === undefined) beyond.push(edit);
      else rowEdits(row, columnStyle).edits.push(edit);
    }
    addRows(part, sheet, beyond, names);
    const last = own.reduce((most, { ref, input }) => (input.kind === "empty" ? most : Math.max(most, ref.column)), 0);
    if (sheet.columns > 0 && last > sheet.columns) {
      const more = withRepeat(
        `<${names.table}table-column/>`,
        `${names.table}number-columns-repeated`,
        last - sheet.columns,
      );
      part.splice(sheet.columnsTo, sheet.columnsTo, more);
    }
    for (const row of sheet.rows)
      for (const cell of row.cells)
        if (cell.formula !== null)
          formulas.push({
            sheet: sheet.name,
            ref: { row: row.row, column: cell.column },
            formula: plainFormula(fromOpenFormula(cell.formula)),
            fills: filledBy(row, cell),
            row,
            cell,
          });
  }
  if (changed.length === 0) return { parts: new Map(), done: "", count: 0, warnings };
  const written = new Set(changed.map(({ sheet, ref }) => addressOf(sheet, ref)));
  const outdated = staleFormulas(
    formulas.filter((each) => !written.has(addressOf(each.sheet, each.ref))),
    changed,
    { names: sheets.names },
  );
  for (const { row, cell } of outdated.stale) rowEdits(row, () => null).stale.add(cell);
  for (const each of touched.values()) writeRow(part, each, names, sheets.textStyles);
  styles?.write();
  warnings.push(...staleWarnings(outdated));
  const bytes = part.bytes();
  return {
    parts: bytes === null ? new Map() : new Map([[part.name, bytes]]),
    done: "",
    count: changed.length,
    warnings,
  };
}

/** The cells of an array formula, or those for which the element repeats. */
const filledBy = ({ row, repeat }: OdsRow, { column, repeat: across, array }: OdsCell): CellRange | null =>
  rangeFrom(
    { row, column },
    {
      rows: Math.max(array.rows, Math.min(repeat, MAX_SHEET_ROWS)),
      columns: Math.max(array.columns, Math.min(across, MAX_SHEET_COLUMNS)),
    },
  );

function holds(cell: OdsCell, { ref, input }: CellEdit): boolean {
  const result = odsCell(cell, ref);
  switch (input.kind) {
    case "empty":
      return result === null;
    case "formula":
      return result?.formula === `=${input.formula}`;
    case "text": {
      if (result === null || result.hasFormula) return false;
      const { written } = input;
      const value = written?.iso?.replace(/T00:00:00$/, "") ?? written?.value;
      return (
        (["text", "date"].includes(result.kind) && result.value === input.text) ||
        (value !== undefined && result.kind !== "text" && result.value === value)
      );
    }
    default:
      return result !== null && !result.hasFormula && result.kind === input.kind && result.value === input.value;
  }
}

function throwIfBlocked({ name, rows }: ScannedSheet, edits: readonly CellEdit[]): void {
  if (edits.length === 0) return;
  const blocked: { range: CellRange; why: "merged" | "array" }[] = [];
  for (const { row, cells } of rows)
    for (const { column, spans, array } of cells) {
      const merged = rangeFrom({ row, column }, spans);
      if (merged !== null) blocked.push({ range: merged, why: "merged" });
      const filled = rangeFrom({ row, column }, array);
      if (filled !== null) blocked.push({ range: filled, why: "array" });
    }
  for (const { ref, range, why } of blockedCells(edits, blocked)) {
    if (why === "merged") throwIfCovered(name, ref, range);
    else
      throw new ToolError(
        "bad_arguments",
        `${addressOf(name, ref)} is part of the array formula in ${rangeName(range)}`,
        {
          hint: "Change the array in an office program; a part of it cannot be changed alone.",
        },
      );
  }
}

/** Rows after the last one, with one element for all the empty ones in between. */
function addRows(part: EditedPart, sheet: ScannedSheet, edits: readonly CellEdit[], names: OdsNames): void {
  const last = sheet.rows.at(-1);
  let next = last === undefined ? 1 : last.row + last.repeat;
  let added = "";
  const filled = edits.filter(({ input }) => input.kind !== "empty");
  for (let at = 0; at < filled.length; ) {
    const row = filled[at]?.ref.row ?? 0;
    const own: CellEdit[] = [];
    for (let edit = filled[at]; edit?.ref.row === row; edit = filled[++at]) own.push(edit);
    if (row > next)
      added += `${withRepeat(`<${names.table}table-row>`, `${names.table}number-rows-repeated`, row - next)}<${names.table}table-cell/></${names.table}table-row>`;
    added += `<${names.table}table-row>${newCells(own, 1, names, styleOfColumns(sheet))}</${names.table}table-row>`;
    next = row + 1;
  }
  if (added !== "") part.splice(sheet.rowsFrom, sheet.rowsFrom, added);
}

/** Cells from `column` on; each gap between them is one element. */
function newCells(
  edits: readonly CellEdit[],
  column: number,
  names: OdsNames,
  columnStyle: RowEdits["columnStyle"],
): string {
  let next = column;
  let cells = "";
  for (const { ref, input } of edits) {
    if (input.kind === "empty") continue;
    if (ref.column > next)
      cells += withRepeat(`<${names.table}table-cell/>`, `${names.table}number-columns-repeated`, ref.column - next);
    cells += newCell(input, names, columnStyle(ref.column));
    next = ref.column + 1;
  }
  return cells;
}

/** Writes the edits into a row; an element that repeats is split at the edited rows. */
function writeRow(
  part: EditedPart,
  { row, edits, stale, columnStyle }: RowEdits,
  names: OdsNames,
  textStyles: ReadonlySet<string>,
): void {
  const { xml } = part;
  if (row.repeat === 1) {
    for (const { from, to, text } of cellSplices(xml, row, edits, stale, { names, textStyles, columnStyle }))
      part.splice(from, to, text);
    return;
  }
  const tag = xml.slice(row.from, row.startTo);
  const repeated = `${names.table}number-rows-repeated`;
  const copyRow = (count: number, own: readonly CellEdit[]): string => {
    let inside = "";
    let at = row.from + tag.length;
    for (const { from, to, text } of cellSplices(xml, row, own, stale, { names, textStyles, columnStyle })) {
      // The cells of an empty row element are inserted after its tag by the splice itself.
      if (from < at) return text.replace(/^<[^>]*>/, (start) => withRepeat(start, repeated, count));
      inside += xml.slice(at, from) + text;
      at = to;
    }
    return withRepeat(tag, repeated, count) + inside + xml.slice(at, row.to);
  };
  let whole = "";
  let next = row.row;
  for (let at = 0; at < edits.length; ) {
    const wanted = edits[at]?.ref.row ?? 0;
    const own: CellEdit[] = [];
    for (let edit = edits[at]; edit?.ref.row === wanted; edit = edits[++at]) own.push(edit);
    if (wanted > next) whole += copyRow(wanted - next, []);
    whole += copyRow(1, own);
    next = wanted + 1;
  }
  const left = row.row + row.repeat - next;
  if (left > 0) whole += copyRow(left, []);
  part.splice(row.from, row.to, whole);
}

type Manner = { names: OdsNames; textStyles: ReadonlySet<string>; columnStyle: RowEdits["columnStyle"] };

/** The splices for a row's cells, in order: ranges of the part and their new text. */
function cellSplices(
  xml: string,
  row: OdsRow,
  edits: readonly CellEdit[],
  stale: ReadonlySet<OdsCell>,
  { names, textStyles, columnStyle }: Manner,
): { from: number; to: number; text: string }[] {
  const splices: { from: number; to: number; text: string }[] = [];
  const repeated = `${names.table}number-columns-repeated`;
  let next = 1;
  let at = 0;
  for (const cell of row.cells) {
    next = cell.column + cell.repeat;
    const own: CellEdit[] = [];
    for (let edit = edits[at]; edit !== undefined && edit.ref.column < next; edit = edits[++at]) own.push(edit);
    if (own.length === 0) {
      if (stale.has(cell)) splices.push({ from: cell.from, to: cell.to, text: withoutResult(xml, cell, names) });
      continue;
    }
    const tag = xml.slice(cell.from, cell.startTo);
    const copyCell = (count: number): string =>
      count > 0 ? withRepeat(tag, repeated, count) + xml.slice(cell.startTo, cell.to) : "";
    // Where a value is kept as text, the next one is, too.
    const isText =
      (cell.style !== null && textStyles.has(cell.style)) ||
      (cell.type === "string" && cell.text !== null && writtenValue(cell.text) !== null);
    const style = isText ? "text" : "other";
    let text = "";
    let column = cell.column;
    for (const { ref, input } of own) {
      text += copyCell(ref.column - column) + rewrittenCell(xml, cell, input, names, style);
      column = ref.column + 1;
    }
    splices.push({ from: cell.from, to: cell.to, text: text + copyCell(next - column) });
  }
  const rest = newCells(edits.slice(at), next, names, columnStyle);
  if (rest === "") return splices;
  if (row.isEmpty) {
    const tag = xml.slice(row.from, row.startTo);
    const name = /^<([^\s/>]+)/.exec(tag)?.[1] ?? "";
    return [{ from: row.from, to: row.to, text: `${tag.replace(/\s*\/>$/, ">")}${rest}</${name}>` }];
  }
  const end = row.cells.at(-1)?.to ?? row.startTo;
  splices.push({ from: end, to: end, text: rest });
  return splices;
}
