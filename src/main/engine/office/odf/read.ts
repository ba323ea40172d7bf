import type { ParagraphKind } from "../../../../core/markdown/paragraphs";
import { readPart } from "../package/package-parts";
import { XmlError, type XmlTag } from "../package/scan-xml";
import { TextLimit } from "../package/text-limit";
import type { ZipPackage } from "../package/zip";
import { type OfficeParagraph, ParagraphBuilder, type ParagraphSink } from "../text/office-paragraphs";
import { type OdfHandler, repeatsOf, scanOdf } from "./scan";

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
  scanOdf(xml, new OdfParagraphs(new ParagraphBuilder("content.xml", sink)));
  return sink.found;
}

/** Builds the paragraphs of a part for `read`. */
export class OdfParagraphs implements OdfHandler {
  /** For each open list item, whether its first paragraph is still to come. */
  readonly #items: boolean[] = [];
  /** The parents of the document's own styles, which have no names for users. */
  readonly #parents = new Map<string, string>();
  #notes = 0;
  #slides = 0;
  #isSheet = false;

  constructor(private readonly builder: ParagraphBuilder) {}

  paragraph(name: "text:p" | "text:h", tag: XmlTag): void {
    this.builder.openParagraph(
      name === "text:h" ? "heading" : this.#kindOfParagraph(),
      tag.attribute("xml:id"),
      tag.from,
    );
    const level = name === "text:h" ? Number(tag.attribute("text:outline-level") ?? 1) : this.#items.length;
    const style = this.#styleName(tag.attribute("text:style-name"));
    this.builder.setFormat({
      ...(level > 0 && level < 100 && (name === "text:h" || this.builder.kind === "list_item") && { level }),
      ...(style !== null && { style }),
    });
  }

  #styleName(id: string | null): string | null {
    if (id === null) return null;
    const name = (this.#parents.get(id) ?? id).replaceAll(/_([0-9a-f]{2})_/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return /^(?:|Standard|Default|Text body|Heading \d+|P\d+)$/i.test(name) ? null : name.slice(0, 100);
  }

  paragraphEnd(to: number): void {
    this.builder.closeParagraph(to);
  }

  text(text: string): void {
    this.builder.add(text);
  }

  open(name: string, tag: XmlTag): void {
    switch (name) {
      case "style:style":
        if (tag.attribute("style:family") === "paragraph")
          this.#parents.set(tag.attribute("style:name") ?? "", tag.attribute("style:parent-style-name") ?? "");
        break;
      case "text:list-item":
        this.#items.push(true);
        break;
      case "text:note":
      case "presentation:notes":
        this.#notes++;
        break;
      case "office:spreadsheet":
        this.#isSheet = true;
        break;
      case "table:table":
        if (this.#isSheet) this.#named(tag.attribute("table:name") ?? "");
        break;
      case "table:table-row":
        this.builder.openRow(null, tag.from);
        break;
      case "table:table-cell":
      case "table:covered-table-cell":
        this.builder.openCell(repeatsOf(tag.attribute("table:number-columns-repeated")));
        break;
      case "draw:page":
        this.#slides++;
        this.#named(tag.attribute("draw:name") ?? `Slide ${this.#slides}`);
        break;
      default:
        break;
    }
  }

  close(name: string, to: number): void {
    if (name === "text:list-item") this.#items.pop();
    else if (name === "text:note" || name === "presentation:notes") this.#notes--;
    else if (name === "table:table-row") this.builder.closeRow(to);
  }

  #kindOfParagraph(): ParagraphKind {
    const isItem = this.#items.at(-1) === true;
    if (isItem) this.#items[this.#items.length - 1] = false;
    if (this.#notes > 0) return "note";
    return isItem ? "list_item" : this.#slides > 0 ? "slide_text" : "paragraph";
  }

  /** The name of a sheet or slide is a heading without a range. */
  #named(name: string): void {
    this.builder.openParagraph("heading", null);
    this.builder.add(name);
    this.builder.closeParagraph();
  }
}
