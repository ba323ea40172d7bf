import { withPlainBreaks } from "../../../../core/text/line-endings";
import { ToolError } from "../../ports/tool-error";
import { readOdf } from "../odf/read";
import { scanOdf } from "../odf/scan";
import { type EditedPart, editPart, elementsIn, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { EditOptions, NamedNode, OfficeOperation, PackageEdit } from "../text/office-format";
import { type OfficeParagraph, type PartSpan, withText } from "../text/office-paragraphs";
import { paragraphCollector } from "../text/paragraph-collector";
import { type ChangedText, type LocatedText, replaceInParagraphs } from "../text/replace-in-paragraphs";
import { requireText } from "../text/require-text";
import { rowChanges } from "../text/row-changes";
import { textChanges } from "../text/text-changes";
import { insertOdtBlocks } from "./insert";
import { odtElementsAt, odtPieces } from "./pieces";
import { editOdtStructure } from "./structure";
import { suggestOdtText } from "./suggest-text";
import { OdtTracking } from "./tracking";
import { writeOdtText } from "./write-text";

/** The text, and the headers and footers. */
const partNames = ["content.xml", "styles.xml"];

/** Applies one operation to an OpenDocument text. */
export function editOdt(zip: ZipPackage, operation: OfficeOperation, { track, name }: EditOptions): PackageEdit {
  const wanted = requireText(operation);
  const parts = new Map<string, EditedPart>();
  const trackings: Trackings = new Map();
  for (const part of partNames) {
    const edited = editPart(zip, part);
    if (edited === null) continue;
    const tracking = track === null ? null : new OdtTracking(edited, track);
    parts.set(part, tracking?.part ?? edited);
    if (tracking !== null) trackings.set(part, tracking);
  }
  const content = parts.get("content.xml");
  if (content === undefined) throw new ToolError("unsupported", `${name} has no text: its part content.xml is missing`);
  const done = perform({ zip, parts, content, trackings }, wanted);
  const changed = new Map<string, Uint8Array | null>();
  for (const [part, edited] of parts) {
    const bytes = edited.bytes();
    if (bytes !== null) changed.set(part, bytes);
  }
  return { ...done, parts: changed };
}

/** What suggests edits of each part; empty if the edits are written at once. */
type Trackings = Map<string, OdtTracking>;

type OpenPackage = {
  zip: ZipPackage;
  parts: ReadonlyMap<string, EditedPart>;
  content: EditedPart;
  trackings: Trackings;
};

function perform(
  { zip, parts, content, trackings }: OpenPackage,
  operation: ReturnType<typeof requireText>,
): Omit<PackageEdit, "parts"> {
  const tracking = trackings.get(content.name) ?? null;
  switch (operation.operation) {
    case "replace_text": {
      const only = operation.node === null ? null : locate(zip, operation.node).at;
      const { changed, count } = replaceInParagraphs(textsIn(parts, only), operation);
      writeChanges(parts, changed, trackings);
      return { done: `replaced ${count === 1 ? "1 place" : `${count} places`}`, count, warnings: [] };
    }
    case "set_text": {
      const { kind, at } = locate(zip, operation.node);
      const texts = textsIn(parts, at);
      const text = withPlainBreaks(operation.content);
      const wanted =
        kind === "table_row"
          ? rowChanges(cellsOf(parts, at, texts), text)
          : texts.filter(({ from }) => from === at.from).map((each) => ({ at: each, text: each.text, content: text }));
      writeChanges(parts, textChanges(wanted), trackings);
      return { done: "set the text of 1 paragraph", count: 1, warnings: [] };
    }
    case "append_text":
    case "prepend": {
      const where = operation.operation === "prepend" ? "start" : "end";
      const count = insertOdtBlocks(zip, { part: content, tracking }, operation.content, where);
      const verb = where === "start" ? "inserted at the start" : "appended";
      return { done: `${count === 1 ? "1 paragraph" : `${count} paragraphs`} ${verb}`, count, warnings: [] };
    }
    default:
      return editOdtStructure(zip, { part: content, tracking }, operation);
  }
}

function locate(zip: ZipPackage, { paragraph }: NamedNode): OfficeParagraph & { at: PartSpan } {
  const found = paragraph === null ? undefined : withText(readOdf(zip))[paragraph];
  if (found?.at === undefined) throw new RangeError("the node is not a paragraph of this document");
  return { ...found, at: found.at };
}

/** The paragraphs of both parts, separately for each table cell; limited to `only` if given. */
function textsIn(parts: ReadonlyMap<string, EditedPart>, only: PartSpan | null): LocatedText[] {
  const texts: LocatedText[] = [];
  for (const { name, xml } of parts.values()) {
    if (only !== null && only.part !== name) continue;
    for (const each of paragraphsIn(xml))
      if (only === null || (each.from >= only.from && each.to <= only.to)) texts.push({ ...each, part: name });
  }
  return texts;
}

function paragraphsIn(xml: string) {
  const { found, begin, end, text } = paragraphCollector();
  scanOdf(xml, { paragraph: (_name, span) => begin(span), paragraphEnd: end, text });
  return found;
}

function writeChanges(
  parts: ReadonlyMap<string, EditedPart>,
  changed: readonly ChangedText[],
  trackings: Trackings,
): void {
  for (const [name, inPart] of Map.groupBy(changed, ({ at }) => at.part)) {
    const part = parts.get(name);
    if (part === undefined) continue;
    const outer = odtElementsAt(
      part.xml,
      inPart.map(({ at }) => at),
    );
    const all = new Map<number, XmlElement>();
    // A paragraph in a note or a frame is nested in another one.
    const enter = (element: XmlElement): void => {
      all.set(element.from, element);
      for (const child of elementsIn(element)) enter(child);
    };
    for (const element of outer.values()) enter(element);
    for (const { at, text, changes } of inPart) {
      const paragraph = all.get(at.from);
      const whole = paragraph && odtPieces(paragraph).reduce((sum, piece) => sum + piece.text, "");
      if (paragraph === undefined || whole !== text)
        throw new ToolError("unsupported", "a paragraph of this document has a structure that cannot be edited");
      const tracking = trackings.get(name);
      if (tracking === undefined) writeOdtText(part, paragraph, changes);
      else suggestOdtText(tracking, paragraph, changes);
    }
  }
}

function cellsOf(
  parts: ReadonlyMap<string, EditedPart>,
  at: PartSpan,
  texts: readonly LocatedText[],
): { texts: LocatedText[] }[] {
  const part = parts.get(at.part);
  const row = part === undefined ? undefined : odtElementsAt(part.xml, [at]).get(at.from);
  if (row === undefined) throw new RangeError("the row has moved since it was read");
  const cells = elementsIn(row).filter(
    ({ name }) => name === "table:table-cell" || name === "table:covered-table-cell",
  );
  return cells.flatMap((cell) => {
    const repeats = Number(cell.attributes["table:number-columns-repeated"] ?? 1);
    const inside = texts.filter(({ from }) => from > cell.from && from < cell.to);
    return Array.from({ length: Math.min(256, Math.max(1, repeats || 1)) }, () => ({ texts: inside }));
  });
}
