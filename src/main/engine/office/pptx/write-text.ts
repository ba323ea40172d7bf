import { difference } from "../../../../core/diff/difference";
import type { Change } from "../../../../core/text/change";
import { escapedText } from "../../../../core/text/escape-xml";
import { type EditedPart, elementsIn, prefixOf, type XmlElement } from "../package/splice-xml";
import type { SlideLine } from "../slide/slide-content";
import { editPieces, textAfter } from "../text/edit-pieces";
import { levelOf, paragraphText, pptxPieces } from "./slides";

/** Writes changes of a paragraph's text into its runs. What no change touches keeps every byte. */
export function writePptxText(part: EditedPart, paragraph: XmlElement, changes: readonly Change[]): void {
  const { xml } = part;
  const prefix = prefixOf(xml, paragraph);
  const pieces = pptxPieces(paragraph);
  if (pieces.length === 0) {
    fill(part, paragraph, prefix, changes.map(({ insert }) => insert).join(""));
    return;
  }
  const edited = editPieces(
    pieces.map(({ text }) => text),
    changes,
  );
  for (const { index, segments } of edited) {
    const piece = pieces[index];
    if (piece === undefined) continue;
    const text = textAfter(segments);
    const { element, holder } = piece;
    const isRun = holder.name === "a:r";
    if (isRun && text !== "" && !text.includes("\n")) {
      const tag = xml.slice(element.from, element.insideFrom);
      part.splice(element.from, element.to, `${tag}${escapedText(text)}</${prefix}t>`);
    } else part.splice(holder.from, holder.to, runsXml(prefix, runProperties(xml, holder, prefix), text));
  }
}

/** Runs with this text and line breaks between them. `properties` is a complete `a:rPr`, or empty. */
export function runsXml(prefix: string, properties: string, text: string): string {
  return text
    .split("\n")
    .map((line) =>
      line === "" ? "" : `<${prefix}r>${properties}<${prefix}t>${escapedText(line)}</${prefix}t></${prefix}r>`,
    )
    .join(`<${prefix}br>${properties}</${prefix}br>`);
}

function runProperties(xml: string, holder: XmlElement, prefix: string): string {
  const [properties] = elementsIn(holder, "a:rPr");
  return properties === undefined ? "" : renamed(xml.slice(properties.from, properties.to), `${prefix}rPr`);
}

const renamed = (element: string, name: string): string =>
  element.replace(/^<[^\s/>]+/, `<${name}`).replace(/<\/[^<>]+>$/, `</${name}>`);

/** Fills an empty paragraph, which defines the style of its text. */
function fill(part: EditedPart, paragraph: XmlElement, prefix: string, text: string): void {
  if (text === "") return;
  const { xml } = part;
  const [end] = elementsIn(paragraph, "a:endParaRPr");
  const properties = end === undefined ? "" : renamed(xml.slice(end.from, end.to), `${prefix}rPr`);
  const runs = runsXml(prefix, properties, text);
  if (paragraph.isEmpty) {
    const raw = xml.slice(paragraph.from, paragraph.to);
    part.splice(paragraph.from, paragraph.to, `${raw.replace(/\s*\/>$/, ">")}${runs}</${prefix}p>`);
  } else {
    const at = end?.from ?? paragraph.insideTo;
    part.splice(at, at, runs);
  }
}

/**
 * Gives a shape these lines, and returns how many differ: unchanged lines keep their paragraphs, changed ones keep their style, new ones
 * copy their neighbour's.
 */
export function setLines(part: EditedPart, paragraphs: readonly XmlElement[], wanted: readonly SlideLine[]): number {
  const texts = paragraphs.map(paragraphText);
  const isSame = (from: number, to: number): boolean => {
    const line = wanted[to];
    const paragraph = paragraphs[from];
    if (line === undefined || paragraph === undefined || texts[from]?.trim() !== line.text.trim()) return false;
    return line.level === null || line.level === levelOf(paragraph);
  };
  let head = 0;
  while (head < paragraphs.length && head < wanted.length && isSame(head, head)) head++;
  let tail = 0;
  while (
    tail < paragraphs.length - head &&
    tail < wanted.length - head &&
    isSame(paragraphs.length - 1 - tail, wanted.length - 1 - tail)
  )
    tail++;
  const old = paragraphs.slice(head, paragraphs.length - tail);
  const lines = wanted.slice(head, wanted.length - tail);
  for (const [index, paragraph] of old.entries()) {
    const line = lines[index];
    if (line !== undefined) {
      const changes = difference(paragraphText(paragraph), line.text);
      if (changes.length > 0) writePptxText(part, paragraph, changes);
      if (line.level !== null && line.level !== levelOf(paragraph)) setLevel(part, paragraph, line.level);
    } else if (index === 0 && head === 0 && tail === 0)
      writePptxText(part, paragraph, [{ from: 0, to: paragraphText(paragraph).length, insert: "" }]);
    else part.splice(paragraph.from, paragraph.to, "");
  }
  const more = lines.slice(old.length);
  const model = paragraphs[head + old.length - 1] ?? paragraphs[head + old.length] ?? paragraphs[0];
  if (more.length > 0 && model !== undefined) {
    const isBehind = head + old.length > 0;
    const at = isBehind ? model.to : model.from;
    part.splice(at, at, more.map((line) => likeParagraph(part.xml, model, line)).join(""));
  }
  // A body that is and stays empty has one empty paragraph.
  return Math.max(
    old.filter((_, index) => lines[index] !== undefined || texts[head + index] !== "").length,
    lines.length,
  );
}

/** A paragraph in the style of another one. */
export function likeParagraph(xml: string, model: XmlElement, { text, level }: SlideLine): string {
  const prefix = prefixOf(xml, model);
  const [properties] = elementsIn(model, "a:pPr");
  const [first] = pptxPieces(model);
  const [end] = elementsIn(model, "a:endParaRPr");
  const manner =
    first !== undefined
      ? runProperties(xml, first.holder, prefix)
      : end === undefined
        ? ""
        : renamed(xml.slice(end.from, end.to), `${prefix}rPr`);
  const own = properties === undefined ? "" : xml.slice(properties.from, properties.to);
  const leveled = level === null ? own : withLevel(own === "" ? `<${prefix}pPr/>` : own, level);
  return `<${prefix}p>${leveled}${runsXml(prefix, manner, text)}</${prefix}p>`;
}

function withLevel(properties: string, level: number): string {
  return properties
    .replace(/^(<[^>]*?)\slvl\s*=\s*(?:"[^"]*"|'[^']*')/, "$1")
    .replace(/^<[^\s/>]+/, (name) => (level === 0 ? name : `${name} lvl="${level}"`));
}

function setLevel(part: EditedPart, paragraph: XmlElement, level: number): void {
  const { xml } = part;
  const [properties] = elementsIn(paragraph, "a:pPr");
  if (properties !== undefined)
    part.splice(properties.from, properties.to, withLevel(xml.slice(properties.from, properties.to), level));
  else if (!paragraph.isEmpty)
    part.splice(paragraph.insideFrom, paragraph.insideFrom, `<${prefixOf(xml, paragraph)}pPr lvl="${level}"/>`);
}
