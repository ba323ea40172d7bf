import { escapedAttribute } from "../../../../core/text/escape-xml";
import { readPart } from "../package/package-parts";
import { elementsIn, prefixOf, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { TextBlock } from "../text/text-blocks";
import type { DocxFormatting } from "./paragraphs";
import { docxParts } from "./read";
import { docxStyles } from "./styles";

const notCopied = new Set(["w:sectPr", "w:rPr", "w:pPrChange", "w:pageBreakBefore", "w:framePr"]);
const notCopiedInRuns = new Set(["w:rPrChange", "w:ins", "w:del", "w:moveFrom", "w:moveTo"]);

/**
 * How what is inserted beside a paragraph differs from ordinary formatting: list items beside a list item are items of its list, and in notes and text
 * boxes, new text looks like the text there.
 */
export function formattingBeside(
  zip: ZipPackage,
  { part, element, story }: { part: { xml: string }; element: XmlElement; story: { name: string } },
  blocks: readonly TextBlock[],
): Partial<DocxFormatting> {
  const { xml } = part;
  const properties = elementsIn(element, "w:pPr")
    .flatMap((each) => elementsIn(each))
    .filter(({ name }) => !notCopied.has(name));
  const written = (all: readonly XmlElement[]): string => all.map(({ from, to }) => xml.slice(from, to)).join("");
  const run = elementsIn(element, "w:r").find((each) => elementsIn(each, "w:t").length > 0);
  const runProperties = written(
    (run === undefined ? [] : elementsIn(run, "w:rPr"))
      .flatMap((each) => elementsIn(each))
      .filter(({ name }) => !notCopiedInRuns.has(name)),
  );
  const like: Partial<DocxFormatting> =
    story.name === "w:body" ? {} : { paragraphProperties: written(properties), runProperties };
  if (!blocks.some((each) => each.kind === "item")) return like;
  const list = listOf(zip, properties);
  if (list === null) return like;
  return {
    ...like,
    itemProperties(deeper) {
      if (deeper === 0) return written(properties);
      const prefix = prefixOf(xml, element);
      const value = `${prefix === "" ? "w:" : prefix}val`;
      const style = list.styleAt(deeper);
      const numbering =
        style === null
          ? `<${prefix}numPr><${prefix}ilvl ${value}="${Math.min(8, list.level + deeper)}"/><${prefix}numId ${value}="${escapedAttribute(list.number)}"/></${prefix}numPr>`
          : "";
      // Without the indents of the level above. The style comes first, then numbering follows what keeps paragraphs together.
      const own = properties.filter(({ name }) => name !== "w:ind" && name !== "w:numPr" && name !== "w:pStyle");
      const named =
        style === null
          ? written(properties.filter(({ name }) => name === "w:pStyle"))
          : `<${prefix}pStyle ${value}="${escapedAttribute(style)}"/>`;
      const [head, tail] = [
        own.filter(({ name }) => beforeNumbering.has(name)),
        own.filter(({ name }) => !beforeNumbering.has(name)),
      ];
      return `${named}${written(head)}${numbering}${written(tail)}`;
    },
  };
}

const beforeNumbering = new Set(["w:keepNext", "w:keepLines", "w:widowControl"]);

/** The list of a paragraph with these properties, of its own or of its style; null without one. */
function listOf(
  zip: ZipPackage,
  properties: readonly XmlElement[],
): { number: string; level: number; styleAt(deeper: number): string | null } | null {
  const { styles: part } = docxParts(zip);
  const styles = docxStyles(part === null ? null : readPart(zip, part));
  const attributeOf = (element: XmlElement | undefined): string | undefined => element?.attributes["w:val"];
  const style = attributeOf(properties.find(({ name }) => name === "w:pStyle")) ?? "";
  const [numbering] = properties.filter(({ name }) => name === "w:numPr");
  const inside = (name: string): string | undefined => attributeOf(numbering && elementsIn(numbering, name)[0]);
  const ofStyle = styles.all.get(style)?.list ?? null;
  const number = inside("w:numId") ?? ofStyle?.number;
  if (number === undefined || number === "" || number === "0") return null;
  // Word's own styles for lists have a number for each level: `List Bullet 2`.
  const [, base = "", count] = /^(.*?)(?: (\d))?$/.exec(styles.names.get(style) ?? "") ?? [];
  const isNamed = numbering === undefined && base !== "";
  return {
    number,
    level: Number(inside("w:ilvl") ?? ofStyle?.level ?? 0) || 0,
    styleAt(deeper) {
      const wanted = `${base} ${Number(count ?? 1) + deeper}`;
      return isNamed ? ([...styles.names].find(([, name]) => name === wanted)?.[0] ?? null) : null;
    },
  };
}
