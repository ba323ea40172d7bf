import { odfPrefixes, repeatsOf, skippedInOdf } from "../odf/scan";
import { type ElementRange, elementsAt, takeElements, type XmlElement } from "../package/splice-xml";

/**
 * A piece of a paragraph's text in OpenDocument, as it is read: a run of blanks is one, and there are none at the start. `from`–`to` is its
 * source, a text or an element.
 */
export type OdtPiece = {
  text: string;
  from: number;
  to: number;
  kind: "text" | "element";
  /** Inside a field or similar, which contains only characters. */
  isPlain: boolean;
};

const attributes = [
  ...[
    "text:c",
    "text:style-name",
    "text:outline-level",
    "text:level",
    "style:name",
    "style:family",
    "style:display-name",
  ],
  ...["xlink:href", "fo:font-weight", "fo:font-style", "style:parent-style-name", "style:text-line-through-style"],
  ...["style:list-style-name", "style:default-outline-level", "table:number-columns-repeated", "style:font-name"],
  ...["table:number-rows-spanned", "table:number-columns-spanned"],
];
/** Elements in which tabs, breaks and further blanks may occur between characters. */
export const withElements = new Set(["text:p", "text:h", "text:span", "text:a", "text:meta", "text:ruby-base"]);
const paragraphs = new Set(["text:p", "text:h"]);

/** The elements of a part at these ranges, with their contents, by offset. */
export const odtElementsAt = (xml: string, ranges: readonly ElementRange[]): Map<number, XmlElement> =>
  elementsAt(xml, ranges, { prefixes: odfPrefixes, attributes });

/** All elements of a part with these names, outermost first, with their contents. */
export const odtElements = (xml: string, ...names: string[]): XmlElement[] =>
  takeElements(xml, { prefixes: odfPrefixes, attributes, take: (name) => names.includes(name) });

/** The pieces of a paragraph's own text, in order. Joined, they are the text that is read from it. */
export function odtPieces(paragraph: XmlElement): OdtPiece[] {
  const pieces: OdtPiece[] = [];
  let afterBlank = true;
  const add = (piece: OdtPiece): void => void pieces.push(piece);
  const walk = (element: XmlElement): void => {
    for (const node of element.nodes) {
      if (node.kind === "text") {
        let text = node.text.replaceAll(/[ \t\r\n]+/g, " ");
        if (afterBlank && text.startsWith(" ")) text = text.slice(1);
        if (text === "") continue;
        afterBlank = text.endsWith(" ");
        add({ text, from: node.from, to: node.to, kind: "text", isPlain: !withElements.has(element.name) });
        continue;
      }
      const { name, from, to } = node;
      if (skippedInOdf.has(name) || paragraphs.has(name)) continue;
      const sign = name === "text:s" ? " ".repeat(repeatsOf(node.attributes["text:c"] ?? null)) : signs[name];
      if (sign === undefined) {
        walk(node);
        continue;
      }
      afterBlank = sign === "\n";
      add({ text: sign, from, to, kind: "element", isPlain: false });
    }
  };
  walk(paragraph);
  return pieces;
}

const signs: Record<string, string> = { "text:tab": "\t", "text:line-break": "\n" };
