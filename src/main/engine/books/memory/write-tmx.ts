import { escapedAttribute, escapedText } from "../../../../core/text/escape-xml";

/** A source with its translation. */
export type TranslationPair = { id: string; source: string; target: string; isAccepted: boolean };

/**
 * Pairs as TMX 1.4, which all programs for translators read. Languages are codes such as `de`; `und` if unknown. Marks for the elements of an
 * EPUB are inline codes.
 */
export function tmxOf(
  pairs: readonly TranslationPair[],
  { from, into, title }: { from: string; into: string; title: string },
): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<tmx version="1.4">',
    `<header creationtool="Galley" creationtoolversion="1" segtype="paragraph" o-tmf="Galley" adminlang="en" srclang="${escapedAttribute(from)}" datatype="plaintext">`,
    `<note>${escapedText(title)}</note>`,
    "</header>",
    "<body>",
    ...pairs.map(
      ({ id, source, target, isAccepted }) =>
        `<tu tuid="${escapedAttribute(id)}"><prop type="x-state">${isAccepted ? "accepted" : "translated"}</prop>${variant(from, source)}${variant(into, target)}</tu>`,
    ),
    "</body>",
    "</tmx>",
    "",
  ].join("\n");
}

const variant = (language: string, text: string): string =>
  `<tuv xml:lang="${escapedAttribute(language)}"><seg>${segment(text)}</seg></tuv>`;

/** A text with each mark of an element as an inline code that contains the mark. A mark without its other half stands alone. */
function segment(text: string): string {
  const ends = new Set([...text.matchAll(/<\/g(\d+)>/g)].map(([, number]) => number));
  const begins = new Set([...text.matchAll(/<g(\d+)>/g)].map(([, number]) => number));
  let done = 0;
  let written = "";
  for (const { 0: mark, 1: slash, 2: number, index } of text.matchAll(/<(\/?)g(\d+)>|<x\d+\/>/g)) {
    written += escapedText(text.slice(done, index));
    done = index + mark.length;
    const code = escapedText(mark);
    if (number === undefined || !ends.has(number) || !begins.has(number)) written += `<ph>${code}</ph>`;
    else written += slash === "" ? `<bpt i="${number}">${code}</bpt>` : `<ept i="${number}">${code}</ept>`;
  }
  return written + escapedText(text.slice(done));
}
