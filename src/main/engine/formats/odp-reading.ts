import { odfPrefixes, readOdf } from "./odf";
import { odpSlides } from "./odp-slides";
import { withText } from "./office-paragraphs";
import { readPart } from "./package-parts";
import { XmlError } from "./scan-xml";
import type { SlideRole, ToldSlides } from "./slide-reading";
import { takeElements } from "./splice-xml";
import type { ZipPackage } from "./zip";

/** The slides of a presentation, and all their texts as `readOdf` has them, each with its place. */
export function toldOdp(zip: ZipPackage): ToldSlides {
  const xml = readPart(zip, "content.xml");
  if (xml === null) throw new XmlError("its part content.xml is missing");
  const slides = odpSlides(xml);
  const hidden = hiddenStyles(xml);
  const roles = new Map<number, { role: SlideRole; level: number }>();
  for (const { shapes, title, body } of slides)
    for (const shape of shapes)
      for (const { element, level } of shape.paragraphs)
        roles.set(element.from, { role: shape === title ? "title" : shape === body ? "bullet" : "text", level });
  const everyPage = framesOfEveryPage(xml);
  let number = 0;
  const texts = withText(readOdf(zip)).map(({ kind, text, at }) => {
    const from = at?.from ?? 0;
    // The name of a slide comes before all that is on it.
    const isName = kind === "heading" && (at?.to ?? 0) === 0;
    if (isName) number++;
    else {
      const holder = slides.findIndex(({ element }) => from >= element.from && from < element.to);
      if (holder >= 0) number = holder + 1;
    }
    const known = roles.get(from);
    const isOfEveryPage = everyPage.some((frame) => from > frame.from && from < frame.to);
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
  const told = slides.map(({ name, element }) => ({
    name,
    isHidden: hidden.has(element.attributes["draw:style-name"] ?? ""),
  }));
  return { slides: told, texts };
}

/** Numbers and dates that every page has: they are no text of a slide. */
const framesOfEveryPage = (xml: string): { from: number; to: number }[] =>
  takeElements(xml, {
    prefixes: odfPrefixes,
    attributes: ["presentation:class"],
    take: (name) => name === "draw:frame",
  }).filter(({ attributes }) =>
    ["page-number", "date-time", "footer", "header"].includes(attributes["presentation:class"] ?? ""),
  );

/** The styles of slides that are not shown. */
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
