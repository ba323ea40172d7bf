import { type Direction, directedPieces, directionOf } from "../../text/direction";
import { escapedAttribute, escapedText } from "../../text/escape-xml";
import { type ColumnSize, columnWidths, sizeOfText } from "./column-widths";
import { type DocxMedia, pictureXml } from "./docx-pictures";
import type { Cell, Contents, DocxPlan, MathPart, Paragraph, Part, Picture, Run, Table } from "./docx-plan";
import { codeShading, codeSize, type DocxLists, HANGING, LEVEL, monoFonts } from "./docx-styles";
import type { NewComments } from "./new-comments";

/** What the parts with text of one document share. */
export type DocxContext = {
  plan: DocxPlan;
  lists: DocxLists;
  media: DocxMedia;
  comments: NewComments;
  /** Ids of bookmarks and pictures. */
  nextId(): number;
};

/** A relation of a part: a link, which is external, or a picture. */
export type DocxRelation = { kind: "hyperlink" | "image"; target: string };

/** Writes the text of one part: the body, or the footnotes. Its relations are collected on the way. */
export class DocxBody {
  readonly #relations: DocxRelation[] = [];
  /** The notes that were referred to. */
  readonly #notes = new Set<number>();

  constructor(
    private readonly context: DocxContext,
    /** The number of relations that the part has already. */
    private readonly before: number,
  ) {}

  get relations(): readonly (DocxRelation & { id: string })[] {
    return this.#relations.map((relation, index) => ({ ...relation, id: `rId${this.before + index + 1}` }));
  }

  /** Word requires a paragraph after a table at the end of a cell or before another table. */
  parts(parts: readonly Part[], width: number, around: Direction = "ltr"): string {
    return parts
      .map((part, index) => {
        const previous = parts[index - 1];
        if (part.kind === "paragraph") {
          // A page break in its own paragraph would leave an empty page if the page before it is full.
          if (isPageBreak(part) && parts[index + 1]?.kind === "paragraph" && !isPageBreak(parts[index + 1])) return "";
          const written = this.paragraph(part, { around, startsPage: isPageBreak(previous) && !isPageBreak(part) });
          return (isJoined(previous, part) ? gapBetween : "") + written;
        }
        if (part.kind === "contents") return this.#contents(part);
        const next = parts[index + 1];
        const gap = next === undefined || next.kind === "table" ? emptyAfterTable : "";
        return this.#table(part, width) + gap;
      })
      .join("");
  }

  /** A field whose result are links without page numbers, as it says itself: programs that update fields change nothing but what is out of date. */
  #contents({ entries }: Contents): string {
    const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const instruction = `<w:r><w:instrText xml:space="preserve"> TOC \\o "1-6" \\n \\h \\z \\u </w:instrText></w:r>`;
    const begin = field("begin") + instruction + field("separate");
    if (entries.length === 0) return `<w:p>${begin}${field("end")}</w:p>`;
    const least = Math.min(...entries.map(({ level }) => level));
    return entries
      .map(({ level, title, address }, index) => {
        const direction = directionOf(title) ?? "ltr";
        const link: Run = { kind: "link", address, runs: [{ kind: "text", text: title, marks: {} }] };
        const inside = this.#runs([link], { isNote: false, isLinked: false, direction });
        const properties = `${direction === "rtl" ? "<w:bidi/>" : ""}<w:spacing w:after="40"/><w:ind w:left="${(level - least) * LEVEL}"/>`;
        const [before, after] = [index === 0 ? begin : "", index === entries.length - 1 ? field("end") : ""];
        return `<w:p><w:pPr>${properties}</w:pPr>${before}${inside}${after}</w:p>`;
      })
      .join("");
  }

  /** A paragraph; in a note, the first begins with the note's number. Without letters it has the direction of what is around it. */
  paragraph(part: Paragraph, { note, around = "ltr", startsPage = false }: ParagraphContext = {}): string {
    const { runs, anchors } = part;
    if (part.style === "page break") return `<w:p><w:r><w:br w:type="page"/></w:r></w:p>`;
    const direction = part.style === "code" ? "ltr" : (part.direction ?? directionOf(textOf(runs)) ?? around);
    const number = note === "first of note" ? `<w:r>${noteStyle}<w:footnoteRef/></w:r>${plainRun(" ")}` : "";
    const inside = anchors.reduce(
      (within, anchor) => {
        const id = this.context.nextId();
        return `<w:bookmarkStart w:name="${bookmark(anchor)}" w:id="${id}"/>${within}<w:bookmarkEnd w:id="${id}"/>`;
      },
      this.#runs(runs, { isNote: note !== undefined, isLinked: false, direction }),
    );
    const properties = this.#properties(part, { isNote: note !== undefined, direction, startsPage });
    return `<w:p>${properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`}${number}${inside}</w:p>`;
  }

  /** In the order that Word requires. */
  #properties(
    { style, level = 1, item, indent, keepsNext, align, bar }: Paragraph,
    { isNote, direction, startsPage }: { isNote: boolean; direction: Direction; startsPage: boolean },
  ): string {
    const named = style === "heading" ? `Heading${Math.min(6, Math.max(1, level))}` : paragraphStyles[style];
    const id = named ?? (item !== undefined ? "ListParagraph" : isNote ? "FootnoteText" : null);
    // Levels of what the list is in, such as a quote; the numbering knows only those of the list.
    const around = item === undefined ? 0 : Math.max(0, indent - Math.min(8, item.level) - 1);
    // The bar of an item is where that of the text around the list is.
    const inset = item === undefined ? 0 : (indent - around) * LEVEL - HANGING;
    const borders = [
      bar === undefined || direction === "rtl" ? "" : barAt("left", bar, inset),
      style === "rule" ? `<w:bottom w:val="single" w:sz="6" w:space="1" w:color="auto"/>` : "",
      bar === undefined || direction === "ltr" ? "" : barAt("right", bar, inset),
    ].join("");
    const alignment = style === "formula" ? "center" : align && (direction === "rtl" ? mirrored[align] : align);
    return [
      id === null ? "" : `<w:pStyle w:val="${id}"/>`,
      keepsNext === undefined ? "" : keepsNext ? "<w:keepNext/>" : `<w:keepNext w:val="0"/>`,
      startsPage ? "<w:pageBreakBefore/>" : "",
      item === undefined
        ? ""
        : `<w:numPr><w:ilvl w:val="${Math.min(8, item.level)}"/><w:numId w:val="${this.context.lists.numberOf(item)}"/></w:numPr>`,
      borders === "" ? "" : `<w:pBdr>${borders}</w:pBdr>`,
      direction === "rtl" ? "<w:bidi/>" : "",
      item === undefined && indent > 0 ? `<w:ind w:left="${indent * LEVEL}"/>` : "",
      around > 0 ? `<w:ind w:left="${indent * LEVEL}" w:hanging="${HANGING}"/>` : "",
      item === undefined ? "" : `<w:contextualSpacing/>`,
      alignment === undefined ? "" : `<w:jc w:val="${alignment}"/>`,
    ].join("");
  }

  #runs(runs: readonly Run[], where: RunContext): string {
    return runs.map((run) => this.#run(run, where)).join("");
  }

  #run(run: Run, where: RunContext): string {
    const { plan } = this.context;
    const { isNote } = where;
    switch (run.kind) {
      case "text":
        return this.#text(run, where);
      case "break":
        return "<w:r><w:br/></w:r>";
      case "note":
        if (isNote || plan.notes[run.number] === undefined) return "";
        return this.#note(run.number);
      case "sequence": {
        const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
        const instruction = `<w:r><w:instrText xml:space="preserve"> SEQ ${run.sequence} \\* ARABIC </w:instrText></w:r>`;
        return `${field("begin")}${instruction}${field("separate")}<w:r>${textXml(String(run.number))}</w:r>${field("end")}`;
      }
      case "math":
        return `<m:oMath>${run.math.map(mathXml).join("")}</m:oMath>`;
      case "picture":
        return this.#picture(run.picture);
      case "comment":
        return isNote ? "" : this.context.comments.mark(run.edge, run.thread);
      case "link": {
        const inside = this.#runs(run.runs, { ...where, isLinked: true });
        const to = run.address.startsWith("#")
          ? `w:anchor="${bookmark(decoded(run.address.slice(1)))}"`
          : `r:id="${this.#relation({ kind: "hyperlink", target: run.address })}"`;
        return `<w:hyperlink ${to} w:history="1">${inside}</w:hyperlink>`;
      }
    }
  }

  /** Word gives every reference a note of its own, so only the first is one; the others show its number. */
  #note(number: number): string {
    const name = `_Note_${number}`;
    if (this.#notes.has(number)) {
      const part = (inside: string) => `<w:r>${noteStyle}${inside}</w:r>`;
      const field = (type: string) => part(`<w:fldChar w:fldCharType="${type}"/>`);
      const instruction = part(`<w:instrText xml:space="preserve"> NOTEREF ${name} \\f \\h </w:instrText>`);
      return `${field("begin")}${instruction}${field("separate")}${part(textXml(String(number)))}${field("end")}`;
    }
    this.#notes.add(number);
    const id = this.context.nextId();
    const reference = `<w:r>${noteStyle}<w:footnoteReference w:id="${number}"/></w:r>`;
    return `<w:bookmarkStart w:name="${name}" w:id="${id}"/>${reference}<w:bookmarkEnd w:id="${id}"/>`;
  }

  #text({ text, marks }: Extract<Run, { kind: "text" }>, { isLinked, direction }: RunContext): string {
    const { bold, italic, strike, underline, code, keys, sub, sup, mark, colour } = marks;
    // In the order that Word requires.
    const properties = [
      isLinked ? `<w:rStyle w:val="Hyperlink"/>` : "",
      code || keys ? monoFonts(this.context.plan.han) : "",
      bold ? "<w:b/><w:bCs/>" : "",
      italic ? "<w:i/><w:iCs/>" : "",
      strike ? "<w:strike/>" : "",
      colour === undefined ? "" : `<w:color w:val="${escapedAttribute(colour)}"/>`,
      code || keys ? codeSize : "",
      mark ? `<w:highlight w:val="yellow"/>` : "",
      underline ? `<w:u w:val="single"/>` : "",
      keys ? `<w:bdr w:val="single" w:sz="4" w:space="0" w:color="8B867B"/>` : "",
      code ? codeShading : "",
      sub ? `<w:vertAlign w:val="subscript"/>` : sup ? `<w:vertAlign w:val="superscript"/>` : "",
    ].join("");
    // Word reads the direction of blanks and punctuation from their run.
    return directedPieces(text, direction)
      .map((piece) => {
        const all = piece.direction === "rtl" ? `${properties}<w:rtl/>` : properties;
        return `<w:r>${all === "" ? "" : `<w:rPr>${all}</w:rPr>`}${textXml(piece.text)}</w:r>`;
      })
      .join("");
  }

  #picture(picture: Picture): string {
    const { type, bytes, fallback } = picture;
    const related = (of: Uint8Array, as: Picture["type"]): string =>
      this.#relation({ kind: "image", target: this.context.media.partOf(of, as) });
    if (type === "svg" && fallback === undefined) return "";
    const shown = fallback === undefined || type !== "svg" ? related(bytes, type) : related(fallback, "png");
    const vector = type === "svg" ? related(bytes, type) : null;
    return `<w:r>${pictureXml(picture, { id: this.context.nextId(), shown, vector })}</w:r>`;
  }

  #relation(relation: DocxRelation): string {
    const known = this.#relations.findIndex(({ kind, target }) => kind === relation.kind && target === relation.target);
    const index = known < 0 ? this.#relations.push(relation) - 1 : known;
    return `rId${this.before + index + 1}`;
  }

  #table({ rows, indent }: Table, width: number): string {
    const placed = placedCells(rows);
    const columns = Math.max(1, ...placed.map((row) => row.reduce((sum, { cell }) => sum + cell.columns, 0)));
    const widths = columnWidths(columnSizes(placed, columns), width - indent * LEVEL);
    const direction =
      directionOf(rows.map((row) => row.map(({ parts }) => partsText(parts)).join("")).join("")) ?? "ltr";
    const grid = widths.map((own) => `<w:gridCol w:w="${own}"/>`).join("");
    const written = placed.map((row, index) => {
      const isHead = index === 0 && row.every(({ cell }) => cell.isHead);
      let column = 0;
      const cells = row.map((each) => {
        const spanned = widths.slice(column, column + each.cell.columns);
        column += each.cell.columns;
        return this.#cell(
          each,
          spanned.reduce((sum, own) => sum + own, 0),
          direction,
        );
      });
      return `<w:tr><w:trPr><w:cantSplit/>${isHead ? "<w:tblHeader/>" : ""}</w:trPr>${cells.join("")}</w:tr>`;
    });
    const properties = `${direction === "rtl" ? "<w:bidiVisual/>" : ""}<w:tblW w:w="5000" w:type="pct"/><w:tblInd w:w="${indent * LEVEL}" w:type="dxa"/><w:tblBorders>${tableBorders}</w:tblBorders><w:tblCellMar>${cellMargins}</w:tblCellMar>`;
    return `<w:tbl><w:tblPr>${properties}</w:tblPr><w:tblGrid>${grid}</w:tblGrid>${written.join("")}</w:tbl>`;
  }

  #cell({ cell, merge }: PlacedCell, width: number, around: Direction): string {
    const { columns, parts } = cell;
    const properties = [
      `<w:tcW w:w="${width}" w:type="dxa"/>`,
      columns > 1 ? `<w:gridSpan w:val="${columns}"/>` : "",
      merge === null ? "" : merge === "first" ? `<w:vMerge w:val="restart"/>` : "<w:vMerge/>",
    ].join("");
    const inside = merge === "continued" || parts.length === 0 ? "<w:p/>" : this.parts(parts, width, around);
    return `<w:tc><w:tcPr>${properties}</w:tcPr>${inside}</w:tc>`;
  }
}

type ParagraphContext = { note?: "note" | "first of note"; around?: Direction; startsPage?: boolean };

/** Whether Word would draw the shading or the bar of two blocks, such as code after code, as one. */
const isJoined = (previous: Part | undefined, part: Paragraph): boolean =>
  previous?.kind === "paragraph" &&
  ((previous.style === "code" && part.style === "code") ||
    (part.style === "alert title" && previous.bar === part.bar && previous.indent === part.indent));

const isPageBreak = (part: Part | undefined): boolean => part?.kind === "paragraph" && part.style === "page break";
type RunContext = { isNote: boolean; isLinked: boolean; direction: Direction };

/** A bar; `inset` is how far the text is from that of other paragraphs with the bar, in twentieths of a point. Word knows at most 31 points. */
const barAt = (side: "left" | "right", colour: string, inset = 0): string =>
  `<w:${side} w:val="single" w:sz="18" w:space="${Math.min(31, 8 + Math.round(inset / 20))}" w:color="${escapedAttribute(colour)}"/>`;

/** In a paragraph from right to left, Word means its start by `left`. */
const mirrored = { left: "right", center: "center", right: "left" } as const;

/** The text of runs that has a direction. */
const textOf = (runs: readonly Run[]): string =>
  runs.map((run) => (run.kind === "text" ? run.text : run.kind === "link" ? textOf(run.runs) : "")).join("");

const partsText = (parts: readonly Part[]): string =>
  parts
    .map((part) =>
      part.kind === "paragraph"
        ? textOf(part.runs)
        : part.kind === "contents"
          ? part.entries.map(({ title }) => title).join("")
          : part.rows
              .flat()
              .map((cell) => partsText(cell.parts))
              .join(""),
    )
    .join("");

/** What the texts of each column need; cells over several columns do not count. */
function columnSizes(rows: readonly (readonly PlacedCell[])[], columns: number): ColumnSize[] {
  const sizes: ColumnSize[] = Array.from({ length: columns }, () => ({ least: 0, most: 0 }));
  for (const row of rows) {
    let column = 0;
    for (const { cell } of row) {
      const size = sizes[column];
      column += cell.columns;
      if (!size || cell.columns > 1) continue;
      for (const part of cell.parts) {
        const { least, most } = part.kind === "paragraph" ? sizeOfRuns(part.runs) : sizeOfText(partsText([part]));
        size.least = Math.max(size.least, least);
        size.most = Math.max(size.most, most);
      }
    }
  }
  return sizes;
}

/** A formula and a picture are about as wide as this many letters. */
function sizeOfRuns(runs: readonly Run[]): ColumnSize {
  const { least, most } = sizeOfText(textOf(runs));
  const pictures = runs.map((run) =>
    run.kind === "picture" ? run.picture.width / PIXELS_PER_LETTER : run.kind === "math" ? 8 : 0,
  );
  return {
    least: Math.max(least, ...pictures),
    most: pictures.reduce((sum, own) => sum + own, most),
  };
}

/** About the width of a letter of the text, in CSS pixels. */
const PIXELS_PER_LETTER = 7.5;

type PlacedCell = { cell: Cell; merge: "first" | "continued" | null };

/** The cells of each row, with one for each row that a cell above extends into. */
function placedCells(rows: readonly (readonly Cell[])[]): PlacedCell[][] {
  // The cells above that extend into the next row, by their first column.
  let above = new Map<number, { cell: Cell; left: number }>();
  return rows.map((cells) => {
    const row: PlacedCell[] = [];
    const below = new Map<number, { cell: Cell; left: number }>();
    let column = 0;
    const place = (cell: Cell, merge: PlacedCell["merge"], left: number): void => {
      row.push({ cell, merge });
      if (left > 0) below.set(column, { cell, left });
      column += cell.columns;
    };
    const continueFrom = (): void => {
      for (let held = above.get(column); held !== undefined; held = above.get(column)) {
        above.delete(column);
        place(held.cell, "continued", held.left - 1);
      }
    };
    for (const cell of cells) {
      continueFrom();
      place(cell, cell.rows > 1 ? "first" : null, cell.rows - 1);
    }
    continueFrom();
    above = below;
    return row;
  });
}

const paragraphStyles: Partial<Record<Paragraph["style"], string>> = {
  quote: "Quote",
  caption: "Caption",
  code: "Code",
  "alert title": "AlertTitle",
};

const emptyAfterTable = `<w:p><w:pPr><w:spacing w:after="0"/></w:pPr></w:p>`;
const gapBetween = `<w:p><w:pPr><w:spacing w:after="0" w:line="120" w:lineRule="exact"/></w:pPr></w:p>`;
const noteStyle = `<w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>`;

const line = (side: string): string => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="B5B0A5"/>`;
const none = (side: string): string => `<w:${side} w:val="none" w:sz="0" w:space="0" w:color="auto"/>`;
const tableBorders = [none("top"), none("left"), line("bottom"), none("right"), line("insideH"), none("insideV")].join(
  "",
);
const margin = (side: string, width: number): string => `<w:${side} w:w="${width}" w:type="dxa"/>`;
const cellMargins = [margin("top", 60), margin("left", 100), margin("bottom", 60), margin("right", 100)].join("");

const plainRun = (text: string): string => `<w:r>${textXml(text)}</w:r>`;

/** Tabs, line breaks and non-breaking hyphens have elements of their own. */
const textXml = (text: string): string =>
  text
    .split(/([\t\n\u2011])/)
    .map((piece) => {
      if (piece === "") return "";
      if (piece === "\t") return "<w:tab/>";
      if (piece === "\n") return "<w:br/>";
      if (piece === "\u2011") return "<w:noBreakHyphen/>";
      return `<w:t xml:space="preserve">${escapedText(allowed(piece))}</w:t>`;
    })
    .join("");

/** An element of OMML, the maths markup of Office. */
function mathXml({ name, value, children }: MathPart): string {
  const written = children.map((child) => (typeof child === "string" ? escapedText(allowed(child)) : mathXml(child)));
  const attributes = `${value === undefined ? "" : ` m:val="${escapedAttribute(value)}"`}${name === "m:t" ? ' xml:space="preserve"' : ""}`;
  return `<${name}${attributes}>${written.join("")}</${name}>`;
}

/** Shows that there was a character that XML does not allow. */
const allowed = (text: string): string =>
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
