import { cellName, columnName } from "../../../../core/office/sheet-address";
import { escapedAttribute } from "../../../../core/text/escape-xml";
import { newPackage } from "../package/package-writer";
import { checkNewFormulas } from "../sheet/cell-formulas";
import { type NewSheet, newSheets } from "../sheet/sheet-create";
import { cellInput, literally } from "../sheet/sheet-input";
import { daysOfIso } from "../sheet/sheet-number-format";
import type { CellValue } from "../text/office-format";
import { isDynamicFormula, metadataPart } from "./dynamic-arrays";
import { type CellStyles, xlsxCellXml } from "./write-cell";

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const declared = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The styles of a new workbook, by number: plain, the heading of a table, a date, a date with a time, several lines. */
const styles = { plain: "0", heading: "1", date: "2", moment: "3", lines: "4" };
const formats: Record<string, string> = { [styles.date]: "yyyy-mm-dd", [styles.moment]: "yyyy-mm-dd hh:mm" };

/** Creates a workbook with the sheets of the content; ISO dates become dates. */
export function createXlsx(content: string): Uint8Array {
  const sheets = newSheets(content);
  checkNewFormulas(sheets, "xlsx");
  const hasFormulas = sheets.some(({ rows }) =>
    rows.some((row) => row.some((value) => typeof value === "string" && /^=\s*\S/.test(value))),
  );
  const book = new Styles();
  const written = Object.fromEntries(
    sheets.map((sheet, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet, index, book)]),
  );
  const hasDynamic = sheets.some(({ rows }) =>
    rows.some((row) =>
      row.some((value) => typeof value === "string" && value.startsWith("=") && isDynamicFormula(value.slice(1))),
    ),
  );
  const { name: metadata, relation, type, xml: metadataXml } = metadataPart;
  const parts: Record<string, string> = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${sheets
      .map(
        (_, index) =>
          `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
      )
      .join("")}${hasDynamic ? `<Override PartName="/xl/${metadata}" ContentType="${type}"/>` : ""}</Types>`,
    "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}"><bookViews><workbookView/></bookViews><sheets>${sheets
      .map(
        ({ name }, index) => `<sheet name="${escapedAttribute(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
      )
      .join("")}</sheets>${hasFormulas ? '<calcPr fullCalcOnLoad="1"/>' : ""}</workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join(
        "",
      )}<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/>${hasDynamic ? `<Relationship Id="rId${sheets.length + 2}" Type="${relation}" Target="${metadata}"/>` : ""}</Relationships>`,
    ...(hasDynamic && { [`xl/${metadata}`]: metadataXml }),
    ...written,
    "xl/styles.xml": book.xml,
  };
  return newPackage(new Map(Object.entries(parts).map(([name, xml]) => [name, Buffer.from(declared + xml)])));
}

const stylesXml = `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color auto="1"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="1" xfId="0" applyFont="1" applyBorder="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** The styles for writing cells: those of a new workbook, and number formats that are added to them. */
class Styles implements CellStyles {
  readonly epoch = 1900;
  readonly dynamic = "1";
  readonly #added: string[] = [];

  formatOf = (style: number): string => formats[style] ?? "General";

  styleWith(_style: string | null, format: string): string {
    if (!this.#added.includes(format)) this.#added.push(format);
    return String(FIRST_ADDED + this.#added.indexOf(format));
  }

  get xml(): string {
    const [count, styles] = [this.#added.length, stylesXml];
    const codes = this.#added.map(
      (code, at) => `<numFmt numFmtId="${166 + at}" formatCode="${escapedAttribute(code)}"/>`,
    );
    const xfs = this.#added.map(
      (_, at) => `<xf numFmtId="${166 + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    );
    return styles
      .replace('<numFmts count="2">', `<numFmts count="${2 + count}">`)
      .replace("</numFmts>", () => `${codes.join("")}</numFmts>`)
      .replace('<cellXfs count="5">', `<cellXfs count="${FIRST_ADDED + count}">`)
      .replace("</cellXfs>", () => `${xfs.join("")}</cellXfs>`);
  }
}

const FIRST_ADDED = 5;

function sheetXml({ rows, hasHeading, widths }: NewSheet, index: number, book: CellStyles): string {
  const columns = widths
    .map((width, column) => `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`)
    .join("");
  const body = rows
    .map((values, down) => {
      const cells = values.map((value, right) => {
        const ref = { row: down + 1, column: right + 1 };
        const input = cellInput(value, cellName(ref));
        // The names of columns are texts.
        if (hasHeading && down === 0)
          return input.kind === "empty"
            ? ""
            : xlsxCellXml(book, ref, literally(input), { prefix: "", style: styles.heading });
        return input.kind === "empty" ? "" : xlsxCellXml(book, ref, input, { prefix: "", style: styleFor(value) });
      });
      return cells.every((cell) => cell === "") ? "" : `<row r="${down + 1}">${cells.join("")}</row>`;
    })
    .join("");
  const last = `${columnName(Math.max(1, widths.length))}${Math.max(1, rows.length)}`;
  const pane = hasHeading
    ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>'
    : "";
  const view = `<sheetView${index === 0 ? ' tabSelected="1"' : ""} workbookViewId="0"`;
  const views = `<sheetViews>${view}${pane === "" ? "/>" : `>${pane}</sheetView>`}</sheetViews>`;
  return `<worksheet xmlns="${main}"><dimension ref="${last === "A1" ? "A1" : `A1:${last}`}"/>${views}${columns === "" ? "" : `<cols>${columns}</cols>`}<sheetData>${body}</sheetData></worksheet>`;
}

function styleFor(value: CellValue): string {
  if (typeof value !== "string") return styles.plain;
  if (value.includes("\n")) return styles.lines;
  if (daysOfIso(value, 1900) === null) return styles.plain;
  return value.length > 10 ? styles.moment : styles.date;
}
