import { elementsIn, type XmlElement } from "../package/splice-xml";
import { isoTime, type OfficeMessage } from "../text/office-comments";
import { odfPrefixes } from "./scan";

export const loextNamespace = "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0";
const metaNamespace = "urn:oasis:names:tc:opendocument:xmlns:meta:1.0";

/** What is read of annotations, the comments of OpenDocument. */
export const annotationQuery = {
  prefixes: { ...odfPrefixes, [loextNamespace]: "loext", [metaNamespace]: "meta" },
  attributes: ["office:name", "loext:resolved", "office:resolved", "loext:parent-name", "text:c"],
};

/** An annotation; the names are empty if it has none. */
export type Annotation = { name: string; parentName: string; isResolved: boolean; message: OfficeMessage };

/** Reads an annotation that was taken by `annotationQuery`. */
export function readAnnotation(element: XmlElement): Annotation {
  const { "office:name": name = "", "loext:parent-name": parentName = "" } = element.attributes;
  const { "loext:resolved": resolved, "office:resolved": later } = element.attributes;
  const field = (...names: string[]): string =>
    textOf(elementsIn(element).find((child) => names.includes(child.name))).trim();
  const lines = elementsIn(element).filter((child) => !fields.has(child.name));
  return {
    name,
    parentName,
    isResolved: (resolved ?? later) === "true",
    message: {
      author: field("dc:creator"),
      initials: field("meta:creator-initials", "loext:sender-initials"),
      at: isoTime(field("dc:date")),
      text: lines.flatMap(linesOf).join("\n"),
    },
  };
}

/** What a comment says besides its text. */
export const fields = new Set([
  "dc:creator",
  "dc:date",
  "dc:date-string",
  "meta:creator-initials",
  "loext:sender-initials",
  "meta:date-string",
]);

/** The lines of a comment: its paragraphs, also those of lists. */
function linesOf(element: XmlElement): string[] {
  if (element.name === "text:p" || element.name === "text:h") return [textOf(element)];
  return elementsIn(element).flatMap(linesOf);
}

function textOf(element: XmlElement | undefined): string {
  if (element === undefined) return "";
  return element.nodes
    .map((node) => {
      if (node.kind === "text") return node.text.replaceAll(/[ \t\r\n]+/g, " ");
      if (node.name === "text:s") return " ".repeat(Math.min(256, Number(node.attributes["text:c"] ?? 1) || 1));
      return node.name === "text:tab" ? "\t" : node.name === "text:line-break" ? "\n" : textOf(node);
    })
    .join("");
}
