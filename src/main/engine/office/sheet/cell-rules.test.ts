import { describe, expect, it } from "vitest";
import { odsEditor, xlsxEditor } from "../formats/sheet-editors";
import { contentTypes, packageOf } from "../package/packages.fixture";
import { openZip } from "../package/zip";
import type { CellValue, EditOptions } from "../text/office-format";

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relations = (...each: [type: string, target: string][]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.map(([type, target], index) => `<Relationship Id="r${index + 1}" Type="${rel}/${type}" Target="${target}"/>`).join("")}</Relationships>`;

/** A workbook with one sheet; style 1 is unlocked. `parts` are further ones, such as tables. */
const workbook = (inside: string, parts: Record<string, string> = {}): Uint8Array =>
  packageOf({
    "[Content_Types].xml": contentTypes,
    "_rels/.rels": relations(["officeDocument", "xl/workbook.xml"]),
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${rel}"><sheets><sheet name="Plan" sheetId="1" r:id="r1"/></sheets><definedNames><definedName name="Crops">Plan!$H$1:$H$2</definedName></definedNames></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(["worksheet", "worksheets/sheet1.xml"], ["styles", "styles.xml"]),
    "xl/styles.xml": `<styleSheet xmlns="${main}"><cellXfs count="2"><xf/><xf><protection locked="0"/></xf></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}" xmlns:r="${rel}">${inside}</worksheet>`,
    ...parts,
  });

const edit = (cells: Record<string, CellValue>, bytes: Uint8Array, options: Partial<EditOptions> = {}) => {
  const zip = openZip(bytes, "a");
  const editor = zip.names.includes("content.xml") ? odsEditor : xlsxEditor;
  return editor.edit(zip, { operation: "set_cells", cells }, { name: "a", track: null, ...options });
};
const errorFrom = (...edited: Parameters<typeof edit>): string => {
  try {
    return `no error, warnings: ${edit(...edited).warnings.join("; ")}`;
  } catch (error) {
    return `${(error as { code: string }).code}: ${(error as Error).message}`;
  }
};

const number = (address: string, value: number, style = 0): string =>
  `<c r="${address}" s="${style}"><v>${value}</v></c>`;
const text = (address: string, value: string): string => `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`;

const oasis = "urn:oasis:names:tc:opendocument:xmlns:";
const ods = (cells: string, { sheet = "", validations = "" } = {}): Uint8Array =>
  packageOf({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "styles.xml": `<office:document-styles xmlns:office="${oasis}office:1.0" xmlns:style="${oasis}style:1.0"><office:styles><style:style style:name="Open" style:family="table-cell"><style:table-cell-properties style:cell-protect="none"/></style:style></office:styles></office:document-styles>`,
    "content.xml": `<office:document-content xmlns:office="${oasis}office:1.0" xmlns:style="${oasis}style:1.0" xmlns:table="${oasis}table:1.0" xmlns:text="${oasis}text:1.0"><office:automatic-styles><style:style style:name="ce1" style:family="table-cell" style:parent-style-name="Open"/></office:automatic-styles><office:body><office:spreadsheet>${validations}<table:table table:name="Plan" ${sheet}><table:table-column table:number-columns-repeated="3"/><table:table-row>${cells}</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
  });

describe("a protected sheet", () => {
  const plan = workbook(
    `<cols><col min="5" max="5" style="1"/></cols><sheetData><row r="1">${number("A1", 1)}${number("B1", 2, 1)}</row></sheetData><sheetProtection sheet="1"/>`,
  );

  it("rejects locked cells, and new ones", () => {
    const why = "is locked: the sheet Plan is protected in its file";
    expect(errorFrom({ A1: 5 }, plan)).toBe(`unsupported: Plan!A1 ${why}`);
    expect(errorFrom({ A9: 5 }, plan)).toBe(`unsupported: Plan!A9 ${why}`);
    expect(errorFrom({ B1: 5, A1: null }, plan)).toBe(`unsupported: Plan!A1 ${why}`);
  });

  it("accepts cells that are unlocked, or hold the value already", () => {
    expect(edit({ B1: 5, E4: 6, A1: 1 }, plan).count).toBe(2);
  });

  it("rejects locked cells of OpenDocument, and accepts unlocked ones", () => {
    const cell = `<table:table-cell office:value-type="float" office:value="1"`;
    const sheet = `table:protected="true"`;
    const plan = ods(`${cell}/>${cell} table:style-name="ce1"/>`, { sheet });
    expect(errorFrom({ A1: 5 }, plan)).toContain("unsupported: Plan!A1 is locked");
    expect(errorFrom({ A7: 5 }, plan)).toContain("unsupported: Plan!A7 is locked");
    expect(edit({ B1: 5, A1: 1 }, plan).count).toBe(1);
  });
});

describe("data validation", () => {
  const rule = (type: string, sqref: string, formulas: string, more = ""): string =>
    `<dataValidation type="${type}" sqref="${sqref}" showErrorMessage="1" ${more}>${formulas}</dataValidation>`;
  const rules = workbook(
    `<sheetData><row r="1">${text("H1", "Beans")}</row><row r="2">${text("H2", "Peas")}</row></sheetData><dataValidations>${[
      rule("list", "A1:A9", `<formula1>"Yes,No"</formula1>`),
      rule("list", "B1:B9", "<formula1>$H$1:$H$2</formula1>"),
      rule("list", "C1:C9", "<formula1>Crops</formula1>"),
      rule("whole", "D1 D3:D9", "<formula1>1</formula1><formula2>10</formula2>"),
      rule("decimal", "E1", "<formula1>0</formula1>", `operator="greaterThan" errorStyle="warning"`),
      rule("custom", "F1", "<formula1>ISTEXT(F1)</formula1>"),
      rule("date", "G1", "<formula1>46023</formula1>", `operator="greaterThanOrEqual"`),
    ].join("")}</dataValidations>`,
  );

  it("rejects values that the cell does not accept, naming those that it does", () => {
    expect(errorFrom({ A2: "Maybe" }, rules)).toBe(`bad_arguments: Plan!A2 accepts only one of "Yes", "No"`);
    expect(errorFrom({ B2: "Kale" }, rules)).toBe(`bad_arguments: Plan!B2 accepts only one of "beans", "peas"`);
    expect(errorFrom({ C2: "Kale" }, rules)).toContain("bad_arguments: Plan!C2 accepts only one of");
    expect(errorFrom({ D4: 11 }, rules)).toBe("bad_arguments: Plan!D4 accepts only a whole number between 1 and 10");
    expect(errorFrom({ D1: 2.5 }, rules)).toContain("accepts only a whole number");
    expect(errorFrom({ G1: "2025-12-31" }, rules)).toBe(
      "bad_arguments: Plan!G1 accepts only a date at least 2026-01-01",
    );
  });

  it("accepts what the cell accepts, and emptying it", () => {
    const { count, warnings } = edit(
      { A2: "yes", A3: null, B2: "Peas", C1: "Beans", D1: 10, D2: 99, E1: 1, G1: "2026-01-01" },
      rules,
    );
    expect([count, warnings]).toEqual([7, []]);
  });

  it("warns about values that programs would ask about, and about what it cannot check", () => {
    expect(edit({ E1: -1, F1: 2, A1: "=B1" }, rules).warnings).toEqual([
      `Plan!A1 has a data validation (one of "Yes", "No") that was not checked`,
      "Plan!E1 should hold a number greater than 0, by its data validation",
      "Plan!F1 has a data validation (what its formula allows) that was not checked",
    ]);
  });

  it("undoing writes what was there before, with a warning", () => {
    expect(edit({ A1: "Maybe" }, rules, { keepsInvalid: true }).warnings).toHaveLength(1);
  });

  it("is obeyed in OpenDocument, too", () => {
    const validations = `<table:content-validations><table:content-validation table:name="v1" table:condition="of:cell-content-is-in-list(&quot;Yes&quot;;&quot;No&quot;)"/><table:content-validation table:name="v2" table:condition="of:cell-content-is-decimal-number() and cell-content-is-between(1,10)"/><table:content-validation table:name="v3" table:condition="of:cell-content-text-length()&lt;=3"><table:error-message table:message-type="warning"/></table:content-validation></table:content-validations>`;
    const cells = ["v1", "v2", "v3"].map((name) => `<table:table-cell table:content-validation-name="${name}"/>`);
    const rules = ods(cells.join(""), { validations });
    expect(errorFrom({ A1: "Maybe" }, rules)).toBe(`bad_arguments: Plan!A1 accepts only one of "Yes", "No"`);
    expect(errorFrom({ B1: 11 }, rules)).toBe("bad_arguments: Plan!B1 accepts only a number between 1 and 10");
    expect(edit({ A1: "No", B1: 1.5, C1: "long" }, rules).warnings).toEqual([
      "Plan!C1 should hold a text whose length is at most 3, by its data validation",
    ]);
  });
});

describe("a table", () => {
  const sales = (more = "", below = "", inside = ""): Uint8Array =>
    workbook(
      `<sheetData><row r="1">${text("A1", "Crop")}${text("B1", "Kilos")}</row><row r="2">${text("A2", "Beans")}${number("B2", 3)}</row>${below}</sheetData><tableParts count="1"><tablePart r:id="r1"/></tableParts>`,
      {
        "xl/worksheets/_rels/sheet1.xml.rels": relations(["table", "../tables/table1.xml"]),
        "xl/tables/table1.xml": `<table xmlns="${main}" id="1" name="Sales" displayName="Sales" ref="A1:B2" ${more}><autoFilter ref="A1:B2"/><tableColumns count="2"><tableColumn id="1" name="Crop"/><tableColumn id="2" name="Kilos">${inside}</tableColumn></tableColumns></table>`,
      },
    );
  const tableIn = ({ parts }: ReturnType<typeof edit>): string =>
    Buffer.from(parts.get("xl/tables/table1.xml") ?? []).toString();

  it("grows with rows written directly below it", () => {
    const grown = edit({ A3: "Peas", B3: 4, B4: 5, A6: "apart" }, sales());
    expect(grown.done).toBe("set 4 cells; the table Sales is now A1:B4");
    expect(tableIn(grown).match(/ref="[^"]*"/g)).toEqual([`ref="A1:B4"`, `ref="A1:B4"`]);
  });

  it("stays as it is above rows that had content, or away from it", () => {
    expect(edit({ A3: "Peas" }, sales("", `<row r="3">${number("B3", 1)}</row>`)).done).toBe("set 1 cell");
    expect(edit({ A4: "Peas", C3: 1 }, sales()).done).toBe("set 2 cells");
  });

  it("with a row of totals, or calculated columns, it is named in a warning", () => {
    expect(edit({ A3: "Peas" }, sales(`totalsRowCount="1"`)).warnings).toEqual([
      "the cells below the table Sales do not belong to it, since it ends with a row of totals",
    ]);
    const calculated = "<calculatedColumnFormula>1+1</calculatedColumnFormula>";
    expect(edit({ A3: "Peas" }, sales("", "", calculated)).warnings).toEqual([
      "the table Sales has calculated columns; write their formulas into its new rows, too",
    ]);
  });
});
