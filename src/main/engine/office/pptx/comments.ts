import { MAX_OFFICE_COMMENTS } from "../../ports/limits";
import { readPart, relationsOf } from "../package/package-parts";
import { elementsIn, takeElements, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import { slideThreads } from "../slide/slide-comments";
import { isoTime, type OfficeMessage, type OfficeThread, threadsOf } from "../text/office-comments";
import { pptxPrefixes, slideParts } from "./read";
import { readPptxSlides } from "./slide-texts";

/** PowerPoint writes comments in two ways: since 2021 as `modern` ones, before as `classic` ones, which cannot be resolved. */
export type CommentKind = "classic" | "modern";

/** A comment of a slide, or an answer. */
export type PptxComment = {
  kind: CommentKind;
  slide: number;
  part: string;
  element: XmlElement;
  message: OfficeMessage;
  isResolved: boolean;
  parent: PptxComment | null;
};

/** An author. The ids of both kinds of comments are apart. */
export type PptxAuthor = { kind: CommentKind; id: string; name: string; initials: string; element: XmlElement };

export type PptxComments = {
  /** The presentation's main part, and its slides. */
  main: string;
  slides: { part: string; relation: string; parts: Partial<Record<CommentKind, string>> }[];
  /** The parts of authors; null if there are none. */
  authorParts: Record<CommentKind, string | null>;
  authors: PptxAuthor[];
  comments: PptxComment[];
  threads: { key: string; comments: PptxComment[] }[];
};

export const modernNamespace = "http://schemas.microsoft.com/office/powerpoint/2018/8/main";
export const threadingNamespace = "http://schemas.microsoft.com/office/powerpoint/2012/main";
/** Classic comments have no place for what is resolved: it is noted in an extension, which other programs leave out. */
export const resolvedNamespace = "urn:galley:comments";
export const resolvedUri = "{6E0B3F5A-5B1C-4B7E-9E55-3C1B7C1D9A10}";

const commentPrefixes = {
  ...pptxPrefixes,
  [modernNamespace]: "p188",
  [threadingNamespace]: "p15",
  [resolvedNamespace]: "galley",
};
const attributes = [
  ...["id", "authorId", "idx", "dt", "created", "status", "name", "initials", "lastIdx", "timeZoneBias"],
  ...["uri", "done", "userId"],
];

/** The elements of a part with these names. */
const commentElements = (xml: string, ...names: string[]): XmlElement[] =>
  takeElements(xml, { prefixes: commentPrefixes, attributes, take: (name) => names.includes(name) });

/** The threads of a presentation, by slide. */
export function pptxThreads(zip: ZipPackage): OfficeThread[] {
  const { threads } = pptxComments(zip);
  return threads.length === 0 ? [] : slideThreads(threads, readPptxSlides(zip, "beginning"));
}

/** Reads all parts of a presentation that have to do with comments. */
export function pptxComments(zip: ZipPackage): PptxComments {
  const found = slideParts(zip);
  const { main } = found;
  const inPresentation = relationsOf(zip, main);
  const partOf = (kind: string): string | null => inPresentation.find(({ type }) => type === kind)?.target ?? null;
  const authorParts = { classic: partOf("commentAuthors"), modern: partOf("authors") };
  const authors = [...authorsIn(zip, authorParts.classic), ...authorsIn(zip, authorParts.modern)];
  const slides: PptxComments["slides"] = [];
  const comments: PptxComment[] = [];
  for (const { part, relation } of found.slides.filter((each) => zip.entries.has(each.part))) {
    const parts: Partial<Record<CommentKind, string>> = {};
    slides.push({ part, relation, parts });
    // Both kinds of relations end with the same word.
    for (const { type, target } of relationsOf(zip, part)) {
      const xml = type === "comments" ? readPart(zip, target) : null;
      if (xml === null || comments.length >= MAX_OFFICE_COMMENTS) continue;
      const kind = xml.includes(modernNamespace) ? "modern" : "classic";
      parts[kind] ??= target;
      const own = kind === "modern" ? modernIn(xml, authors) : classicIn(xml, authors);
      comments.push(...own.map((each) => Object.assign(each, { kind, slide: slides.length, part: target })));
    }
  }
  const kept = comments.slice(0, MAX_OFFICE_COMMENTS);
  return { main, slides, authorParts, authors, comments: kept, threads: threadsOf(kept) };
}

function authorsIn(zip: ZipPackage, part: string | null): PptxAuthor[] {
  const xml = part === null ? null : readPart(zip, part);
  if (xml === null) return [];
  return commentElements(xml, "p:cmAuthor", "p188:author")
    .slice(0, MAX_OFFICE_COMMENTS)
    .map((element) => {
      const { id = "", name = "", initials = "" } = element.attributes;
      return {
        kind: element.name === "p:cmAuthor" ? "classic" : "modern",
        id: id.toUpperCase(),
        name,
        initials,
        element,
      };
    });
}

type ReadComment = Omit<PptxComment, "kind" | "slide" | "part">;

const authorOf = (authors: readonly PptxAuthor[], kind: CommentKind, id: string | undefined) => {
  const found = authors.find((each) => each.kind === kind && each.id === (id ?? "").toUpperCase());
  return { author: found?.name ?? "", initials: found?.initials ?? "" };
};

function classicIn(xml: string, authors: readonly PptxAuthor[]): PptxComment[] {
  const parents: string[] = [];
  const named = new Map<string, PptxComment>();
  const found = commentElements(xml, "p:cm").map((element) => {
    const { authorId = "", idx = "", dt = "" } = element.attributes;
    const extensions = elementsIn(element, "p:extLst").flatMap((each) => elementsIn(each, "p:ext"));
    const inside = (name: string) => extensions.flatMap((each) => elementsIn(each, name))[0];
    const threading = inside("p15:threadingInfo");
    const parent = threading && elementsIn(threading, "p15:parentCm")[0];
    parents.push(parent === undefined ? "" : `${parent.attributes["authorId"]} ${parent.attributes["idx"]}`);
    const comment: ReadComment = {
      element,
      isResolved: inside("galley:comment")?.attributes["done"] === "1",
      parent: null,
      message: {
        ...authorOf(authors, "classic", authorId),
        at: classicTime(dt, threading?.attributes["timeZoneBias"]),
        text: elementsIn(element, "p:text").map(plainText).join("").replaceAll(/\r\n?/g, "\n"),
      },
    };
    const whole = comment as PptxComment;
    named.set(`${authorId} ${idx}`, whole);
    return whole;
  });
  for (const [index, comment] of found.entries()) {
    const parent = named.get(parents[index] ?? "");
    if (parent !== undefined && parent !== comment) comment.parent = parent;
  }
  return found;
}

/** A classic comment's time is local, of a zone this many minutes west of UTC. */
function classicTime(dt: string, bias: string | undefined): string {
  const minutes = Number(bias ?? Number.NaN);
  if (!Number.isFinite(minutes) || Math.abs(minutes) > 24 * 60) return isoTime(dt);
  const time = isoTime(dt, "UTC");
  return time === "" ? "" : new Date(new Date(time).getTime() + minutes * 60_000).toISOString();
}

function modernIn(xml: string, authors: readonly PptxAuthor[]): PptxComment[] {
  return commentElements(xml, "p188:cm").flatMap((element) => {
    const root = modernOf(element, authors, null);
    const replies = elementsIn(element, "p188:replyLst").flatMap((each) => elementsIn(each, "p188:reply"));
    return [root, ...replies.map((each) => modernOf(each, authors, root))];
  });
}

function modernOf(element: XmlElement, authors: readonly PptxAuthor[], parent: PptxComment | null): PptxComment {
  const { authorId, created = "", status } = element.attributes;
  const lines = elementsIn(element, "p188:txBody").flatMap((each) => elementsIn(each, "a:p").map(lineOf));
  const comment: ReadComment = {
    element,
    isResolved: status === "resolved" || status === "closed",
    parent,
    message: { ...authorOf(authors, "modern", authorId), at: isoTime(created, "UTC"), text: lines.join("\n") },
  };
  return comment as PptxComment;
}

const lineOf = (paragraph: XmlElement): string =>
  elementsIn(paragraph)
    .map((child) => (child.name === "a:br" ? "\n" : elementsIn(child, "a:t").map(plainText).join("")))
    .join("");

const plainText = ({ nodes }: XmlElement): string =>
  nodes.map((node) => (node.kind === "text" ? node.text : "")).join("");
