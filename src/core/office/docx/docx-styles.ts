import { escapedAttribute } from "../../text/escape-xml";
import type { DocxPlan, ListItem } from "./docx-plan";

const SERIF = "Georgia";
const MONO = "Consolas";

/** One level of indentation, in twentieths of a point. */
export const LEVEL = 420;

/** How far the mark of a list item is before its text, in twentieths of a point. */
export const HANGING = 320;

/** Fonts for Han characters, by language; word processors substitute each of them if it is not installed. */
const HAN = { "zh-CN": "SimSun", "zh-TW": "PMingLiU", ja: "MS Mincho", ko: "Batang" };

export const wordNamespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
export const declaration = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;

const fonts = (name: string, han: DocxPlan["han"]): string =>
  `<w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:eastAsia="${HAN[han]}" w:cs="${name}"/>`;

export const monoFonts = (han: DocxPlan["han"]): string => fonts(MONO, han);

/** In half points. */
const size = (halfPoints: number): string => `<w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/>`;

/** The background of code. */
export const codeShading = `<w:shd w:val="clear" w:color="auto" w:fill="F3F2EF"/>`;
export const codeSize = size(19);

const headingSizes = [36, 29, 25, 22, 22, 22];
const headingSpaces = [360, 320, 280, 240, 240, 240];

/** Languages that Word knows as those of text from right to left. */
const RIGHT_TO_LEFT = /^(?:ar|fa|he|iw|ku|ps|ur|yi)\b/i;

const languages = (lang = ""): string =>
  lang === "" || RIGHT_TO_LEFT.test(lang) ? "" : ` w:val="${escapedAttribute(lang)}"`;
const rightToLeft = (lang = ""): string => (RIGHT_TO_LEFT.test(lang) ? ` w:bidi="${escapedAttribute(lang)}"` : "");

/** `word/styles.xml`: the names are those by which Word knows its own styles. */
export function stylesXml(han: DocxPlan["han"], lang?: string): string {
  const style = (type: string, id: string, name: string, inside: string): string =>
    `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/>${inside}</w:style>`;
  const based = `<w:basedOn w:val="Normal"/>`;
  const headings = headingSizes.map((halfPoints, index) =>
    style(
      "paragraph",
      `Heading${index + 1}`,
      `heading ${index + 1}`,
      `${based}<w:next w:val="Normal"/><w:uiPriority w:val="9"/><w:qFormat/><w:pPr><w:keepNext/><w:keepLines/><w:spacing w:before="${headingSpaces[index]}" w:after="100"/><w:outlineLvl w:val="${index}"/></w:pPr><w:rPr>${fonts(SERIF, han)}<w:b/><w:bCs/><w:color w:val="22211E"/>${size(halfPoints)}</w:rPr>`,
    ),
  );
  const sides = ["top", "left", "bottom", "right", "insideH", "insideV"];
  const borders = sides.map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`).join("");
  const noMargin = (side: string, width: number): string => `<w:${side} w:w="${width}" w:type="dxa"/>`;
  const cellMargins = [noMargin("top", 0), noMargin("left", 108), noMargin("bottom", 0), noMargin("right", 108)].join(
    "",
  );
  const styles = [
    `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>`,
    ...headings,
    style("paragraph", "ListParagraph", "List Paragraph", `${based}<w:qFormat/><w:pPr><w:contextualSpacing/></w:pPr>`),
    style("paragraph", "Quote", "Quote", `${based}<w:qFormat/><w:rPr><w:color w:val="5C5850"/></w:rPr>`),
    style(
      "paragraph",
      "Code",
      "Code",
      `${based}<w:qFormat/><w:pPr>${codeShading}<w:spacing w:before="120" w:after="160" w:line="276" w:lineRule="auto"/></w:pPr><w:rPr>${monoFonts(han)}<w:noProof/>${codeSize}</w:rPr>`,
    ),
    style(
      "paragraph",
      "Caption",
      "caption",
      `${based}<w:next w:val="Normal"/><w:uiPriority w:val="35"/><w:qFormat/><w:pPr><w:keepNext/><w:spacing w:after="100"/></w:pPr><w:rPr><w:i/><w:iCs/><w:color w:val="5C5850"/>${size(20)}</w:rPr>`,
    ),
    style(
      "paragraph",
      "AlertTitle",
      "Alert Title",
      `${based}<w:qFormat/><w:pPr><w:keepNext/><w:spacing w:after="60"/></w:pPr><w:rPr><w:b/><w:bCs/></w:rPr>`,
    ),
    style(
      "paragraph",
      "FootnoteText",
      "footnote text",
      `${based}<w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:rPr>${size(20)}</w:rPr>`,
    ),
    style("character", "FootnoteReference", "footnote reference", `<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>`),
    style("character", "Hyperlink", "Hyperlink", `<w:rPr><w:color w:val="28589E"/><w:u w:val="single"/></w:rPr>`),
    `<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:uiPriority w:val="99"/><w:semiHidden/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar>${cellMargins}</w:tblCellMar></w:tblPr></w:style>`,
    // Tables that are inserted later have this style.
    style(
      "table",
      "TableGrid",
      "Table Grid",
      `<w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>${borders}</w:tblBorders></w:tblPr>`,
    ),
  ];
  const defaults = `<w:docDefaults><w:rPrDefault><w:rPr>${fonts(SERIF, han)}${size(22)}<w:lang${languages(lang)} w:eastAsia="${han}"${rightToLeft(lang)}/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="140" w:line="320" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>`;
  return `${declaration}<w:styles xmlns:w="${wordNamespace}">${defaults}${styles.join("")}</w:styles>`;
}

const BULLETS = ["•", "◦", "▪"];
const BOXES: Partial<Record<ListItem["kind"], string>> = { "open task": "☐", "done task": "☑" };

type Kind = { kind: ListItem["kind"]; start: number };

/** The lists of a document and their numbers: each numbered list has its own, so that it counts separately. */
export class DocxLists {
  // Word continues lists in these two forms, also those that are inserted later.
  readonly #kinds: Kind[] = [
    { kind: "bullets", start: 1 },
    { kind: "numbers", start: 1 },
  ];
  readonly #lists: { kind: number; list: number | null }[] = [{ kind: 0, list: null }];

  /** The number of the list of an item. */
  numberOf({ kind, start, list }: ListItem): number {
    const isCounted = kind === "numbers";
    const from = isCounted ? start : 1;
    const known = this.#kinds.findIndex((each) => each.kind === kind && each.start === from);
    const at = known < 0 ? this.#kinds.push({ kind, start: from }) - 1 : known;
    const own = isCounted ? list : null;
    const index = this.#lists.findLastIndex((each) => each.kind === at && each.list === own);
    return (index < 0 ? this.#lists.push({ kind: at, list: own }) - 1 : index) + 1;
  }

  /** `word/numbering.xml` */
  xml(): string {
    // A numbered list in any case, as a model for lists that are inserted later.
    const lists = this.#lists.some(({ kind }) => kind === 1) ? this.#lists : [...this.#lists, { kind: 1, list: null }];
    const kinds = this.#kinds.map(
      (kind, index) =>
        `<w:abstractNum w:abstractNumId="${index}"><w:multiLevelType w:val="hybridMultilevel"/>${levelsXml(kind)}</w:abstractNum>`,
    );
    const numbers = lists.map(
      ({ kind, list }, index) =>
        `<w:num w:numId="${index + 1}"><w:abstractNumId w:val="${kind}"/>${list === null ? "" : restart(this.#kinds[kind]?.start ?? 1)}</w:num>`,
    );
    return `${declaration}<w:numbering xmlns:w="${wordNamespace}">${kinds.join("")}${numbers.join("")}</w:numbering>`;
  }
}

const levelNumbers = Array.from({ length: 9 }, (_, level) => level);

const levelsXml = ({ kind, start }: Kind): string =>
  levelNumbers
    .map((level) => {
      const isCounted = kind === "numbers";
      const text = isCounted ? `%${level + 1}.` : (BOXES[kind] ?? BULLETS[level % BULLETS.length] ?? "•");
      const indent = `<w:pPr><w:ind w:left="${(level + 1) * LEVEL}" w:hanging="${HANGING}"/></w:pPr>`;
      return `<w:lvl w:ilvl="${level}"><w:start w:val="${level === 0 ? start : 1}"/><w:numFmt w:val="${isCounted ? "decimal" : "bullet"}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/>${indent}</w:lvl>`;
    })
    .join("");

const restart = (start: number): string =>
  levelNumbers
    .map(
      (level) =>
        `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${level === 0 ? start : 1}"/></w:lvlOverride>`,
    )
    .join("");
