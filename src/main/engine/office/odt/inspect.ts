import { OdfParagraphs } from "../odf/read";
import { type OdfHandler, scanOdf } from "../odf/scan";
import { readPart } from "../package/package-parts";
import type { XmlTag } from "../package/scan-xml";
import { TextLimit } from "../package/text-limit";
import type { ZipPackage } from "../package/zip";
import { commentExcerpts, excerpts } from "../text/excerpts";
import { ParagraphBuilder } from "../text/office-paragraphs";
import { odtThreads } from "./comments";

/** What `read` does not list of an OpenDocument text: headers, footers, and comments. Absent if there are none. */
export function odtMargins(zip: ZipPackage): Record<string, unknown> {
  const styles = readPart(zip, "styles.xml");
  const margins = new Margins();
  if (styles !== null) scanOdf(styles, margins);
  const found = {
    headers: excerpts(margins.texts.header),
    footers: excerpts(margins.texts.footer),
    comments: commentExcerpts(odtThreads(zip)),
  };
  return Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0));
}

/** Collects the paragraphs of headers and footers. */
class Margins implements OdfHandler {
  readonly texts = { header: [] as string[], footer: [] as string[] };
  #builder = new ParagraphBuilder("styles.xml", { found: [], limit: new TextLimit() });
  #paragraphs = new OdfParagraphs(this.#builder);
  #inside: "header" | "footer" | null = null;

  paragraph(name: "text:p" | "text:h", tag: XmlTag): void {
    this.#paragraphs.paragraph(name, tag);
  }
  paragraphEnd(to: number): void {
    this.#paragraphs.paragraphEnd(to);
    const text = this.#builder.found.pop()?.text ?? "";
    if (this.#inside !== null) this.texts[this.#inside].push(text);
  }
  text(text: string): void {
    this.#paragraphs.text(text);
  }
  open(name: string): void {
    const margin = /^style:(header|footer)(?:-left|-first)?$/.exec(name)?.[1];
    if (margin !== undefined) this.#inside = margin as "header" | "footer";
  }
  close(name: string): void {
    if (/^style:(?:header|footer)(?:-left|-first)?$/.test(name)) this.#inside = null;
  }
}
