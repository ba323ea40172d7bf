import { decodeHTMLStrict } from "entities";

/** Stands for the rest of an entity's name, so that every other character keeps its offset. No text has these two characters. */
const filler = "\ufdd0";
const ampersand = "\ufdd1";

/**
 * A document that XML can read, at the same length: the document type is blanked out unless it declares entities (it is then rejected), and
 * HTML's named entities become their character; unknown names stay as written. `shownText` removes what was put in for the length.
 */
export const readableXml = (xml: string): string =>
  xml
    .replace(/<!DOCTYPE[^[\]>]*>/i, (type) => " ".repeat(type.length))
    .replace(/&([A-Za-z][A-Za-z0-9]*);/g, (written, name: string) => {
      if (/^(?:lt|gt|amp|quot|apos)$/.test(name)) return written;
      const sign = decodeHTMLStrict(written);
      return sign === written ? `${ampersand}${name};` : sign + filler.repeat(written.length - sign.length);
    });

/** A piece of text from a document that `readableXml` has prepared. */
export const shownText = (text: string): string => text.replaceAll(filler, "").replaceAll(ampersand, "&");
