import { posix } from "node:path";
import { escapedAttribute } from "../../../../core/text/escape-xml";
import { readPart, relationsOf } from "../package/package-parts";
import { elementsIn, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { SlideLine, WrittenSlide } from "../slide/slide-content";
import { slideParts } from "./read";
import { type PptxShape, type PptxSlide, pptxElements } from "./slides";
import { likeParagraph, runsXml } from "./write-text";

const drawing = "http://schemas.openxmlformats.org/drawingml/2006/main";
const presentation = "http://schemas.openxmlformats.org/presentationml/2006/main";
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
/** The default size of a slide, in EMU; 914,400 are an inch. */
const usual = { width: 12_192_000, height: 6_858_000 };

/** A model for new slides of a presentation: their layout, and the shapes for title and points. */
export type SlideModel = { layout: string | null; title: ShapeModel; body: ShapeModel };
type ShapeModel = {
  /** The `p:ph` of a placeholder; null for a text box with its own position. */
  placeholder: string | null;
  frame: string;
  inner: string;
  xml: string;
  paragraph: XmlElement | null;
};

/** Finds a model for new slides: the last slide with a title and points, else a layout with placeholders for both, else two text boxes. */
export function slideModel(zip: ZipPackage, slides: readonly PptxSlide[]): SlideModel {
  const filled = slides.filter(({ title, body, xml }) => title !== null && body !== null && isPlainlyNamed(xml));
  // Prefers a layout's placeholders to text boxes that were positioned by hand.
  const last =
    filled.findLast(({ title, body }) => title?.placeholder === "title" && body?.placeholder !== null) ?? filled.at(-1);
  if (last !== undefined && last.title !== null && last.body !== null)
    return {
      layout: layoutOf(zip, last.part),
      title: modelOf(last.xml, last.title),
      body: modelOf(last.xml, last.body),
    };
  const { main } = slideParts(zip);
  const layouts = relationsOf(zip, main)
    .filter(({ type }) => type === "slideMaster")
    .flatMap(({ target }) => relationsOf(zip, target))
    .flatMap(({ type, target }) => (type === "slideLayout" ? [target] : []));
  const none = (placeholder: string): ShapeModel => ({ placeholder, frame: "", inner: "", xml: "", paragraph: null });
  for (const layout of layouts) {
    const holders = placeholdersOf(readPart(zip, layout) ?? "");
    const title = holders.find(({ type }) => type === "title");
    const body = holders.find(({ type }) => type === "" || type === "body" || type === "obj");
    if (title !== undefined && body !== undefined) return { layout, title: none(title.xml), body: none(body.xml) };
  }
  const [size] = pptxElements(readPart(zip, main) ?? "", "p:presentation");
  const { width, height } = sizeOf(readPart(zip, main) ?? "", size);
  const box = (top: number, high: number): ShapeModel => ({
    placeholder: null,
    inner: "",
    xml: "",
    paragraph: null,
    frame: `<a:xfrm><a:off x="${Math.round(width * 0.06)}" y="${Math.round(height * top)}"/><a:ext cx="${Math.round(width * 0.88)}" cy="${Math.round(height * high)}"/></a:xfrm>`,
  });
  const [first] = slides;
  const layout = (first === undefined ? null : layoutOf(zip, first.part)) ?? layouts[0] ?? null;
  return { layout, title: box(0.06, 0.16), body: box(0.26, 0.66) };
}

/** Whether a fragment's names mean the same in a new slide, so that it can be copied. */
const isPlainlyNamed = (xml: string): boolean =>
  xml.includes(`xmlns:p="${presentation}"`) && xml.includes(`xmlns:a="${drawing}"`);

const layoutOf = (zip: ZipPackage, slide: string): string | null =>
  relationsOf(zip, slide).find(({ type }) => type === "slideLayout")?.target ?? null;

function modelOf(xml: string, { element, paragraphs }: PptxShape): ShapeModel {
  const [holder] = elementsIn(element, "p:nvSpPr")
    .flatMap((each) => elementsIn(each, "p:nvPr"))
    .flatMap((each) => elementsIn(each, "p:ph"));
  const frame = elementsIn(element, "p:spPr").flatMap((each) => elementsIn(each, "a:xfrm"))[0];
  const inner = elementsIn(element, "p:txBody").flatMap((each) =>
    elementsIn(each, "a:bodyPr").concat(elementsIn(each, "a:lstStyle")),
  );
  const cut = (part: XmlElement): string => xml.slice(part.from, part.to);
  return {
    placeholder: holder === undefined ? null : holderXml(holder),
    frame: frame === undefined ? "" : cut(frame),
    inner: inner.map(cut).join(""),
    xml,
    paragraph: paragraphs[0] ?? null,
  };
}

function holderXml({ attributes }: XmlElement): string {
  const { type, idx } = attributes;
  return `<p:ph${type === undefined ? "" : ` type="${escapedAttribute(type)}"`}${idx === undefined ? "" : ` idx="${escapedAttribute(idx)}"`}/>`;
}

const placeholdersOf = (xml: string): { type: string; xml: string }[] =>
  xml === ""
    ? []
    : pptxElements(xml, "p:ph").map((holder) => ({ type: holder.attributes["type"] ?? "", xml: holderXml(holder) }));

function sizeOf(xml: string, presentationElement: XmlElement | undefined): { width: number; height: number } {
  const [size] = presentationElement === undefined ? [] : elementsIn(presentationElement, "p:sldSz");
  const tag = size === undefined ? "" : xml.slice(size.from, size.to);
  const width = Number(/\scx="(\d+)"/.exec(tag)?.[1]);
  const height = Number(/\scy="(\d+)"/.exec(tag)?.[1]);
  return width > 0 && height > 0 ? { width, height } : usual;
}

/** The part of a new slide, named `part`, and the part of its relations. */
export function newSlideXml(part: string, model: SlideModel, slide: WrittenSlide): { xml: string; relations: string } {
  const shapes = [
    shapeXml(2, "Title 1", model.title, [{ text: slide.title, level: null }]),
    shapeXml(3, "Content Placeholder 2", model.body, slide.lines),
  ];
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<p:sld xmlns:a="${drawing}" xmlns:r="${relationships}" xmlns:p="${presentation}"><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>${shapes.join("")}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`;
  const target = model.layout === null ? null : posix.relative(posix.dirname(part), model.layout);
  const relation =
    target === null
      ? ""
      : `<Relationship Id="rId1" Type="${relationships}/slideLayout" Target="${escapedAttribute(target)}"/>`;
  const relations = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation}</Relationships>`;
  return { xml, relations };
}

/** A shape with these lines; `number` is its id on the slide. */
export function shapeXml(number: number, name: string, model: ShapeModel, lines: readonly SlideLine[]): string {
  const { placeholder, frame, inner, xml, paragraph } = model;
  const isBox = placeholder === null;
  const shapeProperties = `${frame}${isBox ? '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>' : ""}`;
  const written = lines.map((line) => {
    if (paragraph !== null)
      return likeParagraph(xml, paragraph, line).replaceAll(/<a:hlink\w+\s[^>]*?(?:\/>|>[\s\S]*?<\/a:hlink\w+>)/g, "");
    const level = line.level === null ? "" : `<a:pPr lvl="${line.level}"/>`;
    return `<a:p>${level}${runsXml("a:", "", line.text)}</a:p>`;
  });
  return `<p:sp><p:nvSpPr><p:cNvPr id="${number}" name="${name}"/><p:cNvSpPr${isBox ? ' txBox="1"' : ""}/><p:nvPr>${placeholder ?? ""}</p:nvPr></p:nvSpPr><p:spPr${shapeProperties === "" ? "/>" : `>${shapeProperties}</p:spPr>`}<p:txBody>${inner === "" ? "<a:bodyPr/><a:lstStyle/>" : inner}${written.join("") || "<a:p/>"}</p:txBody></p:sp>`;
}
