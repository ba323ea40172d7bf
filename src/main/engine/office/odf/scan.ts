import { scanXml, type XmlTag } from "../package/scan-xml";

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
  [`${oasis}svg-compatible:1.0`]: "svg",
  "http://www.w3.org/1999/xlink": "xlink",
  "http://purl.org/dc/elements/1.1/": "dc",
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

/** The events of a scan of a part, in text order. Paragraphs may nest. */
export type OdfHandler = {
  paragraph(name: "text:p" | "text:h", tag: XmlTag): void;
  paragraphEnd(to: number): void;
  /** Text of the innermost paragraph, without blanks that do not count; `element` for tabs, breaks and further blanks. */
  text(text: string, written: "text" | "element"): void;
  /** Every other element. */
  open?(name: string, tag: XmlTag): void;
  close?(name: string, to: number): void;
  /** Comments and the numbers of notes, with all that is in them: these are not text of a paragraph. */
  aside?: {
    open(name: string, tag: XmlTag, depth: number): void;
    close(name: string, depth: number): void;
    text(text: string): void;
  };
};

const asides = new Set(["office:annotation", "text:note-citation"]);

/**
 * Scans the text of `content.xml` or `styles.xml` once. Paragraphs of OpenDocument texts and presentations, and the rows of spreadsheets as
 * text, are read from here.
 */
export function scanOdf(xml: string, handler: OdfHandler): void {
  let skipped = 0;
  let isAside = false;
  // For each open paragraph. A run of blanks counts as one; blanks at the start of a paragraph do not count.
  const afterBlank: boolean[] = [];
  const add = (text: string, written: "text" | "element", endsBlank: boolean): void => {
    if (afterBlank.length === 0) return;
    handler.text(text, written);
    afterBlank[afterBlank.length - 1] = endsBlank;
  };

  scanXml(xml, odfPrefixes, {
    open(name, tag) {
      if (skipped > 0 || skippedInOdf.has(name)) {
        if (skipped === 0) isAside = asides.has(name);
        if (isAside) handler.aside?.open(name, tag, skipped);
        skipped++;
        return;
      }
      switch (name) {
        case "text:p":
        case "text:h":
          handler.paragraph(name, tag);
          afterBlank.push(true);
          break;
        case "text:s":
          add(" ".repeat(repeatsOf(tag.attribute("text:c"))), "element", false);
          break;
        case "text:tab":
          add("\t", "element", false);
          break;
        case "text:line-break":
          add("\n", "element", true);
          break;
        default:
          handler.open?.(name, tag);
          break;
      }
    },
    close(name, _from, to) {
      if (skipped > 0) {
        skipped--;
        if (isAside) handler.aside?.close(name, skipped);
      } else if (name === "text:p" || name === "text:h") {
        handler.paragraphEnd(to);
        afterBlank.pop();
      } else handler.close?.(name, to);
    },
    text(text) {
      if (skipped > 0) {
        if (isAside) handler.aside?.text(text);
        return;
      }
      let plain = text.replaceAll(/[ \t\r\n]+/g, " ");
      if (afterBlank.at(-1) === true && plain.startsWith(" ")) plain = plain.slice(1);
      if (plain !== "") add(plain, "text", plain.endsWith(" "));
    },
  });
}

/** The repeat count of a cell or a blank. */
export function repeatsOf(written: string | null): number {
  const count = Number(written ?? 1);
  return Number.isInteger(count) && count > 0 ? Math.min(count, MAX_REPEATS) : 1;
}
