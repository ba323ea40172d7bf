import { OdfParagraphs } from "../odf/read";
import { scanOdf } from "../odf/scan";
import { readPart } from "../package/package-parts";
import { XmlError, type XmlTag } from "../package/scan-xml";
import { TextLimit } from "../package/text-limit";
import type { ZipPackage } from "../package/zip";
import type { SlideRole, SlideSelection, SlideText, SlideTexts } from "../slide/read-slides";
import { ParagraphBuilder, type ParagraphSink, withText } from "../text/office-paragraphs";
import { type OdpPage, odpPages, odpTitleAndBody, ofEveryPage } from "./slides";

/** The slides of a presentation with all their texts, in the order of `readOdf`. */
export function readOdpSlides(zip: ZipPackage, wanted: SlideSelection = "whole"): SlideTexts {
  const xml = readPart(zip, "content.xml");
  if (xml === null) throw new XmlError("its part content.xml is missing");
  if (typeof wanted === "object") return readOneSlide(zip, { xml, slides: odpPages(xml), number: wanted.slide });
  const sink: ParagraphSink = { found: [], limit: new TextLimit() };
  const reader = new SlideTextsReader(sink);
  try {
    scanOdf(xml, reader);
  } catch (error) {
    if (wanted === "whole" || !sink.limit.isReached) throw error;
  }
  const { pages, hidden } = reader;
  const roleOf = reader.roles();
  let names = 0;
  const texts = withText(sink.found).map(({ kind, text, at }): SlideText => {
    // A slide's name comes before its content.
    if (at === undefined || (kind === "heading" && at.to === 0))
      return { text: text.trim(), role: "name", level: 0, slide: ++names };
    const known = roleOf(at.from);
    names = known.slide;
    const role: SlideRole =
      known.role === "name" ? "name" : kind === "note" || kind === "table_row" ? kind : known.role;
    return { text: text.trim(), role, level: known.level, slide: known.slide };
  });
  const slides = pages.map(({ name, style }, index) => ({ number: index + 1, name, isHidden: hidden.has(style) }));
  const isCut = sink.limit.isReached;
  return { slides, texts, total: isCut ? odpPages(xml).length : slides.length, isCut };
}

/** Reads one slide as if there were no others. */
function readOneSlide(
  zip: ZipPackage,
  { xml, slides, number }: { xml: string; slides: readonly OdpPage[]; number: number },
): SlideTexts {
  const [page, first, last] = [slides[number - 1], slides[0], slides.at(-1)];
  if (!page || !first || !last) throw new RangeError(`there is no slide ${number}`);
  const alone = Buffer.from(xml.slice(0, first.from) + xml.slice(page.from, page.to) + xml.slice(last.to));
  const read = (name: string) => (name === "content.xml" ? alone : zip.read(name));
  const result = readOdpSlides({ ...zip, read }, "beginning");
  return {
    ...result,
    slides: result.slides.map((slide) => ({ ...slide, number })),
    texts: result.texts.map((text) => ({ ...text, slide: number })),
    total: slides.length,
  };
}

type ReadShape = { kind: string | null; paragraphs: ReadParagraph[] };
/** A paragraph of a shape: its offset, and whether it has text. */
type ReadParagraph = { from: number; level: number; hasText: boolean };
/** `isGroup`: what is directly in it is a shape of its page. */
type OpenElement = { name: string; shape: ReadShape | null; isGroup: boolean; isOfEveryPage: boolean };

const inLists = new Set(["text:list", "text:list-item", "text:list-header"]);
/** Page numbers, dates, headers and footers, which appear on every page and are not part of a slide's text. */
const fields = new Set(["page-number", "date-time", "footer", "header"]);

/** Reads the paragraphs of a presentation, and finds the shape of each. */
class SlideTextsReader extends OdfParagraphs {
  readonly pages: { name: string | null; style: string; shapes: ReadShape[] }[] = [];
  /** The styles of hidden slides. */
  readonly hidden = new Set<string>();
  /** The slide of each paragraph and row, by offset. Negative if it is in a frame of every page. */
  readonly #slides = new Map<number, number>();
  /** The open elements of the page. */
  readonly #open: OpenElement[] = [];
  /** The open paragraphs; null for one without a shape. */
  readonly #paragraphs: (ReadParagraph | null)[] = [];
  #framesOfEveryPage = 0;
  #style: string | null = null;

  constructor(sink: ParagraphSink) {
    super(new ParagraphBuilder("content.xml", sink));
  }

  override paragraph(name: "text:p" | "text:h", tag: XmlTag): void {
    super.paragraph(name, tag);
    this.#located(tag.from);
    let at = this.#open.length - 1;
    let lists = 0;
    for (; inLists.has(this.#open[at]?.name ?? ""); at--) if (this.#open[at]?.name === "text:list") lists++;
    const holder = this.#open[at];
    const shape = holder?.name === "draw:frame" ? null : holder?.shape;
    const paragraph = shape ? { from: tag.from, level: Math.max(0, lists - 1), hasText: false } : null;
    if (shape && paragraph) {
      // A shape without a frame is one from its first paragraph on.
      if (shape.paragraphs.push(paragraph) === 1 && holder?.name !== "draw:text-box")
        this.pages.at(-1)?.shapes.push(shape);
    }
    this.#paragraphs.push(paragraph);
    this.#open.push({ name, shape: null, isGroup: false, isOfEveryPage: false });
  }

  override paragraphEnd(to: number): void {
    super.paragraphEnd(to);
    this.#paragraphs.pop();
    this.#open.pop();
  }

  override text(text: string): void {
    super.text(text);
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph && text.trim() !== "") paragraph.hasText = true;
  }

  override open(name: string, tag: XmlTag): void {
    super.open(name, tag);
    if (name === "style:style") this.#style = tag.attribute("style:name");
    else if (this.#style !== null && tag.attribute("presentation:visibility") === "hidden")
      this.hidden.add(this.#style);
    else if (name === "table:table-row") this.#located(tag.from);
    else if (name === "draw:page") {
      const style = tag.attribute("draw:style-name") ?? "";
      this.pages.push({ name: tag.attribute("draw:name") ?? "", style, shapes: [] });
      this.#open.length = 0;
    }
    if (this.pages.length > 0) this.#open.push(this.#elementOf(name, tag));
  }

  override close(name: string, to: number): void {
    super.close(name, to);
    if (name === "style:style") this.#style = null;
    // Blanks, tabs and breaks are closed without having been opened.
    if (this.#open.at(-1)?.name !== name) return;
    if (this.#open.pop()?.isOfEveryPage === true) this.#framesOfEveryPage--;
  }

  /** Where the paragraphs and rows are: by offset, their slide, their level and what they are there. */
  roles(): (from: number) => { role: SlideRole; level: number; slide: number } {
    const roles = new Map<number, { role: SlideRole; level: number }>();
    for (const { shapes } of this.pages) {
      const { title, body } = odpTitleAndBody(shapes, ({ paragraphs }) => paragraphs.some(({ hasText }) => hasText));
      for (const shape of shapes)
        for (const { from, level } of shape.paragraphs)
          roles.set(from, { role: shape === title ? "title" : shape === body ? "bullet" : "text", level });
    }
    return (from) => {
      const slide = this.#slides.get(from) ?? 0;
      const { role, level } = roles.get(from) ?? { role: "text", level: 0 };
      return { role: slide < 0 ? "name" : role, level, slide: Math.abs(slide) };
    };
  }

  #located(from: number): void {
    this.#slides.set(from, this.#framesOfEveryPage > 0 ? -this.pages.length : this.pages.length);
  }

  /** Shapes are what is directly on the page, or in a group; in a frame, its text boxes. */
  #elementOf(name: string, tag: XmlTag): OpenElement {
    const parent = this.#open.at(-1);
    const element: OpenElement = { name, shape: null, isGroup: false, isOfEveryPage: false };
    if (parent === undefined) return { ...element, isGroup: name === "draw:page" };
    if (parent.name === "draw:frame" && parent.shape !== null && name === "draw:text-box") {
      element.shape = { kind: parent.shape.kind, paragraphs: [] };
      this.pages.at(-1)?.shapes.push(element.shape);
      return element;
    }
    if (name === "draw:g") return { ...element, isGroup: parent.isGroup };
    if (!parent.isGroup && name !== "draw:frame") return element;
    const kind = tag.attribute("presentation:class");
    if (name === "draw:frame" && fields.has(kind ?? "")) {
      this.#framesOfEveryPage++;
      element.isOfEveryPage = true;
    }
    if (parent.isGroup && name !== "presentation:notes" && !ofEveryPage.has(kind ?? ""))
      element.shape = { kind, paragraphs: [] };
    return element;
  }
}
