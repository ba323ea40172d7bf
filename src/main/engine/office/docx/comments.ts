import { MAX_OFFICE_COMMENTS } from "../../ports/limits";
import { readPart, relationsOf } from "../package/package-parts";
import { elementsIn, takeElements, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import { type CommentPositions, commentPlaces, type Mark, type MarkedParagraph } from "../text/comment-positions";
import { anchored, isoTime, type OfficeMessage, type OfficeThread, threadsOf } from "../text/office-comments";
import { docxParts, readDocx } from "./read";
import { docxPrefixes, scanDocx, skippedInDocx } from "./scan";

/** A comment of a Word document: its element in the part of comments, and its entry in the part that says what it answers. */
export type DocxComment = {
  id: string;
  message: OfficeMessage;
  element: XmlElement;
  /** The id of its last paragraph, by which other parts name it; null if it has none. */
  paraId: string | null;
  /** The ids of all its paragraphs. */
  paraIds: string[];
  parent: DocxComment | null;
  isDone: boolean;
};

/** Where a document refers to a comment: the start and end of its words, and its number in the text. */
export type DocxReference = { start: Mark | null; end: Mark | null; reference: Mark | null };

/** Everything that a Word document has about comments. */
export type DocxComments = {
  main: string;
  /** The names of the parts; null if there are none. */
  part: string | null;
  extended: string | null;
  ids: string | null;
  comments: DocxComment[];
  threads: { key: string; comments: DocxComment[] }[];
  references: ReadonlyMap<string, DocxReference>;
  places: CommentPositions;
};

const wordExtended = "http://schemas.microsoft.com/office/word/2012/wordml";
const wordIds = "http://schemas.microsoft.com/office/word/2016/wordml/cid";
export const commentPrefixes = { ...docxPrefixes, [wordExtended]: "w15", [wordIds]: "w16cid" };
const attributes = ["w:id", "w:author", "w:initials", "w:date", "w14:paraId"];
const entryAttributes = ["w15:paraId", "w15:paraIdParent", "w15:done", "w16cid:paraId"];

/** The threads of a Word document, in the order of its comments. */
export function docxThreads(zip: ZipPackage): OfficeThread[] {
  const { threads, references, places } = docxComments(zip);
  return threads.map(({ key, comments }) => ({
    key,
    isResolved: comments[0]?.isDone === true,
    address: null,
    ...anchored(rangeOf(references.get(comments[0]?.id ?? ""), places), places),
    messages: comments.map(({ message }) => message),
  }));
}

/** The words of a comment; without any, the paragraph that refers to it. */
function rangeOf(found: DocxReference | undefined, places: CommentPositions): OfficeThread["range"] {
  if (found === undefined) return null;
  const { start, end, reference } = found;
  const from = start && places.positionOf(start);
  const to = end && places.positionOf(end);
  if (from !== null && to !== null && from < to) return { from, to };
  const mark = start ?? reference;
  return mark && places.rangeOf(mark);
}

/** Reads all parts that have to do with comments. */
export function docxComments(zip: ZipPackage): DocxComments {
  const { main, notes } = docxParts(zip);
  const relations = relationsOf(zip, main);
  const partOf = (kind: string): string | null => relations.find(({ type }) => type === kind)?.target ?? null;
  const part = partOf("comments");
  const extended = partOf("commentsExtended");
  const xml = part === null ? null : readPart(zip, part);
  const comments = xml === null ? [] : commentsIn(xml);
  const entries = extended === null ? null : readPart(zip, extended);
  if (entries !== null) linkAnswers(comments, entries);
  const { references, scanned } = referencesIn(zip, [main, ...notes]);
  const places = commentPlaces(readDocx(zip), scanned);
  return {
    main,
    part,
    extended,
    ids: partOf("commentsIds"),
    comments,
    threads: threadsOf(comments),
    references,
    places,
  };
}

function commentsIn(xml: string): DocxComment[] {
  const elements = takeElements(xml, { prefixes: commentPrefixes, attributes, take: (name) => name === "w:comment" });
  return elements.slice(0, MAX_OFFICE_COMMENTS).map((element): DocxComment => {
    const {
      "w:id": id = "",
      "w:author": author = "",
      "w:initials": initials = "",
      "w:date": at = "",
    } = element.attributes;
    const paragraphs = elementsNamed(element, "w:p");
    const paraIds = paragraphs.map((each) => each.attributes["w14:paraId"] ?? "");
    return {
      id,
      element,
      message: { author, initials, at: isoTime(at), text: paragraphs.map(textOf).join("\n").trimEnd() },
      paraId: paraIds.at(-1) || null,
      paraIds: paraIds.filter((each) => each !== ""),
      parent: null,
      isDone: false,
    };
  });
}

/** Sets what each comment answers, and whether it is resolved. */
function linkAnswers(comments: readonly DocxComment[], xml: string): void {
  const byParagraph = new Map(comments.flatMap((each) => each.paraIds.map((id) => [id.toUpperCase(), each] as const)));
  for (const { attributes: entry } of entriesIn(xml)) {
    const comment = byParagraph.get((entry["w15:paraId"] ?? "").toUpperCase());
    if (comment === undefined) continue;
    comment.isDone = /^(?:1|true|on)$/.test(entry["w15:done"] ?? "");
    const parent = byParagraph.get((entry["w15:paraIdParent"] ?? "").toUpperCase());
    if (parent !== undefined && parent !== comment) comment.parent = parent;
  }
}

/** The entries of the parts that name comments by their paragraphs. */
export const entriesIn = (xml: string): XmlElement[] =>
  takeElements(xml, {
    prefixes: commentPrefixes,
    attributes: entryAttributes,
    take: (name) => name === "w15:commentEx" || name === "w16cid:commentId",
  });

function referencesIn(
  zip: ZipPackage,
  parts: readonly string[],
): { references: Map<string, DocxReference>; scanned: MarkedParagraph[] } {
  const references = new Map<string, DocxReference>();
  const scanned: MarkedParagraph[] = [];
  for (const part of parts) {
    const xml = readPart(zip, part);
    if (xml === null) continue;
    const open: MarkedParagraph[] = [];
    let last: MarkedParagraph | null = null;
    /** Comments that begin between two paragraphs: they are at the start of the next one. */
    let waiting: DocxReference[] = [];
    const of = (id: string): DocxReference => {
      const known = references.get(id) ?? { start: null, end: null, reference: null };
      if (references.size < MAX_OFFICE_COMMENTS) references.set(id, known);
      return known;
    };
    scanDocx(xml, {
      paragraph({ from }) {
        const paragraph = { part, from, text: "" };
        for (const each of waiting) each.start ??= { paragraph, offset: 0 };
        waiting = [];
        scanned.push(paragraph);
        open.push(paragraph);
      },
      paragraphEnd() {
        last = open.pop() ?? last;
      },
      text(text) {
        const paragraph = open.at(-1);
        if (paragraph !== undefined) paragraph.text += text;
      },
      open(name, tag) {
        const kind = markKinds[name];
        if (kind === undefined) return;
        const found = of(tag.attribute("w:id") ?? "");
        const paragraph = open.at(-1);
        if (paragraph !== undefined) found[kind] ??= { paragraph, offset: paragraph.text.length };
        else if (kind === "start") waiting.push(found);
        else if (last !== null) found[kind] ??= { paragraph: last, offset: last.text.length };
      },
    });
  }
  return { references, scanned };
}

const markKinds: Readonly<Record<string, keyof DocxReference>> = {
  "w:commentRangeStart": "start",
  "w:commentRangeEnd": "end",
  "w:commentReference": "reference",
};

/** The elements with a name inside an element, also inside one another. */
export function elementsNamed(element: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const walk = (at: XmlElement): void => {
    for (const child of elementsIn(at)) {
      if (child.name === name) found.push(child);
      walk(child);
    }
  };
  walk(element);
  return found;
}

function textOf(paragraph: XmlElement): string {
  let text = "";
  const walk = (element: XmlElement): void => {
    if (skippedInDocx.has(element.name) || (element !== paragraph && element.name === "w:p")) return;
    if (element.name === "w:t") for (const node of element.nodes) if (node.kind === "text") text += node.text;
    if (element.name === "w:tab" && element.parent?.name === "w:r") text += "\t";
    if (element.name === "w:br" || element.name === "w:cr") text += "\n";
    for (const child of elementsIn(element)) walk(child);
  };
  walk(paragraph);
  return text;
}
