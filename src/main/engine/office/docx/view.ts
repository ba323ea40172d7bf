import type { OfficeComment, OfficePage, OfficePlacement, OfficeTableCell } from "../../../../core/office/office-view";
import { readPart, relationsOf } from "../package/package-parts";
import { scanXml, XmlError } from "../package/scan-xml";
import { TextLimit } from "../package/text-limit";
import type { ZipPackage } from "../package/zip";
import { plainEntry, type TextView, type ViewEntry } from "../text/view-entry";
import { DocxMarkers } from "./markers";
import { docxParts, docxPrefixes, skippedInDocx } from "./read";
import { docxRuns } from "./runs";
import { alignOf, type DocxStyle, docxStyles } from "./styles";

/** A Word document for display. */
export type DocxView = TextView & { page: OfficePage; comments: OfficeComment[]; suggestions: number };

/**
 * The paragraphs of a Word document with their kinds, cells and markers, including empty ones: the body, then notes, headers and footers.
 * `imageAt` returns the URL of an image part for the window.
 */
export function docxView(zip: ZipPackage, imageAt: (part: string) => string | null): DocxView {
  const { main, notes, margins, styles: stylesPart, numbering } = docxParts(zip);
  const body = readPart(zip, main);
  if (body === null) throw new XmlError(`its part ${main} is missing`);
  const styles = docxStyles(stylesPart === null ? null : readPart(zip, stylesPart));
  const markers = new DocxMarkers(numbering === null ? null : readPart(zip, numbering));
  const scan = new PartScan(styles, markers);
  const { page, noteLabels } = scan.part(main, body, () => "body");
  const kinds = new Map(relationsOf(zip, main).map(({ target, type }) => [target, type]));
  for (const part of [...notes, ...margins]) {
    const xml = readPart(zip, part);
    if (xml === null) continue;
    const kind = kinds.get(part);
    const placement: OfficePlacement =
      kind === "endnotes" ? "endnote" : kind === "footnotes" ? "footnote" : kind === "footer" ? "footer" : "header";
    scan.part(part, xml, () => placement, noteLabels);
  }
  return {
    entries: scan.entries,
    runs: docxRuns(zip, { styles, noteLabels, imageAt }),
    page,
    comments: commentsIn(zip, main),
    suggestions: scan.suggestions,
  };
}

/** The labels of notes, by `footnote 3`: they are numbered in the order in which the text refers to them. */
export type NoteLabels = ReadonlyMap<string, string>;

type Table = {
  id: number;
  row: number;
  column: number;
  isHeader: boolean;
  /** The cell that a merged cell below belongs to, by column. */
  merging: Map<number, OfficeTableCell>;
};

class PartScan {
  readonly entries: ViewEntry[] = [];
  suggestions = 0;
  #tables = 0;
  readonly #limit = new TextLimit();
  #groups = 1;

  constructor(
    private readonly styles: ReadonlyMap<string, DocxStyle>,
    private readonly markers: DocxMarkers,
  ) {}

  /** Adds the paragraphs of a part. */
  part(
    part: string,
    xml: string,
    placementOf: () => OfficePlacement,
    labels: NoteLabels = new Map(),
  ): { page: OfficePage; noteLabels: NoteLabels } {
    const { entries, styles, markers } = this;
    const noteLabels = new Map<string, string>();
    const counts = { footnote: 0, endnote: 0 };
    const open: { entry: ViewEntry; list: { number: string | null; level: number | null }; style: string }[] = [];
    const tables: Table[] = [];
    const comments = new Set<string>();
    const limit = this.#limit;
    let page: OfficePage = null;
    let silent = 0;
    let isText = false;
    let cell: OfficeTableCell | null = null;
    let boxes = 0;
    let note: { label: string | null; isSpecial: boolean } | null = null;
    let nextBreaks = false;
    let inTableProperties = 0;
    let cellGroup: number | null = null;
    let firstInCell = 0;
    const here = (): ViewEntry | undefined => open.at(-1)?.entry;

    scanXml(xml, docxPrefixes, {
      open: (name, tag) => {
        if (name.length > 4 && silent === 0 && suggesting.has(name) && tag.attribute("w:author") !== null)
          this.suggestions++;
        else if ((name === "w:ins" || name === "w:del") && silent === 0) this.suggestions++;
        if (silent > 0 || skippedInDocx.has(name)) {
          silent++;
          return;
        }
        const entry = here();
        switch (name) {
          case "w:p": {
            const placement = boxes > 0 ? "text box" : placementOf();
            const made: ViewEntry = {
              ...plainEntry(part, tag.from),
              ...{ placement, cell, label: note?.label ?? null },
              group: placement !== "body" || tables.length > 1 ? null : tables.length === 1 ? cellGroup : 0,
              openComments: comments.size === 0 ? none : [...comments].slice(0, MAX_OPEN_COMMENTS),
              breaksPage: nextBreaks,
            };
            nextBreaks = false;
            limit.take(1, 1);
            if (note?.isSpecial !== true) entries.push(made);
            open.push({ entry: made, list: { number: null, level: null }, style: "" });
            break;
          }
          case "w:t":
            isText = true;
            break;
          case "w:tab":
            if (tag.attribute("w:val") === null && entry) entry.text += "\t";
            break;
          case "w:br":
          case "w:cr":
            if (entry === undefined) break;
            if (tag.attribute("w:type") === "page" && entry.text === "") entry.breaksPage = true;
            entry.text += "\n";
            break;
          case "w:noBreakHyphen":
            if (entry) entry.text += "\u2011";
            break;
          case "w:pStyle":
            if (open.length > 0) (open.at(-1) as (typeof open)[number]).style = tag.attribute("w:val") ?? "";
            break;
          case "w:outlineLvl": {
            const level = Number(tag.attribute("w:val"));
            if (entry && level < 9) Object.assign(entry, { kind: "heading", level: level + 1 });
            break;
          }
          case "w:numId":
            if (open.length > 0) (open.at(-1) as (typeof open)[number]).list.number = tag.attribute("w:val");
            break;
          case "w:ilvl":
            if (open.length > 0)
              (open.at(-1) as (typeof open)[number]).list.level = Math.min(
                8,
                Math.max(0, Number(tag.attribute("w:val")) || 0),
              );
            break;
          case "w:jc":
            if (entry && inTableProperties === 0) entry.align = alignOf(tag.attribute("w:val") ?? "");
            break;
          case "w:bidi":
            if (entry && tag.attribute("w:val") !== "0") entry.isRightToLeft = true;
            break;
          case "w:pageBreakBefore":
            if (entry && !/^(?:0|false|off)$/.test(tag.attribute("w:val") ?? "")) entry.breaksPage = true;
            break;
          case "w:commentRangeStart":
            comments.add(tag.attribute("w:id") ?? "");
            break;
          case "w:commentRangeEnd":
            comments.delete(tag.attribute("w:id") ?? "");
            break;
          case "w:footnoteReference":
          case "w:endnoteReference": {
            const kind = name === "w:footnoteReference" ? "footnote" : "endnote";
            noteLabels.set(`${kind} ${tag.attribute("w:id") ?? ""}`, String(++counts[kind]));
            break;
          }
          case "w:footnote":
          case "w:endnote": {
            const type = tag.attribute("w:type");
            const label = labels.get(`${name.slice(2)} ${tag.attribute("w:id") ?? ""}`) ?? null;
            note = { label, isSpecial: type !== null && type !== "normal" };
            break;
          }
          case "w:txbxContent":
            boxes++;
            break;
          case "w:tblPr":
          case "w:trPr":
          case "w:tcPr":
            inTableProperties++;
            break;
          case "w:tbl":
            if (tables.length > 0) for (const each of entries.slice(firstInCell)) each.group = null;
            if (tables.length > 0) cellGroup = null;
            tables.push({ id: this.#tables++, row: -1, column: 0, isHeader: false, merging: new Map() });
            break;
          case "w:tr": {
            const table = tables.at(-1);
            if (table) Object.assign(table, { row: table.row + 1, column: 0, isHeader: false });
            break;
          }
          case "w:tblHeader":
            if (tables.length > 0) (tables.at(-1) as Table).isHeader = tag.attribute("w:val") !== "0";
            break;
          case "w:tc": {
            const table = tables.at(-1);
            if (table === undefined || tables.length > 1) break;
            const { id, row, column, isHeader } = table;
            cellGroup = this.#groups++;
            firstInCell = entries.length;
            cell = { table: id, row, column, rowSpan: 1, columnSpan: 1, isHeader, width: null, fill: null };
            break;
          }
          case "w:tcW":
            if (cell && tables.length === 1 && tag.attribute("w:type") === "dxa")
              cell.width = Number(tag.attribute("w:w")) / 20 || null;
            break;
          case "w:gridSpan":
            if (cell && tables.length === 1)
              cell.columnSpan = Math.min(1000, Math.max(1, Number(tag.attribute("w:val")) || 1));
            break;
          case "w:shd":
            if (cell && inTableProperties > 0 && tables.length === 1) {
              const fill = tag.attribute("w:fill") ?? "";
              if (/^[0-9a-fA-F]{6}$/.test(fill)) cell.fill = `#${fill.toLowerCase()}`;
            }
            break;
          case "w:vMerge": {
            const table = tables.at(-1);
            if (!cell || !table || tables.length > 1) break;
            if (tag.attribute("w:val") === "restart") table.merging.set(cell.column, cell);
            else {
              const above = table.merging.get(cell.column);
              if (above) {
                above.rowSpan++;
                cell.rowSpan = 0;
              }
            }
            break;
          }
          case "w:pgSz":
            page ??= {
              width: Number(tag.attribute("w:w")) / 20 || 595,
              height: Number(tag.attribute("w:h")) / 20 || 842,
              margins: { top: 72, right: 72, bottom: 72, left: 72 },
            };
            break;
          case "w:pgMar": {
            if (page === null) break;
            const side = (of: string): number => Math.max(0, Number(tag.attribute(`w:${of}`)) / 20 || 0);
            page.margins = { top: side("top"), right: side("right"), bottom: side("bottom"), left: side("left") };
            break;
          }
          default:
            break;
        }
      },
      close(name, _from, to) {
        if (silent > 0) {
          silent--;
          return;
        }
        switch (name) {
          case "w:p": {
            const closed = open.pop();
            if (closed === undefined) break;
            closed.entry.at.to = to;
            applyParagraphStyle(closed.entry, closed, { styles, markers });
            break;
          }
          case "w:t":
            isText = false;
            break;
          case "w:sectPr":
            // A section ends in this paragraph: what follows is on a new page, unless the section is continuous.
            if (open.length > 0 && !/type\b[^>]*val="continuous"/.test(xml.slice(_from - 400, _from)))
              nextBreaks = true;
            break;
          case "w:txbxContent":
            boxes--;
            break;
          case "w:tblPr":
          case "w:trPr":
          case "w:tcPr":
            inTableProperties--;
            break;
          case "w:tbl":
            tables.pop();
            if (tables.length === 0) cell = null;
            break;
          case "w:tc": {
            const table = tables.at(-1);
            if (table === undefined || tables.length > 1) break;
            table.column += cell?.columnSpan ?? 1;
            if (cell !== null && cell.rowSpan === 1 && table.merging.get(cell.column) !== cell)
              table.merging.delete(cell.column);
            cell = null;
            break;
          }
          case "w:footnote":
          case "w:endnote":
            note = null;
            break;
          default:
            break;
        }
      },
      text(text) {
        if (!isText || silent > 0) return;
        const entry = here();
        if (entry) entry.text += text;
      },
    });
    return { page, noteLabels };
  }
}

const none: readonly string[] = [];
const suggesting = new Set(["w:ins", "w:del", "w:moveFrom", "w:moveTo", "w:rPrChange", "w:pPrChange"]);

/** Applies the properties of its style to a paragraph that does not set them itself, and sets its list marker. */
function applyParagraphStyle(
  entry: ViewEntry,
  { list, style: id }: { list: { number: string | null; level: number | null }; style: string },
  { styles, markers }: { styles: ReadonlyMap<string, DocxStyle>; markers: DocxMarkers },
): void {
  const style = styles.get(id);
  if (style !== undefined && entry.kind === "paragraph") Object.assign(entry, { kind: style.kind, level: style.level });
  if (style?.align && entry.align === "left") entry.align = style.align;
  const number = list.number ?? style?.list?.number ?? null;
  if (number === null || number === "0") return;
  const level = Math.min(8, Math.max(0, list.level ?? style?.list?.level ?? 0));
  entry.marker = markers.next(number, level);
  if (entry.kind === "paragraph") Object.assign(entry, { kind: "list item", level });
}

/** The maximum number of comments open at one paragraph: a file may open thousands and end none. */
const MAX_OPEN_COMMENTS = 100;

/** The comments of a document, in the order of their part. */
function commentsIn(zip: ZipPackage, main: string): OfficeComment[] {
  const part = relationsOf(zip, main).find(({ type }) => type === "comments")?.target;
  const xml = part === undefined ? null : readPart(zip, part);
  const comments: OfficeComment[] = [];
  if (xml === null) return comments;
  let isText = false;
  scanXml(xml, docxPrefixes, {
    open(name, tag) {
      if (name === "w:comment")
        comments.push({
          id: tag.attribute("w:id") ?? "",
          author: tag.attribute("w:author") ?? "",
          at: tag.attribute("w:date"),
          ...{ text: "", parent: null },
        });
      else if (name === "w:t") isText = true;
      else if (name === "w:p") {
        const last = comments.at(-1);
        if (last && last.text !== "") last.text += "\n";
      }
    },
    close(name) {
      if (name === "w:t") isText = false;
    },
    text(text) {
      const last = comments.at(-1);
      if (isText && last) last.text += text;
    },
  });
  return comments;
}
