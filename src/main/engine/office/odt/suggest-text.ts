import type { Change } from "../../../../core/text/change";
import { ToolError } from "../../ports/tool-error";
import { odtText } from "../odf/text-xml";
import { elementsIn, prefixOf, type XmlElement } from "../package/splice-xml";
import { type EditedPiece, editPieces, textAfter } from "../text/edit-pieces";
import { type OdtPiece, odtPieces } from "./pieces";
import type { OdtTracking } from "./tracking";
import { fillParagraph } from "./write-text";

/**
 * Writes changes of a paragraph's text as suggestions. Deleted text moves into the list of changes, piece by piece, so that what is between the pieces stays
 * where it is. What no change touches keeps every byte.
 */
export function suggestOdtText(tracking: OdtTracking, paragraph: XmlElement, changes: readonly Change[]): void {
  const { part } = tracking;
  const prefix = prefixOf(part.xml, paragraph);
  const pieces = odtPieces(paragraph);
  if (pieces.length === 0) {
    const text = odtText(prefix, changes.map(({ insert }) => insert).join(""));
    if (text === "") return;
    const { start, end } = tracking.insertion(paragraph.from + 1);
    fillParagraph(part, paragraph, `${start}${text}${end}`);
    return;
  }
  const edited = new Map(
    editPieces(
      pieces.map(({ text }) => text),
      changes,
    ).map((each) => [each.index, each]),
  );
  let isAfterEdited = false;
  for (const [index, piece] of pieces.entries()) {
    const edit = edited.get(index);
    if (edit !== undefined) part.splice(piece.from, piece.to, suggestedPiece(tracking, paragraph, piece, edit));
    // A blank beside suggested text counts whether that is accepted or rejected.
    else if (isAfterEdited && piece.kind === "text" && !piece.isPlain && piece.text.startsWith(" "))
      part.splice(piece.from, piece.to, odtText(prefix, piece.text, "", pieces[index + 1]?.text ?? ""));
    isAfterEdited = edit !== undefined;
  }
}

function suggestedPiece(
  tracking: OdtTracking,
  paragraph: XmlElement,
  piece: OdtPiece,
  { segments }: EditedPiece,
): string {
  const { xml } = tracking.part;
  const prefix = prefixOf(xml, paragraph);
  const isOwn = tracking.isOwn(piece.from + 1);
  if (isOwn && !piece.isPlain) return odtText(prefix, textAfter(segments));
  if (piece.isPlain)
    throw new ToolError("unsupported", "a change of a field cannot be suggested", {
      hint: "Edit it without suggestions: the previous version is in the history.",
    });
  return segments
    .map(({ kind, text }) => {
      if (kind === "kept") return text === piece.text ? xml.slice(piece.from, piece.to) : odtText(prefix, text);
      // Blanks at the edges are elements: they would be ignored in a list of changes.
      const written = odtText(prefix, text);
      if (kind === "deleted") return tracking.deletion(piece.from, asDeleted(xml, paragraph, piece.from, written));
      const { start, end } = tracking.insertion(piece.from);
      return `${start}${written}${end}`;
    })
    .join("");
}

/** A piece of a paragraph as a paragraph of its own, with the same formatting. */
export function asDeleted(xml: string, paragraph: XmlElement, offset: number, written: string): string {
  const around = pathTo(paragraph, offset);
  const starts = around.map((each) => startAgain(xml, each)).join("");
  const ends = around.map((each) => endOf(xml, each)).reverse();
  return `${startAgain(xml, paragraph)}${starts}${written}${ends.join("")}${endOf(xml, paragraph)}`;
}

/** A start tag without its ids. */
export const startAgain = (xml: string, { from, insideFrom }: Pick<XmlElement, "from" | "insideFrom">): string =>
  xml
    .slice(from, insideFrom)
    .replaceAll(/\s(?:xml|[\w.-]+):id\s*=\s*(?:"[^"]*"|'[^']*')/g, "")
    .replace(/\s*\/>$/, ">");

export const endOf = (xml: string, { from }: Pick<XmlElement, "from">): string =>
  `</${/^<([^\s/>]+)/.exec(xml.slice(from, from + 200))?.[1] ?? ""}>`;

/** The elements around an offset, inside its paragraph. */
function pathTo(element: XmlElement, offset: number): XmlElement[] {
  const child = elementsIn(element).find(({ from, to }) => from < offset && offset < to);
  return child === undefined ? [] : [child, ...pathTo(child, offset)];
}
