import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { xlsxEditor } from "../formats/sheet-editors";
import { rewritePackage } from "../package/package-writer";
import { openZip } from "../package/zip";

const made = readFileSync(join(import.meta.dirname, "../samples/openpyxl.xlsx"));
const partOf = (bytes: Uint8Array, name: string): string => openZip(bytes, "a").read(name)?.toString("utf8") ?? "";

function set(bytes: Uint8Array, cells: Record<string, string>): Uint8Array {
  const zip = openZip(bytes, "a");
  return rewritePackage(
    zip,
    xlsxEditor.edit(zip, { operation: "set_cells", cells }, { name: "a", track: null }).parts,
    "a",
  );
}

it("a formula that fills several cells has the metadata that Excel needs, once", () => {
  const once = set(made, { "Harvest!H1": "=FILTER(A2:A4,B2:B4>1)" });
  const cell = '<c r="H1" cm="1"><f t="array" ref="H1">_xlfn._xlws.FILTER(A2:A4,B2:B4&gt;1)</f></c>';
  expect(partOf(once, "xl/worksheets/sheet1.xml")).toContain(cell);
  expect(partOf(once, "xl/metadata.xml")).toContain('<metadataType name="XLDAPR"');
  expect(partOf(once, "xl/_rels/workbook.xml.rels")).toMatch(
    /relationships\/sheetMetadata" Target="\/xl\/metadata.xml"/,
  );
  expect(partOf(once, "[Content_Types].xml")).toContain('PartName="/xl/metadata.xml"');
  const twice = set(once, { "Harvest!J1": "=SUM(SEQUENCE(3))", "Harvest!H1": "text" });
  expect(partOf(twice, "xl/worksheets/sheet1.xml")).toContain('<c r="J1" cm="1"><f t="array" ref="J1">');
  expect(partOf(twice, "xl/worksheets/sheet1.xml")).toMatch(/<c r="H1" t="inlineStr">/);
  expect(partOf(twice, "xl/metadata.xml")).toBe(partOf(once, "xl/metadata.xml"));
});

it("a new workbook has it, too", () => {
  const bytes = xlsxEditor.create("a\tb\n1\t=UNIQUE(A2:A9)\n");
  expect(partOf(bytes, "xl/worksheets/sheet1.xml")).toContain('cm="1"><f t="array" ref="B2">_xlfn.UNIQUE(A2:A9)</f>');
  expect(partOf(bytes, "xl/_rels/workbook.xml.rels")).toContain('Target="metadata.xml"');
});
