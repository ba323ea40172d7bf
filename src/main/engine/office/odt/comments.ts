import { readOdf } from "../odf/read";
import { odfPrefixes, scanOdf } from "../odf/scan";
import { readPart } from "../package/package-parts";
import { elementsIn, takeElements, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import { type CommentPositions, commentPlaces, type Mark, type MarkedParagraph } from "../text/comment-positions";
import {
  anchored,
  isoTime,
  MAX_OFFICE_COMMENTS,
  type OfficeMessage,
  type OfficeThread,
  threadsOf,
} from "../text/office-comments";

/** A comment of an OpenDocument text. */
export type OdtComment = {
  /** Empty if it has none: then nothing refers to it. */
  name: string;
  message: OfficeMessage;
  element: XmlElement;
  /** The end of its words; null if it is at one place. */
  end: XmlElement | null;
  parent: OdtComment | null;
  isResolved: boolean;
};

export type OdtComments = {
  comments: OdtComment[];
  threads: { key: string; comments: OdtComment[] }[];
  /** Where a comment begins and ends, by the offset of its element. */
  marks: ReadonlyMap<number, Mark>;
  places: CommentPositions;
};

export const loextNamespace = "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0";
const metaNamespace = "urn:oasis:names:tc:opendocument:xmlns:meta:1.0";
const prefixes = { ...odfPrefixes, [loextNamespace]: "loext", [metaNamespace]: "meta" };
const attributes = ["office:name", "loext:resolved", "office:resolved", "loext:parent-name", "text:c"];

/** The threads of an OpenDocument text, in the order of its text. */
export function odtThreads(zip: ZipPackage): OfficeThread[] {
  const { threads, marks, places } = odtComments(zip);
  return threads.map(({ key, comments }) => {
    const [root] = comments;
    return {
      key,
      isResolved: root?.isResolved === true,
      ...anchored(root === undefined ? null : rangeOf(root, marks, places), places),
      messages: comments.map(({ message }) => message),
    };
  });
}

function rangeOf(
  { element, end }: OdtComment,
  marks: OdtComments["marks"],
  places: CommentPositions,
): OfficeThread["range"] {
  const start = marks.get(element.from);
  if (start === undefined) return null;
  const finish = end === null ? undefined : marks.get(end.from);
  const from = places.positionOf(start);
  const to = finish === undefined ? null : places.positionOf(finish);
  return from !== null && to !== null && from < to ? { from, to } : places.rangeOf(start);
}

/** Reads the comments of the text. */
export function odtComments(zip: ZipPackage): OdtComments {
  const xml = readPart(zip, "content.xml") ?? "";
  const isWanted = (name: string): boolean => name === "office:annotation" || name === "office:annotation-end";
  const elements = takeElements(xml, { prefixes, attributes, take: isWanted }).slice(0, 2 * MAX_OFFICE_COMMENTS);
  const ends = new Map<string, XmlElement>();
  for (const element of elements)
    if (element.name === "office:annotation-end") ends.set(element.attributes["office:name"] ?? "", element);
  const comments = elements
    .filter(({ name }) => name === "office:annotation")
    .map((element) => commentOf(element, ends));
  const named = new Map(comments.flatMap((each) => (each.name === "" ? [] : [[each.name, each] as const])));
  for (const comment of comments) {
    const parent = named.get(comment.element.attributes["loext:parent-name"] ?? "");
    if (parent !== undefined && parent !== comment) comment.parent = parent;
  }
  const { marks, scanned } = marksIn(xml);
  return { comments, threads: threadsOf(comments), marks, places: commentPlaces(readOdf(zip), scanned) };
}

function commentOf(element: XmlElement, ends: ReadonlyMap<string, XmlElement>): OdtComment {
  const { "office:name": name = "", "loext:resolved": resolved, "office:resolved": later } = element.attributes;
  const field = (...names: string[]): string =>
    textOf(elementsIn(element).find((child) => names.includes(child.name))).trim();
  const lines = elementsIn(element).filter((child) => !fields.has(child.name));
  return {
    name,
    element,
    message: {
      author: field("dc:creator"),
      initials: field("meta:creator-initials", "loext:sender-initials"),
      at: isoTime(field("dc:date")),
      text: lines.flatMap(linesOf).join("\n"),
    },
    end: name === "" ? null : (ends.get(name) ?? null),
    parent: null,
    isResolved: (resolved ?? later) === "true",
  };
}

/** What a comment says besides its text. */
export const fields = new Set([
  "dc:creator",
  "dc:date",
  "dc:date-string",
  "meta:creator-initials",
  "loext:sender-initials",
  "meta:date-string",
]);

/** The lines of a comment: its paragraphs, also those of lists. */
function linesOf(element: XmlElement): string[] {
  if (element.name === "text:p" || element.name === "text:h") return [textOf(element)];
  return elementsIn(element).flatMap(linesOf);
}

function textOf(element: XmlElement | undefined): string {
  if (element === undefined) return "";
  return element.nodes
    .map((node) => {
      if (node.kind === "text") return node.text.replaceAll(/[ \t\r\n]+/g, " ");
      if (node.name === "text:s") return " ".repeat(Math.min(256, Number(node.attributes["text:c"] ?? 1) || 1));
      return node.name === "text:tab" ? "\t" : node.name === "text:line-break" ? "\n" : textOf(node);
    })
    .join("");
}

function marksIn(xml: string): { marks: Map<number, Mark>; scanned: MarkedParagraph[] } {
  const marks = new Map<number, Mark>();
  const scanned: MarkedParagraph[] = [];
  const open: MarkedParagraph[] = [];
  const mark = (from: number): void => {
    const paragraph = open.at(-1);
    if (paragraph !== undefined) marks.set(from, { paragraph, offset: paragraph.text.length });
  };
  scanOdf(xml, {
    paragraph(_name, { from }) {
      const paragraph = { part: "content.xml", from, text: "" };
      scanned.push(paragraph);
      open.push(paragraph);
    },
    paragraphEnd: () => void open.pop(),
    text(text) {
      const paragraph = open.at(-1);
      if (paragraph !== undefined) paragraph.text += text;
    },
    open(name, { from }) {
      if (name === "office:annotation-end") mark(from);
    },
    aside: {
      open(name, { from }, depth) {
        if (depth === 0 && name === "office:annotation") mark(from);
      },
      close() {},
      text() {},
    },
  });
  return { marks, scanned };
}
