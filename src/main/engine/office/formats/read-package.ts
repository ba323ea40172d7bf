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
 * The paragraphs of an Office package; `name` is what refusals call it. Refuses what is cut off or damaged, encrypted, unpacks to too much,
 * or brings a document type of its own. Nothing is fetched, nothing written. Of a text that is too long, `most: "beginning"` gives what comes
 * before the limit, and `isCut` says so; otherwise it is refused.
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
