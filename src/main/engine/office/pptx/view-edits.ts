import { ToolError } from "../../ports/tool-error";
import { type EditedPart, editPart, elementsIn, prefixOf, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { EditOptions } from "../text/office-format";
import { applyEntryEdits, changedParts, type EntryEdit } from "../text/view-edit";
import type { ViewEntry } from "../text/view-entry";
import { pptxElementsAt } from "./slides";
import { runsXml, writePptxText } from "./write-text";

/** Writes edits of paragraphs into a presentation. */
export function editPptxEntries(
  zip: ZipPackage,
  entries: readonly ViewEntry[],
  edits: readonly EntryEdit[],
  { track, name }: EditOptions,
): { parts: Map<string, Uint8Array | null>; warnings: string[] } {
  if (track !== null) throw new ToolError("unsupported", "suggested edits are written into docx and odt only");
  const parts = new Map<string, EditedPart>();
  const elementAt = ({ part: of, from }: { part: string; from: number }): { part: EditedPart; element: XmlElement } => {
    const part = parts.get(of) ?? editPart(zip, of);
    const element = part === null ? undefined : pptxElementsAt(part.xml, new Set([from]))[0];
    if (part === null || element === undefined)
      throw new ToolError("unsupported", `a text of ${name} has a structure that cannot be edited`);
    parts.set(of, part);
    return { part, element };
  };
  const { warnings } = applyEntryEdits(edits, entries, {
    texts(changed) {
      for (const { at, changes } of changed) {
        const { part, element } = elementAt(at);
        writePptxText(part, element, changes);
      }
      return [];
    },
    insert(after, text) {
      if (after === null) throw new ToolError("bad_arguments", "a new text on a slide must come after another one");
      const { part, element } = elementAt(after.at);
      part.splice(element.to, element.to, paragraphLike(part.xml, element, text));
    },
    remove(entry) {
      const { part, element } = elementAt(entry.at);
      part.splice(element.from, element.to, "");
    },
  });
  return { parts: changedParts(parts), warnings };
}

function paragraphLike(xml: string, like: XmlElement, text: string): string {
  const prefix = prefixOf(xml, like);
  const written = ({ from, to }: XmlElement): string => xml.slice(from, to);
  const properties = elementsIn(like, "a:pPr").map(written).join("");
  const [runProperties] = elementsIn(like, "a:r")
    .toReversed()
    .flatMap((run) => elementsIn(run, "a:rPr"));
  const runs = text === "" ? "" : runsXml(prefix, runProperties === undefined ? "" : written(runProperties), text);
  return `<${prefix}p>${properties}${runs}</${prefix}p>`;
}
