import type { ParagraphKind } from "../../../../core/markdown/paragraphs";
import { readPart } from "../package/package-parts";
import { scanXml, XmlError, type XmlTag } from "../package/scan-xml";
import { TextLimit } from "../package/text-limit";
import type { ZipPackage } from "../package/zip";
import { type OfficeParagraph, ParagraphBuilder, type ParagraphSink } from "../text/office-paragraphs";

const oasis = "urn:oasis:names:tc:opendocument:xmlns:";
/** The prefixes used here for the namespaces of OpenDocument. */
export const odfPrefixes = {
  [`${oasis}office:1.0`]: "office",
  [`${oasis}text:1.0`]: "text",
  [`${oasis}table:1.0`]: "table",
  [`${oasis}drawing:1.0`]: "draw",
  [`${oasis}presentation:1.0`]: "presentation",
  [`${oasis}style:1.0`]: "style",
  [`${oasis}xsl-fo-compatible:1.0`]: "fo",
  "http://www.w3.org/1999/xlink": "xlink",
};

/** Text deleted in tracked changes, comments, and the numbers of notes. */
export const skippedInOdf = new Set([
  "text:tracked-changes",
  "office:annotation",
  "text:note-citation",
  "office:forms",
]);
/** The maximum repetitions of a repeated cell or blank. */
const MAX_REPEATS = 256;

/**
 * The paragraphs of an OpenDocument text, spreadsheet or presentation: headings, paragraphs, list items, each table row as one paragraph,
 * sheets and slides by their names, notes in their position. Headers and footers are not read.
 */
export function readOdf(
  zip: ZipPackage,
  sink: ParagraphSink = { found: [], limit: new TextLimit() },
): OfficeParagraph[] {
  const xml = readPart(zip, "content.xml");
  if (xml === null) throw new XmlError("its part content.xml is missing");
  scanOdf(xml, new ParagraphBuilder("content.xml", sink));
  return sink.found;
}

/** Receives the paragraphs of a part while it is scanned. */
export type OdfListener = Pick<
  ParagraphBuilder,
  "isInParagraph" | "openParagraph" | "closeParagraph" | "add" | "openRow" | "openCell" | "closeRow"
>;

/** Scans the text of `content.xml` or `styles.xml`, paragraph by paragraph. */
export function scanOdf(xml: string, builder: OdfListener): void {
  let silent = 0;
  const items: boolean[] = [];
  let notes = 0;
  let slides = 0;
  let repeats = 1;
  let isSheet = false;
  // A run of blanks counts as one; blanks at the start of a paragraph do not count.
  let afterBlank: boolean[] = [];

  const openParagraph = (kind: ParagraphKind, tag: XmlTag): void => {
    builder.openParagraph(kind, tag.attribute("xml:id"), tag.from);
    afterBlank.push(true);
  };
  const addPlain = (text: string): void => {
    builder.add(text);
    if (afterBlank.length > 0) afterBlank[afterBlank.length - 1] = false;
  };
  const named = (name: string): void => {
    builder.openParagraph("heading", null);
    builder.add(name);
    builder.closeParagraph();
  };

  scanXml(xml, odfPrefixes, {
    open(name, tag) {
      if (silent > 0 || skippedInOdf.has(name)) {
        silent++;
        return;
      }
      switch (name) {
        case "text:h":
          openParagraph("heading", tag);
          break;
        case "text:p": {
          const isItem = items.at(-1) === true;
          if (isItem) items[items.length - 1] = false;
          openParagraph(notes > 0 ? "note" : isItem ? "list_item" : slides > 0 ? "slide_text" : "paragraph", tag);
          break;
        }
        case "text:list-item":
          items.push(true);
          break;
        case "text:note":
        case "presentation:notes":
          notes++;
          break;
        case "text:s":
          addPlain(" ".repeat(repeatsOf(tag.attribute("text:c"))));
          break;
        case "text:tab":
          addPlain("\t");
          break;
        case "text:line-break":
          builder.add("\n");
          if (afterBlank.length > 0) afterBlank[afterBlank.length - 1] = true;
          break;
        case "office:spreadsheet":
          isSheet = true;
          break;
        case "table:table":
          if (isSheet) named(tag.attribute("table:name") ?? "");
          break;
        case "table:table-row":
          builder.openRow(null, tag.from);
          break;
        case "table:table-cell":
        case "table:covered-table-cell":
          repeats = repeatsOf(tag.attribute("table:number-columns-repeated"));
          builder.openCell(repeats);
          break;
        case "draw:page":
          slides++;
          named(tag.attribute("draw:name") ?? `Slide ${slides}`);
          break;
        default:
          break;
      }
    },
    close(name, _from, to) {
      if (silent > 0) {
        silent--;
        return;
      }
      if (name === "text:p" || name === "text:h") {
        builder.closeParagraph(to);
        afterBlank.pop();
      } else if (name === "text:list-item") items.pop();
      else if (name === "text:note" || name === "presentation:notes") notes--;
      else if (name === "table:table-row") builder.closeRow(to);
      else if (name === "office:body") afterBlank = [];
    },
    text(text) {
      if (silent > 0 || !builder.isInParagraph) return;
      let plain = text.replaceAll(/[ \t\r\n]+/g, " ");
      if (afterBlank.at(-1) === true && plain.startsWith(" ")) plain = plain.slice(1);
      if (plain === "") return;
      builder.add(plain);
      afterBlank[afterBlank.length - 1] = plain.endsWith(" ");
    },
  });
}

/** The repeat count of a cell or a blank. */
export function repeatsOf(written: string | null): number {
  const count = Number(written ?? 1);
  return Number.isInteger(count) && count > 0 ? Math.min(count, MAX_REPEATS) : 1;
}
