import { readFileSync } from "node:fs";
import { join } from "node:path";
import { read as readIndependently } from "@e965/xlsx";
import { expect, it, vi } from "vitest";
import { odsEditor, xlsxEditor } from "../formats/sheet-editors";
import { rewritePackage } from "../package/package-writer";
import { openZip } from "../package/zip";
import type { CellValue } from "../text/office-format";
import { typedValue } from "./sheet-view";

// SheetJS prints warnings about formats that it does not know.
vi.spyOn(console, "error").mockImplementation(() => {});

const editors = { xlsx: xlsxEditor, ods: odsEditor };
type Format = keyof typeof editors;
const made = (name: string): Buffer => readFileSync(join(import.meta.dirname, "../samples", name));

function set(bytes: Uint8Array, format: Format, cells: Record<string, CellValue>) {
  const zip = openZip(bytes, "a");
  const edit = editors[format].edit(zip, { operation: "set_cells", cells }, { name: "a", track: null });
  return { ...edit, bytes: rewritePackage(zip, edit.parts, "a") };
}

const lines = (bytes: Uint8Array, format: Format): string[] =>
  editors[format].read(openZip(bytes, "a"), { ids: [] }, {}).items.map(({ line }) => line);

const values = { J1: "2026-12-24", J2: "24.12.2026", J3: "14:30", J4: "5%", J5: "1,234.50", J6: "12.30 €", J7: "$5" };
const kept = { K1: "007", K2: "1.2.3", K3: "'5%", K4: "04/05/2026", K5: "12345678901234567890", K6: "+49 170 1234567" };

it.each(["openpyxl.xlsx", "libreoffice.xlsx", "sheetjs.xlsx", "libreoffice.ods", "odfpy.ods"])(
  "dates, times, percentages and amounts become values in %s, and identifiers stay text",
  (name) => {
    const format = name.endsWith("ods") ? "ods" : "xlsx";
    const cells = Object.fromEntries(
      Object.entries({ ...values, ...kept }).map(([at, value]) => [`Harvest!${at}`, value]),
    );
    const { bytes, warnings, parts } = set(made(name), format, cells);
    const sheet = readIndependently(bytes, { cellDates: false }).Sheets["Harvest"] ?? {};
    const numbers = Object.keys(values).map((at) => [sheet[at]?.t, Math.round(Number(sheet[at]?.v) * 1e4) / 1e4]);
    const expected = [46380, 46380, 0.6042, 0.05, 1234.5, 12.3, 5];
    expect(numbers).toEqual(expected.map((value) => ["n", value]));
    expect(Object.keys(kept).map((at) => sheet[at]?.v)).toEqual(
      Object.values(kept).map((text) => text.replace("'", "")),
    );
    expect(warnings.join()).toContain("Harvest!K4: 04/05/2026 stays text");
    const dates = format === "xlsx" ? ["2026-12-24", "14:30"] : ["24.12.2026 (2026-12-24)", "14:30 (PT14H30M00S)"];
    const shown = ["[Harvest!J1] 2026-12-24", `[Harvest!J2] ${dates[0]}`, `[Harvest!J3] ${dates[1]}`];
    expect(lines(bytes, format)).toEqual(expect.arrayContaining(shown));
    expect(set(bytes, format, cells).count).toBe(0);
    if (format === "xlsx") {
      expect([...parts.keys()].sort()).toEqual(["xl/styles.xml", "xl/worksheets/sheet1.xml"]);
      const styles = (of: Uint8Array): string => openZip(of, "a").read("xl/styles.xml")?.toString() ?? "";
      // The styles that were there keep their numbers and their bytes.
      const [before, after] = [styles(made(name)), styles(bytes)].map(
        (xml) => /<cellXfs[^>]*>(.*)<\/cellXfs>/s.exec(xml)?.[1] ?? "",
      );
      expect(after).toContain(before);
    }
  },
);

it.each(["xlsx", "ods"] as const)(
  "a new %s has values for percentages and amounts, and texts in its heading",
  (format) => {
    const bytes = editors[format].create('Date,2026-01-01\n24.12.2026,5%\n"1,234.50",12.30 €\n007,$5\n');
    const sheet = readIndependently(bytes).Sheets["Sheet1"] ?? {};
    expect(["A2", "B2", "A3", "B3", "B4"].map((at) => sheet[at]?.v)).toEqual([46380, 0.05, 1234.5, 12.3, 5]);
    expect(sheet["A4"]?.v).toBe("007");
    if (format === "ods")
      expect(openZip(bytes, "a").read("content.xml")?.toString()).toMatch(
        /table:style-name="ceDay"[^>]*office:date-value="2026-12-24"/,
      );
  },
);

it("a cell of text, or one that keeps such a value as text, stays so", () => {
  const zip = openZip(xlsxEditor.create("a\nb\n"), "a");
  const styles = zip.read("xl/styles.xml")?.toString().replace("yyyy\\-mm\\-dd", "@") ?? "";
  const sheet =
    zip.read("xl/worksheets/sheet1.xml")?.toString().replace('<c r="A2"', '<c s="2" r="A2"').replace('s="0"', "") ?? "";
  const bytes = rewritePackage(
    zip,
    new Map([
      ["xl/styles.xml", Buffer.from(styles)],
      ["xl/worksheets/sheet1.xml", Buffer.from(sheet)],
    ]),
    "a",
  );
  expect(lines(set(bytes, "xlsx", { A2: "5%" }).bytes, "xlsx")).toContain("[Sheet1!A2] 5%");
  const text = set(bytes, "xlsx", { A1: "'5%" });
  const after = set(text.bytes, "xlsx", { A1: "6%" });
  expect(readIndependently(after.bytes).Sheets["Sheet1"]?.["A1"]).toMatchObject({ t: "s", v: "6%" });
});

it("what is typed in the app keeps identifiers, too", () => {
  expect(["007", "12345678901234567", "5%", "'5%", "42", "'42"].map(typedValue)).toEqual([
    ...["007", "12345678901234567", "5%", "'5%", 42, "42"],
  ]);
});

it.each(["libreoffice.ods", "odfpy.ods", "sheetjs.ods"])(
  "values in %s get a style like their cell's that shows them as written, once for each format",
  (name) => {
    const cells = { ...values, J8: "7%", J9: "2026-12-25" };
    const { bytes } = set(
      made(name),
      "ods",
      Object.fromEntries(Object.entries(cells).map(([at, value]) => [`Harvest!${at}`, value])),
    );
    const xml = openZip(bytes, "a").read("content.xml")?.toString() ?? "";
    const styleAt = (value: string): string =>
      new RegExp(`table:style-name="(\\w+)"[^>]*${value}`).exec(xml)?.[1] ?? "none";
    expect(styleAt('office:value="0.05"')).toBe(styleAt('office:value="0.07"'));
    expect(styleAt('date-value="2026-12-24"')).toBe(styleAt('date-value="2026-12-25"'));
    for (const [style, value] of [
      ["percentage-style", 'office:value="0.05"'],
      ["date-style", 'date-value="2026-12-24"'],
      ["time-style", 'time-value="PT14H30M00S"'],
      ["currency-style", 'office:value="12.3"'],
    ] as const) {
      const data = new RegExp(
        `style:name="${styleAt(value)}"[^>]*style:data-style-name="(\\w+)"|style:data-style-name="(\\w+)"[^>]*style:name="${styleAt(value)}"`,
      ).exec(xml);
      expect(xml).toMatch(new RegExp(`<number:${style} [^>]*style:name="${data?.[1] ?? data?.[2]}"`));
    }
    expect(xml.match(/<number:percentage-style [^>]*style:name="valueStyle/g)).toHaveLength(1);
  },
);

it("a cell that shows such values already keeps its style, and a copied style keeps all else", () => {
  const { bytes } = set(odsEditor.create("| Date | Part |\n|---|---|\n| 2026-01-01 | a |\n"), "ods", {
    A2: "24.12.2026",
    A1: "5%",
  });
  const xml = openZip(bytes, "a").read("content.xml")?.toString() ?? "";
  expect(xml).toMatch(/table:style-name="ceDay"[^>]*office:date-value="2026-12-24"/);
  const [, style] = /table:style-name="(ceValue\d)"[^>]*office:value="0.05"/.exec(xml) ?? [];
  expect(new RegExp(`<style:style style:name="${style}".*?</style:style>`).exec(xml)?.[0]).toContain(
    'fo:font-weight="bold"',
  );
});
