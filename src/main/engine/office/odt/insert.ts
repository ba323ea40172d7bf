import { escapedAttribute } from "../../../../core/text/escape-xml";
import { ToolError } from "../../ports/tool-error";
import { readOdf } from "../odf/read";
import { odfPrefixes } from "../odf/scan";
import type { ElementFrame } from "../package/element-context";
import { readPart } from "../package/package-parts";
import { scanXml } from "../package/scan-xml";
import { type EditedPart, elementsIn, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import { textBlocks } from "../text/text-blocks";
import { type OdtFormatting, odtParagraphs } from "./paragraphs";
import { odtElements, odtElementsAt } from "./pieces";
import { BlockSuggestions } from "./suggest-blocks";
import type { OdtTracking } from "./tracking";

const oasis = "urn:oasis:names:tc:opendocument:xmlns:";
/** Declarations at the start of `office:text`, which must stay before the text. */
const declarations = new Set([
  ...["office:forms", "text:tracked-changes", "text:variable-decls", "text:sequence-decls", "text:user-field-decls"],
  ...["text:dde-connection-decls", "text:alphabetical-index-auto-mark-file"],
]);

/**
 * Inserts Markdown text at the start or the end of an OpenDocument text, with the formatting of the existing text. Returns the number of
 * paragraphs.
 */
export function insertOdtBlocks(
  zip: ZipPackage,
  { part, tracking }: { part: EditedPart; tracking: OdtTracking | null },
  content: string,
  where: "start" | "end",
): number {
  const positions = insertPointsIn(part.xml);
  if (positions === null) throw new ToolError("unsupported", "this document has no body to insert text into");
  const { xml, styles, count } = odtParagraphs(textBlocks(content), odtFormatting(zip, part));
  if (count === 0) return 0;
  const at = where === "start" ? positions.start : positions.end;
  const [body] = tracking === null ? [] : odtElements(part.xml, "office:text");
  if (tracking === null || body === undefined) part.splice(at, at, xml);
  else {
    const suggestions = new BlockSuggestions(tracking, new Set());
    suggestions.insert({ at, xml, holder: frameOf(body) });
    suggestions.finish();
  }
  addStyles(part, styles);
  return count;
}

/** An element with its direct children. */
function frameOf(element: XmlElement): ElementFrame {
  const { name, from, to, insideFrom, insideTo } = element;
  const children = elementsIn(element).map((child) => ({ ...child, children: [] }));
  return { name, from, to, insideFrom, insideTo, children };
}

/** The formatting of new paragraphs of an OpenDocument text. */
export function odtFormatting(zip: ZipPackage, part: EditedPart): OdtFormatting {
  const names = new Set([...stylesIn(part.xml), ...stylesIn(readPart(zip, "styles.xml") ?? "")]);
  const prefixes = prefixesIn(part.xml);
  return {
    text: prefixes["text:1.0"] ?? "text:",
    table: prefixes["table:1.0"] ?? null,
    headingStyle: (level) => (names.has(`Heading_20_${level}`) ? `Heading_20_${level}` : null),
    plainStyle: usualStyle(zip, part),
    freeName: (wanted) => {
      let name = wanted;
      for (let count = 2; names.has(name); count++) name = `${wanted}${count}`;
      names.add(name);
      return name;
    },
    style: prefixes["style:1.0"] ?? null,
    fo: prefixes["xsl-fo-compatible:1.0"] ?? null,
    xlink: prefixes["xlink"] ?? null,
  };
}

/** Adds the automatic styles of new paragraphs, if the part has a place for them. */
export function addStyles(part: EditedPart, styles: string): void {
  const at = styles === "" ? null : (insertPointsIn(part.xml)?.styles ?? null);
  if (at !== null) part.splice(at, at, styles);
}

type InsertPoints = { start: number; end: number; styles: number | null };

function insertPointsIn(xml: string): InsertPoints | null {
  let depth = 0;
  let text: { depth: number; to: number } | null = null;
  let start = -1;
  let end = -1;
  let styles: number | null = null;
  let isDeclaration = false;
  scanXml(xml, odfPrefixes, {
    open(name, tag) {
      depth++;
      if (name === "office:text" && text === null && xml.charCodeAt(tag.to - 2) !== 0x2f) {
        text = { depth, to: tag.to };
        start = tag.to;
      } else if (text !== null && depth === text.depth + 1) isDeclaration = start >= 0 && declarations.has(name);
    },
    close(name, from, to) {
      if (name === "office:automatic-styles" && from < to) styles = from;
      if (text !== null && depth === text.depth) end = from;
      // After the last of the leading declarations.
      else if (text !== null && depth === text.depth + 1 && isDeclaration && declarations.has(name)) start = to;
      depth--;
    },
    text() {},
  });
  return text === null || end < 0 ? null : { start, end, styles };
}

function stylesIn(xml: string): string[] {
  const names: string[] = [];
  if (xml === "") return names;
  scanXml(xml, odfPrefixes, {
    open(name, tag) {
      if (name === "style:style" || name === "text:list-style") names.push(tag.attribute("style:name") ?? "");
    },
    close() {},
    text() {},
  });
  return names;
}

/** The part's prefixes for the namespaces that new paragraphs need, with the colon; undeclared ones are missing. */
function prefixesIn(xml: string): Record<string, string> {
  const found: Record<string, string> = {};
  const root = /<(?![?!])[^>]*>/.exec(xml)?.[0] ?? "";
  for (const [, prefix = "", double, single] of root.matchAll(/\sxmlns:([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const space = double ?? single ?? "";
    if (space.startsWith(oasis)) found[space.slice(oasis.length)] = `${prefix}:`;
    if (space === "http://www.w3.org/1999/xlink") found["xlink"] = `${prefix}:`;
  }
  return found;
}

/** The most common style of ordinary paragraphs; the last one wins a tie. */
function usualStyle(zip: ZipPackage, { xml }: EditedPart): string {
  const samples = readOdf(zip)
    .flatMap(({ kind, at, text }) => (kind === "paragraph" && text.trim() !== "" && at !== undefined ? [at] : []))
    .slice(-200);
  const counts = new Map<string, number>();
  let best = "Standard";
  for (const element of odtElementsAt(xml, samples).values()) {
    const style = element.attributes["text:style-name"] ?? "Standard";
    counts.set(style, (counts.get(style) ?? 0) + 1);
    if ((counts.get(style) ?? 0) >= (counts.get(best) ?? 0)) best = style;
  }
  return escapedAttribute(best);
}
