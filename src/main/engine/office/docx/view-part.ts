import type { OfficePage, OfficePlacement } from "../../../../core/office/office-view";
import type { XmlTag } from "../package/scan-xml";
import type { TextLimit } from "../package/text-limit";
import { plainEntry, type ViewEntry } from "../text/view-entry";
import type { DocxMarkers } from "./markers";
import type { DocxHandler } from "./scan";
import { alignOf, type DocxStyle } from "./styles";
import { type Counters, OpenTables } from "./view-tables";

/** The labels of notes, by `footnote 3`: they are numbered in the order in which the text refers to them. */
export type NoteLabels = ReadonlyMap<string, string>;

/** What the parts of a document share while they are read for display. */
export type ViewContext = {
  /** The paragraphs that were found, in order. */
  entries: ViewEntry[];
  styles: ReadonlyMap<string, DocxStyle>;
  markers: DocxMarkers;
  limit: TextLimit;
  counters: Counters;
  /** How many tracked changes the document has. */
  suggestions: number;
};

type OpenParagraph = { entry: ViewEntry; list: { number: string | null; level: number | null }; style: string };

/** Reads one part for display: adds its paragraphs to the context, with their kinds, cells and markers. */
export class PartView implements DocxHandler {
  /** The paper of the first section. */
  page: OfficePage = null;
  readonly noteLabels = new Map<string, string>();
  readonly #counts = { footnote: 0, endnote: 0 };
  readonly #open: OpenParagraph[] = [];
  readonly #tables: OpenTables;
  readonly #comments = new Set<string>();
  #boxes = 0;
  #note: { label: string | null; isSpecial: boolean } | null = null;
  /** Whether the next paragraph begins a section on a new page. */
  #nextBreaks = false;

  constructor(
    private readonly context: ViewContext,
    private readonly at: { part: string; xml: string; placement: OfficePlacement; labels: NoteLabels },
  ) {
    this.#tables = new OpenTables(context.counters, context.entries);
  }

  paragraph(tag: XmlTag): void {
    const { entries, limit } = this.context;
    const placement = this.#boxes > 0 ? "text box" : this.at.placement;
    const entry: ViewEntry = {
      ...plainEntry(this.at.part, tag.from),
      placement,
      cell: this.#tables.cell,
      label: this.#note?.label ?? null,
      group: placement === "body" ? this.#tables.group : null,
      openComments: this.#comments.size === 0 ? none : [...this.#comments].slice(0, MAX_OPEN_COMMENTS),
      breaksPage: this.#nextBreaks,
    };
    this.#nextBreaks = false;
    limit.take(1, 1);
    if (this.#note?.isSpecial !== true) entries.push(entry);
    this.#open.push({ entry, list: { number: null, level: null }, style: "" });
  }

  paragraphEnd(to: number): void {
    const closed = this.#open.pop();
    if (closed === undefined) return;
    closed.entry.at.to = to;
    applyParagraphStyle(closed, this.context);
  }

  text(text: string): void {
    const paragraph = this.#open.at(-1);
    if (paragraph !== undefined) paragraph.entry.text += text;
  }

  suggestion(name: string, tag: XmlTag): void {
    if (name === "w:ins" || name === "w:del" || tag.attribute("w:author") !== null) this.context.suggestions++;
  }

  open(name: string, tag: XmlTag): void {
    switch (name) {
      case "w:commentRangeStart":
        this.#comments.add(tag.attribute("w:id") ?? "");
        break;
      case "w:commentRangeEnd":
        this.#comments.delete(tag.attribute("w:id") ?? "");
        break;
      case "w:footnoteReference":
      case "w:endnoteReference": {
        const kind = name === "w:footnoteReference" ? "footnote" : "endnote";
        this.noteLabels.set(`${kind} ${tag.attribute("w:id") ?? ""}`, String(++this.#counts[kind]));
        break;
      }
      case "w:footnote":
      case "w:endnote": {
        const type = tag.attribute("w:type");
        const label = this.at.labels.get(`${name.slice(2)} ${tag.attribute("w:id") ?? ""}`) ?? null;
        this.#note = { label, isSpecial: type !== null && type !== "normal" };
        break;
      }
      case "w:txbxContent":
        this.#boxes++;
        break;
      case "w:pgSz":
      case "w:pgMar":
        this.#paper(name, tag);
        break;
      default:
        this.#tables.open(name, tag);
        this.#paragraphProperty(name, tag);
        break;
    }
  }

  close(name: string, from: number): void {
    switch (name) {
      case "w:sectPr":
        // A section ends in this paragraph: what follows is on a new page, unless the section is continuous.
        if (this.#open.length > 0 && !/type\b[^>]*val="continuous"/.test(this.at.xml.slice(from - 400, from)))
          this.#nextBreaks = true;
        break;
      case "w:txbxContent":
        this.#boxes--;
        break;
      case "w:footnote":
      case "w:endnote":
        this.#note = null;
        break;
      default:
        this.#tables.close(name);
        break;
    }
  }

  /** A property of the innermost paragraph, or a break in it. */
  #paragraphProperty(name: string, tag: XmlTag): void {
    const paragraph = this.#open.at(-1);
    if (paragraph === undefined) return;
    const { entry, list } = paragraph;
    switch (name) {
      case "w:br":
      case "w:cr":
        if (tag.attribute("w:type") === "page" && entry.text === "") entry.breaksPage = true;
        break;
      case "w:pStyle":
        paragraph.style = tag.attribute("w:val") ?? "";
        break;
      case "w:outlineLvl": {
        const level = Number(tag.attribute("w:val"));
        if (level < 9) Object.assign(entry, { kind: "heading", level: level + 1 });
        break;
      }
      case "w:numId":
        list.number = tag.attribute("w:val");
        break;
      case "w:ilvl":
        list.level = Math.min(8, Math.max(0, Number(tag.attribute("w:val")) || 0));
        break;
      case "w:jc":
        if (!this.#tables.isInProperties) entry.align = alignOf(tag.attribute("w:val") ?? "");
        break;
      case "w:bidi":
        if (tag.attribute("w:val") !== "0") entry.isRightToLeft = true;
        break;
      case "w:pageBreakBefore":
        if (!/^(?:0|false|off)$/.test(tag.attribute("w:val") ?? "")) entry.breaksPage = true;
        break;
      default:
        break;
    }
  }

  #paper(name: "w:pgSz" | "w:pgMar", tag: XmlTag): void {
    const points = (of: string): number => Number(tag.attribute(`w:${of}`)) / 20 || 0;
    if (name === "w:pgSz")
      this.page ??= {
        width: points("w") || 595,
        height: points("h") || 842,
        margins: { top: 72, right: 72, bottom: 72, left: 72 },
      };
    else if (this.page !== null) {
      const side = (of: string): number => Math.max(0, points(of));
      this.page.margins = { top: side("top"), right: side("right"), bottom: side("bottom"), left: side("left") };
    }
  }
}

const none: readonly string[] = [];

/** The maximum number of comments open at one paragraph: a file may open thousands and end none. */
const MAX_OPEN_COMMENTS = 100;

/** Applies the properties of its style to a paragraph that does not set them itself, and sets its list marker. */
function applyParagraphStyle(
  { entry, list, style: id }: OpenParagraph,
  { styles, markers }: Pick<ViewContext, "styles" | "markers">,
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
