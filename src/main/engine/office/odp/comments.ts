import { MAX_OFFICE_COMMENTS } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import { annotationQuery, readAnnotation } from "../odf/annotations";
import { annotationXml, prefixesOf, setResolved, setText } from "../odf/write-annotations";
import { readPart } from "../package/package-parts";
import { XmlError } from "../package/scan-xml";
import { type EditedPart, editPart, takeElements, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import { slideRanges, slideThreads, targetSlide } from "../slide/slide-comments";
import { type CommentChange, type OfficeMessage, type OfficeThread, threadsOf } from "../text/office-comments";
import { readOdpSlides } from "./read";
import { odpPages } from "./slides";

const content = "content.xml";

/** A comment of a slide; an answer names the comment that it answers. */
type OdpComment = {
  name: string;
  parentName: string;
  slide: number;
  element: XmlElement;
  isResolved: boolean;
  message: OfficeMessage;
  parent: OdpComment | null;
};

/** The threads of an OpenDocument presentation, by slide. */
export function odpThreads(zip: ZipPackage): OfficeThread[] {
  const threads = threadsOf(commentsOf(contentOf(zip)));
  return threads.length === 0 ? [] : slideThreads(threads, readOdpSlides(zip, "beginning"));
}

function commentsOf(xml: string): OdpComment[] {
  if (!xml.includes("annotation")) return [];
  const pages = odpPages(xml);
  let page = 0;
  const take = (name: string): boolean => name === "office:annotation";
  const comments = takeElements(xml, { ...annotationQuery, take })
    .slice(0, MAX_OFFICE_COMMENTS)
    .flatMap((element): OdpComment[] => {
      while (page < pages.length && (pages[page]?.to ?? 0) <= element.from) page++;
      const isOnPage = (pages[page]?.from ?? Number.POSITIVE_INFINITY) < element.from;
      return isOnPage ? [{ ...readAnnotation(element), slide: page + 1, element, parent: null }] : [];
    });
  const named = new Map(comments.flatMap((each) => (each.name === "" ? [] : [[each.name, each] as const])));
  for (const comment of comments) {
    const parent = named.get(comment.parentName);
    if (parent !== undefined && parent !== comment && parent.slide === comment.slide) comment.parent = parent;
  }
  return comments;
}

/** The changed parts of an OpenDocument presentation when its comments change. */
export function changeOdpComments(zip: ZipPackage, change: CommentChange): Map<string, Uint8Array | null> {
  const part = editPart(zip, content);
  if (part === null) throw new XmlError(`its part ${content} is missing`);
  const all = commentsOf(part.xml);
  if (change.kind === "add") {
    const slide = targetSlide(slideRanges(readOdpSlides(zip, "beginning")).slides, change);
    const state = { name: freeName(all), parent: null, isResolved: false };
    insertIntoPage(part, slide, annotationXml(prefixesOf(part), state, change.message));
  } else {
    const comments = threadsOf(all).find(({ key }) => key === change.thread)?.comments ?? [];
    changeThread(part, all, comments, change);
  }
  const bytes = part.bytes();
  return new Map(bytes === null ? [] : [[content, bytes]]);
}

function changeThread(
  part: EditedPart,
  all: readonly OdpComment[],
  comments: readonly OdpComment[],
  change: Exclude<CommentChange, { kind: "add" }>,
): void {
  const [root] = comments;
  const last = comments.at(-1);
  if (root === undefined || last === undefined) throw gone();
  if (change.kind === "resolve" || change.kind === "reopen")
    for (const { element } of comments) setResolved(part, element, change.kind === "resolve");
  else if (change.kind === "reply") {
    if (change.resolve) for (const { element } of comments) setResolved(part, element, true);
    const name = freeName(all);
    const parent = root.name === "" ? `${name}_1` : root.name;
    const prefixes = prefixesOf(part);
    if (root.name === "") {
      const at = root.element.from + 1 + `${prefixes.office}annotation`.length;
      part.splice(at, at, ` ${prefixes.office}name="${parent}"`);
    }
    const state = { name, parent, isResolved: change.resolve || root.isResolved };
    part.splice(last.element.to, last.element.to, annotationXml(prefixes, state, change.message));
  } else {
    const comment = comments[change.index];
    if (comment === undefined) throw gone();
    if (change.kind === "edit") setText(part, prefixesOf(part), comment.element, change.text);
    else for (const { element } of change.index === 0 ? comments : [comment]) part.splice(element.from, element.to, "");
  }
}

const gone = (): ToolError => new ToolError("not_found", "this document no longer has that comment");

function freeName(comments: readonly OdpComment[]): string {
  const used = new Set(comments.map(({ name }) => name));
  for (let count = comments.length + 1; ; count++) {
    const name = `__Galley__${count}`;
    if (!used.has(name)) return name;
  }
}

/** Comments come last on a page. */
function insertIntoPage(part: EditedPart, slide: number, xml: string): void {
  const { from } = odpPages(part.xml)[slide - 1] ?? { from: -1 };
  const query = { ...annotationQuery, take: (_name: string, at: number) => at === from };
  const [page] = takeElements(part.xml, query);
  if (page === undefined) throw new RangeError("the slide has moved since it was read");
  if (!page.isEmpty) {
    part.splice(page.insideTo, page.insideTo, xml);
    return;
  }
  const name = /^<([^\s/>]+)/.exec(part.xml.slice(page.from, page.to))?.[1] ?? "";
  part.splice(page.to - 2, page.to, `>${xml}</${name}>`);
}

function contentOf(zip: ZipPackage): string {
  const xml = readPart(zip, content);
  if (xml === null) throw new XmlError(`its part ${content} is missing`);
  return xml;
}
