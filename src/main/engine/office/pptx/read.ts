import { readPart, relationsOf } from "../package/package-parts";
import { scanXml, XmlError, type XmlTag } from "../package/scan-xml";
import { TextLimit } from "../package/text-limit";
import type { ZipPackage } from "../package/zip";
import { titleAndBody } from "../slide/title-and-body";
import { type OfficeParagraph, ParagraphBuilder, type ParagraphSink } from "../text/office-paragraphs";

/** The namespaces of presentations, and the prefixes used for them here. */
export const pptxPrefixes = {
  "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
  "http://purl.oclc.org/ooxml/drawingml/main": "a",
  "http://schemas.openxmlformats.org/presentationml/2006/main": "p",
  "http://purl.oclc.org/ooxml/presentationml/main": "p",
  "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "rel",
  "http://purl.oclc.org/ooxml/officeDocument/relationships": "rel",
};

/** A slide of a presentation: its part, the part of its notes, and the id of the presentation's relation to it. */
export type SlidePart = { part: string; notes: string | null; relation: string };

/** A shape of a slide: the type of its placeholder (null for a plain text box), and its paragraphs by offset. */
export type ReadShape = { placeholder: string | null; paragraphs: { from: number; level: number; hasText: boolean }[] };

/** What a slide has besides its text. */
export type ReadSlide = { part: string; isHidden: boolean; shapes: ReadShape[] };

/**
 * The text of a presentation, slide by slide, each followed by its notes; limited to the given slides. The slides are added to `seen`, also those
 * before a limit that ends the reading.
 */
export function readPptx(
  zip: ZipPackage,
  sink: ParagraphSink = { found: [], limit: new TextLimit() },
  slides: readonly SlidePart[] = slideParts(zip).slides,
  seen: ReadSlide[] = [],
): OfficeParagraph[] {
  for (const { part, notes } of slides) {
    const slide: ReadSlide = { part, isHidden: false, shapes: [] };
    seen.push(slide);
    readTexts(zip, { part, slide }, sink);
    if (notes !== null) readTexts(zip, { part: notes, slide: null }, sink);
  }
  return sink.found;
}

/** The presentation's main part, and its slides in order. Throws `XmlError` if the main part is missing. */
export function slideParts(zip: ZipPackage): { main: string; slides: SlidePart[] } {
  const main = relationsOf(zip, "").find(({ type }) => type === "officeDocument")?.target ?? "ppt/presentation.xml";
  const presentation = readPart(zip, main);
  if (presentation === null) throw new XmlError(`its part ${main} is missing`);
  const targets = new Map(relationsOf(zip, main).map(({ id, target }) => [id, target]));
  const slides: SlidePart[] = [];
  const known = new Set<string>();
  scanXml(presentation, pptxPrefixes, {
    open(name, tag) {
      if (name !== "p:sldId") return;
      const id = tag.attribute("rel:id");
      const part = targets.get(id ?? "");
      if (part === undefined || id === null) return;
      // A list of a few kilobytes could refer to any number of slides.
      if (known.has(part)) throw new XmlError(`its slide ${part} is listed more than once`);
      known.add(part);
      const notes = relationsOf(zip, part).find(({ type }) => type === "notesSlide")?.target ?? null;
      slides.push({ part, notes: notes === null || known.has(notes) ? null : notes, relation: id });
      if (notes !== null) known.add(notes);
    },
    close() {},
    text() {},
  });
  return { main, slides };
}

/** Reads the texts of a slide, and its shapes; or those of notes, if `slide` is null. */
function readTexts(
  zip: ZipPackage,
  { part, slide }: { part: string; slide: ReadSlide | null },
  sink: ParagraphSink,
): void {
  const xml = readPart(zip, part);
  if (xml === null) return;
  const builder = new ParagraphBuilder(part, sink);
  let isText = false;
  let holder = "";
  const shapes = new ShapeReader();
  if (slide !== null) slide.shapes = shapes.found;
  scanXml(xml, pptxPrefixes, {
    open(name, tag) {
      shapes.open(name, tag);
      if (name === "p:sld" && slide !== null) slide.isHidden = isNo(tag.attribute("show"));
      else if (name === "p:sp") holder = "";
      else if (name === "p:ph") holder = tag.attribute("type") ?? "";
      else if (name === "a:p") {
        const isTitle = titleTypes.has(holder);
        builder.openParagraph(slide === null ? "note" : isTitle ? "heading" : "slide_text", null, tag.from);
      } else if (name === "a:t") isText = true;
      else if (name === "a:br") builder.add("\n");
      else if (name === "a:tr") builder.openRow(null, tag.from);
      else if (name === "a:tc") builder.openCell();
    },
    close(name, _from, to) {
      shapes.close();
      if (name === "p:sp") holder = "";
      else if (name === "a:p") builder.closeParagraph(to);
      else if (name === "a:t") isText = false;
      else if (name === "a:tr") builder.closeRow(to);
    },
    text(text) {
      if (!isText) return;
      shapes.text(text);
      // The slide number is not part of its text.
      if (holder !== "sldNum" && holder !== "dt") builder.add(text);
    },
  });
}

/** Finds the shapes of a slide, as `pptxSlides` does: what is elsewhere than a valid file has it belongs to none. */
class ShapeReader {
  readonly found: ReadShape[] = [];
  /** The elements from the open shape inwards, by name; empty outside of shapes. */
  readonly #path: string[] = [];
  #hasHolder = false;
  #hasLevel = false;

  open(name: string, tag: XmlTag): void {
    if (this.#path.length === 0) {
      if (name !== "p:sp") return;
      this.found.push({ placeholder: null, paragraphs: [] });
      this.#hasHolder = false;
    }
    this.#path.push(name);
    if (name !== "p:ph" && name !== "a:p" && name !== "a:pPr") return;
    const parents = this.#path.slice(0, -1).join(" ");
    const shape = this.found.at(-1);
    if (shape === undefined) return;
    if (name === "p:ph" && parents === "p:sp p:nvSpPr p:nvPr" && !this.#hasHolder) {
      shape.placeholder = tag.attribute("type") ?? "";
      this.#hasHolder = true;
    } else if (name === "a:p" && parents === "p:sp p:txBody") {
      shape.paragraphs.push({ from: tag.from, level: 0, hasText: false });
      this.#hasLevel = false;
    } else if (name === "a:pPr" && parents === "p:sp p:txBody a:p" && !this.#hasLevel) {
      const paragraph = shape.paragraphs.at(-1);
      if (paragraph) paragraph.level = levelFrom(tag.attribute("lvl"));
      this.#hasLevel = true;
    }
  }

  close(): void {
    this.#path.pop();
  }

  /** Text of an `a:t`. */
  text(text: string): void {
    const [shape, body, paragraph, , piece] = this.#path;
    if (shape !== "p:sp" || body !== "p:txBody" || paragraph !== "a:p" || piece !== "a:t" || text.trim() === "") return;
    const current = this.#path.length === 5 ? this.found.at(-1)?.paragraphs.at(-1) : undefined;
    if (current) current.hasText = true;
  }
}

/** A boolean attribute that is false, and not only missing. */
export const isNo = (written: string | null | undefined): boolean => written === "0" || written === "false";

/** An indentation level: 0 for the outermost. */
export function levelFrom(written: string | null | undefined): number {
  const level = Number(written ?? 0);
  return Number.isInteger(level) && level > 0 ? Math.min(level, 8) : 0;
}

const titleTypes = new Set(["title", "ctrTitle"]);
const bodyTypes = new Set(["", "body", "obj", "subTitle"]);
/** Placeholders on every page, which are not part of a slide's text. */
export const ofEveryPage = new Set(["sldNum", "dt", "ftr", "hdr"]);

/** The shapes that a user would call the title and the body of a slide. */
export const pptxTitleAndBody = <Shape extends { placeholder: string | null; paragraphs: readonly unknown[] }>(
  shapes: readonly Shape[],
  hasText: (shape: Shape) => boolean,
): { title: Shape | null; body: Shape | null } =>
  titleAndBody(
    shapes.filter(({ placeholder, paragraphs }) => paragraphs.length > 0 && !ofEveryPage.has(placeholder ?? " ")),
    {
      roleOf: ({ placeholder }) =>
        placeholder === null
          ? null
          : titleTypes.has(placeholder)
            ? "title"
            : bodyTypes.has(placeholder)
              ? "body"
              : "other",
      hasText,
    },
  );
