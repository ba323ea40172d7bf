import { type ElementRange, elementsAt, elementsIn, takeElements, type XmlElement } from "../package/splice-xml";
import { docxPrefixes, skippedInDocx } from "./scan";

/** A piece of a paragraph's text in Word: one `w:t`, tab, break or hyphen of a run. */
export type DocxPiece = { text: string; element: XmlElement; run: XmlElement };

const attributes = ["w:val", "w:author", "w:id", "w:fill", "r:id", "w:type", "w:instr"];

/** The elements of a part at these ranges, with their contents, by offset. */
export const docxElementsAt = (xml: string, ranges: readonly ElementRange[]): Map<number, XmlElement> =>
  elementsAt(xml, ranges, { prefixes: docxPrefixes, attributes });

/** All elements of a part with these names, outermost first, with their contents. */
export const docxElements = (xml: string, ...names: string[]): XmlElement[] =>
  takeElements(xml, { prefixes: docxPrefixes, attributes, take: (name) => names.includes(name) });

/** The pieces of a paragraph's own text, in order. Joined, they are the text that is read from it. */
export function docxPieces(paragraph: XmlElement): DocxPiece[] {
  const pieces: DocxPiece[] = [];
  const walk = (element: XmlElement, run: XmlElement | null): void => {
    for (const child of elementsIn(element)) {
      if (skippedInDocx.has(child.name) || child.name === "w:p" || child.name === "w:pPr" || child.name === "w:rPr")
        continue;
      const text = run === null ? null : pieceText(child);
      if (text === null || run === null) walk(child, child.name === "w:r" ? child : run);
      else if (text !== "") pieces.push({ text, element: child, run });
    }
  };
  walk(paragraph, null);
  return pieces;
}

/** The text of an element of a run; null if it is not text. */
function pieceText(element: XmlElement): string | null {
  switch (element.name) {
    case "w:t":
      return element.nodes.map((node) => (node.kind === "text" ? node.text : "")).join("");
    case "w:tab":
      return element.attributes["w:val"] === undefined ? "\t" : "";
    case "w:br":
    case "w:cr":
      return "\n";
    case "w:noBreakHyphen":
      return "\u2011";
    default:
      return null;
  }
}
