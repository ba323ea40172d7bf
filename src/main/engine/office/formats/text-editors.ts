import { docxBlocks } from "../docx/blocks";
import { createDocx } from "../docx/create";
import { editDocx } from "../docx/edit";
import { docxMargins, docxTrackedWarning } from "../docx/inspect";
import { docxParts, readDocx } from "../docx/read";
import { readOdf } from "../odf/read";
import { odfTrackedWarning } from "../odf/tracked-changes";
import { odtBlocks } from "../odt/blocks";
import { createOdt } from "../odt/create";
import { editOdt } from "../odt/edit";
import { odtMargins } from "../odt/inspect";
import { odfProperties, ooxmlProperties } from "../package/package-properties";
import type { ZipPackage } from "../package/zip";
import type { OfficeContent, OfficeEditor } from "../text/office-format";
import { type OfficeParagraph, withText } from "../text/office-paragraphs";
import { readParagraphs } from "../text/read-paragraphs";

/** Word documents. */
export const docxEditor: OfficeEditor = {
  read: (zip, shared) =>
    withWarning(
      readParagraphs((sink) => readDocx(zip, sink), shared),
      docxTrackedWarning(zip),
    ),
  edit: editDocx,
  inspect(zip) {
    const { main, notes, margins } = docxParts(zip);
    const xml = zip.read(main)?.toString("utf8") ?? "";
    const suggestions = (xml.match(/<(?:\w+:)?(?:ins|del) [^>]*author=/g) ?? []).length;
    return {
      counts: { ...countsOf(readDocx(zip)), tables: occurrences(xml, "tbl"), images: imagesIn(zip), suggestions },
      properties: ooxmlProperties(zip),
      headers_and_footers: margins.length,
      notes: notes.length,
      ...docxMargins(zip),
    };
  },
  blocks: docxBlocks,
  create: createDocx,
};

/** OpenDocument texts. */
export const odtEditor: OfficeEditor = {
  read: (zip, shared) =>
    withWarning(
      readParagraphs((sink) => readOdf(zip, sink), shared),
      odfTrackedWarning(zip),
    ),
  edit: editOdt,
  inspect(zip) {
    const xml = zip.read("content.xml")?.toString("utf8") ?? "";
    return {
      counts: { ...countsOf(readOdf(zip)), tables: occurrences(xml, "table"), images: imagesIn(zip) },
      properties: odfProperties(zip),
      ...odtMargins(zip),
    };
  },
  blocks(zip) {
    // Throws if the text is too long, before any of it is exported.
    readOdf(zip);
    return odtBlocks(zip);
  },
  create: createOdt,
};

const withWarning = (content: OfficeContent, warning: string | null): OfficeContent =>
  warning === null ? content : { ...content, warnings: [...content.warnings, warning] };

function countsOf(found: readonly OfficeParagraph[]): Record<string, number> {
  const paragraphs = withText(found);
  const headings = paragraphs.filter(({ kind }) => kind === "heading").length;
  const characters = paragraphs.reduce((sum, { text }) => sum + text.trim().length, 0);
  return { paragraphs: paragraphs.length, headings, characters };
}

const occurrences = (xml: string, name: string): number =>
  (xml.match(new RegExp(`<(?:[\\w.-]+:)?${name}[\\s>/]`, "g")) ?? []).length;

const imagesIn = ({ names }: ZipPackage): number =>
  names.filter((name) => /\.(?:png|jpe?g|gif|bmp|tiff?|svg|emf|wmf|webp)$/i.test(name) && !/thumbnail/i.test(name))
    .length;
