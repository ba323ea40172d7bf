import { ToolError } from "../../ports/tool-error";
import { odfPrefixes } from "../odf/scan";
import { odtText } from "../odf/text-xml";
import { contextsAt, outermostRanges } from "../package/element-context";
import { type EditedPart, editPart, prefixOf, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { EditOptions } from "../text/office-format";
import type { PartSpan } from "../text/office-paragraphs";
import { applyEntryEdits, changedParts, type EntryEdit } from "../text/view-edit";
import type { ViewEntry } from "../text/view-entry";
import { odtElementsAt } from "./pieces";
import { type RemovedBlock, removeOdtBlocks } from "./remove-blocks";
import { BlockSuggestions } from "./suggest-blocks";
import { suggestOdtText } from "./suggest-text";
import { OdtTracking } from "./tracking";
import { writeOdtText } from "./write-text";

/** Writes edits of paragraphs into an OpenDocument text or presentation. */
export function editOdfEntries(
  zip: ZipPackage,
  entries: readonly ViewEntry[],
  edits: readonly EntryEdit[],
  { track, name }: EditOptions,
): { parts: Map<string, Uint8Array | null>; warnings: string[] } {
  const parts = new Map<string, EditedPart>();
  const trackings = new Map<EditedPart, OdtTracking>();
  for (const name of ["content.xml", "styles.xml"]) {
    const edited = editPart(zip, name);
    if (edited === null) continue;
    const tracking = track === null ? null : new OdtTracking(edited, track);
    parts.set(name, tracking?.part ?? edited);
    if (tracking !== null) trackings.set(tracking.part, tracking);
  }
  const elementAt = (part: EditedPart | undefined, range: PartSpan): { part: EditedPart; element: XmlElement } => {
    const element = part && odtElementsAt(part.xml, [range]).get(range.from);
    if (part === undefined || element === undefined)
      throw new ToolError("unsupported", `a paragraph of ${name} has a structure that cannot be edited`);
    return { part, element };
  };
  const removed: { part: EditedPart; element: XmlElement; block: RemovedBlock }[] = [];
  const inserted: { part: EditedPart; anchor: ViewEntry; side: "before" | "after"; xml: string }[] = [];
  const { warnings } = applyEntryEdits(edits, entries, {
    texts(changed) {
      for (const { at, changes } of changed) {
        const { part, element } = elementAt(parts.get(at.part), at);
        const tracking = trackings.get(part);
        if (tracking === undefined) writeOdtText(part, element, changes);
        else suggestOdtText(tracking, element, changes);
      }
      return [];
    },
    insert(after, text) {
      const anchor = after ?? entries.find(({ group, lists }) => group === 0 && lists === 0);
      if (anchor === undefined)
        throw new ToolError("unsupported", `${name} has no text before which a paragraph could be inserted`);
      const { part, element } = elementAt(parts.get(anchor.at.part), anchor.at);
      const written = paragraphLike(part.xml, element, text);
      if (trackings.has(part)) inserted.push({ part, anchor, side: after === null ? "before" : "after", xml: written });
      else if (after === null) part.splice(element.from, element.from, written);
      else if (after.lists === 0 || !isInItem(part.xml, element)) part.splice(element.to, element.to, written);
      else {
        // What follows the paragraph in its list item stays after the new paragraph.
        const prefix = prefixOf(part.xml, element);
        part.splice(element.to, element.to, `</${prefix}list-item><${prefix}list-item>${written}`);
      }
    },
    remove(entry) {
      const { part, element } = elementAt(parts.get(entry.at.part), entry.at);
      const { from, to } = entry.lists === 0 ? element : withEmptyItems(part.xml, element);
      removed.push({ part, element, block: { from, to, story: { from: 0, to: part.xml.length } } });
    },
  });
  for (const [part, tracking] of trackings)
    suggestBlocks(tracking, {
      removed: removed.filter((each) => each.part === part),
      inserted: inserted.filter((each) => each.part === part),
    });
  for (const [part, inPart] of track === null ? Map.groupBy(removed, (each) => each.part) : [])
    warnings.push(
      ...removeOdtBlocks(
        part,
        inPart.map(({ block }) => block),
      ),
    );
  return { parts: changedParts(parts), warnings };
}

/** Whether a paragraph is directly in a list item, which can be cut in two: not in the header of a list, or in a section or table in an item. */
function isInItem(xml: string, { from }: XmlElement): boolean {
  // That of most paragraphs, without a scan of the part.
  if (/<[\w.-]+:list-item(?:\s[^<>]*)?>\s*$/.test(xml.slice(Math.max(0, from - 500), from))) return true;
  const holder = contextsAt(xml, odfPrefixes, new Set([from]))
    .get(from)
    ?.ancestors.at(-1);
  return holder?.name === "text:list-item";
}

type Going = { element: XmlElement; block: RemovedBlock };
type Coming = { anchor: ViewEntry; side: "before" | "after"; xml: string };

/** Suggests inserting and deleting paragraphs. */
function suggestBlocks(
  tracking: OdtTracking,
  { removed, inserted }: { removed: readonly Going[]; inserted: readonly Coming[] },
): void {
  if (removed.length + inserted.length === 0) return;
  const { part } = tracking;
  const at = [...removed.map(({ element }) => element.from), ...inserted.map(({ anchor }) => anchor.at.from)];
  const contexts = contextsAt(part.xml, odfPrefixes, new Set(at));
  const blocks = outermostRanges(removed.map(({ block }) => block));
  const suggestions = new BlockSuggestions(
    tracking,
    new Set([...at.slice(0, removed.length), ...blocks.map(({ from }) => from)]),
  );
  // The lines of one paragraph after another are one suggestion.
  for (const together of Map.groupBy(inserted, ({ anchor, side }) => `${anchor.at.from} ${side}`).values()) {
    const [{ anchor, side }] = together as [Coming];
    const context = contexts.get(anchor.at.from);
    const holder = context?.ancestors.at(-1);
    if (context === undefined || holder === undefined) continue;
    const written = together.map(({ xml }) => xml);
    if (anchor.lists === 0) {
      suggestions.insert({ at: side === "before" ? context.from : context.to, xml: written.join(""), holder });
      continue;
    }
    const prefix = prefixOf(part.xml, context);
    const items = written.map((xml) => `<${prefix}list-item>${xml}</${prefix}list-item>`).join("");
    const paragraph = holder.children.find(({ from }) => from === context.from);
    // What follows the paragraph in its item would go into an item of its own, which cannot be suggested: the new paragraph is in the same item.
    const isLast = holder.children.at(-1) === paragraph;
    if (paragraph === undefined) continue;
    if (isLast && holder.name === "text:list-item")
      suggestions.insertItems(holder.to, items, { paragraph, side: "after" });
    else suggestions.insert({ at: context.to, xml: written.join(""), holder });
  }
  suggestions.remove(
    removed.map(({ element, block }) => ({
      element,
      block: blocks.find(({ from, to }) => from <= block.from && to >= block.to) ?? block,
      ancestors: contexts.get(element.from)?.ancestors ?? [],
    })),
  );
  suggestions.finish();
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
