import { scanXml, type XmlTag } from "../package/scan-xml";

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

/** The events of a scan of a part, in text order. Paragraphs may nest. */
export type DocxHandler = {
  paragraph(tag: XmlTag): void;
  paragraphEnd(to: number): void;
  /** Text of the innermost paragraph, with tabs, breaks and hyphens as characters. */
  text(text: string): void;
  /** Every other element, and a break before its text. */
  open?(name: string, tag: XmlTag): void;
  close?(name: string, from: number, to: number): void;
  /** A tracked change, before its content, which is reported if the change adds it. */
  suggestion?(name: string, tag: XmlTag): void;
};

/** Scans a part of a Word document once, with tracked changes as if accepted. All that is read of Word documents comes from here. */
export function scanDocx(xml: string, handler: DocxHandler): void {
  let silent = 0;
  let isText = false;
  scanXml(xml, docxPrefixes, {
    open(name, tag) {
      if (silent === 0 && suggestions.has(name)) handler.suggestion?.(name, tag);
      if (silent > 0 || skippedInDocx.has(name)) {
        silent++;
        return;
      }
      switch (name) {
        case "w:p":
          handler.paragraph(tag);
          break;
        case "w:t":
          isText = true;
          break;
        case "w:tab":
          // In a paragraph's properties, the same element name defines a tab stop.
          if (tag.attribute("w:val") === null) handler.text("\t");
          break;
        case "w:br":
        case "w:cr":
          handler.open?.(name, tag);
          handler.text("\n");
          break;
        case "w:noBreakHyphen":
          handler.text("\u2011");
          break;
        default:
          handler.open?.(name, tag);
          break;
      }
    },
    close(name, from, to) {
      if (silent > 0) silent--;
      else if (name === "w:p") handler.paragraphEnd(to);
      else if (name === "w:t") isText = false;
      else handler.close?.(name, from, to);
    },
    text(text) {
      if (isText && silent === 0) handler.text(text);
    },
  });
}

const suggestions = new Set(["w:ins", "w:del", "w:moveFrom", "w:moveTo", "w:rPrChange", "w:pPrChange"]);
