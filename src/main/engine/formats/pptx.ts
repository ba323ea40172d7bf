import { type OfficeParagraph, ParagraphBuilder } from "./office-paragraphs";
import { readPart, relationsOf } from "./package-parts";
import { scanXml, XmlError } from "./scan-xml";
import type { ZipPackage } from "./zip";

/** The namespaces of presentations, and what they are called here. */
export const pptxPrefixes = {
  "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
  "http://purl.oclc.org/ooxml/drawingml/main": "a",
  "http://schemas.openxmlformats.org/presentationml/2006/main": "p",
  "http://purl.oclc.org/ooxml/presentationml/main": "p",
  "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "rel",
  "http://purl.oclc.org/ooxml/officeDocument/relationships": "rel",
};

/** A slide of a presentation: its part, that of its notes, and the relation by which the presentation knows it. */
export type SlidePart = { part: string; notes: string | null; relation: string };

/** The text of a presentation, slide by slide in their order, each with its notes behind it. */
export function readPptx(zip: ZipPackage): OfficeParagraph[] {
  return slideParts(zip).slides.flatMap(({ part, notes }) => [
    ...textOf(zip, part, "slide"),
    ...(notes === null ? [] : textOf(zip, notes, "notes")),
  ]);
}

/** The presentation's own part, and its slides in their order. Throws `XmlError` where its main part is missing. */
export function slideParts(zip: ZipPackage): { main: string; slides: SlidePart[] } {
  const main = relationsOf(zip, "").find(({ type }) => type === "officeDocument")?.target ?? "ppt/presentation.xml";
  const presentation = readPart(zip, main);
  if (presentation === null) throw new XmlError(`its part ${main} is missing`);
  const relations = relationsOf(zip, main);
  const slides: SlidePart[] = [];
  scanXml(presentation, pptxPrefixes, {
    open(name, tag) {
      if (name !== "p:sldId") return;
      const id = tag.attribute("rel:id");
      const part = relations.find((each) => each.id === id)?.target;
      if (part === undefined || id === null) return;
      const notes = relationsOf(zip, part).find(({ type }) => type === "notesSlide")?.target ?? null;
      slides.push({ part, notes, relation: id });
    },
    close() {},
    text() {},
  });
  return { main, slides };
}

function textOf(zip: ZipPackage, part: string, place: "slide" | "notes"): OfficeParagraph[] {
  const xml = readPart(zip, part);
  if (xml === null) return [];
  const builder = new ParagraphBuilder(part);
  let isText = false;
  let holder = "";
  scanXml(xml, pptxPrefixes, {
    open(name, tag) {
      if (name === "p:sp") holder = "";
      else if (name === "p:ph") holder = tag.attribute("type") ?? "";
      else if (name === "a:p") {
        const isTitle = holder === "title" || holder === "ctrTitle";
        builder.openParagraph(place === "notes" ? "note" : isTitle ? "heading" : "slide_text", null, tag.from);
      } else if (name === "a:t") isText = true;
      else if (name === "a:br") builder.add("\n");
      else if (name === "a:tr") builder.openRow(null, tag.from);
      else if (name === "a:tc") builder.openCell();
    },
    close(name, _from, to) {
      if (name === "p:sp") holder = "";
      else if (name === "a:p") builder.closeParagraph(to);
      else if (name === "a:t") isText = false;
      else if (name === "a:tr") builder.closeRow(to);
    },
    text(text) {
      // The number of the page is no text of it.
      if (isText && holder !== "sldNum" && holder !== "dt") builder.add(text);
    },
  });
  return builder.found;
}
