import { ToolError } from "../../ports/tool-error";
import { type EditedPart, editPart, elementsIn, prefixOf, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { EditOptions } from "../text/office-format";
import { applyEntryEdits, changedParts, type EntryEdit } from "../text/view-edit";
import type { ViewEntry } from "../text/view-entry";
import { freeIds } from "./edit";
import { docxBody } from "./formatting";
import { docxElementsAt } from "./pieces";
import { docxParts } from "./read";
import { removeBlocks } from "./remove-blocks";
import { writeDocxChanges } from "./replace";
import { suggestRemoval } from "./suggest-removal";
import { signature, suggestion, type Tracking, textElements } from "./write-text";

/** Writes edits of paragraphs into a Word document; as suggestions if `track` is given. */
export function editDocxEntries(
  zip: ZipPackage,
  entries: readonly ViewEntry[],
  edits: readonly EntryEdit[],
  { track, name }: EditOptions,
): { parts: Map<string, Uint8Array | null>; warnings: string[] } {
  const { main, notes, margins } = docxParts(zip);
  const parts = new Map<string, EditedPart>();
  for (const part of [main, ...notes, ...margins]) {
    const edited = editPart(zip, part);
    if (edited !== null) parts.set(part, edited);
  }
  const tracking: Tracking | null = track === null ? null : { ...track, nextId: freeIds(parts) };
  const partOf = ({ at }: ViewEntry): { part: EditedPart; element: XmlElement } => {
    const part = parts.get(at.part);
    const element = part && docxElementsAt(part.xml, [at]).get(at.from);
    if (part === undefined || element === undefined)
      throw new ToolError("unsupported", `a paragraph of ${name} has a structure that cannot be edited`);
    return { part, element };
  };
  const removed: { part: EditedPart; element: XmlElement }[] = [];
  const { warnings } = applyEntryEdits(edits, entries, {
    texts: (changed) => writeDocxChanges(parts, changed, tracking),
    insert(after, text) {
      if (after !== null) {
        const { part, element } = partOf(after);
        part.splice(element.to, element.to, paragraphLike(part.xml, element, { text, after, track: tracking }));
        return;
      }
      const part = parts.get(main);
      const start = part === undefined ? undefined : docxBody(part.xml)?.start;
      if (part === undefined || start === undefined)
        throw new ToolError("unsupported", `${name} has no body to insert text into`);
      const first = entries.find(({ group }) => group === 0);
      const like = first === undefined ? null : partOf(first).element;
      part.splice(start, start, paragraphLike(part.xml, like, { text, after: first ?? null, track: tracking }));
    },
    remove(entry) {
      const { part, element } = partOf(entry);
      const endsSection = elementsIn(element, "w:pPr").some((each) => elementsIn(each, "w:sectPr").length > 0);
      if (tracking !== null) suggestRemoval(part, element, tracking, { mark: !endsSection });
      else if (!endsSection) removed.push({ part, element });
      else {
        const { text } = entry;
        const changes = [{ from: 0, to: text.length, insert: "" }];
        if (text !== "") writeDocxChanges(parts, [{ at: entry.at, text, changes }], tracking);
      }
    },
  });
  for (const [part, inPart] of Map.groupBy(removed, (each) => each.part)) {
    const whole = { from: 0, to: part.xml.length };
    const blocks = inPart.map(({ element: { from, to } }) => ({ from, to, story: whole }));
    warnings.push(...removeBlocks(part, blocks));
  }
  return { parts: changedParts(parts), warnings };
}

const notTaken = new Set(["w:sectPr", "w:rPr", "w:pPrChange", "w:pageBreakBefore", "w:framePr"]);
const notInRuns = new Set(["w:rPrChange", "w:ins", "w:del", "w:moveFrom", "w:moveTo"]);

/** A new paragraph with the properties of another; after a heading, an ordinary one. */
function paragraphLike(
  xml: string,
  like: XmlElement | null,
  { text, after, track }: { text: string; after: ViewEntry | null; track: Tracking | null },
): string {
  const prefix = prefixOf(xml, like ?? { from: xml.search(/<[A-Za-z]/) });
  const isPlain = like === null || after?.kind === "heading" || after?.kind === "title";
  const written = ({ from, to }: XmlElement): string => xml.slice(from, to);
  const properties = isPlain
    ? ""
    : elementsIn(like, "w:pPr")
        .flatMap((each) => elementsIn(each))
        .filter(({ name }) => !notTaken.has(name))
        .map(written)
        .join("");
  const run = isPlain ? undefined : elementsIn(like, "w:r").at(-1);
  const runStyle = (run === undefined ? [] : elementsIn(run, "w:rPr"))
    .flatMap((each) => elementsIn(each))
    .filter(({ name }) => !notInRuns.has(name))
    .map(written)
    .join("");
  const mark = track === null ? "" : `<${prefix}rPr><${prefix}ins${signature(prefix, track)}/></${prefix}rPr>`;
  const inside = `${properties}${mark}`;
  const head = inside === "" ? "" : `<${prefix}pPr>${inside}</${prefix}pPr>`;
  const runProperties = runStyle === "" ? "" : `<${prefix}rPr>${runStyle}</${prefix}rPr>`;
  const whole = text === "" ? "" : `<${prefix}r>${runProperties}${textElements(prefix, text, "t")}</${prefix}r>`;
  const runs = track === null || whole === "" ? whole : suggestion(prefix, "ins", whole, track);
  return `<${prefix}p>${head}${runs}</${prefix}p>`;
}
