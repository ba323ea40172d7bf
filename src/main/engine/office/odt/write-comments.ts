import { ToolError } from "../../ports/tool-error";
import {
  annotationXml,
  type AnnotationPrefixes as Prefixes,
  prefixesOf,
  setResolved,
  setText,
} from "../odf/write-annotations";
import { rawLength } from "../package/raw-offset";
import { type EditedPart, editPart, elementsIn, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { Mark } from "../text/comment-positions";
import type { CommentChange } from "../text/office-comments";
import { type OdtComment, type OdtComments, odtComments } from "./comments";
import { type OdtPiece, odtElementsAt, odtPieces } from "./pieces";

const part = "content.xml";
/** The changed parts of an OpenDocument text when its comments change. */
export function changeOdtComments(zip: ZipPackage, change: CommentChange): Map<string, Uint8Array | null> {
  const content = editPart(zip, part);
  if (content === null) throw new ToolError("unsupported", "this document has no text");
  const known = odtComments(zip);
  const prefixes = prefixesOf(content);
  if (change.kind === "add") add(content, known, prefixes, change);
  else {
    const comments = known.threads.find(({ key }) => key === change.thread)?.comments ?? [];
    const [root] = comments;
    if (root === undefined) throw gone();
    if (change.kind === "reply") {
      if (change.resolve) for (const each of comments) setResolved(content, each.element, true);
      reply(content, known, prefixes, comments, change);
    } else if (change.kind === "edit" || change.kind === "delete") {
      const comment = comments[change.index];
      if (comment === undefined) throw gone();
      if (change.kind === "edit") setText(content, prefixes, comment.element, change.text);
      else for (const each of change.index === 0 ? comments : [comment]) remove(content, each);
    } else for (const each of comments) setResolved(content, each.element, change.kind === "resolve");
  }
  const bytes = content.bytes();
  return new Map(bytes === null ? [] : [[part, bytes]]);
}

const gone = (): ToolError => new ToolError("not_found", "this document no longer has that comment");

function add(
  content: EditedPart,
  { comments, places }: OdtComments,
  prefixes: Prefixes,
  { range, message }: Extract<CommentChange, { kind: "add" }>,
): void {
  const [start, end] = [places.markAt(range.from, "start"), places.markAt(range.to, "end")];
  if (start === null || end === null)
    throw new ToolError("unsupported", "a comment cannot be on this passage of the document", {
      hint: "Name words of one or more paragraphs.",
    });
  const name = freeName(comments);
  const [from, to] = [sourceOf(content, start, "start"), sourceOf(content, end, "end")];
  content.splice(from, from, annotationXml(prefixes, { name, parent: null, isResolved: false }, message));
  content.splice(to, to, annotationEnd(prefixes, name));
}

/** An answer is a comment at the same words that names what it answers, as LibreOffice writes it. */
function reply(
  content: EditedPart,
  { comments }: OdtComments,
  prefixes: Prefixes,
  thread: readonly OdtComment[],
  { message, resolve }: Extract<CommentChange, { kind: "reply" }>,
): void {
  const [root] = thread;
  const last = thread.at(-1);
  if (root === undefined || last === undefined) return;
  const name = freeName(comments);
  let parent = root.name;
  if (parent === "") {
    parent = `${name}_1`;
    const at = root.element.from + 1 + `${prefixes.office}annotation`.length;
    content.splice(at, at, ` ${prefixes.office}name="${parent}"`);
  }
  const state = { name, parent, isResolved: resolve || root.isResolved };
  content.splice(last.element.to, last.element.to, annotationXml(prefixes, state, message));
  const end = last.end ?? root.end;
  if (end !== null) content.splice(end.to, end.to, annotationEnd(prefixes, name));
}

function remove(content: EditedPart, { element, end }: OdtComment): void {
  content.splice(element.from, element.to, "");
  if (end !== null) content.splice(end.from, end.to, "");
}

const annotationEnd = ({ office }: Prefixes, name: string): string =>
  `<${office}annotation-end ${office}name="${name}"/>`;

function freeName(comments: readonly OdtComment[]): string {
  const used = new Set(comments.map(({ name }) => name));
  for (let count = comments.length + 1; ; count++) {
    const name = `__Galley__${count}`;
    if (!used.has(name)) return name;
  }
}

/** Where a character of a paragraph is in the source of the part. */
function sourceOf(content: EditedPart, { paragraph, offset }: Mark, side: "start" | "end"): number {
  const element = odtElementsAt(content.xml, [paragraph]).get(paragraph.from);
  if (element === undefined) throw new RangeError("the paragraph has moved since it was read");
  let at = 0;
  for (const piece of odtPieces(element)) {
    const end = at + piece.text.length;
    if (side === "start" ? at <= offset && offset < end : at < offset && offset <= end)
      return inPiece(content.xml, element, piece, offset - at, side);
    at = end;
  }
  throw new ToolError("unsupported", "a comment cannot be put at this place of the document");
}

function inPiece(xml: string, paragraph: XmlElement, piece: OdtPiece, within: number, side: "start" | "end"): number {
  // A field or a run of blanks is commented on as a whole.
  if (piece.isPlain || piece.kind === "element") {
    const holder = piece.isPlain ? fieldAround(paragraph, piece) : piece;
    return side === "start" ? holder.from : holder.to;
  }
  const raw = xml.slice(piece.from, piece.to);
  if (raw.startsWith("<![CDATA[")) return side === "start" ? piece.from : piece.to;
  return piece.from + collapsedLength(raw, piece.text, within);
}

/** The outermost element around a piece that contains only characters. */
function fieldAround(paragraph: XmlElement, piece: OdtPiece): { from: number; to: number } {
  const around = (element: XmlElement): XmlElement[] => {
    const child = elementsIn(element).find(({ from, to }) => from <= piece.from && piece.to <= to);
    return child === undefined ? [] : [child, ...around(child)];
  };
  return around(paragraph).find(({ name }) => !withElements.has(name)) ?? piece;
}

const withElements = new Set(["text:span", "text:a", "text:meta", "text:ruby-base", "text:ruby"]);

/** How much of a source makes this many characters of its text, in which a run of blanks is one and those at the start may be none. */
function collapsedLength(raw: string, text: string, characters: number): number {
  let at = text.startsWith(" ") ? 0 : (/^[ \t\r\n]*/.exec(raw)?.[0].length ?? 0);
  for (let count = 0; count < characters && at < raw.length; ) {
    const blanks = /^[ \t\r\n]+/.exec(raw.slice(at, at + 10_000))?.[0].length ?? 0;
    if (blanks > 0) {
      at += blanks;
      count++;
      continue;
    }
    const length = rawLength(raw.slice(at, at + 40), 1);
    count +=
      length > 1 && /^&#(?:x1[0-9a-fA-F]{4,5}|x[2-9a-fA-F][0-9a-fA-F]{4,5}|\d{6,7});/.test(raw.slice(at, at + 40))
        ? 2
        : 1;
    at += length;
  }
  return at;
}
