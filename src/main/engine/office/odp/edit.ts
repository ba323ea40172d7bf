import { difference } from "../../../../core/diff/difference";
import { escapedAttribute } from "../../../../core/text/escape-xml";
import { ToolError } from "../../ports/tool-error";
import { readOdf } from "../odf/read";
import { odtText } from "../odf/text-xml";
import { editOdt } from "../odt/edit";
import { writeOdtText } from "../odt/write-text";
import { XmlError } from "../package/scan-xml";
import { type EditedPart, editPart, elementsIn, takeElements } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import { editSlides, type SlideDeck } from "../slide/edit-slides";
import type { SlideLine, WrittenSlide } from "../slide/slide-content";
import { nodeError } from "../slide/slide-operations";
import type { EditOptions, OfficeOperation, PackageEdit } from "../text/office-format";
import { withText } from "../text/office-paragraphs";
import { type OdpShape, type OdpSlide, odpSlides, shapesIn } from "./slides";

/** Applies one operation to an OpenDocument presentation. Master pages, styles and media do not change. */
export function editOdp(zip: ZipPackage, operation: OfficeOperation, options: EditOptions): PackageEdit {
  switch (operation.operation) {
    case "replace_text":
    case "set_text": {
      const { node } = operation;
      // A slide's name is read as a heading but is not a paragraph.
      const index = node?.paragraph ?? null;
      if (node !== null && (index === null || (withText(readOdf(zip))[index]?.at?.to ?? 0) === 0))
        throw nodeError(node.id);
      return editOdt(zip, operation, options);
    }
    default:
      return editSlides(operation, () => openDeck(contentOf(zip)));
  }
}

function openDeck(part: EditedPart): SlideDeck<OdpSlide> {
  const slides = odpSlides(part.xml);
  return {
    slides,
    add(added, where) {
      if (typeof where === "string") addSlides(part, slides, added, where);
      else {
        const { from, to } = where.slide.element;
        addSlides(part, slides, added, where.side === "before" ? from : to);
      }
    },
    remove(gone) {
      for (const { element } of gone) part.splice(element.from, element.to, "");
    },
    move({ element }, { slide: other, side }) {
      const at = side === "before" ? other.element.from : other.element.to;
      part.splice(at, at, part.xml.slice(element.from, element.to));
      part.splice(element.from, element.to, "");
    },
    fill: (slide, to) => fillSlide(part, slide, to, modelOf(slides)) === "changed",
    setNotes: (slide, lines) => setNotes(part, slide, slides.indexOf(slide) + 1, lines),
    changed() {
      const bytes = part.bytes();
      return new Map(bytes === null ? [] : [[part.name, bytes]]);
    },
  };
}

function contentOf(zip: ZipPackage): EditedPart {
  const part = editPart(zip, "content.xml");
  if (part === null) throw new XmlError("its part content.xml is missing");
  for (const [prefix, name] of Object.entries({ draw: "drawing", text: "text", presentation: "presentation" }))
    if (!part.xml.includes(`xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`))
      throw new ToolError(
        "unsupported",
        `this presentation does not use the prefix ${prefix} for the namespace ${name}, so slides cannot be set`,
        {
          hint: "Open and save it in an office program, then try again.",
        },
      );
  return part;
}

/** Writes the notes of a slide; a page of notes is added if it has none. */
function setNotes(part: EditedPart, { element }: OdpSlide, number: number, lines: readonly SlideLine[]): void {
  const [notes] = elementsIn(element, "presentation:notes");
  const box = notes === undefined ? undefined : shapesIn(notes).find(({ kind }) => kind === "notes");
  if (box !== undefined) {
    setLines(part, box, lines);
    return;
  }
  if (!/xmlns:svg\s*=\s*["']urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1\.0["']/.test(part.xml))
    throw new ToolError("unsupported", "this presentation does not declare the namespace that notes need", {
      hint: "Open and save it in an office program, then try again.",
    });
  const written = lines.map(({ text }) => `<text:p>${odtText("text:", text)}</text:p>`).join("");
  const frame = `<draw:frame presentation:class="notes" draw:layer="layout" svg:x="2.1cm" svg:y="14.1cm" svg:width="16.8cm" svg:height="13.3cm"><draw:text-box>${written}</draw:text-box></draw:frame>`;
  if (notes !== undefined) {
    if (!notes.isEmpty) part.splice(notes.insideTo, notes.insideTo, frame);
    else part.splice(notes.to - 2, notes.to, `>${frame}</presentation:notes>`);
    return;
  }
  const thumbnail = `<draw:page-thumbnail draw:layer="layout" svg:x="3.1cm" svg:y="2.1cm" svg:width="14.8cm" svg:height="11.1cm" draw:page-number="${number}" presentation:class="page"/>`;
  const whole = `<presentation:notes>${thumbnail}${frame}</presentation:notes>`;
  if (!element.isEmpty) part.splice(element.insideTo, element.insideTo, whole);
  else part.splice(element.to - 2, element.to, `>${whole}</draw:page>`);
}

function fillSlide(
  part: EditedPart,
  slide: OdpSlide,
  { title, lines }: WrittenSlide,
  model: OdpSlide | null,
): "changed" | "same" {
  let frames = "";
  let isChanged = false;
  const fill = (shape: OdpShape | null, kind: "title" | "outline", own: readonly SlideLine[]): void => {
    if (shape !== null) {
      if (setLines(part, shape, own) === "changed") isChanged = true;
    } else if (own.length > 0)
      frames += frameXml(part.xml, kind === "title" ? (model?.title ?? null) : (model?.body ?? null), kind, own);
  };
  fill(slide.title, "title", title === "" && slide.title === null ? [] : [{ text: title, level: null }]);
  fill(slide.body, "outline", lines);
  if (frames === "") return isChanged ? "changed" : "same";
  const [notes] = elementsIn(slide.element, "presentation:notes");
  if (slide.element.isEmpty) {
    const raw = part.xml.slice(slide.element.from, slide.element.to);
    part.splice(slide.element.from, slide.element.to, `${raw.replace(/\s*\/>$/, ">")}${frames}</draw:page>`);
  } else part.splice(notes?.from ?? slide.element.insideTo, notes?.from ?? slide.element.insideTo, frames);
  return "changed";
}

/** If the number of lines stays the same, they are changed in place; otherwise the text of the box is rewritten in its style. */
function setLines(part: EditedPart, shape: OdpShape, lines: readonly SlideLine[]): "changed" | "same" {
  const { paragraphs, holder, element } = shape;
  const isAsMany = paragraphs.length === lines.length;
  const isAsDeep = lines.every(({ level }, index) => level === null || level === paragraphs[index]?.level);
  const isLeftEmpty = lines.every(({ text }) => text === "") && paragraphs.every(({ text }) => text === "");
  if (isLeftEmpty) return "same";
  // A box is displayed empty as long as it is marked as a placeholder.
  const tag = part.xml.slice(element.from, element.insideFrom);
  const shown = tag.replace(/\spresentation:placeholder="true"/, "");
  if (shown !== tag) part.splice(element.from, element.insideFrom, shown);
  if (isAsMany && isAsDeep) {
    let isChanged = false;
    for (const [index, { element: paragraph, text }] of paragraphs.entries()) {
      const changes = difference(text, lines[index]?.text ?? "");
      if (changes.length === 0 || text.trim() === lines[index]?.text.trim()) continue;
      writeOdtText(part, paragraph, changes);
      isChanged = true;
    }
    return isChanged ? "changed" : "same";
  }
  const inside = insideXml(part.xml, shape, lines);
  if (holder.isEmpty) {
    const raw = part.xml.slice(holder.from, holder.to);
    const name = /^<([^\s/>]+)/.exec(raw)?.[1] ?? "draw:text-box";
    part.splice(holder.from, holder.to, `${raw.replace(/\s*\/>$/, ">")}${inside}</${name}>`);
  } else {
    const texts = elementsIn(holder).filter(({ name }) => ["text:p", "text:h", "text:list"].includes(name));
    const [first] = texts;
    for (const each of texts) part.splice(each.from, each.to, each === first ? inside : "");
    if (first === undefined) part.splice(holder.insideTo, holder.insideTo, inside);
  }
  return "changed";
}

/** Lines as paragraphs in the style of the shape's first paragraph, in lists if the shape uses lists. */
function insideXml(xml: string, shape: OdpShape | null, lines: readonly SlideLine[]): string {
  const first = shape?.paragraphs[0];
  const open =
    first === undefined
      ? "<text:p>"
      : /^<text:p\b[^>]*?(?=\s*\/?>)/.exec(xml.slice(first.element.from, first.element.to))?.[0];
  const start = `${(open ?? "<text:p").replace(/>$/, "").replaceAll(/\sxml:id="[^"]*"/g, "")}>`;
  const span =
    first === undefined ? undefined : elementsIn(first.element, "text:span")[0]?.attributes["text:style-name"];
  const paragraph = ({ text }: SlideLine): string => {
    const inner = odtText("text:", text);
    return `${start}${span === undefined || inner === "" ? inner : `<text:span text:style-name="${escapedAttribute(span)}">${inner}</text:span>`}</text:p>`;
  };
  const isList = shape === null || shape.kind === "outline" || (first?.list ?? null) !== null;
  if (!isList || shape?.kind === "title") return lines.map(paragraph).join("");
  const style = first?.list ?? "";
  const levelFor = (line: SlideLine): number =>
    line.level ?? shape?.paragraphs.find(({ text }) => text.trim() === line.text.trim())?.level ?? 0;
  return lines
    .map((line) => {
      const depth = levelFor(line) + 1;
      const outer = style === "" ? "<text:list>" : `<text:list text:style-name="${escapedAttribute(style)}">`;
      const inner = "<text:list-item><text:list>".repeat(depth - 1);
      const end = "</text:list></text:list-item>".repeat(depth - 1);
      return `${outer}${inner}<text:list-item>${paragraph(line)}</text:list-item>${end}</text:list>`;
    })
    .join("");
}

/** The last slide that has both a title and points. */
const modelOf = (slides: readonly OdpSlide[]): OdpSlide | null => {
  const filled = slides.filter(({ title, body }) => title !== null && body !== null);
  return (
    filled.findLast(({ title, body }) => title?.kind === "title" && body?.kind === "outline") ?? filled.at(-1) ?? null
  );
};

function addSlides(
  part: EditedPart,
  slides: readonly OdpSlide[],
  added: readonly WrittenSlide[],
  where: "start" | "end" | number,
): void {
  if (added.length === 0) return;
  const model = modelOf(slides);
  const names = new Set(slides.map(({ name }) => name));
  let number = slides.length;
  const pages = added.map(({ title, lines }) => {
    do number++;
    while (names.has(`page${number}`));
    const like = model ?? slides[0] ?? null;
    const raw =
      like === null
        ? '<draw:page draw:master-page-name="Default">'
        : part.xml.slice(like.element.from, like.element.from + tagLength(part.xml, like.element.from));
    const start = raw
      .replaceAll(/\s(?:xml:id|draw:id|draw:name)="[^"]*"/g, "")
      .replace(/\s*\/?>$/, ` draw:name="page${number}">`);
    const frames =
      frameXml(part.xml, model?.title ?? null, "title", [{ text: title, level: null }]) +
      frameXml(part.xml, model?.body ?? null, "outline", lines);
    return `${start}${frames}</draw:page>`;
  });
  const anchor =
    typeof where === "number" ? where : where === "start" ? slides[0]?.element.from : slides.at(-1)?.element.to;
  if (anchor !== undefined) part.splice(anchor, anchor, pages.join(""));
  else {
    const [body] = takeElements(part.xml, {
      prefixes: { "urn:oasis:names:tc:opendocument:xmlns:office:1.0": "office" },
      attributes: [],
      take: (name: string) => name === "office:presentation",
    });
    if (body === undefined || body.isEmpty)
      throw new ToolError("unsupported", "this presentation has no element for slides");
    part.splice(body.insideFrom, body.insideFrom, pages.join(""));
  }
}

const tagLength = (xml: string, from: number): number => xml.indexOf(">", from) + 1 - from;

/** Default positions on a slide of 28 by 15.75 cm, if no other slide can serve as a model. */
const usual = {
  title: 'svg:x="1.4cm" svg:y="0.6cm" svg:width="25.2cm" svg:height="2.6cm"',
  outline: 'svg:x="1.4cm" svg:y="3.7cm" svg:width="25.2cm" svg:height="11cm"',
};

/** A frame with these lines, modelled on one of another slide if there is one. */
function frameXml(xml: string, model: OdpShape | null, kind: "title" | "outline", lines: readonly SlideLine[]): string {
  const isLike = model !== null && model.element.name === "draw:frame";
  const start = isLike
    ? xml
        .slice(model.element.from, model.element.from + tagLength(xml, model.element.from))
        .replaceAll(/\s(?:xml:id|draw:id|draw:name|presentation:placeholder)="[^"]*"/g, "")
    : `<draw:frame draw:layer="layout" ${usual[kind]} presentation:class="${kind}">`;
  const isEmpty = lines.every(({ text }) => text === "");
  const held = isEmpty ? start.replace(/>$/, ' presentation:placeholder="true">') : start;
  const box = isEmpty
    ? "<draw:text-box/>"
    : `<draw:text-box>${kind === "title" ? titleXml(xml, model, lines) : insideXml(xml, isLike ? model : null, lines)}</draw:text-box>`;
  return `${held}${box}</draw:frame>`;
}

const titleXml = (xml: string, model: OdpShape | null, lines: readonly SlideLine[]): string =>
  model === null
    ? lines.map(({ text }) => `<text:p>${odtText("text:", text)}</text:p>`).join("")
    : insideXml(xml, model, lines);
