import type { Change } from "../../../../core/text/change";
import { escapedText } from "../../../../core/text/escape-xml";
import { isBlankEnd, odtText } from "../odf/text-xml";
import { type EditedPart, prefixOf, type XmlElement } from "../package/splice-xml";
import { editPieces, textAfter } from "../text/edit-pieces";
import { odtPieces } from "./pieces";

/** Writes changes of a paragraph's text into its spans. What no change touches keeps every byte. */
export function writeOdtText(part: EditedPart, paragraph: XmlElement, changes: readonly Change[]): void {
  const prefix = prefixOf(part.xml, paragraph);
  const pieces = odtPieces(paragraph);
  if (pieces.length === 0) {
    fillParagraph(part, paragraph, odtText(prefix, changes.map(({ insert }) => insert).join("")));
    return;
  }
  const edited = editPieces(
    pieces.map(({ text }) => text),
    changes,
  );
  const after = new Map(edited.map(({ index, segments }) => [index, textAfter(segments)]));
  const textOf = (index: number): string => after.get(index) ?? pieces[index]?.text ?? "";
  let before = "";
  let isBeforeEdited = false;
  for (const [index, piece] of pieces.entries()) {
    const text = textOf(index);
    // A blank after an edit may now follow another blank, or be at the start, where it would be ignored.
    const isExposed = isBeforeEdited && piece.kind === "text" && text.startsWith(" ") && isBlankEnd(before);
    if (after.has(index) || isExposed) {
      const next = pieces.slice(index + 1).findIndex((_, further) => textOf(index + 1 + further) !== "");
      const following = next < 0 ? "" : textOf(index + 1 + next);
      part.splice(piece.from, piece.to, piece.isPlain ? escapedText(text) : odtText(prefix, text, before, following));
    }
    if (after.has(index)) isBeforeEdited = true;
    else if (text !== "") isBeforeEdited = false;
    if (text !== "") before = text;
  }
}

/** Writes the first text of a paragraph. */
export function fillParagraph(part: EditedPart, paragraph: XmlElement, written: string): void {
  if (written === "") return;
  if (paragraph.isEmpty) {
    const raw = part.xml.slice(paragraph.from, paragraph.to);
    const name = /^<([^\s/>]+)/.exec(raw)?.[1] ?? "text:p";
    part.splice(paragraph.from, paragraph.to, `${raw.replace(/\s*\/>$/, ">")}${written}</${name}>`);
  } else part.splice(paragraph.insideTo, paragraph.insideTo, written);
}
