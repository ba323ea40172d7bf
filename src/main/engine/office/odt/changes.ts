import { odfPrefixes } from "../odf/scan";
import { scanXml } from "../package/scan-xml";
import { elementsIn, takeElements, type XmlElement } from "../package/splice-xml";
import type { Span } from "./marks";

/** A tracked change of an OpenDocument text, from the list before the text. */
export type OdtChange = {
  id: string;
  kind: "insertion" | "deletion" | "formatting" | "other";
  author: string;
  at: string | null;
  /** What was deleted, as paragraphs; empty for other changes. */
  deleted: XmlElement[];
};

/** Where a change begins or ends in the text, or (`point`) where its deleted text was. */
export type OdtChangeMark = Span & { id: string; kind: "start" | "end" | "point" };

/** The tracked changes of a part and their marks, in document order. Marks in a deleted text, such as one with a note, count only if that is back. */
export type OdtChanges = { changes: ReadonlyMap<string, OdtChange>; marks: readonly OdtChangeMark[] };

const kinds: Readonly<Record<string, OdtChange["kind"]>> = {
  "text:insertion": "insertion",
  "text:deletion": "deletion",
  "text:format-change": "formatting",
};
const markKinds: Readonly<Record<string, OdtChangeMark["kind"]>> = {
  "text:change-start": "start",
  "text:change-end": "end",
  "text:change": "point",
};
const attributes = ["text:id", "text:c", "text:style-name", "xlink:href"];
const noChanges: OdtChanges = { changes: new Map(), marks: [] };

/** Whether a part may have tracked changes, without reading it. */
export const mayHaveChanges = (xml: string): boolean => xml.includes("changed-region");

/** Reads the tracked changes of `content.xml` or `styles.xml`. */
export function odtChanges(xml: string): OdtChanges {
  if (!mayHaveChanges(xml)) return noChanges;
  const lists = takeElements(xml, {
    prefixes: odfPrefixes,
    attributes,
    take: (name) => name === "text:tracked-changes",
  });
  const changes = new Map<string, OdtChange>();
  for (const region of lists.flatMap((list) => elementsIn(list, "text:changed-region"))) {
    const change = readRegion(xml, region);
    if (change.id !== "") changes.set(change.id, change);
  }
  const marks: OdtChangeMark[] = [];
  let inList = 0;
  scanXml(xml, odfPrefixes, {
    open(name, tag) {
      const kind = markKinds[name];
      if (inList > 0 || name === "text:tracked-changes") inList++;
      else if (kind !== undefined)
        marks.push({ from: tag.from, to: tag.to, id: tag.attribute("text:change-id") ?? "", kind });
    },
    close() {
      if (inList > 0) inList--;
    },
    text() {},
  });
  return { changes, marks };
}

/** The change that an element of the list describes. A deletion of what another change inserted names both: it is the deletion. */
export function readRegion(xml: string, region: XmlElement): OdtChange {
  const [what] = elementsIn(region).filter(({ name }) => name in kinds);
  const info = what === undefined ? [] : elementsIn(what, "office:change-info");
  const field = (name: string): string =>
    info
      .flatMap((each) => elementsIn(each, name))
      .map(textIn)
      .join("")
      .trim();
  return {
    id: regionId(xml, region),
    kind: kinds[what?.name ?? ""] ?? "other",
    author: field("dc:creator"),
    at: field("dc:date") || null,
    deleted: what?.name === "text:deletion" ? elementsIn(what).filter(({ name }) => name !== "office:change-info") : [],
  };
}

/** The id to which marks refer; newer files may have it as `xml:id` only. */
function regionId(xml: string, { from, insideFrom, attributes: own }: XmlElement): string {
  return own["text:id"] ?? /\sxml:id\s*=\s*["']([^"']*)["']/.exec(xml.slice(from, insideFrom))?.[1] ?? "";
}

const textIn = (element: XmlElement): string =>
  element.nodes.map((node) => (node.kind === "text" ? node.text : textIn(node))).join("");

/** The changes with these kinds of marks that are open at an offset: those whose range contains it. */
export function changesAt({ changes, marks }: OdtChanges, offset: number): OdtChange[] {
  const open = new Map<string, OdtChange>();
  for (const { from, id, kind } of marks) {
    if (from >= offset) break;
    const change = changes.get(id);
    if (change === undefined) continue;
    if (kind === "start") open.set(id, change);
    else if (kind === "end") open.delete(id);
  }
  return [...open.values()];
}

/** The id of a change in the interface. It is the same in every version of the document that Galley wrote and that contains the change. */
export const odtSuggestionId = (part: string, id: string): string =>
  `${part === "content.xml" ? "text" : "margin"}-${id.slice(0, 80)}`;
