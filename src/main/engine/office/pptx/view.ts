import type { OfficeRun, OfficeShape, OfficeStyle, OfficeTableCell } from "../../../../core/office/office-view";
import { readPart, relationsOf } from "../package/package-parts";
import { elementsIn, takeElements, type XmlElement } from "../package/splice-xml";
import { TextLimit } from "../package/text-limit";
import type { ZipPackage } from "../package/zip";
import type { ShapeEntry, SlideEntry, SlidesView } from "../slide/slides-view";
import { plainEntry, type ViewEntry } from "../text/view-entry";
import { isNo, ofEveryPage, pptxPrefixes, slideParts } from "./read";
import { levelOf, paragraphText, pptxPieces } from "./slides";

const prefixes = {
  ...pptxPrefixes,
  "http://schemas.openxmlformats.org/drawingml/2006/chart": "c",
  "http://schemas.openxmlformats.org/drawingml/2006/diagram": "dgm",
  "http://purl.oclc.org/ooxml/drawingml/chart": "c",
  "http://purl.oclc.org/ooxml/drawingml/diagram": "dgm",
};
const attributes = [
  ...["type", "idx", "lvl", "show", "id", "name", "rel:id", "rel:embed", "descr", "x", "y", "cx", "cy", "algn", "rtl"],
  ...[
    "b",
    "i",
    "u",
    "strike",
    "sz",
    "baseline",
    "val",
    "typeface",
    "gridSpan",
    "rowSpan",
    "vMerge",
    "hMerge",
    "w",
    "char",
  ],
  "firstRow",
];

/** A presentation with its shapes, texts and notes. `imageAt` returns the URL of an image part for the window. */
export function pptxView(zip: ZipPackage, imageAt: (part: string) => string | null): SlidesView {
  const { main, slides } = slideParts(zip);
  const size = sizeOf(readPart(zip, main) ?? "");
  const reader = new SlideReader(zip, imageAt);
  const seen = slides.flatMap(({ part, notes }): SlideEntry[] => {
    const xml = readPart(zip, part);
    if (xml === null) return [];
    const [root] = takeElements(xml, { prefixes, attributes, take: (name) => name === "p:sld" });
    const before = reader.entries.length;
    const shapes = root === undefined ? [] : reader.shapes(root, part, "body");
    const notesFrom = reader.entries.length;
    const notesXml = notes === null ? null : readPart(zip, notes);
    if (notes !== null && notesXml !== null)
      for (const element of takeElements(notesXml, { prefixes, attributes, take: (name) => name === "p:notes" }))
        reader.shapes(element, notes, "slide notes");
    const own = shapes.find(({ role }) => role === "title");
    const titles = reader.entries.slice(own?.from ?? before, own?.to ?? before).map(({ text }) => text);
    return [
      {
        title: titles.join(" ").trim(),
        isHidden: isNo(root?.attributes["show"]),
        shapes,
        notesFrom,
        to: reader.entries.length,
      },
    ];
  });
  return {
    entries: reader.entries,
    runs: (entries) => entries.map((entry) => reader.runs.get(entry) ?? []),
    slides: seen,
    size,
  };
}

/** How many columns or rows a cell spans. */
const spanOf = (written: string | undefined): number => Math.min(1000, Math.max(1, Number(written ?? 1) || 1));

const toPoints = (written: string | undefined): number => Math.round((Number(written) / 12_700) * 10) / 10 || 0;

function sizeOf(xml: string): { width: number; height: number } {
  const [size] = takeElements(xml, { prefixes, attributes, take: (name) => name === "p:sldSz" });
  return { width: toPoints(size?.attributes["cx"]) || 720, height: toPoints(size?.attributes["cy"]) || 540 };
}

class SlideReader {
  readonly entries: ViewEntry[] = [];
  readonly runs = new Map<ViewEntry, OfficeRun[]>();
  readonly #limit = new TextLimit();
  #groups = 1;
  #tables = 0;

  constructor(
    private readonly zip: ZipPackage,
    private readonly imageAt: (part: string) => string | null,
  ) {}

  /** The shapes of a slide, or of its notes; in notes, only the user's text. */
  shapes(root: XmlElement, part: string, placement: "body" | "slide notes"): ShapeEntry[] {
    const links = new Map(relationsOf(this.zip, part, "outside").map(({ id, target }) => [id, target]));
    const inside = new Map(relationsOf(this.zip, part).map(({ id, target }) => [id, target]));
    const found: ShapeEntry[] = [];
    const walk = (element: XmlElement): void => {
      for (const child of elementsIn(element)) {
        if (child.name === "p:grpSp" || child.name === "p:cSld" || child.name === "p:spTree") walk(child);
        else if (child.name === "mc:AlternateContent" || /:(?:Choice|AlternateContent)$/.test(child.name)) walk(child);
        else {
          const shape = this.#shape(child, { part, placement, links, inside });
          if (shape !== null) found.push(shape);
        }
      }
    };
    walk(root);
    return found;
  }

  #shape(
    element: XmlElement,
    at: {
      part: string;
      placement: "body" | "slide notes";
      links: ReadonlyMap<string, string>;
      inside: ReadonlyMap<string, string>;
    },
  ): ShapeEntry | null {
    const from = this.entries.length;
    const [about] = below(element, "p:cNvPr");
    const shape = (role: OfficeShape["role"], more: Partial<ShapeEntry> = {}): ShapeEntry => ({
      role,
      name: about?.attributes["name"] ?? "",
      box: boxOf(element),
      image: null,
      unshown: null,
      from,
      to: this.entries.length,
      ...more,
    });
    switch (element.name) {
      case "p:sp": {
        const [holder] = below(element, "p:ph");
        const placeholder = holder === undefined ? null : (holder.attributes["type"] ?? "");
        if (ofEveryPage.has(placeholder ?? " ") || placeholder === "sldImg") return null;
        if (at.placement === "slide notes" && placeholder !== "body" && placeholder !== null) return null;
        const isBody = placeholder !== null && ["", "body", "obj"].includes(placeholder) && at.placement === "body";
        const group = this.#groups++;
        for (const body of elementsIn(element, "p:txBody"))
          for (const paragraph of elementsIn(body, "a:p"))
            this.#paragraph(paragraph, { ...at, group, cell: null, hasBullets: isBody });
        if (this.entries.length === from)
          return at.placement === "body" ? shape("unshown", { unshown: "drawing" }) : null;
        const isTitle = placeholder === "title" || placeholder === "ctrTitle";
        return shape(isTitle ? "title" : placeholder === "subTitle" ? "subtitle" : isBody ? "body" : "text");
      }
      case "p:pic": {
        const [blip] = below(element, "a:blip");
        const part = at.inside.get(blip?.attributes["rel:embed"] ?? "");
        const alt = about?.attributes["descr"] ?? "";
        const isFilm = below(element, "a:videoFile").length > 0;
        if (isFilm || below(element, "a:audioFile").length > 0)
          return shape("unshown", { unshown: isFilm ? "video" : "sound" });
        const url = part === undefined ? null : this.imageAt(part);
        if (url === null) return shape("unshown", { unshown: "image" });
        const box = boxOf(element);
        return shape("image", { image: { url, alt, width: box?.width ?? null, height: box?.height ?? null } });
      }
      case "p:graphicFrame": {
        const [table] = below(element, "a:tbl");
        if (table !== undefined) {
          this.#table(table, at);
          return shape("table");
        }
        const what =
          below(element, "c:chart").length > 0
            ? "chart"
            : below(element, "dgm:relIds").length > 0
              ? "diagram"
              : "object";
        return shape("unshown", { unshown: what });
      }
      case "p:cxnSp":
        return null;
      default:
        return null;
    }
  }

  #table(
    table: XmlElement,
    at: { part: string; placement: "body" | "slide notes"; links: ReadonlyMap<string, string> },
  ): void {
    const number = this.#tables++;
    const hasHeader = elementsIn(table, "a:tblPr").some((each) => each.attributes["firstRow"] === "1");
    const widths = elementsIn(table, "a:tblGrid").flatMap((grid) =>
      elementsIn(grid, "a:gridCol").map((column) => toPoints(column.attributes["w"])),
    );
    for (const [row, element] of elementsIn(table, "a:tr").entries())
      for (const [column, written] of elementsIn(element, "a:tc").entries()) {
        const { gridSpan, rowSpan, vMerge, hMerge } = written.attributes;
        const isCovered = vMerge === "1" || hMerge === "1";
        const cell: OfficeTableCell = {
          table: number,
          row,
          column,
          rowSpan: isCovered ? 0 : spanOf(rowSpan),
          columnSpan: spanOf(gridSpan),
          isHeader: hasHeader && row === 0,
          width: widths[column] || null,
          fill: null,
        };
        const group = this.#groups++;
        for (const body of elementsIn(written, "a:txBody"))
          for (const paragraph of elementsIn(body, "a:p"))
            this.#paragraph(paragraph, { ...at, group, cell, hasBullets: false });
      }
  }

  #paragraph(
    element: XmlElement,
    {
      part,
      placement,
      group,
      cell,
      hasBullets,
      links,
    }: {
      part: string;
      placement: "body" | "slide notes";
      group: number;
      cell: OfficeTableCell | null;
      hasBullets: boolean;
      links: ReadonlyMap<string, string>;
    },
  ): void {
    const [properties] = elementsIn(element, "a:pPr");
    const level = levelOf(element);
    const marks = properties === undefined ? [] : elementsIn(properties).map(({ name }) => name);
    const isItem =
      !marks.includes("a:buNone") && (hasBullets || marks.includes("a:buChar") || marks.includes("a:buAutoNum"));
    const align = properties?.attributes["algn"];
    const text = paragraphText(element);
    const entry: ViewEntry = {
      ...plainEntry(part, element.from),
      at: { part, from: element.from, to: element.to },
      placement,
      group,
      cell,
      text,
      level: isItem ? level : 0,
      kind: isItem ? "list item" : "paragraph",
      marker: isItem && text !== "" ? "•" : null,
      align: align === "ctr" ? "center" : align === "r" ? "right" : align === "just" ? "justify" : "left",
      isRightToLeft: properties?.attributes["rtl"] === "1",
    };
    this.#limit.take(text.length, 1);
    this.entries.push(entry);
    this.runs.set(entry, runsIn(element, links));
  }
}

function runsIn(paragraph: XmlElement, links: ReadonlyMap<string, string>): OfficeRun[] {
  const runs: OfficeRun[] = [];
  let last: XmlElement | null = null;
  for (const { text, holder } of pptxPieces(paragraph)) {
    const run = runs.at(-1);
    if (holder.name === "a:br") runs.push({ kind: "text", text, style: {} });
    else if (holder === last && run?.kind === "text") run.text += text;
    else {
      const [properties] = elementsIn(holder, "a:rPr");
      const [click] = properties === undefined ? [] : elementsIn(properties, "a:hlinkClick");
      const link = links.get(click?.attributes["rel:id"] ?? "");
      runs.push({ kind: "text", text, style: styleOf(properties), ...(link === undefined ? {} : { link }) });
    }
    last = holder;
  }
  return runs;
}

function styleOf(properties: XmlElement | undefined): OfficeStyle {
  if (properties === undefined) return {};
  const { b, i, u, strike, sz, baseline } = properties.attributes;
  const fill = elementsIn(properties, "a:solidFill").flatMap((each) => elementsIn(each, "a:srgbClr"))[0];
  const color = fill?.attributes["val"];
  const font = elementsIn(properties, "a:latin")[0]?.attributes["typeface"];
  return {
    ...(b === "1" && { bold: true }),
    ...(i === "1" && { italic: true }),
    ...(u !== undefined && u !== "none" && { underline: true }),
    ...(strike !== undefined && strike !== "noStrike" && { strike: true }),
    ...(Number(baseline) > 0 && { script: "super" as const }),
    ...(Number(baseline) < 0 && { script: "sub" as const }),
    ...(color !== undefined && /^(?!000000)[0-9a-fA-F]{6}$/.test(color) && { color: `#${color.toLowerCase()}` }),
    ...(Number(sz) > 0 && { size: Number(sz) / 100 }),
    ...(font !== undefined && !font.startsWith("+") && { font }),
  };
}

function boxOf(element: XmlElement): OfficeShape["box"] {
  const [offset] = below(element, "a:off");
  const [extent] = below(element, "a:ext").filter(({ attributes: { cx } }) => cx !== undefined);
  if (offset === undefined || extent === undefined) return null;
  const { x, y } = offset.attributes;
  const { cx, cy } = extent.attributes;
  return { x: toPoints(x), y: toPoints(y), width: toPoints(cx), height: toPoints(cy) };
}

function below(element: XmlElement, name: string): XmlElement[] {
  return elementsIn(element).flatMap((child) =>
    child.name === name ? [child] : child.name === "p:txBody" ? [] : below(child, name),
  );
}
