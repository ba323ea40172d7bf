import { readPart, relationsOf } from "../package/package-parts";
import { XmlError } from "../package/scan-xml";
import { TextLimit } from "../package/text-limit";
import type { ZipPackage } from "../package/zip";
import { type OfficeParagraph, ParagraphBuilder, type ParagraphSink } from "../text/office-paragraphs";
import { scanDocx } from "./scan";
import { type DocxStyles, docxStyles } from "./styles";

/**
 * The paragraphs of a Word document: the body with its text boxes, each table row as one paragraph, then footnotes and endnotes. Headers,
 * footers and comments are not read. Tracked changes are read as if accepted.
 */
export function readDocx(
  zip: ZipPackage,
  sink: ParagraphSink = { found: [], limit: new TextLimit() },
): OfficeParagraph[] {
  const { main, notes, styles } = docxParts(zip);
  const body = readPart(zip, main);
  if (body === null) throw new XmlError(`its part ${main} is missing`);
  const known = docxStyles(styles === null ? null : readPart(zip, styles));
  scanParagraphs(body, new ParagraphBuilder(main, sink), known, "body");
  for (const part of notes) {
    const xml = readPart(zip, part);
    if (xml === null) continue;
    scanParagraphs(xml, new ParagraphBuilder(part, sink), known, "notes");
  }
  return sink.found;
}

/** The parts of a Word document, by purpose. */
export type DocxParts = {
  main: string;
  styles: string | null;
  numbering: string | null;
  /** Footnotes, then endnotes. */
  notes: string[];
  /** Headers, then footers. */
  margins: string[];
};

/** Finds the parts by the relations of the package, wherever they are. */
export function docxParts(zip: ZipPackage): DocxParts {
  const main = relationsOf(zip, "").find(({ type }) => type === "officeDocument")?.target ?? "word/document.xml";
  const relations = relationsOf(zip, main);
  const all = (kind: string): string[] => [
    ...new Set(relations.flatMap(({ type, target }) => (type === kind ? [target] : []))),
  ];
  return {
    main,
    styles: all("styles")[0] ?? null,
    numbering: all("numbering")[0] ?? null,
    notes: [...all("footnotes").slice(0, 1), ...all("endnotes").slice(0, 1)],
    margins: [...all("header"), ...all("footer")],
  };
}

/** The paragraphs of a part for `read`: a table row is one paragraph. */
export function scanParagraphs(
  xml: string,
  builder: ParagraphBuilder,
  { headings, levels, names, all }: DocxStyles,
  scope: "body" | "notes",
): void {
  scanDocx(xml, {
    paragraph: (tag) =>
      builder.openParagraph(scope === "notes" ? "note" : "paragraph", tag.attribute("w14:paraId"), tag.from),
    paragraphEnd: (to) => builder.closeParagraph(to),
    text: (text) => builder.add(text),
    open(name, tag) {
      if (name === "w:tr") builder.openRow(tag.attribute("w14:paraId"), tag.from);
      else if (name === "w:tc") builder.openCell();
      else if (scope === "notes") return;
      else if (name === "w:pStyle") {
        const id = tag.attribute("w:val") ?? "";
        const list = all.get(id)?.list ?? null;
        const level = levels.get(id) ?? (list === null ? undefined : list.level + 1);
        const style = names.get(id);
        builder.setFormat({ ...(level !== undefined && { level }), ...(style !== undefined && { style }) });
        if (headings.has(id)) builder.setKind("heading");
      } else if (name === "w:outlineLvl") {
        if (Number(tag.attribute("w:val")) >= 9) return;
        builder.setKind("heading");
        builder.setFormat({ level: Number(tag.attribute("w:val")) + 1 });
      } else if (name === "w:numPr") {
        if (builder.setKind("list_item", "paragraph")) builder.setFormat({ level: 1 });
      } else if (name === "w:ilvl" && builder.kind === "list_item")
        builder.setFormat({ level: Math.min(8, Math.max(0, Number(tag.attribute("w:val")) || 0)) + 1 });
    },
    close(name, _from, to) {
      if (name === "w:tr") builder.closeRow(to);
    },
  });
}
