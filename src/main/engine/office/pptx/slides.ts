import { readPart } from "../package/package-parts";
import { elementsIn, takeElements, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import { levelFrom, pptxPrefixes, pptxTitleAndBody, type SlidePart, slideParts } from "./read";

/** A shape with text. `placeholder` is its type (`""` for one without a type), or null for a plain text box. */
export type PptxShape = { element: XmlElement; placeholder: string | null; paragraphs: XmlElement[] };

/** A parsed slide. `title` and `body` are the shapes that a user would call so, if there are any. */
export type PptxSlide = SlidePart & {
  xml: string;
  shapes: PptxShape[];
  title: PptxShape | null;
  body: PptxShape | null;
};

const attributes = ["type", "idx", "lvl", "show", "id", "name", "rel:id"];

/** All elements of a part with these names, with their contents. */
export const pptxElements = (xml: string, ...names: string[]): XmlElement[] =>
  takeElements(xml, { prefixes: pptxPrefixes, attributes, take: (name) => names.includes(name) });

/** The elements of a part that begin at these offsets. */
export const pptxElementsAt = (xml: string, offsets: ReadonlySet<number>): XmlElement[] =>
  takeElements(xml, { prefixes: pptxPrefixes, attributes, take: (_name, from) => offsets.has(from) });

/** The slides of a presentation, in order, without those whose part is missing. */
export const pptxSlides = (zip: ZipPackage): PptxSlide[] =>
  slideParts(zip).slides.flatMap((slide) => {
    const xml = readPart(zip, slide.part);
    return xml === null ? [] : [{ ...slide, ...slideOf(xml) }];
  });

function slideOf(xml: string): Pick<PptxSlide, "xml" | "shapes" | "title" | "body"> {
  const shapes = pptxElements(xml, "p:sp").map((element): PptxShape => {
    const [holder] = elementsIn(element, "p:nvSpPr")
      .flatMap((each) => elementsIn(each, "p:nvPr"))
      .flatMap((each) => elementsIn(each, "p:ph"));
    const paragraphs = elementsIn(element, "p:txBody").flatMap((each) => elementsIn(each, "a:p"));
    return { element, placeholder: holder === undefined ? null : (holder.attributes["type"] ?? ""), paragraphs };
  });
  const { title, body } = pptxTitleAndBody(shapes, ({ paragraphs }) =>
    paragraphs.some((each) => paragraphText(each).trim() !== ""),
  );
  return { xml, shapes, title, body };
}

/** A piece of a paragraph's text: one `a:t` of a run or field, or a break. */
export type PptxPiece = { text: string; element: XmlElement; holder: XmlElement };

/** The pieces of a paragraph, in order. Joined, they are the text that is read from it. */
export function pptxPieces(paragraph: XmlElement): PptxPiece[] {
  return elementsIn(paragraph).flatMap((child): PptxPiece[] => {
    if (child.name === "a:br") return [{ text: "\n", element: child, holder: child }];
    return elementsIn(child, "a:t").flatMap((element) => {
      const text = element.nodes.map((node) => (node.kind === "text" ? node.text : "")).join("");
      return text === "" ? [] : [{ text, element, holder: child }];
    });
  });
}

/** The text of a paragraph. */
export const paragraphText = (paragraph: XmlElement): string =>
  pptxPieces(paragraph)
    .map(({ text }) => text)
    .join("");

/** The indentation level of a paragraph: 0 for the outermost. */
export const levelOf = (paragraph: XmlElement): number =>
  levelFrom(elementsIn(paragraph, "a:pPr")[0]?.attributes["lvl"]);
