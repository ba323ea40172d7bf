import { type OfficeParagraph, ParagraphBuilder } from "./office-paragraphs";
import { readPart, relationsOf } from "./package-parts";
import { scanXml, XmlError } from "./scan-xml";
import type { ZipPackage } from "./zip";

const prefixes = {
  "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
  "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
  "http://schemas.microsoft.com/office/word/2010/wordml": "w14",
  "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
};

/** What was deleted or moved away under change tracking, and what says something twice. */
const skipped = new Set(["w:del", "w:moveFrom", "mc:Fallback", "w:pPrChange", "w:rPrChange"]);

/**
 * The paragraphs of a Word document: the body with its text boxes, a table row each, then footnotes and endnotes. Headers,
 * footers and comments are not read; of tracked changes the text as it would be accepted.
 */
export function readDocx(zip: ZipPackage): OfficeParagraph[] {
  const main = relationsOf(zip, "").find(({ type }) => type === "officeDocument")?.target ?? "word/document.xml";
  const body = readPart(zip, main);
  if (body === null) throw new XmlError(`its part ${main} is missing`);
  const relations = relationsOf(zip, main);
  const partFor = (type: string): string | null => {
    const target = relations.find((each) => each.type === type)?.target;
    return target === undefined ? null : readPart(zip, target);
  };
  const headings = headingStyles(partFor("styles"));
  const found = scanParagraphs(body, headings, "body");
  for (const type of ["footnotes", "endnotes"]) {
    const notes = partFor(type);
    if (notes !== null) found.push(...scanParagraphs(notes, headings, "notes"));
  }
  return found;
}

function scanParagraphs(xml: string, headings: ReadonlySet<string>, place: "body" | "notes"): OfficeParagraph[] {
  const builder = new ParagraphBuilder();
  let silent = 0;
  let isText = false;
  scanXml(xml, prefixes, {
    open(name, tag) {
      if (silent > 0 || skipped.has(name)) {
        silent++;
        return;
      }
      switch (name) {
        case "w:p":
          builder.openParagraph(place === "notes" ? "note" : "paragraph", tag.attribute("w14:paraId"));
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
          builder.openRow(tag.attribute("w14:paraId"));
          break;
        case "w:tc":
          builder.openCell();
          break;
        default:
          break;
      }
    },
    close(name) {
      if (silent > 0) silent--;
      else if (name === "w:p") builder.closeParagraph();
      else if (name === "w:t") isText = false;
      else if (name === "w:tr") builder.closeRow();
    },
    text(text) {
      if (isText && silent === 0) builder.add(text);
    },
  });
  return builder.found;
}

/** The styles that are headings, by the names that Word gives them in every language, or by their outline level. */
function headingStyles(xml: string | null): Set<string> {
  const headings = new Set(["Title", "Heading1", "Heading2", "Heading3", "Heading4", "Heading5", "Heading6"]);
  if (xml === null) return headings;
  let style = "";
  scanXml(xml, prefixes, {
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
