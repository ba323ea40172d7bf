import { escapedAttribute, escapedText } from "../../../../core/text/escape-xml";
import { ToolError } from "../../ports/tool-error";
import { prefixFor, rootOf } from "../package/package-edit";
import { type EditedPart, elementsIn, prefixOf, type XmlElement } from "../package/splice-xml";
import type { OfficeMessage } from "../text/office-comments";
import { fields, loextNamespace } from "./annotations";
import { odtText } from "./text-xml";

const dcNamespace = "http://purl.org/dc/elements/1.1/";
const textNamespace = "urn:oasis:names:tc:opendocument:xmlns:text:1.0";
const officeNamespace = "urn:oasis:names:tc:opendocument:xmlns:office:1.0";

/** The prefixes of a part, with their colons; null for those that it does not declare. */
export type AnnotationPrefixes = { office: string; text: string; dc: string | null; loext: string | null };

/** The prefixes that a part declares. Throws if it does not declare those of texts. */
export function prefixesOf(content: EditedPart): AnnotationPrefixes {
  const root = rootOf(content);
  const of = (namespace: string) => prefixFor(content.xml, root, namespace);
  const [office, text] = [of(officeNamespace), of(textNamespace)];
  if (office === null || text === null)
    throw new ToolError(
      "unsupported",
      "this document is written in an unusual way, and its comments cannot be changed",
      {
        hint: "Open and save it in an office program, then try again.",
      },
    );
  return { office, text, dc: of(dcNamespace), loext: of(loextNamespace) };
}

/** An annotation. It needs a name only if something refers to it. */
export function annotationXml(
  { office, text, dc, loext }: AnnotationPrefixes,
  { name, parent, isResolved }: { name: string; parent: string | null; isResolved: boolean },
  { author, initials, at, text: words }: OfficeMessage,
): string {
  const own = loext ?? "loext:";
  const called = name === "" ? "" : ` ${office}name="${escapedAttribute(name)}"`;
  const named = `${called}${declared(loext, "loext", loextNamespace)}${declared(dc, "dc", dcNamespace)}`;
  const answers = parent === null ? "" : ` ${own}parent-name="${escapedAttribute(parent)}"`;
  const dublin = dc ?? "dc:";
  const by = [
    `<${dublin}creator>${escapedText(author)}</${dublin}creator>`,
    at === "" ? "" : `<${dublin}date>${localTime(at)}</${dublin}date>`,
    initials === "" ? "" : `<${own}sender-initials>${escapedText(initials)}</${own}sender-initials>`,
  ].join("");
  const inside = `${by}${paragraphs(text, words)}`;
  return `<${office}annotation${named} ${own}resolved="${isResolved}"${answers}>${inside}</${office}annotation>`;
}

const declared = (prefix: string | null, usual: string, namespace: string): string =>
  prefix === null ? ` xmlns:${usual}="${namespace}"` : "";

/** The lines of a message as paragraphs. */
export const paragraphs = (prefix: string, text: string): string =>
  text
    .split("\n")
    .map((line) => `<${prefix}p>${odtText(prefix, line)}</${prefix}p>`)
    .join("");

/** Replaces the text of an annotation. */
export function setText(
  part: EditedPart,
  { text: prefix }: AnnotationPrefixes,
  element: XmlElement,
  text: string,
): void {
  const lines = elementsIn(element).filter(({ name }) => !fields.has(name));
  const [from, to] = [lines[0]?.from ?? element.insideTo, lines.at(-1)?.to ?? element.insideTo];
  if (element.isEmpty) throw new ToolError("unsupported", "this comment is empty, and cannot be changed");
  part.splice(from, to, paragraphs(prefix, text));
}

/** Marks an annotation as resolved or open. */
export function setResolved(content: EditedPart, element: XmlElement, isResolved: boolean): void {
  const tag = content.xml.slice(element.from, element.insideFrom);
  const written = /\s([\w.-]+:)resolved\s*=\s*(?:"[^"]*"|'[^']*')/.exec(tag);
  if (written !== null) {
    const at = element.from + written.index;
    content.splice(at, at + written[0].length, ` ${written[1]}resolved="${isResolved}"`);
    return;
  }
  const loext = prefixFor(content.xml, rootOf(content), loextNamespace);
  const at = element.from + 1 + `${prefixOf(content.xml, element)}annotation`.length;
  content.splice(at, at, `${declared(loext, "loext", loextNamespace)} ${loext ?? "loext:"}resolved="${isResolved}"`);
}

/** OpenDocument's times have no zone: they are local. */
function localTime(at: string): string {
  const time = new Date(at);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().replace("Z", "000000");
}
