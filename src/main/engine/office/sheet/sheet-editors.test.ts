import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { read as readIndependently, utils } from "@e965/xlsx";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { readPackage } from "../formats/read-package";
import { odsEditor, xlsxEditor } from "../formats/sheet-editors";
import { rewritePackage } from "../package/package-writer";
import { packageOf } from "../package/packages.fixture";
import { openZip } from "../package/zip";
import type { CellValue, OfficeOperation } from "../text/office-format";

const isLong = process.env["GALLEY_LONG"] !== undefined;
const editors = { xlsx: xlsxEditor, ods: odsEditor };
type Format = keyof typeof editors;
const made = (name: string): Buffer => readFileSync(join(import.meta.dirname, "../samples", name));
const formatOf = (name: string): Format => (name.endsWith("ods") ? "ods" : "xlsx");

function edited(bytes: Uint8Array, format: Format, operation: OfficeOperation) {
  const zip = openZip(bytes, "a");
  const edit = editors[format].edit(zip, operation, { name: "a", track: null });
  return { ...edit, bytes: rewritePackage(zip, edit.parts, "a") };
}

const setCells = (bytes: Uint8Array, format: Format, cells: Record<string, CellValue>) =>
  edited(bytes, format, { operation: "set_cells", cells });

function readCells(bytes: Uint8Array, format: Format, only: { sheet?: string; range?: string } = {}) {
  const { paragraphs } = readPackage(bytes, format, "a");
  return editors[format].read(openZip(bytes, "a"), { ids: paragraphs.map(({ text }) => text) }, only);
}

const shown = (bytes: Uint8Array, format: Format, only: { sheet?: string; range?: string } = {}): string[] =>
  readCells(bytes, format, only).items.map(({ line }) => line);

const errorFrom = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return `${(error as { code: string }).code}: ${(error as Error).message}`;
  }
  return "nothing was rejected";
};

/** The names of the entries whose bytes differ, including headers. */
function differing(before: Uint8Array, after: Uint8Array): string[] {
  const [one, other] = [openZip(before, "a"), openZip(after, "a")];
  const names = new Set([...one.names, ...other.names]);
  return [...names].filter((name) => one.read(name)?.equals(other.read(name) ?? Buffer.alloc(0)) !== true).sort();
}

const byOthers = ["openpyxl.xlsx", "libreoffice.xlsx", "sheetjs.xlsx", "libreoffice.ods", "sheetjs.ods", "odfpy.ods"];

/** The changed parts: the sheet; and if a result was stored, the recalculation mark and the sheets whose formulas refer to the cell. */
const touched: Record<string, string[]> = {
  "openpyxl.xlsx": ["xl/worksheets/sheet1.xml"],
  "libreoffice.xlsx": ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"],
  "sheetjs.xlsx": ["xl/workbook.xml", "xl/worksheets/sheet1.xml"],
  "libreoffice.ods": ["content.xml"],
  "sheetjs.ods": ["content.xml"],
  "odfpy.ods": ["content.xml"],
};

// SheetJS prints warnings about formats that it does not know.
vi.spyOn(console, "error").mockImplementation(() => {});

describe.each(byOthers)("%s", (name) => {
  const format = formatOf(name);
  const before = made(name);

  it("setting one cell changes no other entry", () => {
    const { bytes, count } = setCells(before, format, { "Harvest!B3": 40, "Harvest!A3": "Sweet <peas> & 豌豆" });
    expect(count).toBe(2);
    expect(differing(before, bytes)).toEqual(touched[name]);
    const cells = readIndependently(bytes).Sheets["Harvest"] ?? {};
    expect([cells["B3"].v, cells["A3"].v]).toEqual([40, "Sweet <peas> & 豌豆"]);
    expect(cells["A2"].v).toBe("Beans");
  });

  it("setting the existing content changes no byte", () => {
    const { bytes, count } = setCells(before, format, {
      "Harvest!A2": "Beans",
      "harvest!$B$2": 3,
      "Harvest!ZZ99": null,
    });
    expect(count).toBe(0);
    expect(bytes).toEqual(before);
  });

  it("a shared text is replaced only in its own cell", () => {
    const { bytes } = edited(before, format, {
      operation: "replace_text",
      find: "Peas",
      replace: "Lentils",
      which: "once",
      node: null,
    });
    expect(shown(bytes, format)).toContain("[Harvest!A3] Lentils");
    expect(shown(bytes, format)).toContain("[Harvest!A2] Beans");
  });

  it("formulas that refer to a changed cell lose their result, and other programs recalculate them", () => {
    const formula = name.startsWith("sheetjs") ? "[Harvest!B4] =SUM(B2:B3)" : "[Harvest!D3] =B3*C3";
    const { bytes, warnings } = setCells(before, format, { "Harvest!B3": 10 });
    expect(shown(bytes, format)).toContain(`${formula} → (not calculated yet)`);
    expect(warnings[0]).toContain("calculates the new results");
  });
});

describe.each(["openpyxl.xlsx", "libreoffice.ods"])("reading %s", (name) => {
  const format = formatOf(name);

  it("gives addresses, formulas, dates, merged cells and hidden sheets", () => {
    const { items, more, warnings } = readCells(made(name), format);
    const lines = items.map(({ line }) => line);
    expect(lines).toContain("[Harvest!C2] 2.50 € (2.5)");
    expect(lines).toContain("[Harvest!E2] 2026-04-01");
    expect(lines).toContain("[Hidden!A1] secret");
    expect(lines.some((line) => line.startsWith("['My ''own'' sheet'!B3] =Harvest!D6*2 → "))).toBe(true);
    expect(warnings).toEqual(["merged in Harvest: A8:C9", "the sheet Hidden is hidden"]);
    expect(more["sheets"]).toMatchObject([
      { name: "Harvest", range: "A1:E8", merged: ["A8:C9"] },
      {},
      { state: "hidden" },
    ]);
    expect(items[0]?.row).toMatchObject({ id: "Harvest!A1", row_id: "Crop | Kilos | Price | Total | Sown" });
  });

  it("can be limited to a sheet and a range", () => {
    expect(shown(made(name), format, { sheet: "harvest", range: "A1:B2" })).toEqual([
      ...["[Harvest!A1] Crop", "[Harvest!B1] Kilos", "[Harvest!A2] Beans", "[Harvest!B2] 3"],
    ]);
    expect(shown(made(name), format, { range: "'My ''own'' sheet'!A:A" })).toHaveLength(3);
    expect(errorFrom(() => shown(made(name), format, { range: "A1" }))).toMatch(/^ambiguous: range A1 names no sheet/);
    expect(errorFrom(() => shown(made(name), format, { sheet: "Nope" }))).toBe(
      `not_found: there is no sheet "Nope"; the sheets are Harvest, My 'own' sheet, Hidden`,
    );
  });

  it("cells that cannot be set are rejected, each with its own message", () => {
    const errorFor = (cells: Record<string, CellValue>) => errorFrom(() => setCells(made(name), format, cells));
    expect(errorFor({ "Harvest!B9": 1 })).toBe("bad_arguments: Harvest!B9 is merged into A8:C9");
    expect(errorFor({ "Nope!A1": 1 })).toMatch(/^not_found: there is no sheet "Nope"; the sheets are Harvest/);
    expect(errorFor({ A1: 1 })).toMatch(/^ambiguous: A1 names no sheet, and there are 3/);
    expect(errorFor({ "Harvest!A1:B2": 1 })).toMatch(/it is a range$/);
    expect(errorFor({ "Harvest!XFE1": 1 })).toMatch(/names no cell$/);
    expect(errorFor({ "Harvest!A1": 1, "HARVEST!$A$1": 2 })).toBe("bad_arguments: Harvest!A1 is set twice");
    expect(errorFor({ "Harvest!A1": "x".repeat(40_000) })).toMatch(/^too_large/);
    expect(errorFor({})).toBe("bad_arguments: cells names no cell");
    for (const operation of ["prepend", "set_slides"] as const)
      expect(
        errorFrom(() => edited(made(name), format, { operation, content: "x", slides: [] } as OfficeOperation)),
      ).toMatch(/^bad_arguments/);
  });

  it("the first cell of a merged range is set, and its style and comment stay", () => {
    const { bytes } = setCells(made(name), format, {
      "Harvest!A8": "new words",
      "Harvest!A2": "Corn",
      "Harvest!E2": "2026-12-24",
    });
    const lines = shown(bytes, format);
    expect(lines).toContain("[Harvest!A8] new words");
    expect(readCells(bytes, format).items.find(({ row }) => row.id === "Harvest!E2")?.row).toMatchObject({
      kind: "date",
      value: "2026-12-24",
    });
    if (format === "ods") expect(openZip(bytes, "a").read("content.xml")?.toString()).toMatch(/a note[\s\S]*Corn/);
  });
});

it("the heading of a table is also its column's name; invalid names are rejected", () => {
  const { bytes } = setCells(made("openpyxl.xlsx"), "xlsx", { "'My ''own'' sheet'!B1": 'Amount "net"' });
  expect(openZip(bytes, "a").read("xl/tables/table1.xml")?.toString()).toContain('name="Amount &quot;net&quot;"');
  for (const value of [1, null, "key", "=A1"])
    expect(errorFrom(() => setCells(made("openpyxl.xlsx"), "xlsx", { "'My ''own'' sheet'!B1": value }))).toContain(
      "the table Keys",
    );
});

it.each(["xlsx", "ods"] as const)(
  "texts, numbers, booleans and formulas are read from %s as they were set",
  (format) => {
    const cells = {
      A1: "=1+1",
      A2: "'=1+1",
      A3: "  two  blanks ",
      A4: "line\nbreak",
      A5: -0.1,
      A6: 1e21,
      A7: true,
      A8: "007",
      A9: "=HYPERLINK(\"cmd|' /C calc'!A0\")",
      B1: "_x0041_",
      B2: "a\u0001b",
      XFD1048576: "last",
    };
    const { bytes } = setCells(editors[format].create(""), format, cells);
    const values = new Map(
      readCells(bytes, format).items.map(({ row }) => [String(row["cell"]), row["formula"] ?? row["value"]]),
    );
    expect(Object.fromEntries(values)).toEqual({ ...cells, A2: "=1+1", B2: "ab" });
    const again = readIndependently(bytes, { sheets: 0 }).Sheets["Sheet1"] ?? {};
    expect([again["A3"].v, again["A5"].v, again["A7"].v]).toEqual(["  two  blanks ", -0.1, true]);
    // OpenDocument stores such a text literally; SheetJS decodes it as in Excel.
    if (format === "xlsx") expect(again["B1"].v).toBe("_x0041_");
  },
);

it("a shared formula stays in the other cells when its first cell changes", () => {
  const main = "http://schemas.openxmlformats.org";
  const sheet = `<c r="A1"><v>1</v></c><c r="B1"><f t="shared" ref="B1:B3" si="0">A1*$A$1</f><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c><c r="B2"><f t="shared" si="0"/><v>2</v></c></row><row r="3"><c r="B3"><f t="shared" si="0"/><v>0</v></c>`;
  const bytes = packageOf({
    "_rels/.rels": `<Relationships xmlns="${main}/package/2006/relationships"><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}/spreadsheetml/2006/main" xmlns:r="${main}/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${main}/package/2006/relationships"><Relationship Id="a" Type="x/worksheet" Target="s.xml"/><Relationship Id="c" Type="x/calcChain" Target="calcChain.xml"/></Relationships>`,
    "[Content_Types].xml": `<Types xmlns="${main}/package/2006/content-types"><Override PartName="/xl/calcChain.xml" ContentType="c"/></Types>`,
    "xl/calcChain.xml": `<calcChain xmlns="${main}/spreadsheetml/2006/main"><c r="B1" i="1"/><c r="B2"/><c r="B3"/></calcChain>`,
    "xl/s.xml": `<worksheet xmlns="${main}/spreadsheetml/2006/main"><sheetData><row r="1">${sheet}</row></sheetData></worksheet>`,
  });
  const once = setCells(bytes, "xlsx", { B1: 5 });
  expect(shown(once.bytes, "xlsx").slice(-2)).toEqual(["[S!B2] =A2*$A$1 → 2", "[S!B3] =A3*$A$1 → 0"]);
  expect(openZip(once.bytes, "a").read("xl/calcChain.xml")?.toString()).toContain('<c r="B2" i="1"/><c r="B3"/>');
  const twice = setCells(once.bytes, "xlsx", { B2: null, B3: "text" });
  expect(openZip(twice.bytes, "a").read("xl/calcChain.xml")).toBeNull();
  expect(openZip(twice.bytes, "a").read("[Content_Types].xml")?.toString()).not.toContain("calcChain");
});

it("repeated rows are split only where they are edited", () => {
  const spaces = ["office", "table", "text"].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const bytes = packageOf({
    "content.xml": `<office:document-content ${spaces.join(" ")}><office:body><office:spreadsheet><table:table table:name="S"><table:table-column/><table:table-row table:number-rows-repeated="10" table:style-name="r"><table:table-cell table:number-columns-repeated="5" table:style-name="c" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell></table:table-row><table:table-row table:number-rows-repeated="1048566"><table:table-cell table:number-columns-repeated="1000000000"/></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
  });
  const after = setCells(bytes, "ods", { C4: "x", D4: null, C1000: 7 }).bytes;
  const xml = openZip(after, "a").read("content.xml")?.toString() ?? "";
  expect(xml).toContain(
    '<table:table-row table:style-name="r" table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="5"',
  );
  expect(xml).toContain('table:number-rows-repeated="6"');
  expect(xml).toContain(
    '<table:table-cell table:style-name="c"/><table:table-cell table:style-name="c" office:value-type="float"',
  );
  expect(shown(after, "ods", { range: "A4:E4" })).toEqual(["[S!A4] 1", "[S!B4] 1", "[S!C4] x", "[S!E4] 1"]);
  expect(shown(after, "ods", { range: "C999:C1001" })).toEqual(["[S!C1000] 7"]);
  expect(readCells(after, "ods").items).toHaveLength(50);
});

it("huge repetitions of a full cell are listed up to a limit, with a warning", () => {
  const spaces = ["office", "table", "text"].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const bytes = packageOf({
    "content.xml": `<office:document-content ${spaces.join(" ")}><office:body><office:spreadsheet><table:table table:name="S"><table:table-row table:number-rows-repeated="999999999"><table:table-cell table:number-columns-repeated="999999999" office:value-type="float" office:value="1"/></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
  });
  const { items, warnings } = readCells(bytes, "ods");
  expect(items).toHaveLength(20_000);
  expect(warnings.join()).toContain("only the first 2,000,000 are read");
});

it("rows are set from a cell on, and added below the last; with several sheets, one must be named", () => {
  for (const format of ["xlsx", "ods"] as const) {
    const empty = editors[format].create("a,b\n1,2");
    const set = edited(empty, format, {
      operation: "set_rows",
      sheet: "sheet1",
      start: "B2",
      rows: [
        [5, null],
        ["x", "=B2*2"],
      ],
    });
    expect(shown(set.bytes, format)).toEqual([
      ...["[Sheet1!A1] a", "[Sheet1!B1] b", "[Sheet1!A2] 1", "[Sheet1!B2] 5"],
      ...["[Sheet1!B3] x", "[Sheet1!C3] =B2*2 → (not calculated yet)"],
    ]);
    const added = edited(set.bytes, format, { operation: "append_text", content: "| n | m |\n|---|---|\n| 3 | |" });
    expect(shown(added.bytes, format, { range: "4:5" })).toEqual(["[Sheet1!A4] n", "[Sheet1!B4] m", "[Sheet1!A5] 3"]);
    expect(
      errorFrom(() => edited(made(`libreoffice.${format}`), format, { operation: "append_text", content: "x" })),
    ).toMatch(/^ambiguous/);
  }
});

it("contents of every format become sheets: JSON, Markdown tables, tabs, semicolons and commas", () => {
  for (const format of ["xlsx", "ods"] as const) {
    const of = (content: string) => shown(editors[format].create(content), format);
    const same = ["[Sheet1!A1] n", "[Sheet1!B1] v", "[Sheet1!A2] x", "[Sheet1!B2] 1.5"];
    for (const content of [
      "n,v\nx,1.5\n",
      "n\tv\r\nx\t1.5",
      "n;v\nx;1.5",
      "| n | v |\n|---|--:|\n| x | 1.5 |",
      '[{"n":"x","v":1.5}]',
    ])
      expect(of(content), content).toEqual(same);
    expect(of('"a ""b"", c",007,2026-11-21\n\n"two\nlines",TRUE')).toEqual([
      ...[
        '[Sheet1!A1] a "b", c',
        "[Sheet1!B1] 007",
        "[Sheet1!C1] 2026-11-21",
        "[Sheet1!A3] two\nlines",
        "[Sheet1!B3] TRUE",
      ],
    ]);
    expect(of('{"Päge": [[1]], "a/b*c": [["=1"]]}')).toEqual(["[Päge!A1] 1", "['a b c'!A1] =1 → (not calculated yet)"]);
    expect(of("")).toEqual([]);
  }
});

const value = fc.oneof(
  fc
    .string({ maxLength: 12, unit: "grapheme" })
    .filter((text) => !/^\s*$|^'*=|\p{Cc}/u.test(text) && text.trim() === text),
  fc.integer({ min: -1e9, max: 1e9 }),
  fc.boolean(),
  fc.constant(null),
);
const ref = fc.tuple(fc.integer({ min: 1, max: 14 }), fc.constantFrom(..."ABCDEFGH"));

it.each(["xlsx", "ods"] as const)("another program reads random edits of %s as they were meant", (format) => {
  const edit = fc.array(fc.tuple(ref, value), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      fc.array(fc.array(value, { maxLength: 6 }), { maxLength: 6 }),
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      (rows, edits) => {
        let bytes = editors[format].create(JSON.stringify(rows));
        const expected = new Map<string, CellValue>();
        for (const [down, row] of rows.entries())
          for (const [right, each] of row.entries()) expected.set(`${"ABCDEFGH"[right]}${down + 1}`, each);
        for (const each of edits) {
          const cells = Object.fromEntries(each.map(([[row, column], given]) => [`${column}${row}`, given]));
          for (const [cell, given] of Object.entries(cells)) expected.set(cell, given);
          bytes = Buffer.from(setCells(bytes, format, cells).bytes);
        }
        const read = readIndependently(bytes).Sheets["Sheet1"] ?? {};
        for (const [cell, given] of expected) expect([cell, read[cell]?.v ?? null]).toEqual([cell, given]);
        const filled = [...expected].filter(([, given]) => given !== null).map(([cell]) => cell);
        const own = readCells(bytes, format).items.map(({ row }) => String(row["cell"]));
        expect(own.sort()).toEqual(filled.sort());
        if (read["!ref"] !== undefined) expect(utils.decode_range(read["!ref"]).s).toBeDefined();
      },
    ),
    { numRuns: isLong ? 1000 : 6 },
  );
});

it.skipIf(!isLong)("LibreOffice calculates the results that an edit has removed", () => {
  const folder = mkdtempSync(join(tmpdir(), "galley-sheets-"));
  try {
    for (const name of byOthers.filter((each) => !each.startsWith("sheetjs"))) {
      const path = join(folder, name);
      writeFileSync(path, setCells(made(name), formatOf(name), { "Harvest!B3": 100, "Harvest!A3": "豌豆" }).bytes);
      const csv = [
        "--headless",
        `-env:UserInstallation=file://${folder}/profile`,
        "--convert-to",
        "csv:Text - txt - csv (StarCalc):44,34,76,1",
        "--outdir",
        folder,
      ];
      execFileSync("soffice", [...csv, path], { stdio: "ignore", timeout: 120_000 });
      const text = readFileSync(path.replace(/\.\w+$/, ".csv"), "utf8");
      expect(text, name).toMatch(/"豌豆",100,3,300[,\n]/);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
