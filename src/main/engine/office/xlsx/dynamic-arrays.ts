import { posix } from "node:path";
import { packageEdits } from "../package/package-edit";
import { readPart } from "../package/package-parts";
import { scanXml } from "../package/scan-xml";
import type { ZipPackage } from "../package/zip";
import { checkFormula } from "../sheet/check-formula";
import { isDynamic } from "../sheet/formula-functions";
import { xlsxPrefixes } from "./scan";
import type { XlsxWorkbook } from "./workbook";

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const dynamic = "http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray";

/** The part in which Excel notes that the results of formulas fill as many cells as they need. */
export const metadataPart = {
  name: "metadata.xml",
  relation: "http://schemas.openxmlformats.org/officeDocument/2006/relationships/sheetMetadata",
  type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheetMetadata+xml",
  xml: `<metadata xmlns="${main}" xmlns:xda="${dynamic}"><metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" merge="1" splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1" cellMeta="1"/></metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>`,
};

/** Whether the result of a formula, without its `=`, may fill several cells. */
export function isDynamicFormula(formula: string): boolean {
  const found = checkFormula(formula);
  return !("error" in found) && isDynamic(found.functions.map(({ name }) => name));
}

/** The number by which cells name this metadata, and the parts to add where the workbook has none. Null if its own cannot be used. */
export function dynamicMetadata(
  zip: ZipPackage,
  book: Pick<XlsxWorkbook, "main" | "relations">,
): { number: string; parts: Map<string, Uint8Array | null> } | null {
  const own = book.relations.find(({ type }) => type === "sheetMetadata");
  if (own !== undefined) {
    const number = numberIn(readPart(zip, own.target) ?? "");
    return number === null ? null : { number, parts: new Map() };
  }
  const edits = packageEdits(zip);
  edits.add({ ...metadataPart, from: book.main, name: posix.join(posix.dirname(book.main), metadataPart.name) });
  return { number: "1", parts: edits.changed() };
}

/** The number of the first cell metadata of this kind. */
function numberIn(xml: string): string | null {
  let [types, kind, number] = [0, 0, 0];
  let isInCells = false;
  let found: string | null = null;
  scanXml(xml, xlsxPrefixes, {
    open(name, tag) {
      if (name === "s:metadataType" && ++types > 0 && tag.attribute("name") === "XLDAPR") kind = types;
      else if (name === "s:cellMetadata") isInCells = true;
      else if (isInCells && name === "s:bk") number++;
      else if (isInCells && name === "s:rc" && Number(tag.attribute("t")) === kind && kind > 0)
        found ??= String(number);
    },
    close(name) {
      if (name === "s:cellMetadata") isInCells = false;
    },
    text() {},
  });
  return found;
}
