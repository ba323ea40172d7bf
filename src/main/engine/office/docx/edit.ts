import { withPlainBreaks } from "../../../../core/text/line-endings";
import { ToolError } from "../../ports/tool-error";
import { type PackageEdits, packageEdits } from "../package/package-edit";
import { type EditedPart, editPart, elementsIn } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { EditOptions, NamedNode, OfficeOperation, PackageEdit } from "../text/office-format";
import { type OfficeParagraph, type PartSpan, withText } from "../text/office-paragraphs";
import { replaceInParagraphs } from "../text/replace-in-paragraphs";
import { requireText, type TextOperation } from "../text/require-text";
import { rowChanges } from "../text/row-changes";
import { textChanges } from "../text/text-changes";
import { insertDocxBlocks } from "./insert";
import { docxElementsAt } from "./pieces";
import { docxParts, readDocx } from "./read";
import { docxTexts, writeDocxChanges } from "./replace";
import { editDocxStructure } from "./structure";
import type { Tracking } from "./write-text";

/** Applies one operation to a Word document. */
export function editDocx(zip: ZipPackage, operation: OfficeOperation, { track, name }: EditOptions): PackageEdit {
  const text = requireText(operation);
  const { main, notes, margins, numbering } = docxParts(zip);
  const parts = new Map<string, EditedPart>();
  for (const part of [main, ...notes, ...margins, ...(numbering === null ? [] : [numbering])]) {
    const edited = editPart(zip, part);
    if (edited !== null) parts.set(part, edited);
  }
  const body = parts.get(main);
  if (body === undefined) throw new ToolError("unsupported", `${name} has no text: its part ${main} is missing`);
  const tracking = track === null ? null : { ...track, nextId: freeIds(parts) };
  const lists = numbering === null ? null : (parts.get(numbering) ?? null);
  const edits = packageEdits(zip);
  const done = perform({ zip, parts, body, lists, edits, track: tracking }, text);
  const changed = edits.changed();
  for (const [part, edited] of parts) {
    const bytes = edited.bytes();
    if (bytes !== null) changed.set(part, bytes);
  }
  return { ...done, parts: changed };
}

type Done = Omit<PackageEdit, "parts">;

type OpenPackage = {
  zip: ZipPackage;
  parts: ReadonlyMap<string, EditedPart>;
  body: EditedPart;
  lists: EditedPart | null;
  /** The parts beside the texts: the relations of links. */
  edits: PackageEdits;
  track: Tracking | null;
};

function perform({ zip, parts, body, lists, edits, track }: OpenPackage, operation: TextOperation): Done {
  switch (operation.operation) {
    case "replace_text": {
      const only = operation.node === null ? null : locate(zip, operation.node).at;
      const { changed, count } = replaceInParagraphs(docxTexts(zip, parts, only), operation);
      const warnings = writeDocxChanges(parts, changed, track);
      return { done: `replaced ${count === 1 ? "1 place" : `${count} places`}`, count, warnings };
    }
    case "set_text": {
      const { kind, at } = locate(zip, operation.node);
      const texts = docxTexts(zip, parts, at);
      const content = withPlainBreaks(operation.content);
      const changed =
        kind === "table_row"
          ? rowChanges(cellsOf(parts, at, texts), content)
          : texts.filter(({ from }) => from === at.from).map((each) => ({ at: each, text: each.text, content }));
      const warnings = writeDocxChanges(parts, textChanges(changed), track);
      return { done: "set the text of 1 paragraph", count: 1, warnings };
    }
    case "append_text":
    case "prepend": {
      const where = operation.operation === "prepend" ? "start" : "end";
      const target = { part: body, numbering: lists, edits, track };
      const { count, warnings } = insertDocxBlocks(zip, target, operation.content, where);
      const verb = where === "start" ? "inserted at the start" : "appended";
      return { done: `${count === 1 ? "1 paragraph" : `${count} paragraphs`} ${verb}`, count, warnings };
    }
    default:
      return editDocxStructure({ zip, parts, lists, edits, track }, operation);
  }
}

/** The paragraph that a node id names, as `readDocx` returns it. */
function locate(zip: ZipPackage, { paragraph }: NamedNode): OfficeParagraph & { at: PartSpan } {
  const found = paragraph === null ? undefined : withText(readDocx(zip))[paragraph];
  if (found?.at === undefined) throw new RangeError("the node is not a paragraph of this document");
  return { ...found, at: found.at };
}

/** The cells of a row with the texts in each; a nested table belongs to its cell. */
function cellsOf(
  parts: ReadonlyMap<string, EditedPart>,
  at: PartSpan,
  texts: ReturnType<typeof docxTexts>,
): { texts: ReturnType<typeof docxTexts> }[] {
  const part = parts.get(at.part);
  const row = part === undefined ? undefined : docxElementsAt(part.xml, [at]).get(at.from);
  if (row === undefined) throw new RangeError("the row has moved since it was read");
  const cells = elementsIn(row).flatMap((child) =>
    child.name === "w:tc"
      ? [child]
      : child.name === "w:sdt"
        ? elementsIn(child, "w:sdtContent").flatMap((each) => elementsIn(each, "w:tc"))
        : [],
  );
  return cells.map((cell) => ({ texts: texts.filter(({ from }) => from > cell.from && from < cell.to) }));
}

/** Generates ids for suggestions that no other mark of the document has. */
export function freeIds(parts: ReadonlyMap<string, EditedPart>): () => number {
  let last = 0;
  for (const { xml } of parts.values())
    for (const [, id] of xml.matchAll(/\bid\s*=\s*["'](\d{1,9})["']/g)) last = Math.max(last, Number(id));
  return () => ++last;
}
