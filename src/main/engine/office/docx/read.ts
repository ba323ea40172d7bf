import { readPart, relationsOf } from "../package/package-parts";
import { scanXml, XmlError } from "../package/scan-xml";
import { TextLimit } from "../package/text-limit";
import type { ZipPackage } from "../package/zip";
import { type OfficeParagraph, ParagraphBuilder, type ParagraphSink } from "../text/office-paragraphs";

/** By which prefix the namespaces of Word documents are called here. */
export const docxPrefixes = {
  "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
  "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
  "http://schemas.microsoft.com/office/word/2010/wordml": "w14",
  "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
  "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
  "http://purl.oclc.org/ooxml/officeDocument/relationships": "r",
};

/** What was deleted or moved away under change tracking, and what says something twice. */
export const skippedInDocx = new Set(["w:del", "w:moveFrom", "mc:Fallback", "w:pPrChange", "w:rPrChange"]);

/**
 * The paragraphs of a Word document: the body with its text boxes, a table row each, then footnotes and endnotes. Headers,
 * footers and comments are not read; of tracked changes the text as it would be accepted.
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

/** The parts of a Word document, by what they are for. */
export type DocxParts = {
  main: string;
  styles: string | null;
  numbering: string | null;
  /** Footnotes, then endnotes. */
  notes: string[];
  /** Headers, then footers. */
  margins: string[];
};

/** Finds the parts by the package's relations, wherever they are. */
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

/** Who hears of the paragraphs of a part while it is scanned. */
export type ParagraphListener = Pick<
  ParagraphBuilder,
  "openParagraph" | "closeParagraph" | "setKind" | "add" | "openRow" | "openCell" | "closeRow"
>;

/** Goes through the text of a part of a Word document, paragraph by paragraph. */
export function scanParagraphs(
  xml: string,
  builder: ParagraphListener,
  headings: ReadonlySet<string>,
  place: "body" | "notes",
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
          builder.openParagraph(place === "notes" ? "note" : "paragraph", tag.attribute("w14:paraId"), tag.from);
          break;
        case "w:t":
          isText = true;
          break;
        case "w:tab":
          // The same name defines a tab stop in the paragraph's properties.
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
          if (place === "body" && headings.has(tag.attribute("w:val") ?? "")) builder.setKind("heading");
          break;
        case "w:outlineLvl":
          if (place === "body" && Number(tag.attribute("w:val")) < 9) builder.setKind("heading");
          break;
        case "w:numPr":
          if (place === "body") builder.setKind("list_item", "paragraph");
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

/** The styles that are headings, by the names that Word gives them in every language, or by their outline level. */
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
