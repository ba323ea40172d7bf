import { type OfficeParagraph, ParagraphBuilder } from "./office-paragraphs";
import { readPart, relationsOf } from "./package-parts";
import { scanXml, XmlError } from "./scan-xml";
import type { ZipPackage } from "./zip";

const prefixes = {
  "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
  "http://purl.oclc.org/ooxml/drawingml/main": "a",
  "http://schemas.openxmlformats.org/presentationml/2006/main": "p",
  "http://purl.oclc.org/ooxml/presentationml/main": "p",
  "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "rel",
  "http://purl.oclc.org/ooxml/officeDocument/relationships": "rel",
};

/** The text of a presentation, slide by slide in their order, each with its notes behind it. */
export function readPptx(zip: ZipPackage): OfficeParagraph[] {
  const main = relationsOf(zip, "").find(({ type }) => type === "officeDocument")?.target ?? "ppt/presentation.xml";
  const presentation = readPart(zip, main);
  if (presentation === null) throw new XmlError(`its part ${main} is missing`);
  const relations = relationsOf(zip, main);
  const slides: string[] = [];
  scanXml(presentation, prefixes, {
    open(name, tag) {
      if (name !== "p:sldId") return;
      const id = tag.attribute("rel:id");
      const target = relations.find((each) => each.id === id)?.target;
      if (target !== undefined) slides.push(target);
    },
    close() {},
    text() {},
  });
  return slides.flatMap((slide) => {
    const notes = relationsOf(zip, slide).find(({ type }) => type === "notesSlide")?.target;
    return [...textOf(zip, slide, "slide"), ...(notes === undefined ? [] : textOf(zip, notes, "notes"))];
  });
}

function textOf(zip: ZipPackage, part: string, place: "slide" | "notes"): OfficeParagraph[] {
  const xml = readPart(zip, part);
  if (xml === null) return [];
  const builder = new ParagraphBuilder();
  let isText = false;
  let holder = "";
  scanXml(xml, prefixes, {
    open(name, tag) {
      if (name === "p:sp") holder = "";
      else if (name === "p:ph") holder = tag.attribute("type") ?? "";
      else if (name === "a:p") {
        const isTitle = holder === "title" || holder === "ctrTitle";
        builder.openParagraph(place === "notes" ? "note" : isTitle ? "heading" : "slide_text", null);
      } else if (name === "a:t") isText = true;
      else if (name === "a:br") builder.add("\n");
      else if (name === "a:tr") builder.openRow(null);
      else if (name === "a:tc") builder.openCell();
    },
    close(name) {
      if (name === "p:sp") holder = "";
      else if (name === "a:p") builder.closeParagraph();
      else if (name === "a:t") isText = false;
      else if (name === "a:tr") builder.closeRow();
    },
    text(text) {
      // The number of the page is no text of it.
      if (isText && holder !== "sldNum" && holder !== "dt") builder.add(text);
    },
  });
  return builder.found;
}
