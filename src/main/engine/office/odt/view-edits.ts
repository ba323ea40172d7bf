import { ToolError } from "../../ports/tool-error";
import { odtText } from "../odf/text-xml";
import { type EditedPart, editPart, prefixOf, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { EditOptions } from "../text/office-format";
import type { PartSpan } from "../text/office-paragraphs";
import { applyEntryEdits, changedParts, type EntryEdit } from "../text/view-edit";
import type { ViewEntry } from "../text/view-entry";
import { odtElementsAt } from "./pieces";
import { type RemovedBlock, removeOdtBlocks } from "./remove-blocks";
import { writeOdtText } from "./write-text";

/** Writes edits of paragraphs into an OpenDocument text or presentation. */
export function editOdfEntries(
  zip: ZipPackage,
  entries: readonly ViewEntry[],
  edits: readonly EntryEdit[],
  { track, name }: EditOptions,
): { parts: Map<string, Uint8Array | null>; warnings: string[] } {
  if (track !== null)
    throw new ToolError("unsupported", "suggested edits are written into docx only", {
      hint: "Edit it without suggestions: the previous version is in the history.",
    });
  const parts = new Map<string, EditedPart>();
  for (const part of ["content.xml", "styles.xml"]) {
    const edited = editPart(zip, part);
    if (edited !== null) parts.set(part, edited);
  }
  const elementAt = (part: EditedPart | undefined, range: PartSpan): { part: EditedPart; element: XmlElement } => {
    const element = part && odtElementsAt(part.xml, [range]).get(range.from);
    if (part === undefined || element === undefined)
      throw new ToolError("unsupported", `a paragraph of ${name} has a structure that cannot be edited`);
    return { part, element };
  };
  const removed: { part: EditedPart; block: RemovedBlock }[] = [];
  const { warnings } = applyEntryEdits(edits, entries, {
    texts(changed) {
      for (const { at, changes } of changed) {
        const { part, element } = elementAt(parts.get(at.part), at);
        writeOdtText(part, element, changes);
      }
      return [];
    },
    insert(after, text) {
      const anchor = after ?? entries.find(({ group, lists }) => group === 0 && lists === 0);
      if (anchor === undefined)
        throw new ToolError("unsupported", `${name} has no text before which a paragraph could be inserted`);
      const { part, element } = elementAt(parts.get(anchor.at.part), anchor.at);
      const written = paragraphLike(part.xml, element, text);
      if (after === null) part.splice(element.from, element.from, written);
      else if (after.lists === 0) part.splice(element.to, element.to, written);
      else {
        // What follows the paragraph in its list item stays after the new paragraph.
        const prefix = prefixOf(part.xml, element);
        part.splice(element.to, element.to, `</${prefix}list-item><${prefix}list-item>${written}`);
      }
    },
    remove(entry) {
      const { part, element } = elementAt(parts.get(entry.at.part), entry.at);
      const { from, to } = entry.lists === 0 ? element : withEmptyItems(part.xml, element);
      removed.push({ part, block: { from, to, story: { from: 0, to: part.xml.length } } });
    },
  });
  for (const [part, inPart] of Map.groupBy(removed, (each) => each.part))
    warnings.push(
      ...removeOdtBlocks(
        part,
        inPart.map(({ block }) => block),
      ),
    );
  return { parts: changedParts(parts), warnings };
}

/** A new paragraph in the style of another; after a heading, an ordinary one. */
function paragraphLike(xml: string, { from, name }: XmlElement, text: string): string {
  const prefix = prefixOf(xml, { from });
  const start = xml.slice(from, xml.indexOf(">", from));
  const style = name === "text:h" ? undefined : /\s([\w.-]+:style-name\s*=\s*"[^"]*")/.exec(start)?.[1];
  const inside = odtText(prefix, text);
  return `<${prefix}p${style === undefined ? "" : ` ${style}`}>${inside}</${prefix}p>`;
}

/** Extends the range of a paragraph to the list item around it if that contains nothing else, and so on outwards. */
function withEmptyItems(xml: string, { from, to }: { from: number; to: number }): { from: number; to: number } {
  const before = /<[\w.-]+:list(?:-item)?(?:\s[^<>]*)?>\s*$/.exec(xml.slice(Math.max(0, from - 2000), from));
  const behind = /^\s*<\/[\w.-]+:list(?:-item)?\s*>/.exec(xml.slice(to, to + 200));
  if (before === null || behind === null || before[0].endsWith("/>")) return { from, to };
  return withEmptyItems(xml, { from: from - before[0].length, to: to + behind[0].length });
}
