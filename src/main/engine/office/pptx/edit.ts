import { ToolError } from "../../ports/tool-error";
import { type EditedPart, editPart, elementsIn, prefixOf, type XmlElement } from "../package/splice-xml";
import { namespacesOf } from "../package/strict";
import type { ZipPackage } from "../package/zip";
import { editSlides, type SlideDeck } from "../slide/edit-slides";
import type { WrittenSlide } from "../slide/slide-content";
import { nodeError } from "../slide/slide-operations";
import type { EditOptions, NamedNode, OfficeOperation, PackageEdit } from "../text/office-format";
import { type OfficeParagraph, type PartSpan, withText } from "../text/office-paragraphs";
import { type ChangedText, type LocatedText, replaceInParagraphs } from "../text/replace-in-paragraphs";
import { rowChanges } from "../text/row-changes";
import { textChanges } from "../text/text-changes";
import { PptxDeck } from "./deck";
import { newSlideXml, type SlideModel, shapeXml, slideModel } from "./new-slide";
import { setPptxNotes } from "./notes";
import { readPptx, slideParts } from "./read";
import { type PptxSlide, paragraphText, pptxElements, pptxElementsAt, pptxSlides } from "./slides";
import { setLines, writePptxText } from "./write-text";

/** Applies one operation to a presentation. Layouts, masters and media do not change. */
export function editPptx(zip: ZipPackage, operation: OfficeOperation, _options: EditOptions): PackageEdit {
  switch (operation.operation) {
    case "replace_text": {
      const only = operation.node === null ? null : locate(zip, operation.node).at;
      const { changed, count } = replaceInParagraphs(textsIn(zip, only), operation);
      return {
        parts: written(zip, changed),
        done: `replaced ${count === 1 ? "1 place" : `${count} places`}`,
        count,
        warnings: [],
      };
    }
    case "set_text": {
      const { kind, at } = locate(zip, operation.node);
      const texts = textsIn(zip, at);
      const content = operation.content.replaceAll(/\r\n?/g, "\n");
      const wanted =
        kind === "table_row"
          ? rowChanges(cellsOf(zip, at, texts), content)
          : texts.filter(({ from }) => from === at.from).map((each) => ({ at: each, text: each.text, content }));
      return { parts: written(zip, textChanges(wanted)), done: "set 1 text", count: 1, warnings: [] };
    }
    default:
      return editSlides(operation, () => openDeck(zip));
  }
}

/** The slides of a presentation. Their list is read when slides are added, removed or moved. */
function openDeck(zip: ZipPackage): SlideDeck<PptxSlide> {
  const slides = pptxSlides(zip);
  const parts = new Map<string, Uint8Array | null>();
  const translate = namespacesOf(zip);
  let known: SlideModel | null = null;
  const model = () => {
    known ??= slideModel(zip, slides);
    return known;
  };
  let own: PptxDeck | null = null;
  const deck = () => {
    own ??= new PptxDeck(zip, slideParts(zip).main);
    return own;
  };
  return {
    slides,
    add(added, where) {
      if (added.length === 0) return;
      const made = added.map((slide) => {
        const part = deck().freePart();
        return { part, ...newSlideXml(part, model(), slide) };
      });
      deck().add(made, where);
    },
    remove: (gone, why) => deck().remove(gone, slides, { ownParts: why === "deleted" ? "go" : "stay" }),
    move: (slide, to) => deck().move(slide, to),
    fill(slide, to) {
      const part = editPart(zip, slide.part);
      if (part === null) return false;
      fillSlide(part, slide, to, { model: model(), translate });
      const bytes = part.bytes();
      if (bytes !== null) parts.set(slide.part, bytes);
      return bytes !== null;
    },
    setNotes(slide, lines) {
      for (const [part, bytes] of setPptxNotes(zip, slide, lines)) parts.set(part, bytes);
    },
    changed: () => new Map([...parts, ...(own?.changed() ?? [])]),
  };
}

function fillSlide(
  part: EditedPart,
  slide: PptxSlide,
  { title, lines }: WrittenSlide,
  { model, translate }: { model: SlideModel; translate: (xml: string) => string },
): void {
  let shapes = "";
  let number = Math.max(1, ...pptxElements(part.xml, "p:cNvPr").map(({ attributes }) => Number(attributes["id"]) || 0));
  if (slide.title !== null) setLines(part, slide.title.paragraphs, [{ text: title, level: null }]);
  else if (title !== "") shapes += shapeXml(++number, "Title", model.title, [{ text: title, level: null }]);
  if (slide.body !== null) setLines(part, slide.body.paragraphs, lines);
  else if (lines.length > 0) shapes += shapeXml(++number, "Content", model.body, lines);
  if (shapes === "") return;
  const [tree] = pptxElements(part.xml, "p:spTree");
  if (tree === undefined || tree.isEmpty)
    throw new ToolError("unsupported", `${slide.part} has no element for shapes, so its slide cannot be edited`);
  const named = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"`;
  const isUsual = prefixOf(part.xml, tree) === "p:" && part.xml.includes('xmlns:a="');
  const declared = isUsual ? shapes : shapes.replaceAll("<p:sp>", `<p:sp ${translate(named)}>`);
  // Extensions must be the last element of a shape tree.
  const [extensions] = elementsIn(tree, "p:extLst");
  const at = extensions?.from ?? tree.insideTo;
  part.splice(at, at, declared);
}

function locate(zip: ZipPackage, { id, paragraph }: NamedNode): OfficeParagraph & { at: PartSpan } {
  const found = paragraph === null ? undefined : withText(readPptx(zip))[paragraph];
  if (found?.at === undefined) throw nodeError(id);
  return { ...found, at: found.at };
}

/** All paragraphs with text, including tables and notes; limited to `only` if given. */
function textsIn(zip: ZipPackage, only: PartSpan | null): LocatedText[] {
  const parts = [
    ...new Set(slideParts(zip).slides.flatMap(({ part, notes }) => (notes === null ? [part] : [part, notes]))),
  ];
  return parts.flatMap((part) => {
    if (only !== null && only.part !== part) return [];
    const xml = editPart(zip, part)?.xml;
    return (xml === undefined ? [] : pptxElements(xml, "a:p"))
      .filter(({ from, to }) => only === null || (from >= only.from && to <= only.to))
      .map((element) => ({ part, from: element.from, to: element.to, text: paragraphText(element) }));
  });
}

function cellsOf(zip: ZipPackage, at: PartSpan, texts: readonly LocatedText[]): { texts: LocatedText[] }[] {
  const xml = editPart(zip, at.part)?.xml ?? "";
  const [row] = pptxElementsAt(xml, new Set([at.from]));
  const cells = row === undefined ? [] : elementsIn(row, "a:tc");
  return cells.map(({ from, to }) => ({ texts: texts.filter((each) => each.from > from && each.to < to) }));
}

function written(zip: ZipPackage, changed: readonly ChangedText[]): Map<string, Uint8Array | null> {
  const parts = new Map<string, Uint8Array | null>();
  for (const [name, inPart] of Map.groupBy(changed, ({ at }) => at.part)) {
    const part = editPart(zip, name);
    if (part === null) continue;
    const found = new Map<number, XmlElement>(
      pptxElementsAt(part.xml, new Set(inPart.map(({ at }) => at.from))).map((element) => [element.from, element]),
    );
    for (const { at, changes } of inPart) {
      const paragraph = found.get(at.from);
      if (paragraph !== undefined) writePptxText(part, paragraph, changes);
    }
    const bytes = part.bytes();
    if (bytes !== null) parts.set(name, bytes);
  }
  return parts;
}
