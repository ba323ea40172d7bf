import type { Change } from "../../../../core/text/change";
import { isBlankEnd, odtText } from "../odf/text-xml";
import { elementsIn, prefixOf, type XmlElement } from "../package/splice-xml";
import { type EditedPiece, editPieces, textAfter } from "../text/edit-pieces";
import { type OdtPiece, odtPieces, withElements } from "./pieces";
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
  const fields: FieldEdit[] = [];
  let isAfterEdited = false;
  for (const [index, piece] of pieces.entries()) {
    const edit = edited.get(index);
    if (edit !== undefined && piece.isPlain) fields.push({ piece, edit });
    else if (edit !== undefined)
      part.splice(
        piece.from,
        piece.to,
        suggestedPiece(tracking, paragraph, {
          piece,
          segments: edit.segments,
          before: isAfterEdited ? "" : (pieces[index - 1]?.text ?? ""),
          following: edited.has(index + 1) ? "" : (pieces[index + 1]?.text ?? ""),
        }),
      );
    // A blank beside suggested text counts whether that is accepted or rejected.
    else if (isAfterEdited && piece.kind === "text" && !piece.isPlain && piece.text.startsWith(" "))
      part.splice(piece.from, piece.to, odtText(prefix, piece.text, "", pieces[index + 1]?.text ?? ""));
    isAfterEdited = edit !== undefined;
  }
  suggestFields(tracking, paragraph, pieces, fields);
}

type FieldEdit = { piece: OdtPiece; edit: EditedPiece };

/** A field contains only characters: it is deleted as a whole, and its new text is inserted after it. */
function suggestFields(
  tracking: OdtTracking,
  paragraph: XmlElement,
  pieces: readonly OdtPiece[],
  edits: readonly FieldEdit[],
): void {
  const { part } = tracking;
  const { xml } = part;
  const prefix = prefixOf(xml, paragraph);
  const edited = new Map(edits.map(({ piece, edit }) => [piece.from, edit]));
  const fields = new Map(
    edits.flatMap(({ piece }) => {
      const field = pathTo(paragraph, piece.from + 1).find(({ name }) => !withElements.has(name));
      return field === undefined ? [] : [[field.from, field] as const];
    }),
  );
  for (const field of fields.values()) {
    const inside = pieces.filter(({ from }) => from > field.from && from < field.to);
    const segments = (piece: OdtPiece): EditedPiece["segments"] =>
      edited.get(piece.from)?.segments ?? [{ kind: "kept", text: piece.text }];
    const whole = inside.map((piece) => textAfter(segments(piece))).join("");
    const isText = inside.some(({ text }) => text.trim() !== "");
    // Blanks between the elements of a note do not count as words.
    const isKept = !isText || field.name.startsWith("draw:") || field.name === "text:note";
    const inserted = isKept
      ? inside
          .flatMap((piece) => segments(piece).flatMap(({ kind, text }) => (kind === "inserted" ? [text] : [])))
          .join("")
      : whole;
    const isOwn = tracking.isOwn(field.from + 1);
    const raw = xml.slice(field.from, field.to);
    const gone = isOwn || isKept ? "" : tracking.deletion(field.from, asDeleted(xml, paragraph, field.from, raw));
    const { start, end } = inserted === "" || isOwn ? { start: "", end: "" } : tracking.insertion(field.from);
    const written = `${start}${odtText(prefix, inserted)}${end}`;
    if (isKept) part.splice(field.to, field.to, written);
    else part.splice(field.from, field.to, gone + written);
  }
}

/** An edited piece, between these texts; empty if they are edited too. */
type PieceEdit = { piece: OdtPiece; segments: EditedPiece["segments"]; before: string; following: string };

function suggestedPiece(
  tracking: OdtTracking,
  paragraph: XmlElement,
  { piece, segments, before, following }: PieceEdit,
): string {
  const { xml } = tracking.part;
  const prefix = prefixOf(xml, paragraph);
  if (tracking.isOwn(piece.from + 1)) return odtText(prefix, textAfter(segments));
  // What is before a segment if the suggestion is accepted, and if it is rejected.
  let [accepted, rejected] = [before, before];
  return segments
    .map(({ kind, text }, index) => {
      if (kind === "kept") {
        const isExposed = isBlankEnd(accepted) || isBlankEnd(rejected);
        accepted = text;
        rejected = text;
        const next = segments.slice(index + 1).some((each) => each.kind !== "deleted") ? "x" : "";
        const isLast = index === segments.length - 1;
        return odtText(prefix, text, isExposed ? "" : "x", isLast ? following : next);
      }
      // Blanks at the edges are elements: they would be ignored in a list of changes. After one, a blank counts.
      const written = odtText(prefix, text);
      const end = text.endsWith("\n") ? text : "x";
      if (kind === "deleted") {
        rejected = end;
        return tracking.deletion(piece.from, asDeleted(xml, paragraph, piece.from, written));
      }
      accepted = end;
      const marks = tracking.insertion(piece.from);
      return `${marks.start}${written}${marks.end}`;
    })
    .join("");
}

/** A piece of a paragraph as a paragraph of its own, with the same formatting. */
function asDeleted(xml: string, paragraph: XmlElement, offset: number, written: string): string {
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
