import { posix } from "node:path";
import { type CellRef, cellName } from "../../../../core/office/sheet-address";
import { escapedAttribute, escapedText } from "../../../../core/text/escape-xml";
import { ToolError } from "../../ports/tool-error";
import { type PackageEdits, prefixFor, rootOf } from "../package/package-edit";
import { relationsOf } from "../package/package-parts";
import { scanXml } from "../package/scan-xml";
import { type EditedPart, elementsIn, prefixOf, takeElements, type XmlElement } from "../package/splice-xml";
import { namespacesOf } from "../package/strict";
import type { ZipPackage } from "../package/zip";
import { type SheetComments, type SheetNote, textIn } from "./comments";
import { addNoteBox, noteDrawing, removeNoteBox } from "./note-drawing";
import { xlsxPrefixes } from "./scan";
import { escapedCellText } from "./workbook";

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const documentRelations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

type NotesPackage = { zip: ZipPackage; edits: PackageEdits };

/** Writes the note of a cell: its text, its author, and the box in which Excel shows it. `note` is the one that is there. */
export function writeNote(
  { zip, edits }: NotesPackage,
  sheet: SheetComments,
  { ref, author, text, note }: { ref: CellRef; author: string; text: string; note: SheetNote | null },
): void {
  const { notesPart, part } = sheet;
  const existing = notesPart === null ? null : edits.part(notesPart);
  if (existing === null) {
    const comment = commentXml("", { ref, authorId: 0, text });
    const authors = `<authors><author>${escapedText(author)}</author></authors>`;
    edits.add({
      from: part,
      name: posix.join(posix.dirname(posix.dirname(part)), `comments${sheet.sheet + 1}.xml`),
      relation: `${documentRelations}/comments`,
      type: "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml",
      xml: `<comments xmlns="${main}">${authors}<commentList>${comment}</commentList></comments>`,
    });
  } else {
    const prefix = prefixOf(existing.xml, rootOf(existing));
    const authorId = authorIn(existing, author, prefix);
    if (note !== null) rewriteNote(existing, note, { prefix, authorId, text });
    else insertInto(existing, childOfRoot(existing, "s:commentList"), commentXml(prefix, { ref, authorId, text }));
  }
  if (note === null) showNote({ zip, edits }, sheet, ref);
}

/** Takes the note of a cell out of its sheet. */
export function removeNote(notes: NotesPackage, sheet: SheetComments, { element, ref }: SheetNote): void {
  const part = sheet.notesPart === null ? null : notes.edits.part(sheet.notesPart);
  if (part === null) throw new RangeError("a note without a part");
  part.splice(element.from, element.to, "");
  const drawing = drawingOf(notes, sheet);
  if (drawing !== null) removeNoteBox(drawing, ref);
}

const commentXml = (
  prefix: string,
  { ref, authorId, text }: { ref: CellRef; authorId: number; text: string },
): string =>
  `<${prefix}comment ref="${cellName(ref)}" authorId="${authorId}" shapeId="0">${textXml(prefix, text)}</${prefix}comment>`;

const textXml = (prefix: string, text: string): string =>
  `<${prefix}text><${prefix}t xml:space="preserve">${escapedText(escapedCellText(text))}</${prefix}t></${prefix}text>`;

/** Replaces the text and the author of a note; what else its element has stays. */
function rewriteNote(
  part: EditedPart,
  { element }: SheetNote,
  { prefix, authorId, text }: { prefix: string; authorId: number; text: string },
): void {
  const [old] = elementsIn(element, "s:text");
  if (element.isEmpty || old === undefined) throw unusual();
  part.splice(old.from, old.to, textXml(prefix, text));
  const tag = part.xml.slice(element.from, element.insideFrom);
  const written = /\sauthorId\s*=\s*(?:"[^"]*"|'[^']*')/.exec(tag);
  if (written === null) return;
  const at = element.from + written.index;
  const value = ` authorId="${authorId}"`;
  if (written[0] !== value) part.splice(at, at + written[0].length, value);
}

/** The number of an author among those of the notes, who is added if there is no such author. */
function authorIn(part: EditedPart, author: string, prefix: string): number {
  const authors = childOfRoot(part, "s:authors");
  const known = elementsIn(authors, "s:author");
  const index = known.findIndex((each) => textIn(each) === author);
  if (index >= 0) return index;
  insertInto(part, authors, `<${prefix}author>${escapedText(author)}</${prefix}author>`);
  return known.length;
}

function childOfRoot(part: EditedPart, name: string): XmlElement {
  const [found] = takeElements(part.xml, { prefixes: xlsxPrefixes, attributes: [], take: (each) => each === name });
  if (found === undefined) throw unusual();
  return found;
}

function insertInto(part: EditedPart, element: XmlElement, xml: string): void {
  if (!element.isEmpty) {
    part.splice(element.insideTo, element.insideTo, xml);
    return;
  }
  const name = /^<([^\s/>]+)/.exec(part.xml.slice(element.from, element.to))?.[1] ?? "";
  part.splice(element.to - 2, element.to, `>${xml}</${name}>`);
}

/** Adds the box of a note to the drawing of a sheet, and the drawing if there is none. */
function showNote(notes: NotesPackage, sheet: SheetComments, ref: CellRef): void {
  const { zip, edits } = notes;
  const drawing = drawingOf(notes, sheet);
  if (drawing !== null) {
    if (!addNoteBox(drawing, ref)) throw unusual();
    return;
  }
  const { id } = edits.add({
    from: sheet.part,
    name: posix.join(posix.dirname(posix.dirname(sheet.part)), "drawings", `vmlDrawing${sheet.sheet + 1}.vml`),
    relation: `${documentRelations}/vmlDrawing`,
    type: "application/vnd.openxmlformats-officedocument.vmlDrawing",
    xml: noteDrawing(ref),
    isPlain: true,
  });
  const part = edits.part(sheet.part);
  if (part === null) throw new RangeError("a sheet without a part");
  const root = rootTag(part.xml);
  const namespace = namespacesOf(zip)(documentRelations);
  const own = prefixFor(part.xml, root, namespace);
  const declared = own === null ? ` xmlns:r="${escapedAttribute(namespace)}"` : "";
  const xml = `<${prefixOf(part.xml, root)}legacyDrawing${declared} ${own ?? "r:"}id="${id}"/>`;
  const { at, replaced } = placeOfDrawing(part.xml);
  part.splice(at, replaced, xml);
}

/** The drawing that holds the notes of a sheet. The pictures of its header are in one with a relation of the same type, which is another one. */
function drawingOf({ zip, edits }: NotesPackage, { part }: SheetComments): EditedPart | null {
  let depth = 0;
  let id: string | null = null;
  scanXml(edits.part(part)?.xml ?? "", xlsxPrefixes, {
    open(name, tag) {
      if (depth++ === 1 && name === "s:legacyDrawing") id = tag.attribute("rel:id");
    },
    close() {
      depth--;
    },
    text() {},
  });
  const target = relationsOf(zip, part).find((each) => each.type === "vmlDrawing" && each.id === id)?.target;
  return target === undefined ? null : edits.part(target);
}

/** What stands before the drawing of notes in a sheet, as the format orders it. */
const BEFORE = new Set(
  "sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing"
    .split(" ")
    .map((name) => `s:${name}`),
);

/** Where the element that refers to the drawing goes: after all that stands before it, and over one that refers to nothing. */
function placeOfDrawing(xml: string): { at: number; replaced: number } {
  let depth = 0;
  let at = -1;
  let replaced: { at: number; replaced: number } | null = null;
  let last = { name: "", from: 0 };
  scanXml(xml, xlsxPrefixes, {
    open(name, tag) {
      if (depth === 0) at = tag.to;
      if (depth++ === 1) last = { name, from: tag.from };
    },
    close(_name, _from, to) {
      if (--depth !== 1) return;
      if (BEFORE.has(last.name)) at = to;
      else if (last.name === "s:legacyDrawing") replaced = { at: last.from, replaced: to };
    },
    text() {},
  });
  if (at < 0) throw unusual();
  return replaced ?? { at, replaced: at };
}

/** Where the root element of a part begins. */
function rootTag(xml: string): { from: number } {
  let from = -1;
  scanXml(xml, xlsxPrefixes, {
    open(_name, tag) {
      if (from < 0) ({ from } = tag);
    },
    close() {},
    text() {},
  });
  if (from < 0) throw unusual();
  return { from };
}

export const unusual = (): ToolError =>
  new ToolError("unsupported", "the comments of this workbook are written in an unusual way, and cannot be changed", {
    hint: "Open and save it in an office program, then try again.",
  });
