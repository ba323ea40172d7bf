import type { OfficeFormat } from "../document/format";
import { ToolError } from "../tool-error";
import { readDocx } from "./docx";
import { readOdf } from "./odf";
import { asText, type OfficeParagraph, type PackageText } from "./office-paragraphs";
import { readPptx } from "./pptx";
import { XmlError } from "./scan-xml";
import { readXlsx } from "./xlsx";
import { openZip, type ZipPackage } from "./zip";

const readers: Record<OfficeFormat, (zip: ZipPackage) => OfficeParagraph[]> = {
  docx: readDocx,
  xlsx: readXlsx,
  pptx: readPptx,
  odt: readOdf,
  ods: readOdf,
  odp: readOdf,
};

/**
 * The paragraphs of an Office package; `name` is what refusals call it. Refuses what is cut off or damaged, encrypted, unpacks to too much,
 * or brings a document type of its own. Nothing is fetched, nothing written.
 */
export function readPackage(bytes: Uint8Array, format: OfficeFormat, name: string): PackageText {
  const zip = openZip(bytes, name);
  try {
    return asText(readers[format](zip));
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new ToolError("unsupported", `${name} cannot be read as ${format}: ${error.message}`, {
      hint: "Open and save it in an office program, then try again.",
      cause: error,
    });
  }
}
