import { scanXml } from "../package/scan-xml";
import { type EditedPart, elementsIn, prefixOf, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { DocxFormatting } from "./paragraphs";
import { docxElementsAt } from "./pieces";
import { readDocx } from "./read";
import { docxPrefixes } from "./scan";

/** The paragraph properties that a new paragraph copies from an ordinary one. */
const keptProperties = new Set([
  ...["w:pStyle", "w:widowControl", "w:suppressAutoHyphens", "w:bidi", "w:spacing", "w:ind", "w:contextualSpacing"],
  ...["w:jc", "w:textAlignment"],
]);
const droppedRunProperties = new Set(["w:rPrChange", "w:ins", "w:del", "w:b", "w:i", "w:u", "w:strike", "w:highlight"]);
/** How many ordinary paragraphs are compared to find the most common formatting. */
const MAX_SAMPLES = 200;

/** The parts beside the text that new paragraphs may need. */
export type FormattingParts = {
  styles: string | null;
  numbering: EditedPart | null;
  /** Other parts with paragraphs, whose ids are not given again. */
  others?: readonly string[];
};

/** The formatting for new paragraphs that matches the document's own. Numbered lists are added to its numbering part. */
export function docxFormatting(
  zip: ZipPackage,
  body: EditedPart,
  parts: FormattingParts,
  { track, linkTo }: Pick<DocxFormatting, "track" | "linkTo">,
): DocxFormatting {
  const prefix = prefixOf(body.xml, { from: body.xml.search(/<[A-Za-z]/) });
  const styles = stylesIn(parts.styles);
  const lists = listsIn(parts.numbering?.xml ?? null);
  let lastNumber = Math.max(0, ...lists.map(({ number }) => number));
  const ordered = lists.find(({ format }) => format === "decimal");
  return {
    prefix,
    headingStyle: (level) => styles.find(({ name }) => name === `heading ${level}`)?.id ?? null,
    bullets: lists.find(({ format }) => format === "bullet")?.number ?? null,
    newNumbers() {
      const { numbering } = parts;
      if (ordered === undefined || numbering === null) return null;
      const end = lists.reduce((last, { to }) => Math.max(last, to), 0);
      lastNumber++;
      const own = prefixOf(numbering.xml, { from: ordered.from });
      const levels = Array.from(
        { length: 9 },
        (_, level) =>
          `<${own}lvlOverride ${own}ilvl="${level}"><${own}startOverride ${own}val="1"/></${own}lvlOverride>`,
      );
      numbering.splice(
        end,
        end,
        `<${own}num ${own}numId="${lastNumber}"><${own}abstractNumId ${own}val="${ordered.abstract}"/>${levels.join("")}</${own}num>`,
      );
      return lastNumber;
    },
    tableStyle: styles.find(({ name }) => name === "table grid")?.id ?? null,
    ...ordinary(zip, body),
    paragraphName: paragraphNames(body.xml, parts.others ?? []),
    track,
    linkTo,
  };
}

function stylesIn(xml: string | null): { id: string; name: string }[] {
  if (xml === null) return [];
  const styles: { id: string; name: string }[] = [];
  let id = "";
  scanXml(xml, docxPrefixes, {
    open(name, tag) {
      if (name === "w:style") id = tag.attribute("w:styleId") ?? "";
      else if (name === "w:name" && id !== "") styles.push({ id, name: (tag.attribute("w:val") ?? "").toLowerCase() });
    },
    close(name) {
      if (name === "w:style") id = "";
    },
    text() {},
  });
  return styles;
}

type List = { number: number; abstract: string; format: string; from: number; to: number };

/** The lists of the numbering part, with the number format of their first level. */
function listsIn(xml: string | null): List[] {
  if (xml === null) return [];
  const formats = new Map<string, string>();
  const lists: List[] = [];
  let abstract = "";
  let level = "";
  scanXml(xml, docxPrefixes, {
    open(name, tag) {
      if (name === "w:abstractNum") abstract = tag.attribute("w:abstractNumId") ?? "";
      else if (name === "w:lvl") level = tag.attribute("w:ilvl") ?? "";
      else if (name === "w:numFmt" && level === "0" && abstract !== "")
        formats.set(abstract, tag.attribute("w:val") ?? "");
      else if (name === "w:num") {
        const number = Number(tag.attribute("w:numId"));
        lists.push({ number, abstract: "", format: "", from: tag.from, to: tag.to });
      } else if (name === "w:abstractNumId") {
        const list = lists.at(-1);
        if (list !== undefined) list.abstract = tag.attribute("w:val") ?? "";
      }
    },
    close(name, _from, to) {
      if (name === "w:abstractNum") abstract = "";
      const list = lists.at(-1);
      if (name === "w:num" && list !== undefined) list.to = to;
    },
    text() {},
  });
  return lists.map((list) => ({ ...list, format: formats.get(list.abstract) ?? "" }));
}

/** The most common formatting of ordinary paragraphs; the last one wins a tie. */
function ordinary(
  zip: ZipPackage,
  { name, xml }: EditedPart,
): Pick<DocxFormatting, "paragraphProperties" | "runProperties"> {
  const samples = readDocx(zip)
    .flatMap(({ kind, at, text }) => (kind === "paragraph" && text.trim() !== "" && at?.part === name ? [at] : []))
    .slice(-MAX_SAMPLES);
  const variants = new Map<string, { count: number; paragraphProperties: string; runProperties: string }>();
  for (const element of docxElementsAt(xml, samples).values()) {
    const variant = propertiesOf(xml, element);
    const key = JSON.stringify(variant);
    variants.set(key, { ...variant, count: (variants.get(key)?.count ?? 0) + 1 });
  }
  let best = { count: 0, paragraphProperties: "", runProperties: "" };
  for (const variant of variants.values()) if (variant.count >= best.count) best = variant;
  return { paragraphProperties: best.paragraphProperties, runProperties: best.runProperties };
}

function propertiesOf(xml: string, paragraph: XmlElement) {
  const written = ({ from, to }: XmlElement): string => xml.slice(from, to);
  const properties = elementsIn(paragraph, "w:pPr").flatMap((each) => elementsIn(each));
  const runs = elementsIn(paragraph, "w:r").map((run) =>
    elementsIn(run, "w:rPr")
      .flatMap((each) => elementsIn(each))
      .filter(({ name }) => !droppedRunProperties.has(name))
      .map(written)
      .join(""),
  );
  return {
    paragraphProperties: properties
      .filter(({ name }) => keptProperties.has(name))
      .map(written)
      .join(""),
    runProperties: runs.every((run) => run === runs[0]) ? (runs[0] ?? "") : "",
  };
}

/** Gives new paragraphs ids if the others have them, so that a comment or another program can refer to them. */
function paragraphNames(xml: string, others: readonly string[]): () => string {
  const prefix = /\sxmlns:([\w.-]+)=["']http:\/\/schemas\.microsoft\.com\/office\/word\/2010\/wordml["']/.exec(
    xml.slice(0, 20_000),
  )?.[1];
  if (prefix === undefined) return () => "";
  const used = new Set([...xml.matchAll(/paraId="([0-9A-Fa-f]{8})"/g)].map(([, id = ""]) => Number.parseInt(id, 16)));
  if (used.size === 0) return () => "";
  for (const other of others)
    for (const [, id = ""] of other.matchAll(/paraId="([0-9A-Fa-f]{8})"/g)) used.add(Number.parseInt(id, 16));
  let last = 0x10000000;
  return () => {
    do last++;
    while (used.has(last));
    return ` ${prefix}:paraId="${last.toString(16).toUpperCase().padStart(8, "0")}"`;
  };
}

/** The range of the body of a Word document; the properties of its last section come after the end. */
export function docxBody(xml: string): { start: number; end: number } | null {
  let depth = 0;
  let body: { depth: number; start: number } | null = null;
  let end = -1;
  let section = -1;
  scanXml(xml, docxPrefixes, {
    open(name, tag) {
      depth++;
      if (name === "w:body" && body === null) body = { depth, start: tag.to };
      else if (body !== null && depth === body.depth + 1) section = name === "w:sectPr" ? tag.from : -1;
    },
    close(name, from) {
      if (name === "w:body" && depth === body?.depth) end = from;
      depth--;
    },
    text() {},
  });
  const found = body as { depth: number; start: number } | null;
  if (found === null || end < found.start || xml.charCodeAt(found.start - 2) === 0x2f) return null;
  return { start: found.start, end: section >= 0 ? section : end };
}
