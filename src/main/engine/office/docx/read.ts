import { readPart, relationsOf } from "../package/package-parts";
import { scanXml, XmlError } from "../package/scan-xml";
import { TextLimit } from "../package/text-limit";
import type { ZipPackage } from "../package/zip";
import { type OfficeParagraph, ParagraphBuilder, type ParagraphSink } from "../text/office-paragraphs";

/** The prefixes used here for the namespaces of Word documents. */
export const docxPrefixes = {
  "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
  "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
  "http://schemas.microsoft.com/office/word/2010/wordml": "w14",
  "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
  "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
  "http://purl.oclc.org/ooxml/officeDocument/relationships": "r",
};

/** Text that was deleted or moved away in tracked changes, and content that is stored twice. */
export const skippedInDocx = new Set(["w:del", "w:moveFrom", "mc:Fallback", "w:pPrChange", "w:rPrChange"]);

/**
 * The paragraphs of a Word document: the body with its text boxes, each table row as one paragraph, then footnotes and endnotes. Headers,
 * footers and comments are not read. Tracked changes are read as if accepted.
 */
export function readDocx(
  zip: ZipPackage,
  sink: ParagraphSink = { found: [], limit: new TextLimit() },
): OfficeParagraph[] {
  const { main, notes, styles } = docxParts(zip);
  const body = readPart(zip, main);
  if (body === null) throw new XmlError(`its part ${main} is missing`);
  const headings = headingStyles(styles === null ? null : readPart(zip, styles));
  scanParagraphs(body, new ParagraphBuilder(main, sink), headings, "body");
  for (const part of notes) {
    const xml = readPart(zip, part);
    if (xml === null) continue;
    scanParagraphs(xml, new ParagraphBuilder(part, sink), headings, "notes");
  }
  return sink.found;
}

/** The parts of a Word document, by purpose. */
export type DocxParts = {
  main: string;
  styles: string | null;
  numbering: string | null;
  /** Footnotes, then endnotes. */
  notes: string[];
  /** Headers, then footers. */
  margins: string[];
};

/** Finds the parts by the relations of the package, wherever they are. */
export function docxParts(zip: ZipPackage): DocxParts {
  const main = relationsOf(zip, "").find(({ type }) => type === "officeDocument")?.target ?? "word/document.xml";
  const relations = relationsOf(zip, main);
  const all = (kind: string): string[] => [
    ...new Set(relations.flatMap(({ type, target }) => (type === kind ? [target] : []))),
  ];
  return {
    main,
    styles: all("styles")[0] ?? null,
    numbering: all("numbering")[0] ?? null,
    notes: [...all("footnotes").slice(0, 1), ...all("endnotes").slice(0, 1)],
    margins: [...all("header"), ...all("footer")],
  };
}

/** Receives the paragraphs of a part while it is scanned. */
export type ParagraphListener = Pick<
  ParagraphBuilder,
  "openParagraph" | "closeParagraph" | "setKind" | "add" | "openRow" | "openCell" | "closeRow"
>;

/** Scans the text of a part of a Word document, paragraph by paragraph. */
export function scanParagraphs(
  xml: string,
  builder: ParagraphListener,
  headings: ReadonlySet<string>,
  scope: "body" | "notes",
): void {
  let silent = 0;
  let isText = false;
  scanXml(xml, docxPrefixes, {
    open(name, tag) {
      if (silent > 0 || skippedInDocx.has(name)) {
        silent++;
        return;
      }
      switch (name) {
        case "w:p":
          builder.openParagraph(scope === "notes" ? "note" : "paragraph", tag.attribute("w14:paraId"), tag.from);
          break;
        case "w:t":
          isText = true;
          break;
        case "w:tab":
          // In a paragraph's properties, the same element name defines a tab stop.
          if (tag.attribute("w:val") === null) builder.add("\t");
          break;
        case "w:br":
        case "w:cr":
          builder.add("\n");
          break;
        case "w:noBreakHyphen":
          builder.add("\u2011");
          break;
        case "w:pStyle":
          if (scope === "body" && headings.has(tag.attribute("w:val") ?? "")) builder.setKind("heading");
          break;
        case "w:outlineLvl":
          if (scope === "body" && Number(tag.attribute("w:val")) < 9) builder.setKind("heading");
          break;
        case "w:numPr":
          if (scope === "body") builder.setKind("list_item", "paragraph");
          break;
        case "w:tr":
          builder.openRow(tag.attribute("w14:paraId"), tag.from);
          break;
        case "w:tc":
          builder.openCell();
          break;
        default:
          break;
      }
    },
    close(name, _from, to) {
      if (silent > 0) silent--;
      else if (name === "w:p") builder.closeParagraph(to);
      else if (name === "w:t") isText = false;
      else if (name === "w:tr") builder.closeRow(to);
    },
    text(text) {
      if (isText && silent === 0) builder.add(text);
    },
  });
}

/** The ids of heading styles: by the names that Word uses in every language, or by outline level. */
export function headingStyles(xml: string | null): Set<string> {
  const headings = new Set(["Title", "Heading1", "Heading2", "Heading3", "Heading4", "Heading5", "Heading6"]);
  if (xml === null) return headings;
  let style = "";
  scanXml(xml, docxPrefixes, {
    open(name, tag) {
      if (name === "w:style") style = tag.attribute("w:styleId") ?? "";
      else if (style === "") return;
      else if (name === "w:name" && /^(?:heading [1-9]|title)$/i.test(tag.attribute("w:val") ?? ""))
        headings.add(style);
      else if (name === "w:outlineLvl" && Number(tag.attribute("w:val")) < 9) headings.add(style);
    },
    close(name) {
      if (name === "w:style") style = "";
    },
    text() {},
  });
  return headings;
}
