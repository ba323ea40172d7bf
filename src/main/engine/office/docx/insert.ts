import { ToolError } from "../../ports/tool-error";
import { type PackageEdits, prefixFor, rootOf } from "../package/package-edit";
import { readPart } from "../package/package-parts";
import type { EditedPart } from "../package/splice-xml";
import { namespacesOf } from "../package/strict";
import type { ZipPackage } from "../package/zip";
import { textBlocks } from "../text/text-blocks";
import { docxBody, docxFormatting } from "./formatting";
import { type DocxFormatting, docxParagraphs } from "./paragraphs";
import { docxParts } from "./read";
import type { Tracking } from "./write-text";

/** What new paragraphs are written into, and what they may add to. */
export type InsertTarget = {
  part: EditedPart;
  numbering: EditedPart | null;
  edits: PackageEdits;
  track: Tracking | null;
  /** The texts of the other parts with paragraphs. */
  others?: readonly string[];
};

/** Inserts Markdown text at the start or the end of a Word document, with the formatting of the existing text. */
export function insertDocxBlocks(
  zip: ZipPackage,
  target: InsertTarget,
  content: string,
  where: "start" | "end",
): { count: number; warnings: string[] } {
  const { part } = target;
  const bodySpan = docxBody(part.xml);
  if (bodySpan === null) throw new ToolError("unsupported", "this document has no body to insert text into");
  const { xml, count } = docxParagraphs(textBlocks(content), formattingFor(zip, target));
  const at = where === "start" ? bodySpan.start : bodySpan.end;
  if (count > 0) part.splice(at, at, xml);
  return { count, warnings: [] };
}

/** The formatting of new paragraphs in a part. */
export function formattingFor(
  zip: ZipPackage,
  { part, numbering, edits, track, others }: InsertTarget,
): DocxFormatting {
  const { styles } = docxParts(zip);
  return docxFormatting(
    zip,
    part,
    { styles: styles === null ? null : readPart(zip, styles), numbering, ...(others !== undefined && { others }) },
    { track, linkTo: linksFrom(zip, part, edits) },
  );
}

const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Writes links as Word does: an element that names a relation of the part. Links to the same address share one. */
function linksFrom(zip: ZipPackage, body: EditedPart, edits: PackageEdits): DocxFormatting["linkTo"] {
  return (address) => {
    const root = rootOf(body);
    const namespace = namespacesOf(zip)(relations);
    const id = edits.link({ from: body.name, relation: `${relations}/hyperlink`, address });
    const prefix = prefixFor(body.xml, root, namespace);
    return prefix === null ? ` xmlns:r="${namespace}" r:id="${id}"` : ` ${prefix}id="${id}"`;
  };
}
