import {
  AlignmentType,
  Bookmark,
  BorderStyle,
  Document,
  ExternalHyperlink,
  FootnoteReferenceRun,
  HeadingLevel,
  type ILevelsOptions,
  ImageRun,
  InternalHyperlink,
  type IRunOptions,
  LevelFormat,
  LineRuleType,
  Math as MathRun,
  Packer,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
  XmlAttributeComponent,
  XmlComponent,
} from "docx";
import type {
  DocxPlan,
  ListItem,
  MathPart,
  Paragraph as ParagraphPlan,
  Part,
  Run,
  Table as TablePlan,
} from "./docx-parts";

const SERIF = "Georgia";
const MONO = "Consolas";

/** One level of indentation, in twentieths of a point. */
const LEVEL = 420;

/** Fonts for Han characters, by language; word processors substitute each of them if it is not installed. */
const HAN = { "zh-CN": "SimSun", "zh-TW": "PMingLiU", ja: "MS Mincho", ko: "Batang" };

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];

const BULLETS = ["•", "◦", "▪"];

/** Builds a Word document with Word's own styles, lists and notes, so that it can be edited there. */
export async function buildDocx(plan: DocxPlan): Promise<Uint8Array<ArrayBuffer>> {
  const eastAsia = HAN[plan.han];
  const serif = { ascii: SERIF, hAnsi: SERIF, cs: SERIF, eastAsia };
  const mono = { ascii: MONO, hAnsi: MONO, cs: MONO, eastAsia };
  const runStyle = (run: Extract<Run, { kind: "text" }>): IRunOptions => {
    const { bold, italic, strike, underline, code, keys, sub, sup, mark, colour } = run.marks;
    return {
      text: plain(run.text),
      ...(bold ? { bold } : {}),
      ...(italic ? { italics: true } : {}),
      ...(strike ? { strike } : {}),
      ...(underline ? { underline: {} } : {}),
      ...(code || keys ? { font: mono, size: 19 } : {}),
      ...(code ? { shading: { type: ShadingType.CLEAR, fill: "F3F2EF" } } : {}),
      ...(keys ? { border: { style: BorderStyle.SINGLE, size: 4, space: 0, color: "8B867B" } } : {}),
      ...(sub ? { subScript: true } : {}),
      ...(sup ? { superScript: true } : {}),
      ...(mark ? { highlight: "yellow" as const } : {}),
      ...(colour ? { color: colour } : {}),
    };
  };

  const child = (run: Run, isLinked: boolean): ParagraphChild[] => {
    switch (run.kind) {
      case "text":
        return [new TextRun({ ...runStyle(run), ...(isLinked ? { style: "Hyperlink" } : {}) })];
      case "break":
        return [new TextRun({ break: 1 })];
      case "note":
        return plan.notes[run.number] ? [new FootnoteReferenceRun(run.number)] : [];
      case "math":
        return [new MathRun({ children: run.math.map((part) => new Omml(part)) as never })];
      case "picture": {
        const { type, bytes, fallback, width, height, alt } = run.picture;
        const common = {
          transformation: { width, height },
          altText: { name: "", title: "", description: plain(alt) },
        };
        if (type !== "svg") return [new ImageRun({ type, data: bytes, ...common })];
        if (!fallback) return [];
        return [new ImageRun({ type, data: bytes, fallback: { type: "png", data: fallback }, ...common })];
      }
      case "link": {
        const children = run.runs.flatMap((each) => child(each, true));
        return run.address.startsWith("#")
          ? [new InternalHyperlink({ anchor: bookmark(decoded(run.address.slice(1))), children })]
          : [new ExternalHyperlink({ link: run.address, children })];
      }
    }
  };

  const references = new Map<string, ILevelsOptions[]>();
  const listOf = ({ kind, start, list, level }: NonNullable<ParagraphPlan["item"]>) => {
    const reference = `${kind.replace(" ", "-")}-${start}`;
    if (!references.has(reference)) references.set(reference, levels(kind, start));
    return { reference, level, instance: list };
  };

  const set = (part: ParagraphPlan): Paragraph => {
    const { style, level = 1, runs, item, indent, align, anchors, bar } = part;
    const children = runs.flatMap((run) => child(run, false));
    const named = anchors.reduce<ParagraphChild[]>(
      (inside, anchor) => [new Bookmark({ id: bookmark(anchor), children: inside })],
      children,
    );
    const isList = item !== undefined;
    return new Paragraph({
      children: named,
      ...(style === "heading" ? { heading: HEADINGS[level - 1] ?? HeadingLevel.HEADING_6 } : {}),
      ...(style === "quote" ? { style: "Quote" } : {}),
      ...(style === "code" ? { style: "Code" } : {}),
      ...(style === "alert title" ? { style: "AlertTitle" } : {}),
      ...(style === "rule" ? { thematicBreak: true } : {}),
      ...(style === "formula"
        ? { alignment: AlignmentType.CENTER }
        : align
          ? { alignment: { left: AlignmentType.LEFT, center: AlignmentType.CENTER, right: AlignmentType.RIGHT }[align] }
          : {}),
      ...(isList
        ? { numbering: listOf(item), contextualSpacing: true }
        : indent > 0
          ? { indent: { left: indent * LEVEL } }
          : {}),
      ...(bar ? { border: { left: { style: BorderStyle.SINGLE, size: 18, space: 8, color: bar } } } : {}),
    });
  };

  const table = ({ rows, indent }: TablePlan): Table =>
    new Table({
      width: { size: 100, type: WidthType.PERCENTAGE },
      indent: { size: indent * LEVEL, type: WidthType.DXA },
      borders: {
        top: NONE,
        left: NONE,
        right: NONE,
        bottom: LINE,
        insideHorizontal: LINE,
        insideVertical: NONE,
      },
      rows: rows.map(
        (cells, index) =>
          new TableRow({
            tableHeader: index === 0 && cells.every(({ isHead }) => isHead),
            cantSplit: true,
            children: cells.map(
              ({ parts, columns, rows: high }) =>
                new TableCell({
                  columnSpan: columns,
                  rowSpan: high,
                  margins: { top: 60, bottom: 60, left: 100, right: 100 },
                  children: parts.length > 0 ? withTableGaps(parts.map(made)) : [new Paragraph({})],
                }),
            ),
          }),
      ),
    });

  const made = (part: Part): Paragraph | Table => (part.kind === "table" ? table(part) : set(part));

  const children = withTableGaps(plan.parts.map(made));
  const heading = (size: number, before: number) => ({
    run: { size, bold: true, font: serif, color: "22211E" },
    paragraph: { spacing: { before, after: 100 }, keepNext: true, keepLines: true },
  });
  const file = new Document({
    title: plain(plan.title),
    creator: "Galley",
    styles: {
      default: {
        document: {
          run: { font: serif, size: 22, language: { eastAsia: plan.han } },
          paragraph: { spacing: { after: 140, line: 320, lineRule: LineRuleType.AUTO } },
        },
        heading1: heading(36, 360),
        heading2: heading(29, 320),
        heading3: heading(25, 280),
        heading4: heading(22, 240),
        heading5: heading(22, 240),
        heading6: heading(22, 240),
        hyperlink: { run: { color: "28589E", underline: {} } },
      },
      paragraphStyles: [
        {
          id: "Quote",
          name: "Quote",
          basedOn: "Normal",
          quickFormat: true,
          run: { color: "5C5850" },
        },
        {
          id: "Code",
          name: "Code",
          basedOn: "Normal",
          quickFormat: true,
          run: { font: mono, size: 19, noProof: true },
          paragraph: {
            spacing: { before: 120, after: 160, line: 276, lineRule: LineRuleType.AUTO },
            shading: { type: ShadingType.CLEAR, fill: "F3F2EF" },
          },
        },
        {
          id: "AlertTitle",
          name: "Alert Title",
          basedOn: "Normal",
          quickFormat: true,
          run: { bold: true },
          paragraph: { keepNext: true, spacing: { after: 60 } },
        },
      ],
    },
    numbering: { config: [...references].map(([reference, of]) => ({ reference, levels: of })) },
    footnotes: Object.fromEntries(
      Object.entries(plan.notes).map(([number, paragraphs]) => [
        number,
        { children: paragraphs.length > 0 ? paragraphs.map(set) : [new Paragraph({})] },
      ]),
    ),
    sections: [
      {
        properties: {
          page: {
            size: { width: twips(plan.paper.width), height: twips(plan.paper.height) },
            margin: Object.fromEntries(
              ["top", "right", "bottom", "left"].map((side) => [side, twips(plan.paper.margin)]),
            ),
          },
        },
        children,
      },
    ],
  });
  const packed = await Packer.toBlob(file);
  return new Uint8Array(await packed.arrayBuffer());
}

const LINE = { style: BorderStyle.SINGLE, size: 4, color: "B5B0A5" };
const NONE = { style: BorderStyle.NONE, size: 0, color: "auto" };

const twips = (millimetres: number) => Math.round((millimetres * 1440) / 25.4);

const BOXES: Partial<Record<ListItem["kind"], string>> = { "open task": "☐", "done task": "☑" };

function levels(kind: ListItem["kind"], start: number): ILevelsOptions[] {
  return Array.from({ length: 9 }, (_, level) => ({
    level,
    format: kind === "numbers" ? LevelFormat.DECIMAL : LevelFormat.BULLET,
    text: kind === "numbers" ? `%${level + 1}.` : (BOXES[kind] ?? BULLETS[level % BULLETS.length] ?? "•"),
    alignment: AlignmentType.LEFT,
    start: level === 0 && kind === "numbers" ? start : 1,
    style: { paragraph: { indent: { left: (level + 1) * LEVEL, hanging: 320 } } },
  }));
}

/** Word requires a paragraph after a table at the end of a cell or before another table. */
function withTableGaps(parts: readonly (Paragraph | Table)[]): (Paragraph | Table)[] {
  return parts.flatMap((part, index) => {
    const next = parts[index + 1];
    return part instanceof Table && (next === undefined || next instanceof Table)
      ? [part, new Paragraph({ spacing: { after: 0 } })]
      : [part];
  });
}

/** Drop characters that XML does not allow. */
const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML 1.0 forbids.
  text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");

/** A valid Word bookmark name, unique per id: letters, digits and `_`, at most 40 characters. */
function bookmark(id: string): string {
  let hash = 0;
  for (let at = 0; at < id.length; at++) hash = (Math.imul(hash, 31) + id.charCodeAt(at)) | 0;
  return `_${id.replace(/[^\p{L}\p{N}]+/gu, "_").slice(0, 28)}_${(hash >>> 0).toString(36)}`;
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

class MathValue extends XmlAttributeComponent<{ value: string }> {
  protected override readonly xmlKeys = { value: "m:val" };
}

class PreservedSpaces extends XmlAttributeComponent<{ space: string }> {
  protected override readonly xmlKeys = { space: "xml:space" };
}

/** An element of an OMML formula. */
class Omml extends XmlComponent {
  constructor({ name, value, children }: MathPart) {
    super(name);
    if (value !== undefined) this.root.push(new MathValue({ value: plain(value) }));
    if (name === "m:t") this.root.push(new PreservedSpaces({ space: "preserve" }));
    for (const child of children) this.root.push(typeof child === "string" ? plain(child) : new Omml(child));
  }
}
