import { versionPlaceholder } from "../../../../core/review/whole-document";
import type { OfficeFormat } from "../../../../core/text/format";
import { versionOf } from "../../storage/files/version";
import { openZip } from "../package/zip";
import { OfficeModel } from "./office-model";

/**
 * The text projection of an Office document, a paragraph or a cell on each line, by which agents' edits are reviewed. A placeholder with
 * its version if it is too large to be compared piece by piece. Null if it cannot be read.
 */
export function officeProjection(
  bytes: Uint8Array,
  format: OfficeFormat | null = formatOfPackage(bytes),
): string | null {
  if (format === null) return null;
  try {
    const version = versionOf(bytes);
    return (
      new OfficeModel({ bytes, format, name: "", version, imagesAt: "" }).projection() ?? versionPlaceholder(version)
    );
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

/** Detects the format of a package by its contents; null if it is not an Office package. */
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
