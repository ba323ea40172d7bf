import { ToolError } from "../../ports/tool-error";
import { readPart } from "../package/package-parts";
import type { EditedPart } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import { textBlocks } from "../text/text-blocks";
import { docxBody, docxFormatting } from "./formatting";
import { docxParagraphs } from "./paragraphs";
import { docxParts } from "./read";
import type { Tracking } from "./write-text";

/** Inserts Markdown text at the start or the end of a Word document, with the formatting of the existing text. */
export function insertDocxBlocks(
  zip: ZipPackage,
  { body, numbering }: { body: EditedPart; numbering: EditedPart | null },
  content: string,
  { where, track }: { where: "start" | "end"; track: Tracking | null },
): { count: number; warnings: string[] } {
  const bodySpan = docxBody(body.xml);
  if (bodySpan === null) throw new ToolError("unsupported", "this document has no body to insert text into");
  const { styles } = docxParts(zip);
  const formatting = docxFormatting(
    zip,
    body,
    { styles: styles === null ? null : readPart(zip, styles), numbering },
    track,
  );
  const { xml, count } = docxParagraphs(textBlocks(content), formatting);
  const at = where === "start" ? bodySpan.start : bodySpan.end;
  if (count > 0) body.splice(at, at, xml);
  return { count, warnings: [] };
}
