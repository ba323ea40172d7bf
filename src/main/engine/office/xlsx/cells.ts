import type { CellRef } from "../../../../core/office/sheet-address";
import { MAX_FORMULA } from "../../ports/limits";
import { XmlError } from "../package/scan-xml";
import { type SheetCell, sheetCell } from "../sheet/read-sheets";
import { type CellFormula, plainFormula, WrittenOnce } from "../sheet/sheet-formula";
import { formatNumber } from "../sheet/sheet-number-format";
import type { WrittenCell } from "./scan";
import { unescapedText, type XlsxWorkbook } from "./workbook";

/** The content of a cell; null if it has only a style. `formula` is its complete formula. */
export function xlsxCell(book: XlsxWorkbook, written: WrittenCell, formula: CellFormula | null): SheetCell | null {
  const { ref, type, style, value, hasValue } = written;
  const cell = (kind: SheetCell["kind"], of: SheetCell["value"], shown: string): SheetCell =>
    sheetCell({ ref, kind, value: of, shown }, formula === null ? null : () => `=${formula.asWritten}`);
  const isText = type === "str" || type === "inlineStr";
  if (!hasValue || (value === "" && !(isText && formula !== null)))
    return formula === null ? null : cell("empty", null, "");
  switch (type) {
    case "s": {
      const text = book.string(Number(value))?.text ?? "";
      return text === "" && formula === null ? null : cell("text", text, text);
    }
    case "str":
    case "inlineStr": {
      const text = unescapedText(value);
      return text === "" && formula === null ? null : cell("text", text, text);
    }
    case "b":
      return cell("boolean", value === "1", value === "1" ? "TRUE" : "FALSE");
    case "e":
      return cell("error", value, value);
    case "d":
      return cell("date", value, value);
    default: {
      const number = Number(value);
      if (!Number.isFinite(number)) return cell("text", value, value);
      const { kind, shown } = formatNumber(number, book.formatOf(Number(style ?? 0)), book.epoch);
      return cell(kind, kind === "date" ? shown : number, shown);
    }
  }
}

/** Resolves shared formulas: gives each cell the formula that it shares with one before it. */
export class SharedFormulas {
  readonly #first = new Map<string, { written: WrittenOnce; ref: CellRef }>();

  /** Null for a cell without a formula. Rejects a shared one that is longer than programs write them. */
  of({ formula, ref }: WrittenCell): CellFormula | null {
    if (formula === null) return null;
    if (formula.kind !== "shared" || formula.number === null)
      return plainFormula(formula.kind === "dataTable" ? "TABLE()" : formula.text);
    if (formula.text !== "") {
      if (formula.text.length > MAX_FORMULA)
        throw new XmlError(
          `cells share a formula of ${formula.text.length.toLocaleString("en")} characters; the limit is ${MAX_FORMULA.toLocaleString("en")}`,
        );
      const written = new WrittenOnce(formula.text);
      this.#first.set(formula.number, { written, ref });
      return written.shifted({ rows: 0, columns: 0 });
    }
    const first = this.#first.get(formula.number);
    if (first === undefined) return plainFormula("");
    return first.written.shifted({
      rows: ref.row - first.ref.row,
      columns: ref.column - first.ref.column,
    });
  }
}
