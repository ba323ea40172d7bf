import type { OfficeShape, OfficeTableCell } from "../../../../core/office/office-view";
import { odfPrefixes } from "../odf/scan";
import { type OdfStyles, odfStyles, points } from "../odf/styles";
import { odtPieces } from "../odt/pieces";
import { frameRun, odtRuns } from "../odt/runs";
import { readPart } from "../package/package-parts";
import { XmlError } from "../package/scan-xml";
import { elementsIn, takeElements, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { ShapeEntry, SlideEntry, SlidesView } from "../slide/slides-view";
import { plainEntry, type ViewEntry } from "../text/view-entry";

const prefixes = odfPrefixes;
const attributes = [
  ...["draw:name", "draw:style-name", "draw:master-page-name", "presentation:class", "presentation:placeholder"],
  ...["text:style-name", "text:c", "svg:x", "svg:y", "svg:width", "svg:height", "xlink:href"],
  ...["table:number-columns-spanned", "table:number-rows-spanned"],
];
const ofEveryPage = new Set(["header", "footer", "date-time", "page-number", "page", "handout"]);

/** An OpenDocument presentation with its shapes, texts and notes. */
export function odpView(zip: ZipPackage, imageAt: (part: string) => string | null): SlidesView {
  const xml = readPart(zip, "content.xml");
  if (xml === null) throw new XmlError("its part content.xml is missing");
  const stylesXml = readPart(zip, "styles.xml");
  const styles = odfStyles(stylesXml, xml);
  const reader = new SlideReader(zip, styles, imageAt);
  const pages = takeElements(xml, { prefixes, attributes, take: (name) => name === "draw:page" });
  const slides = pages.map((page): SlideEntry => {
    const before = reader.entries.length;
    const shapes = reader.shapes(page, "body");
    const notesFrom = reader.entries.length;
    for (const notes of elementsIn(page, "presentation:notes")) reader.shapes(notes, "slide notes");
    const own = shapes.find(({ role }) => role === "title");
    const titles = reader.entries.slice(own?.from ?? before, own?.to ?? before).map(({ text }) => text);
    return {
      title: titles.join(" ").trim(),
      isHidden: styles.of("drawing-page", page.attributes["draw:style-name"] ?? null).isHidden,
      shapes,
      notesFrom,
      to: reader.entries.length,
    };
  });
  return {
    entries: reader.entries,
    runs: odtRuns(zip, styles, imageAt),
    slides,
    size: { width: styles.page?.width ?? 793.7, height: styles.page?.height ?? 446.5 },
  };
}

class SlideReader {
  readonly entries: ViewEntry[] = [];
  #groups = 1;
  #tables = 0;

  constructor(
    private readonly zip: ZipPackage,
    private readonly styles: OdfStyles,
    private readonly imageAt: (part: string) => string | null,
  ) {}

  shapes(holder: XmlElement, placement: "body" | "slide notes"): ShapeEntry[] {
    return elementsIn(holder).flatMap((element): ShapeEntry[] => {
      if (element.name === "presentation:notes") return [];
      if (element.name === "draw:g") return this.shapes(element, placement);
      const kind = element.attributes["presentation:class"] ?? null;
      if (ofEveryPage.has(kind ?? "") || !element.name.startsWith("draw:")) return [];
      const from = this.entries.length;
      const shape = (role: OfficeShape["role"], more: Partial<ShapeEntry> = {}): ShapeEntry => ({
        role,
        name: element.attributes["draw:name"] ?? "",
        box: boxOf(element),
        image: null,
        unshown: null,
        from,
        to: this.entries.length,
        ...more,
      });
      const role = kind === "title" ? "title" : kind === "subtitle" ? "subtitle" : kind === "outline" ? "body" : "text";
      if (element.name !== "draw:frame") {
        this.#texts(element, { placement, group: this.#groups++, cell: null });
        return this.entries.length > from ? [shape(role)] : [shape("unshown", { unshown: "drawing" })];
      }
      const boxes = elementsIn(element, "draw:text-box");
      const [table] = elementsIn(element, "table:table");
      if (table !== undefined) {
        this.#table(table, placement);
        return [shape("table")];
      }
      if (boxes.length > 0) {
        const group = this.#groups++;
        for (const box of boxes) this.#texts(box, { placement, group, cell: null });
        return this.entries.length > from || kind !== null ? [shape(role)] : [];
      }
      if (placement === "slide notes") return [];
      const run = frameRun(element, this.zip, this.imageAt);
      if (run === null) return [];
      return [run.kind === "image" ? shape("image", { image: run.image }) : shape("unshown", { unshown: run.what })];
    });
  }

  #table(table: XmlElement, placement: "body" | "slide notes"): void {
    const number = this.#tables++;
    const rows = elementsIn(table).flatMap((child) =>
      child.name === "table:table-row" ? [child] : elementsIn(child, "table:table-row"),
    );
    for (const [row, element] of rows.entries())
      for (const [column, written] of elementsIn(element).entries()) {
        const count = (name: string): number => Math.min(1000, Math.max(1, Number(written.attributes[name] ?? 1) || 1));
        const cell: OfficeTableCell = {
          table: number,
          row,
          column,
          isHeader: false,
          width: null,
          fill: null,
          rowSpan: written.name === "table:covered-table-cell" ? 0 : count("table:number-rows-spanned"),
          columnSpan: count("table:number-columns-spanned"),
        };
        this.#texts(written, { placement, group: this.#groups++, cell });
      }
  }

  #texts(
    holder: XmlElement,
    context: { placement: "body" | "slide notes"; group: number; cell: OfficeTableCell | null },
    lists = 0,
  ): void {
    for (const child of elementsIn(holder)) {
      if (child.name === "text:p" || child.name === "text:h") {
        const style = this.styles.of("paragraph", child.attributes["text:style-name"] ?? null);
        const text = odtPieces(child).reduce((sum, piece) => sum + piece.text, "");
        const isItem = lists > 0;
        this.entries.push({
          ...plainEntry("content.xml", child.from),
          at: { part: "content.xml", from: child.from, to: child.to },
          ...context,
          text,
          lists,
          level: isItem ? lists - 1 : 0,
          kind: isItem ? "list item" : "paragraph",
          marker: isItem && text !== "" ? "•" : null,
          align: style.align ?? "left",
          isRightToLeft: style.isRightToLeft,
        });
      } else if (child.name === "text:list") this.#texts(child, context, lists + 1);
      else if (child.name === "text:list-item" || child.name === "text:list-header") this.#texts(child, context, lists);
    }
  }
}

function boxOf({ attributes: written }: XmlElement): OfficeShape["box"] {
  const [x, y] = [points(written["svg:x"] ?? null), points(written["svg:y"] ?? null)];
  const [width, height] = [points(written["svg:width"] ?? null), points(written["svg:height"] ?? null)];
  return x === null || y === null || width === null || height === null ? null : { x, y, width, height };
}
