import { escapedAttribute } from "../../../../core/text/escape-xml";
import type { TextBlock, TextRun } from "../text/office-format";
import { signature, suggestion, type Tracking, textElements } from "./write-text";

/** The formatting and numbering of new paragraphs in one document. */
export type DocxFormatting = {
  /** The document's prefix for Word's main namespace, with the colon. */
  prefix: string;
  /** The id of the style for headings of this level; null if the document has none. */
  headingStyle(level: number): string | null;
  /** Numbering ids: one for bullets, and a new one for each numbered list; null if the document has no such list. */
  bullets: number | null;
  newNumbers(): number | null;
  tableStyle: string | null;
  /** The properties of ordinary paragraphs and of their runs, as XML. */
  paragraphProperties: string;
  runProperties: string;
  /** An attribute with a new paragraph's id, or an empty string. */
  paragraphName(): string;
  track: Tracking | null;
  /** The attributes of a link to an address outside: the id of a relation, which is added where the document has none. */
  linkTo(address: string): string;
  /** The properties of list items beside one of the document, as XML, by how much deeper they are; absent elsewhere. */
  itemProperties?: (deeper: number) => string;
  /** A paragraph of the document follows, so none is added after a table. */
  isBeforeParagraph?: boolean;
};

/** The XML of Word paragraphs and tables for these blocks; `count` is the number of paragraphs. */
export function docxParagraphs(
  blocks: readonly TextBlock[],
  formatting: DocxFormatting,
): { xml: string; count: number } {
  const written: string[] = [];
  let count = 0;
  let numbers: number | null = null;
  let counters: number[] = [];
  let isOrdered = false;
  for (const [index, block] of blocks.entries()) {
    if (block.kind !== "item") {
      numbers = null;
      counters = [];
    }
    switch (block.kind) {
      case "heading": {
        const style = formatting.headingStyle(block.level);
        const [properties, runs] =
          style === null ? plainHeading(formatting, block.level) : [styled(formatting, style), ""];
        written.push(paragraph(formatting, properties, formattedRuns(formatting, block.runs, runs)));
        break;
      }
      case "paragraph":
        written.push(
          paragraph(
            formatting,
            formatting.paragraphProperties,
            formattedRuns(formatting, block.runs, formatting.runProperties),
          ),
        );
        break;
      case "item": {
        if (block.level === 0 && block.ordered !== isOrdered) {
          // A change between bullets and numbers starts another list.
          numbers = null;
          counters = [];
          isOrdered = block.ordered;
        }
        counters = counters.slice(0, block.level + 1);
        counters[block.level] = (counters[block.level] ?? 0) + 1;
        if (formatting.itemProperties !== undefined) {
          const properties = formatting.itemProperties(block.level);
          written.push(
            paragraph(formatting, properties, formattedRuns(formatting, block.runs, formatting.runProperties)),
          );
          break;
        }
        if (block.ordered) numbers ??= formatting.newNumbers();
        const list = block.ordered ? numbers : formatting.bullets;
        written.push(item(formatting, block, { list, number: counters[block.level] ?? 1 }));
        break;
      }
      case "code":
        written.push(paragraph(formatting, "", formattedRuns(formatting, [{ text: block.text, code: true }], "")));
        break;
      case "rule":
        written.push(
          paragraph(
            formatting,
            inP(formatting, `<pBdr><bottom val="single" sz="6" space="1" color="auto"/></pBdr>`),
            "",
          ),
        );
        break;
      case "table":
        written.push(table(formatting, block.rows));
        count += block.rows.length - 1;
        // Word requires a paragraph between a table and the next one, and at the end.
        if (blocks[index + 1]?.kind === "table" || (blocks[index + 1] === undefined && !formatting.isBeforeParagraph))
          written.push(paragraph(formatting, "", ""));
        break;
    }
    count++;
  }
  return { xml: written.join(""), count };
}

/** Adds the document's prefix to elements and attributes without one. */
const inP = ({ prefix }: Pick<DocxFormatting, "prefix">, xml: string): string =>
  xml.replace(/<(\/?)(\w+)((?: \w+="[^"]*")*)/g, (_, slash: string, name: string, attributes: string) => {
    const named = attributes.replace(
      / (\w+)=/g,
      (_whole, attribute: string) => ` ${attributePrefix(prefix)}${attribute}=`,
    );
    return `<${slash}${prefix}${name}${named}`;
  });

/** Attributes have no default namespace. */
const attributePrefix = (prefix: string): string => (prefix === "" ? "w:" : prefix);

const styled = (formatting: DocxFormatting, style: string): string =>
  inP(formatting, `<pStyle val="${escapedAttribute(style)}"/>`);

function plainHeading(formatting: DocxFormatting, level: number): [paragraph: string, run: string] {
  const size = [36, 32, 28, 26, 24, 22][level - 1] ?? 22;
  return [
    inP(formatting, `<keepNext/><spacing before="240" after="120"/><outlineLvl val="${level - 1}"/>`),
    inP(formatting, `<b/><sz val="${size}"/><szCs val="${size}"/>`),
  ];
}

type Item = Extract<TextBlock, { kind: "item" }>;

function item(
  formatting: DocxFormatting,
  block: Item,
  { list, number }: { list: number | null; number: number },
): string {
  const level = Math.min(block.level, 8);
  if (list !== null) {
    const numbered = inP(formatting, `<numPr><ilvl val="${level}"/><numId val="${list}"/></numPr>`);
    return paragraph(formatting, numbered, formattedRuns(formatting, block.runs, formatting.runProperties));
  }
  const left = 360 * (level + 2);
  const mark = block.ordered ? `${number}.\t` : "•\t";
  const runs = [{ text: mark }, ...block.runs];
  return paragraph(
    formatting,
    inP(formatting, `<ind left="${left}" hanging="360"/>`),
    formattedRuns(formatting, runs, formatting.runProperties),
  );
}

function paragraph(formatting: DocxFormatting, properties: string, runs: string): string {
  const { prefix, track } = formatting;
  // The paragraph mark is part of the suggestion.
  const mark = track === null ? "" : `<${prefix}rPr><${prefix}ins${signature(prefix, track)}/></${prefix}rPr>`;
  const inside = `${withoutMark(properties, prefix, track)}${mark}`;
  const whole = inside === "" ? "" : `<${prefix}pPr>${inside}</${prefix}pPr>`;
  return `<${prefix}p${formatting.paragraphName()}>${whole}${runs}</${prefix}p>`;
}

/** Removes the run properties of the paragraph mark if a suggestion brings its own: a mark may have only one set. */
const withoutMark = (properties: string, prefix: string, track: Tracking | null): string =>
  track === null ? properties : properties.replace(new RegExp(`<${prefix}rPr>.*?</${prefix}rPr>`, "s"), "");

/** The XML of runs. In a suggestion, a link surrounds the inserted runs: the format allows no link inside an insertion. */
export function formattedRuns(formatting: DocxFormatting, runs: readonly TextRun[], base: string): string {
  const { prefix, track } = formatting;
  const stretches: { link: string | undefined; inside: string }[] = [];
  for (const run of runs) {
    const link = run.link !== undefined && leadsOutside.test(run.link) ? run.link : undefined;
    const { link: _, ...unlinked } = run;
    const properties = runProperties(formatting, link === undefined ? unlinked : run, base);
    const inside = `<${prefix}r>${properties === "" ? "" : `<${prefix}rPr>${properties}</${prefix}rPr>`}${textElements(prefix, run.text, "t")}</${prefix}r>`;
    const last = stretches.at(-1);
    if (last !== undefined && last.link === link) last.inside += inside;
    else stretches.push({ link, inside });
  }
  return stretches
    .map(({ link, inside }) => {
      const written = track === null ? inside : suggestion(prefix, "ins", inside, track);
      return link === undefined
        ? written
        : `<${prefix}hyperlink${formatting.linkTo(link)}>${written}</${prefix}hyperlink>`;
    })
    .join("");
}

/** Links that are written: to the web and to mail. */
const leadsOutside = /^(?:https?|mailto):[^"\\\s]*$/i;

/** In the order that Word requires. */
const orderOfProperties = [
  ...["rStyle", "rFonts", "b", "bCs", "i", "iCs", "caps", "smallCaps", "strike", "dstrike", "outline", "shadow"],
  ...["emboss", "imprint", "noProof", "snapToGrid", "vanish", "webHidden", "color", "spacing", "w", "kern", "position"],
  ...["sz", "szCs", "highlight", "u", "effect", "bdr", "shd", "fitText", "vertAlign", "rtl", "cs", "em", "lang"],
];

function runProperties(
  formatting: DocxFormatting,
  { bold, italic, strike, code, link }: TextRun,
  base: string,
): string {
  const own: Record<string, string> = {
    ...(bold && { b: "<b/>" }),
    ...(italic && { i: "<i/>" }),
    ...(strike && { strike: "<strike/>" }),
    ...(code && {
      rFonts: `<rFonts ascii="Courier New" hAnsi="Courier New" cs="Courier New"/>`,
      noProof: "<noProof/>",
    }),
    ...(link !== undefined && { color: `<color val="0563C1"/>`, u: `<u val="single"/>` }),
  };
  const names = Object.keys(own);
  if (names.length === 0) return base;
  const ours = names.map((name) => ({ name, xml: inP(formatting, own[name] ?? "") }));
  const theirs = [...base.matchAll(/<(?:[\w.-]+:)?([\w.-]+)[^>]*?(?:\/>|>.*?<\/[^>]+>)/gs)]
    .map(([xml, name = ""]) => ({ name, xml }))
    .filter(({ name }) => !names.includes(name));
  const position = (name: string): number => orderOfProperties.indexOf(name) + 1 || 99;
  return [...ours, ...theirs]
    .sort((one, other) => position(one.name) - position(other.name))
    .map(({ xml }) => xml)
    .join("");
}

function table(formatting: DocxFormatting, rows: readonly TextRun[][][]): string {
  const { prefix, track } = formatting;
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const width = Math.floor(9000 / columns);
  const sides = ["top", "left", "bottom", "right", "insideH", "insideV"];
  const borders = sides.map((side) => `<${side} val="single" sz="4" space="0" color="auto"/>`).join("");
  const style =
    formatting.tableStyle === null
      ? `<tblW w="0" type="auto"/><tblBorders>${borders}</tblBorders>`
      : `<tblStyle val="${escapedAttribute(formatting.tableStyle)}"/><tblW w="0" type="auto"/>`;
  const grid = `<tblPr>${style}</tblPr><tblGrid>${`<gridCol w="${width}"/>`.repeat(columns)}</tblGrid>`;
  const written = rows.map((row, index) => {
    const cells = Array.from({ length: columns }, (_, column) => {
      const runs = (row[column] ?? []).map((run): TextRun => (index === 0 ? { ...run, bold: true } : run));
      const inside = `${inP(formatting, `<tcPr><tcW w="${width}" type="dxa"/></tcPr>`)}${paragraph(formatting, "", formattedRuns(formatting, runs, ""))}`;
      return `<${prefix}tc>${inside}</${prefix}tc>`;
    });
    const inserted = track === null ? "" : `<${prefix}trPr><${prefix}ins${signature(prefix, track)}/></${prefix}trPr>`;
    return `<${prefix}tr>${inserted}${cells.join("")}</${prefix}tr>`;
  });
  return `<${prefix}tbl>${inP(formatting, grid)}${written.join("")}</${prefix}tbl>`;
}
