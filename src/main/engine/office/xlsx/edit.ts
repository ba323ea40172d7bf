import { addressOf, blockedCells, type CellRef } from "../../../../core/office/sheet-address";
import { ToolError } from "../../ports/tool-error";
import { scanXml } from "../package/scan-xml";
import { type EditedPart, editPart } from "../package/splice-xml";
import { TextLimit } from "../package/text-limit";
import type { ZipPackage } from "../package/zip";
import { checkCellFormulas } from "../sheet/cell-formulas";
import { type CellValidation, checkValidations } from "../sheet/cell-validation";
import { ambiguityWarnings, type CellEdit, cellEdits } from "../sheet/sheet-input";
import { appendedRows, cellForText, describeReplacements, sheetOperationError } from "../sheet/sheet-operations";
import { staleFormulas, staleWarnings } from "../sheet/stale-formulas";
import { editPieces, textAfter } from "../text/edit-pieces";
import type { EditOptions, OfficeOperation, PackageEdit } from "../text/office-format";
import { type ChangedText, type LocatedText, replaceInParagraphs } from "../text/replace-in-paragraphs";
import { SharedFormulas, xlsxCell } from "./cells";
import { dynamicMetadata, isDynamicFormula } from "./dynamic-arrays";
import { NewStyles } from "./new-styles";
import { xlsxSheets } from "./read";
import { keepCalcChain, markForRecalculation } from "./recalculation";
import { scanSheet, xlsxPrefixes } from "./scan";
import { filledBy, type ScannedSheet, type SheetFormula, scanForEdits } from "./sheet-edit";
import { editTables } from "./tables";
import { validationsIn } from "./validations";
import { openWorkbook, unescapedText, type XlsxWorkbook } from "./workbook";
import { type CellStyles, textXml, type XlsxInput } from "./write-cell";

type XlsxCellEdit = { sheet: number; ref: CellRef; input: XlsxInput };

/** Applies one operation to a workbook: to the sheets it touches, and to what depends on them. */
export function editXlsx(
  zip: ZipPackage,
  operation: OfficeOperation,
  { name, keepsInvalid = false }: EditOptions,
): PackageEdit {
  const book = openWorkbook(zip);
  const names = book.sheets.map((sheet) => sheet.name);
  switch (operation.operation) {
    case "set_cells":
    case "set_rows": {
      return cellsSet("set", cellEdits(operation, names));
    }
    case "set_text":
      return cellsSet("set", [cellForText(operation, names)]);
    case "append_text":
      return cellsSet("added", appendedRows(operation.content, xlsxSheets(zip, book)));
    case "replace_text": {
      const { edits, count } = replacements(zip, book, operation, name);
      const { grown: _, ...edit } = writeCells(zip, book, edits, { keepsInvalid });
      return { ...edit, done: describeReplacements(count, edits.length), count: edits.length === 0 ? 0 : count };
    }
    default:
      throw sheetOperationError(operation.operation);
  }

  function cellsSet(verb: string, edits: readonly CellEdit[]): PackageEdit {
    const { grown, ...edit } = writeCells(zip, book, edits, { keepsInvalid });
    return { ...edit, done: [`${verb} ${edit.count === 1 ? "1 cell" : `${edit.count} cells`}`, ...grown].join("; ") };
  }
}

/** Writes cells, and removes the results of formulas that refer to them. `grown` names the tables that got rows. */
function writeCells(
  zip: ZipPackage,
  book: XlsxWorkbook,
  edits: readonly XlsxCellEdit[],
  { keepsInvalid }: { keepsInvalid: boolean },
): PackageEdit & { grown: string[] } {
  const parts = new Map<string, Uint8Array | null>();
  const warnings = checkCellFormulas(edits, {
    format: "xlsx",
    sheets: book.sheets.map(({ name }) => name),
    names: book.names.map(({ name }) => name),
  });
  warnings.push(
    ...ambiguityWarnings(
      edits,
      book.sheets.map(({ name }) => name),
    ),
  );
  const edited: { part: EditedPart; scanned: ScannedSheet }[] = [];
  const untouched: { name: string; part: string }[] = [];
  for (const [index, { name, part: partName }] of book.sheets.entries()) {
    const own = edits.filter(({ sheet }) => sheet === index);
    if (partName === null) {
      if (own.length > 0) throw new ToolError("unsupported", `${name} is not a sheet with cells`);
      continue;
    }
    if (own.length === 0) untouched.push({ name, part: partName });
    else {
      const part = editPart(zip, partName);
      if (part === null) throw new ToolError("unsupported", `the part of the sheet ${name} is missing`);
      edited.push({ part, scanned: scanForEdits(book, name, part, own) });
    }
  }
  const changed = edited.flatMap(({ scanned: { name, writes } }) => writes.map(({ ref }) => ({ sheet: name, ref })));
  if (changed.length === 0) return { parts, done: "", count: 0, warnings, grown: [] };
  warnings.push(...validationWarnings(zip, book, edited, keepsInvalid));

  const hasDynamic = edited.some(({ scanned }) =>
    scanned.writes.some(({ input }) => input.kind === "formula" && isDynamicFormula(input.formula)),
  );
  const dynamic = hasDynamic ? dynamicMetadata(zip, book) : null;
  for (const [name, bytes] of dynamic?.parts ?? []) parts.set(name, bytes);
  if (hasDynamic && dynamic === null)
    warnings.push(
      "a formula whose result fills several cells shows only its first value until it is entered again in Excel",
    );
  const styles = new NewStyles(zip, book);
  const writing: CellStyles = {
    ...book,
    dynamic: dynamic?.number ?? null,
    styleWith: (style, format) => styles.styleWith(style, format),
  };
  const grown: string[] = [];
  for (const { part, scanned } of edited) {
    const tables = editTables(zip, part.name, scanned);
    for (const [table, bytes] of tables.parts) parts.set(table, bytes);
    grown.push(...tables.grown);
    warnings.push(...tables.warnings);
    scanned.write(writing);
    keepSharedFormulas(part, scanned);
  }
  for (const [name, bytes] of styles.changed()) parts.set(name, bytes);
  const others = untouched.flatMap(({ name, part }) => {
    const opened = mayHoldFormulas(zip, part) ? editPart(zip, part) : null;
    return opened === null ? [] : [{ name, part: opened, formulas: formulasOf(name, opened.xml) }];
  });
  const written = new Set(changed.map(({ sheet, ref }) => addressOf(sheet, ref)));
  const formulas = [...edited.map(({ scanned }) => scanned), ...others].flatMap((sheet) =>
    sheet.formulas.filter((each) => !written.has(addressOf(each.sheet, each.ref))),
  );
  const outdated = staleFormulas(formulas, changed, { names: book.names });
  const { stale } = outdated;
  const partOf = new Map<string, EditedPart>([
    ...edited.map(({ part, scanned }) => [scanned.name, part] as const),
    ...others.map(({ name, part }) => [name, part] as const),
  ]);
  for (const formula of stale) forgetResult(partOf.get(formula.sheet), formula);
  for (const part of partOf.values()) {
    const bytes = part.bytes();
    if (bytes !== null) parts.set(part.name, bytes);
  }
  const hasNew = edited.some(({ scanned }) => scanned.writes.some(({ input }) => input.kind === "formula"));
  if (stale.length > 0 || hasNew) for (const [part, bytes] of markForRecalculation(zip, book)) parts.set(part, bytes);
  const gone = edited.map(({ part, scanned }) => ({
    part: part.name,
    cells: scanned.writes.flatMap(({ cell, input, ref }) =>
      cell !== null && cell.formula !== null && input.kind !== "formula" ? [ref] : [],
    ),
  }));
  const withMetadata = {
    ...zip,
    read(name: string) {
      const part = dynamic?.parts.get(name);
      return part ? Buffer.from(part) : zip.read(name);
    },
  };
  for (const [part, bytes] of keepCalcChain(withMetadata, book, gone)) parts.set(part, bytes);
  warnings.push(...staleWarnings(outdated));
  return { parts, done: "", count: changed.length, warnings, grown };
}

/** Checks the cells to write against the data validation of their sheets. */
function validationWarnings(
  zip: ZipPackage,
  book: XlsxWorkbook,
  edited: readonly { part: EditedPart; scanned: ScannedSheet }[],
  keepsInvalid: boolean,
): string[] {
  const cells = edited.flatMap(({ part, scanned: { name, writes } }) => {
    const ranges = validationsIn(part.xml).flatMap(({ ranges, ...found }) => {
      // Its bounds count from another day than the dates to write.
      const isUnclear = book.epoch === 1904 && found.rule.kind === "date";
      const validation: CellValidation = isUnclear ? { ...found, rule: { kind: "custom" } } : found;
      return ranges.map((range) => ({ range, validation }));
    });
    const inputs = new Map(writes.map(({ ref, input }) => [ref, input]));
    return [...blockedCells(writes, ranges)].flatMap(({ ref, validation }) => {
      const input = inputs.get(ref);
      return input === undefined ? [] : [{ sheet: name, ref, input, validation }];
    });
  });
  return checkValidations(cells, { sheets: () => xlsxSheets(zip, book), names: book.names, keepsInvalid });
}

function mayHoldFormulas(zip: ZipPackage, part: string): boolean {
  const bytes = zip.read(part);
  // Does not work for UTF-16 parts.
  return (
    bytes !== null && (bytes[0] === 0xff || bytes[0] === 0xfe || /<(?:[\w.-]+:)?f[\s/>]/.test(bytes.toString("latin1")))
  );
}

function formulasOf(sheet: string, xml: string): SheetFormula[] {
  const formulas: SheetFormula[] = [];
  const shared = new SharedFormulas();
  scanSheet(xml, {
    cell(cell) {
      const formula = shared.of(cell);
      if (formula !== null) formulas.push({ sheet, ref: cell.ref, formula, cell, fills: filledBy(cell.formula) });
    },
  });
  return formulas;
}

/** Removes a result that is out of date: programs that trust stored results would keep showing it. */
function forgetResult(part: EditedPart | undefined, { cell }: SheetFormula): void {
  if (part === undefined || !cell.hasValue || cell.formula === null) return;
  const { xml } = part;
  const tag = xml.slice(cell.from, cell.startTo);
  const plain = tag.replace(/\st\s*=\s*(?:"[^"]*"|'[^']*')/, "");
  if (plain !== tag) part.splice(cell.from, cell.startTo, plain);
  const [value] = /<([\w.-]+:)?v[\s>][\s\S]*$/.exec(xml.slice(cell.formula.to, cell.to)) ?? [];
  if (value === undefined) return;
  const from = cell.to - value.length;
  const end = /^[\s\S]*?<\/(?:[\w.-]+:)?v\s*>/.exec(value)?.[0].length ?? 0;
  part.splice(from, from + end, "");
}

/** If the first of several cells with a shared formula changes, writes the formula into each of the others. */
function keepSharedFormulas(part: EditedPart, { formulas, writes }: ScannedSheet): void {
  const lost = new Set(
    writes.flatMap(({ cell }) =>
      cell?.formula?.kind === "shared" && cell.formula.text !== "" && cell.formula.number !== null
        ? [cell.formula.number]
        : [],
    ),
  );
  if (lost.size === 0) return;
  const written = new Set(writes.map(({ cell }) => cell));
  let characters = 0;
  for (const { sheet, cell, formula } of formulas) {
    const own = cell.formula;
    if (own === null || own.kind !== "shared" || own.text !== "" || !lost.has(own.number ?? "") || written.has(cell))
      continue;
    characters += formula.length;
    if (characters > MAX_WRITTEN_OUT)
      throw new ToolError(
        "too_large",
        `too many cells share the formula of ${addressOf(sheet, cell.ref)} to write it into each of them`,
        { hint: "Change another of these cells, or give each its own formula in an office program first." },
      );
    const prefix = /^<([\w.-]+:)?f/.exec(part.xml.slice(own.from, own.from + 80))?.[1] ?? "";
    part.splice(
      own.from,
      own.to,
      `<${prefix}f>${formula.inFile.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign)}</${prefix}f>`,
    );
  }
}

/** The maximum number of characters of formulas to write out. */
const MAX_WRITTEN_OUT = 4_000_000;

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Replacements in the text of cells; formulas and numbers are not text. */
function replacements(
  zip: ZipPackage,
  book: XlsxWorkbook,
  operation: Extract<OfficeOperation, { operation: "replace_text" }>,
  name: string,
): { edits: XlsxCellEdit[]; count: number } {
  const only =
    operation.node === null
      ? null
      : cellForText(
          { node: operation.node, content: "" },
          book.sheets.map((each) => each.name),
        );
  type CellText = LocatedText & { sheet: number; ref: CellRef; runs: string | null };
  const texts: CellText[] = [];
  const limit = new TextLimit();
  for (const [sheet, { part }] of book.sheets.entries()) {
    const xml = part === null ? null : editPart(zip, part)?.xml;
    if (part === null || xml === null || xml === undefined) continue;
    scanSheet(xml, {
      cell(cell) {
        if (cell.formula !== null || !["s", "str", "inlineStr"].includes(cell.type)) return;
        const { row, column } = cell.ref;
        if (only !== null && (only.sheet !== sheet || only.ref.row !== row || only.ref.column !== column)) return;
        const parsed = xlsxCell(book, cell, null);
        if (parsed === null) return;
        limit.take(parsed.shown.length, 1);
        const inside =
          cell.type === "s"
            ? (book.string(Number(cell.value))?.xml ?? null)
            : cell.inline === null
              ? null
              : insideOf(xml.slice(cell.inline.from, cell.inline.to));
        texts.push({
          part,
          from: cell.from,
          to: cell.to,
          text: String(parsed.value),
          sheet,
          ref: cell.ref,
          runs: inside !== null && /<r[\s>]/.test(inside) ? inside : null,
        });
      },
    });
  }
  if (texts.length === 0)
    throw new ToolError(
      "not_found",
      `find not found: ${only === null ? `${name} has no cells with text` : "this cell has no text"}`,
      {
        hint: "Numbers and formulas are changed with set_cells.",
      },
    );
  const { changed, count } = replaceInParagraphs(texts, operation);
  return { edits: changed.map((each) => replaced(each as ChangedText & { at: CellText })), count };
}

const insideOf = (element: string): string => element.replace(/^<[^>]*>/, "").replace(/<\/[^<]*$/, "");

function replaced({
  at,
  text,
  changes,
}: ChangedText & { at: LocatedText & { sheet: number; ref: CellRef; runs: string | null } }): XlsxCellEdit {
  const { sheet, ref, runs } = at;
  const rich = runs === null ? null : replacedRuns(runs, text, changes);
  if (rich !== null) return { sheet, ref, input: { kind: "inline", xml: rich } };
  const [whole] = [textAfter(editPieces([text], changes).flatMap(({ segments }) => segments))];
  return { sheet, ref, input: whole === "" ? { kind: "empty" } : { kind: "text", text: whole } };
}

/** The runs of a formatted text after changes; null if the runs do not add up to the text. */
function replacedRuns(runs: string, text: string, changes: ChangedText["changes"]): string | null {
  // Their own prefix would be undeclared in another part.
  if (/<[\w.-]+:/.test(runs)) return null;
  const texts: { from: number; to: number; text: string }[] = [];
  const wrapper = '<si xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
  let phonetic = 0;
  let open: { from: number; to: number; text: string } | null = null;
  scanXml(`${wrapper}${runs}</si>`, xlsxPrefixes, {
    open(name, tag) {
      if (name === "s:rPh") phonetic++;
      else if (name === "s:t" && phonetic === 0) open = { from: tag.from - wrapper.length, to: 0, text: "" };
    },
    close(name, _from, to) {
      if (name === "s:rPh") phonetic--;
      else if (name === "s:t" && open !== null) {
        texts.push({ ...open, to: to - wrapper.length, text: unescapedText(open.text) });
        open = null;
      }
    },
    text(piece) {
      if (open !== null) open.text += piece;
    },
  });
  if (texts.map((each) => each.text).join("") !== text) return null;
  let written = "";
  let at = 0;
  for (const { index, segments } of editPieces(
    texts.map((each) => each.text),
    changes,
  )) {
    const piece = texts[index];
    if (piece === undefined) continue;
    written += runs.slice(at, piece.from) + textXml("", textAfter(segments));
    at = piece.to;
  }
  return (written + runs.slice(at)).replaceAll(/<rPh[\s>][\s\S]*?<\/rPh>|<phoneticPr[^>]*\/>/g, "");
}
