import type { OfficeFormat } from "../../../../core/text/format";
import { ToolError } from "../../ports/tool-error";
import { readDocx } from "../docx/read";
import { readOdf } from "../odf/read";
import { XmlError } from "../package/scan-xml";
import { TextLimit } from "../package/text-limit";
import { openZip, type ZipPackage } from "../package/zip";
import { readPptx } from "../pptx/read";
import { asText, type PackageText, type ParagraphSink } from "../text/office-paragraphs";
import { readXlsx } from "../xlsx/read";

const readers: Record<OfficeFormat, (zip: ZipPackage, sink: ParagraphSink) => void> = {
  docx: readDocx,
  xlsx: readXlsx,
  pptx: readPptx,
  odt: readOdf,
  ods: readOdf,
  odp: readOdf,
};

/**
 * The paragraphs of an Office package; `name` is the file's name in error messages. Rejects packages that are truncated, damaged or
 * encrypted, unpack to too much, or have their own document type. Fetches and writes nothing. If the text is too long, `most: "beginning"`
 * returns the part before the limit and sets `isCut`; otherwise it is an error.
 */
export function readPackage(
  bytes: Uint8Array,
  format: OfficeFormat,
  name: string,
  most: "whole" | "beginning" = "whole",
): PackageText {
  const zip = openZip(bytes, name);
  const sink: ParagraphSink = { found: [], limit: new TextLimit() };
  try {
    readers[format](zip, sink);
    return asText(sink.found);
  } catch (error) {
    if (most === "beginning" && sink.limit.isReached) return asText(sink.found, true);
    if (!(error instanceof XmlError)) throw error;
    throw new ToolError("unsupported", `${name} cannot be read as ${format}: ${error.message}`, {
      hint: "Open and save it in an office program, then try again.",
      cause: error,
    });
  }
}
