import type { Change } from "../../../../core/text/change";
import { ToolError } from "../../ports/tool-error";
import { type EditedPart, elementsIn, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import { editPieces } from "../text/edit-pieces";
import type { PartSpan } from "../text/office-paragraphs";
import { paragraphCollector } from "../text/paragraph-collector";
import type { LocatedText } from "../text/replace-in-paragraphs";
import { computedResults, type FieldResult, fieldWarning } from "./computed-fields";
import { docxElements, docxElementsAt, docxPieces } from "./pieces";
import { docxParts } from "./read";
import { scanDocx } from "./scan";
import { type Tracking, writeDocxText } from "./write-text";

/** The paragraphs of all parts with text, separately for each table cell; limited to `only` if given. */
export function docxTexts(
  zip: ZipPackage,
  parts: ReadonlyMap<string, EditedPart>,
  only: PartSpan | null,
): LocatedText[] {
  const { main, notes, margins } = docxParts(zip);
  const texts: LocatedText[] = [];
  for (const name of only === null ? [main, ...notes, ...margins] : [only.part]) {
    const part = parts.get(name);
    if (part === undefined) continue;
    for (const paragraph of paragraphsIn(part)) {
      if (only !== null && (paragraph.from < only.from || paragraph.to > only.to)) continue;
      texts.push({ ...paragraph, part: name });
    }
  }
  return texts;
}

function paragraphsIn({ xml }: EditedPart) {
  const { found, begin, end, text } = paragraphCollector();
  scanDocx(xml, { paragraph: begin, paragraphEnd: end, text });
  return found;
}

/**
 * Writes changes to the text of several paragraphs. Content that is stored twice, for older and newer programs, is changed in both copies.
 */
export function writeDocxChanges(
  parts: ReadonlyMap<string, EditedPart>,
  changed: readonly { at: PartSpan; text: string; changes: readonly Change[] }[],
  track: Tracking | null,
): string[] {
  const warnings = new Set<string>();
  for (const [name, inPart] of Map.groupBy(changed, ({ at }) => at.part)) {
    const part = parts.get(name);
    if (part === undefined) continue;
    const elements = docxElementsAt(
      part.xml,
      inPart.map(({ at }) => at),
    );
    // A nested paragraph is included with the one around it.
    const inside = (from: number): XmlElement | undefined =>
      elements.get(from) ?? [...elements.values()].flatMap((each) => descendant(each, from) ?? [])[0];
    const bound = boundFields(part);
    const computed = computedResults(part.xml);
    for (const { at, text, changes } of inPart) {
      const paragraph = inside(at.from);
      const whole = paragraph === undefined ? null : textOf(paragraph);
      if (paragraph === undefined || whole !== text)
        throw new ToolError("unsupported", "a paragraph of this document has a structure that cannot be edited");
      writeDocxText(part, paragraph, changes, track);
      if (bound.some(({ from, to }) => from < at.from && to > at.from)) warnings.add(boundWarning);
      for (const name of computed.length === 0 ? [] : changedFields(paragraph, changes, computed))
        warnings.add(fieldWarning(name));
    }
    mirror(part, inPart, track);
  }
  return [...warnings];
}

/** The names of the calculated fields whose results these changes touch. */
function changedFields(paragraph: XmlElement, changes: readonly Change[], computed: readonly FieldResult[]): string[] {
  const pieces = docxPieces(paragraph);
  const edited = editPieces(
    pieces.map(({ text }) => text),
    changes,
  );
  return edited.flatMap(({ index, segments }) => {
    const at = pieces[index]?.element.from ?? -1;
    const isChanged = segments.some(({ kind }) => kind !== "kept");
    return isChanged ? computed.filter(({ from, to }) => at >= from && at < to).map(({ name }) => name) : [];
  });
}

const textOf = (paragraph: XmlElement): string =>
  docxPieces(paragraph)
    .map(({ text }) => text)
    .join("");

function descendant(element: XmlElement, from: number): XmlElement | undefined {
  for (const child of elementsIn(element)) {
    if (child.from === from) return child;
    if (child.from < from && child.to > from) return descendant(child, from);
  }
  return undefined;
}

/** A text box is stored a second time for older programs: makes the same change to the same paragraph there. */
function mirror(
  part: EditedPart,
  changed: readonly { at: Pick<PartSpan, "from">; text: string; changes: readonly Change[] }[],
  track: Tracking | null,
): void {
  if (!part.xml.includes("AlternateContent")) return;
  for (const alternate of docxElements(part.xml, "mc:AlternateContent")) {
    const inside = changed.filter(({ at }) => at.from > alternate.from && at.from < alternate.to);
    if (inside.length === 0) continue;
    const choice = elementsIn(alternate, "mc:Choice").flatMap(paragraphsBelow);
    const fallback = elementsIn(alternate, "mc:Fallback").flatMap(paragraphsBelow);
    for (const { at, text, changes } of inside) {
      const twin = fallback[choice.findIndex(({ from }) => from === at.from)];
      if (twin !== undefined && textOf(twin) === text) writeDocxText(part, twin, changes, track);
    }
  }
}

function paragraphsBelow(element: XmlElement): XmlElement[] {
  return elementsIn(element).flatMap((child) =>
    child.name === "w:p" ? [child, ...paragraphsBelow(child)] : paragraphsBelow(child),
  );
}

const boundWarning =
  "the text is in a field that the document fills from its properties or its own data; Word may restore the old text";

/** The fields of a part whose content comes from elsewhere. */
function boundFields(part: EditedPart): XmlElement[] {
  if (!part.xml.includes("dataBinding")) return [];
  return docxElements(part.xml, "w:sdt").filter((field) =>
    elementsIn(field, "w:sdtPr").some((properties) =>
      elementsIn(properties).some(({ name }) => /:dataBinding$/.test(name)),
    ),
  );
}
