import { odfPrefixes, skippedInOdf } from "../odf/scan";
import { odtPieces } from "../odt/pieces";
import { scanXml } from "../package/scan-xml";
import { elementsIn, takeElements, type XmlElement } from "../package/splice-xml";
import { titleAndBody } from "../slide/title-and-body";

/** A paragraph of a shape, with its indentation level and its list. */
export type OdpParagraph = { element: XmlElement; text: string; level: number; list: string | null };

/** A shape that can hold text; `holder` is the box around its paragraphs. */
export type OdpShape = { element: XmlElement; holder: XmlElement; kind: string | null; paragraphs: OdpParagraph[] };

/** A parsed slide. `title` and `body` are the shapes that a user would call so, if there are any. */
export type OdpSlide = {
  element: XmlElement;
  name: string;
  shapes: OdpShape[];
  title: OdpShape | null;
  body: OdpShape | null;
};

const attributes = [
  ...["draw:name", "draw:style-name", "draw:master-page-name", "presentation:class", "presentation:placeholder"],
  ...["text:style-name", "text:c"],
];
const bodies = new Set(["outline", "subtitle", "text"]);
/** What appears on every page, or in its notes, and is not part of a slide. */
export const ofEveryPage = new Set(["header", "footer", "date-time", "page-number", "notes", "page", "handout"]);

/** The range of a slide in `content.xml`, and its attributes. */
export type OdpPage = { from: number; to: number; name: string; style: string };

/** The ranges of the slides, in order, without their contents. */
export function odpPages(xml: string): OdpPage[] {
  const pages: OdpPage[] = [];
  scanXml(xml, odfPrefixes, {
    open(name, { from, to, attribute }) {
      if (name !== "draw:page") return;
      pages.push({ from, to, name: attribute("draw:name") ?? "", style: attribute("draw:style-name") ?? "" });
    },
    close(name, _from, to) {
      const page = pages.at(-1);
      if (name === "draw:page" && page) page.to = to;
    },
    text() {},
  });
  return pages;
}

/** The slides of `content.xml`, in order. */
export function odpSlides(xml: string): OdpSlide[] {
  const pages = takeElements(xml, { prefixes: odfPrefixes, attributes, take: (name) => name === "draw:page" });
  return pages.map((element) => {
    const shapes = shapesIn(element).filter(({ kind }) => !ofEveryPage.has(kind ?? ""));
    const { title, body } = odpTitleAndBody(shapes, ({ paragraphs }) =>
      paragraphs.some(({ text }) => text.trim() !== ""),
    );
    return { element, name: element.attributes["draw:name"] ?? "", shapes, title, body };
  });
}

/** The shapes that a user would call the title and the body of a slide. */
export const odpTitleAndBody = <Shape extends { kind: string | null; paragraphs: readonly unknown[] }>(
  shapes: readonly Shape[],
  hasText: (shape: Shape) => boolean,
): { title: Shape | null; body: Shape | null } =>
  titleAndBody(shapes, {
    roleOf: ({ kind }) => (kind === null ? null : kind === "title" ? "title" : bodies.has(kind) ? "body" : "other"),
    hasText,
  });

/** The shapes with text of a slide, or of its notes. */
export function shapesIn(page: XmlElement): OdpShape[] {
  return elementsIn(page).flatMap((element): OdpShape[] => {
    if (element.name === "presentation:notes" || skippedInOdf.has(element.name)) return [];
    if (element.name === "draw:g") return shapesIn(element);
    const kind = element.attributes["presentation:class"] ?? null;
    if (element.name === "draw:frame")
      return elementsIn(element, "draw:text-box").map((holder) => ({
        element,
        holder,
        kind,
        paragraphs: paragraphsIn(holder),
      }));
    const paragraphs = paragraphsIn(element);
    return paragraphs.length === 0 ? [] : [{ element, holder: element, kind, paragraphs }];
  });
}

function paragraphsIn(element: XmlElement, level = -1, list: string | null = null): OdpParagraph[] {
  return elementsIn(element).flatMap((child): OdpParagraph[] => {
    if (child.name === "text:p" || child.name === "text:h") {
      const text = odtPieces(child).reduce((sum, piece) => sum + piece.text, "");
      return [{ element: child, text, level: Math.max(0, level), list }];
    }
    if (child.name === "text:list")
      return paragraphsIn(child, level + 1, list ?? child.attributes["text:style-name"] ?? "");
    if (child.name === "text:list-item" || child.name === "text:list-header") return paragraphsIn(child, level, list);
    return [];
  });
}
