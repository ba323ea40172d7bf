import { readPart, relationsOf } from "../package/package-parts";
import { scanXml } from "../package/scan-xml";
import { elementsIn, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { TextBlock, TextRun } from "../text/office-format";
import { docxElements, docxPieces } from "./pieces";
import { docxParts } from "./read";
import { docxPrefixes } from "./scan";
import { type DocxStyles, docxStyles } from "./styles";

/** The blocks of a Word document for export: the body in order, then the notes. */
export function docxBlocks(zip: ZipPackage): TextBlock[] {
  const { main, notes, styles, numbering } = docxParts(zip);
  const context: BlockContext = {
    styles: docxStyles(styles === null ? null : readPart(zip, styles)),
    ordered: orderedLists(numbering === null ? null : readPart(zip, numbering)),
    links: externalLinks(zip, main),
  };
  const blocks: TextBlock[] = [];
  for (const body of docxElements(readPart(zip, main) ?? "", "w:body")) collect(body, blocks, context);
  for (const part of notes) {
    const inNotes = { ...context, links: externalLinks(zip, part) };
    for (const note of docxElements(readPart(zip, part) ?? "", "w:footnote", "w:endnote"))
      if (note.attributes["w:type"] === undefined || note.attributes["w:type"] === "normal")
        collect(note, blocks, inNotes);
  }
  return blocks;
}

type BlockContext = {
  styles: DocxStyles;
  ordered: ReadonlySet<string>;
  links: ReadonlyMap<string, string>;
};

/** Collects the blocks of a container: the body, a cell, a content control. */
function collect(element: XmlElement, blocks: TextBlock[], context: BlockContext): void {
  for (const child of elementsIn(element)) {
    switch (child.name) {
      case "w:p":
        paragraph(child, blocks, context);
        break;
      case "w:tbl":
        blocks.push({ kind: "table", rows: elementsBelow(child, "w:tr").map((row) => cellsIn(row, context)) });
        break;
      case "w:del":
      case "w:moveFrom":
      case "w:sdtPr":
      case "mc:Fallback":
        break;
      default:
        collect(child, blocks, context);
        break;
    }
  }
}

function paragraph(element: XmlElement, blocks: TextBlock[], context: BlockContext): void {
  const properties = elementsIn(element, "w:pPr").flatMap((each) => elementsIn(each));
  const value = (name: string): string | undefined =>
    properties.find((each) => each.name === name)?.attributes["w:val"];
  const runs = runsIn(element, context);
  if (runs.some(({ text }) => text.trim() !== "")) {
    const style = value("w:pStyle") ?? "";
    const outline = Number(value("w:outlineLvl") ?? 9);
    const list = properties.find(({ name }) => name === "w:numPr");
    const inList = (name: string): string =>
      (list === undefined ? [] : elementsIn(list, name))[0]?.attributes["w:val"] ?? "";
    if (context.styles.headings.has(style) || outline < 9)
      blocks.push({
        kind: "heading",
        level: Math.min(6, outline < 9 ? outline + 1 : (context.styles.levels.get(style) ?? 1)),
        runs,
      });
    else if (list !== undefined && inList("w:numId") !== "0") {
      const level = Math.min(8, Math.max(0, Number(inList("w:ilvl")) || 0));
      const ordered = context.ordered.has(`${inList("w:numId")}:${level}`);
      blocks.push({ kind: "item", level: Math.min(8, level), ordered, runs });
    } else blocks.push({ kind: "paragraph", runs });
  }
  // The text of its text boxes follows.
  for (const box of elementsBelow(element, "w:txbxContent")) collect(box, blocks, context);
}

function cellsIn(row: XmlElement, context: BlockContext): TextRun[][] {
  return elementsBelow(row, "w:tc").map((cell) => {
    const inside: TextBlock[] = [];
    collect(cell, inside, context);
    return inside.flatMap((block, index) => {
      const runs =
        block.kind === "table" ? block.rows.flat(2) : block.kind === "code" || block.kind === "rule" ? [] : block.runs;
      return index === 0 ? runs : [{ text: " " }, ...runs];
    });
  });
}

function runsIn(paragraph: XmlElement, { links }: BlockContext): TextRun[] {
  const runs: TextRun[] = [];
  for (const { text, run } of docxPieces(paragraph)) {
    const properties = elementsIn(run, "w:rPr").flatMap((each) => elementsIn(each));
    const isOn = (name: string): boolean => {
      const found = properties.find((each) => each.name === name);
      return found !== undefined && !/^(?:0|false|off|none)$/.test(found.attributes["w:val"] ?? "");
    };
    const link = linkOf(run, links);
    const next: TextRun = {
      text,
      ...(isOn("w:b") && { bold: true }),
      ...(isOn("w:i") && { italic: true }),
      ...(isOn("w:strike") && { strike: true }),
      ...(link !== undefined && { link }),
    };
    const last = runs.at(-1);
    if (last !== undefined && isLike(last, next)) last.text += text;
    else runs.push(next);
  }
  return runs;
}

const isLike = (one: TextRun, other: TextRun): boolean =>
  one.bold === other.bold && one.italic === other.italic && one.strike === other.strike && one.link === other.link;

function linkOf(run: XmlElement, links: ReadonlyMap<string, string>): string | undefined {
  for (let at = run.parent; at !== null && at.name !== "w:p"; at = at.parent) {
    if (at.name === "w:hyperlink") return links.get(at.attributes["r:id"] ?? "");
    if (at.name === "w:fldSimple") return /^\s*HYPERLINK\s+"([^"]+)"/.exec(at.attributes["w:instr"] ?? "")?.[1];
  }
  return undefined;
}

/** The nearest descendants with a name, without those nested in them, and without deleted and duplicate content. */
function elementsBelow(element: XmlElement, name: string): XmlElement[] {
  return elementsIn(element).flatMap((child) => {
    if (child.name === "mc:Fallback" || child.name === "w:del") return [];
    if (child.name === name) return [child];
    return child.name === "w:tbl" && name === "w:txbxContent" ? [] : elementsBelow(child, name);
  });
}

/** The numbered levels of lists, as `number:level`; the others have bullets. */
function orderedLists(xml: string | null): Set<string> {
  const ordered = new Set<string>();
  if (xml === null) return ordered;
  const counted = new Map<string, Set<string>>();
  let abstract = "";
  let level = "";
  let number = "";
  scanXml(xml, docxPrefixes, {
    open(name, tag) {
      const value = tag.attribute("w:val") ?? "";
      if (name === "w:abstractNum") {
        abstract = tag.attribute("w:abstractNumId") ?? "";
        counted.set(abstract, new Set());
      } else if (name === "w:lvl") level = tag.attribute("w:ilvl") ?? "";
      else if (name === "w:numFmt" && value !== "bullet" && value !== "none") counted.get(abstract)?.add(level);
      else if (name === "w:num") number = tag.attribute("w:numId") ?? "";
      else if (name === "w:abstractNumId")
        for (const each of counted.get(value) ?? []) ordered.add(`${number}:${each}`);
    },
    close() {},
    text() {},
  });
  return ordered;
}

/** The targets of a part's links: URLs are listed, never opened. */
const externalLinks = (zip: ZipPackage, part: string): Map<string, string> =>
  new Map(relationsOf(zip, part, "outside").map(({ id, target }) => [id, target]));
