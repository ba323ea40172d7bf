import { hash } from "node:crypto";
import { wholeProjection } from "../../../../core/review/whole-document";
import type { OfficeFormat } from "../../../../core/text/format";
import { openZip } from "../package/zip";
import { OfficeModel } from "./office-model";

/**
 * What an Office document says, a paragraph or a cell a line: the text by which reviews of agents' edits are kept. One that is too much
 * to be compared piece by piece is named by its version. Null where it cannot be read.
 */
export function officeLedger(bytes: Uint8Array, format: OfficeFormat | null = formatOfPackage(bytes)): string | null {
  if (format === null) return null;
  try {
    const version = hash("sha256", bytes, "hex");
    return new OfficeModel({ bytes, format, name: "", version, imagesAt: "" }).ledger() ?? wholeProjection(version);
  } catch {
    return null;
  }
}

const parts: [string, OfficeFormat][] = [
  ["word/document.xml", "docx"],
  ["xl/workbook.xml", "xlsx"],
  ["ppt/presentation.xml", "pptx"],
];
const types: Record<string, OfficeFormat> = {
  "application/vnd.oasis.opendocument.text": "odt",
  "application/vnd.oasis.opendocument.spreadsheet": "ods",
  "application/vnd.oasis.opendocument.presentation": "odp",
};

/** What a package is by what it holds, where its name is not known; null for what is none. */
function formatOfPackage(bytes: Uint8Array): OfficeFormat | null {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return null;
  try {
    const zip = openZip(bytes, "");
    const known = parts.find(([part]) => zip.entries.has(part));
    if (known !== undefined) return known[1];
    return types[zip.read("mimetype")?.toString("latin1").trim() ?? ""] ?? null;
  } catch {
    return null;
  }
}
