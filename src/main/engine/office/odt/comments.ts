import { MAX_OFFICE_COMMENTS } from "../../ports/limits";
import { annotationQuery, readAnnotation } from "../odf/annotations";
import { readOdf } from "../odf/read";
import { scanOdf } from "../odf/scan";
import { readPart } from "../package/package-parts";
import { takeElements, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import { type CommentPositions, commentPlaces, type Mark, type MarkedParagraph } from "../text/comment-positions";
import { anchored, type OfficeMessage, type OfficeThread, threadsOf } from "../text/office-comments";

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

/** The threads of an OpenDocument text, in the order of its text. */
export function odtThreads(zip: ZipPackage): OfficeThread[] {
  const { threads, marks, places } = odtComments(zip);
  return threads.map(({ key, comments }) => {
    const [root] = comments;
    return {
      key,
      isResolved: root?.isResolved === true,
      address: null,
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
  const elements = takeElements(xml, { ...annotationQuery, take: isWanted }).slice(0, 2 * MAX_OFFICE_COMMENTS);
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
  const { name, isResolved, message } = readAnnotation(element);
  return { name, element, message, end: name === "" ? null : (ends.get(name) ?? null), parent: null, isResolved };
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
