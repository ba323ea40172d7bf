import { readPart, relationsOf } from "../package/package-parts";
import { scanXml, XmlError } from "../package/scan-xml";
import { TextLimit } from "../package/text-limit";
import type { ZipPackage } from "../package/zip";
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

/** The text of a presentation, slide by slide, each followed by its notes; limited to the given slides. */
export function readPptx(
  zip: ZipPackage,
  sink: ParagraphSink = { found: [], limit: new TextLimit() },
  slides: readonly SlidePart[] = slideParts(zip).slides,
): OfficeParagraph[] {
  for (const { part, notes } of slides) {
    readTexts(zip, part, "slide", sink);
    if (notes !== null) readTexts(zip, notes, "notes", sink);
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

function readTexts(zip: ZipPackage, part: string, scope: "slide" | "notes", sink: ParagraphSink): void {
  const xml = readPart(zip, part);
  if (xml === null) return;
  const builder = new ParagraphBuilder(part, sink);
  let isText = false;
  let holder = "";
  scanXml(xml, pptxPrefixes, {
    open(name, tag) {
      if (name === "p:sp") holder = "";
      else if (name === "p:ph") holder = tag.attribute("type") ?? "";
      else if (name === "a:p") {
        const isTitle = holder === "title" || holder === "ctrTitle";
        builder.openParagraph(scope === "notes" ? "note" : isTitle ? "heading" : "slide_text", null, tag.from);
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
      // The slide number is not part of its text.
      if (isText && holder !== "sldNum" && holder !== "dt") builder.add(text);
    },
  });
}
