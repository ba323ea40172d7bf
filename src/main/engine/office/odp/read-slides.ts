import { readOdf } from "../odf/read";
import { odfPrefixes } from "../odf/scan";
import { readPart } from "../package/package-parts";
import { XmlError } from "../package/scan-xml";
import { takeElements } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { SlideRole, SlideSelection, SlideTexts } from "../slide/read-slides";
import { readBeginning, withText } from "../text/office-paragraphs";
import { type OdpPage, odpPages, odpSlides } from "./slides";

/** The slides of a presentation with all their texts, in the order of `readOdf`. */
export function readOdpSlides(zip: ZipPackage, wanted: SlideSelection = "whole"): SlideTexts {
  const xml = readPart(zip, "content.xml");
  if (xml === null) throw new XmlError("its part content.xml is missing");
  const slides = odpPages(xml);
  if (typeof wanted === "object") return readOneSlide(zip, { xml, slides, number: wanted.slide });
  const { found, isCut } =
    wanted === "whole" ? { found: readOdf(zip), isCut: false } : readBeginning((sink) => readOdf(zip, sink));
  const pageAt = within(slides);
  // The slide at which reading stopped may be huge, so it is not parsed.
  const last = isCut ? slides[pageAt(found.findLast(({ at }) => at !== undefined)?.at?.from ?? 0)] : undefined;
  const apart = last === undefined ? xml : xml.slice(0, last.from) + xml.slice(slides.at(-1)?.to);
  const hidden = hiddenStyles(apart);
  const roles = new Map<number, { role: SlideRole; level: number }>();
  for (const { shapes, title, body } of odpSlides(apart))
    for (const shape of shapes)
      for (const { element, level } of shape.paragraphs)
        roles.set(element.from, { role: shape === title ? "title" : shape === body ? "bullet" : "text", level });
  const isOnEveryPage = within(framesOfEveryPage(apart));
  let number = 0;
  const texts = withText(found).map(({ kind, text, at }) => {
    const from = at?.from ?? 0;
    // A slide's name comes before its content.
    const isName = kind === "heading" && (at?.to ?? 0) === 0;
    if (isName) number++;
    else {
      const holder = pageAt(from);
      if (holder >= 0) number = holder + 1;
    }
    const known = roles.get(from);
    const isOfEveryPage = isOnEveryPage(from) >= 0;
    const role: SlideRole =
      isName || isOfEveryPage
        ? "name"
        : kind === "note"
          ? "note"
          : kind === "table_row"
            ? "table_row"
            : (known?.role ?? "text");
    return { text: text.trim(), role, level: isName ? 0 : (known?.level ?? 0), slide: number };
  });
  const result = slides.map(({ name, style }, index) => ({
    number: index + 1,
    name,
    isHidden: hidden.has(style),
  }));
  return { slides: isCut ? result.slice(0, number) : result, texts, total: slides.length, isCut };
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

/** Returns a function that gives the index of the span that contains an offset, the outermost one if spans nest; -1 if there is none. */
function within(spans: readonly { from: number; to: number }[]): (at: number) => number {
  const outer: { from: number; to: number; index: number }[] = [];
  for (const [index, { from, to }] of spans.entries())
    if (from >= (outer.at(-1)?.to ?? 0)) outer.push({ from, to, index });
  return (at) => {
    let [low, high] = [0, outer.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((outer[middle]?.to ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    const span = outer[low];
    return span !== undefined && at >= span.from ? span.index : -1;
  };
}

/** Page numbers, dates, headers and footers, which appear on every page and are not part of a slide's text. */
const framesOfEveryPage = (xml: string): { from: number; to: number }[] =>
  takeElements(xml, {
    prefixes: odfPrefixes,
    attributes: ["presentation:class"],
    take: (name) => name === "draw:frame",
  }).filter(({ attributes }) =>
    ["page-number", "date-time", "footer", "header"].includes(attributes["presentation:class"] ?? ""),
  );

/** The styles of hidden slides. */
function hiddenStyles(xml: string): Set<string> {
  const found = takeElements(xml, {
    prefixes: {
      "urn:oasis:names:tc:opendocument:xmlns:style:1.0": "style",
      "urn:oasis:names:tc:opendocument:xmlns:presentation:1.0": "presentation",
    },
    attributes: ["style:name", "presentation:visibility"],
    take: (name) => name === "style:style",
  });
  return new Set(
    found.flatMap(({ attributes, nodes }) =>
      nodes.some((node) => node.kind === "element" && node.attributes["presentation:visibility"] === "hidden")
        ? [attributes["style:name"] ?? ""]
        : [],
    ),
  );
}
