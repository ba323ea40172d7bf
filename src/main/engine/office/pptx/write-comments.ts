import { randomUUID } from "node:crypto";
import { posix } from "node:path";
import { escapedAttribute, escapedText } from "../../../../core/text/escape-xml";
import { ToolError } from "../../ports/tool-error";
import { type PackageEdits, packageEdits, rootOf } from "../package/package-edit";
import { readPart } from "../package/package-parts";
import { type EditedPart, elementsIn, prefixOf, takeElements, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import { slideRanges, targetSlide } from "../slide/slide-comments";
import type { CommentChange, OfficeMessage } from "../text/office-comments";
import {
  type CommentKind,
  modernNamespace,
  type PptxComment,
  type PptxComments,
  pptxComments,
  resolvedNamespace,
  resolvedUri,
  threadingNamespace,
} from "./comments";
import { readPptxSlides } from "./slide-texts";
import { pptxElements } from "./slides";

const main = "http://schemas.openxmlformats.org/presentationml/2006/main";
const drawing = "http://schemas.openxmlformats.org/drawingml/2006/main";
const documentRelations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const modernRelations = "http://schemas.microsoft.com/office/2018/10/relationships";
const commandNamespace = "http://schemas.microsoft.com/office/powerpoint/2013/main/command";
const threadingUri = "{C676402C-5697-4E1C-873F-D02D1690AC5C}";

/** The changed parts of a presentation when its comments change. */
export function changePptxComments(zip: ZipPackage, change: CommentChange): Map<string, Uint8Array | null> {
  return new SlideCommentWriter(zip).change(change);
}

class SlideCommentWriter {
  readonly #zip: ZipPackage;
  readonly #edits: PackageEdits;
  readonly #known: PptxComments;

  constructor(zip: ZipPackage) {
    this.#zip = zip;
    this.#edits = packageEdits(zip);
    this.#known = pptxComments(zip);
  }

  change(change: CommentChange): Map<string, Uint8Array | null> {
    if (change.kind === "add") {
      const slide = targetSlide(slideRanges(readPptxSlides(this.#zip, "beginning")).slides, change);
      // A file with classic comments comes from a program that may know no others.
      const { comments } = this.#known;
      const isClassic = comments.length > 0 && comments.every(({ kind }) => kind === "classic");
      if (isClassic) this.#addClassic(slide, change.message, null);
      else this.#addModern(slide, change.message);
      return this.#edits.changed();
    }
    const comments = this.#known.threads.find(({ key }) => key === change.thread)?.comments ?? [];
    const [root] = comments;
    if (root === undefined) throw gone();
    if (change.kind === "resolve" || change.kind === "reopen") this.#setResolved(root, change.kind === "resolve");
    else if (change.kind === "reply") {
      if (root.kind === "classic")
        this.#addClassic(root.slide, change.message, { root, last: comments.at(-1) ?? root });
      else this.#replyModern(root, change.message);
      if (change.resolve) this.#setResolved(root, true);
    } else {
      const comment = comments[change.index];
      if (comment === undefined) throw gone();
      if (change.kind === "edit") this.#setText(comment, change.text);
      // Modern answers are in the element of what they answer.
      else if (change.index === 0 && root.kind === "modern") this.#remove(root);
      else for (const each of change.index === 0 ? comments : [comment]) this.#remove(each);
    }
    return this.#edits.changed();
  }

  #addModern(number: number, message: OfficeMessage): void {
    const slide = this.#slide(number);
    const author = this.#modernAuthor(message);
    const name = slide.parts.modern;
    const part = name === undefined ? null : this.#edits.part(name);
    const prefix = part === null ? "p188:" : prefixOf(part.xml, rootOf(part));
    const target = `<pc:sldMkLst xmlns:pc="${commandNamespace}"><pc:docMk/><pc:sldMk cId="${this.#creationId(slide.part)}" sldId="${this.#slideId(slide.relation)}"/></pc:sldMkLst>`;
    const xml = `<${prefix}cm id="${newId()}" authorId="${author}"${created(message)}>${target}${textBody(prefix, message.text)}</${prefix}cm>`;
    if (part !== null) this.#edits.append(part, xml);
    else
      this.#edits.add({
        from: slide.part,
        name: this.#partName(`modernComment_${number}.xml`),
        relation: `${modernRelations}/comments`,
        type: "application/vnd.ms-powerpoint.comments+xml",
        xml: `<p188:cmLst xmlns:p188="${modernNamespace}" xmlns:a="${drawing}">${xml}</p188:cmLst>`,
      });
  }

  #replyModern({ part: name, element }: PptxComment, message: OfficeMessage): void {
    const part = this.#part(name);
    const prefix = prefixOf(part.xml, element);
    const author = this.#modernAuthor(message);
    const xml = `<${prefix}reply id="${newId()}" authorId="${author}"${created(message)}>${textBody(prefix, message.text)}</${prefix}reply>`;
    const [list] = elementsIn(element, "p188:replyLst");
    const [body] = elementsIn(element, "p188:txBody");
    if (list !== undefined && !list.isEmpty) part.splice(list.insideTo, list.insideTo, xml);
    else {
      const whole = `<${prefix}replyLst>${xml}</${prefix}replyLst>`;
      // Answers come before the text.
      const at = list?.from ?? body?.from;
      if (at === undefined) throw unusual();
      part.splice(at, list?.to ?? at, whole);
    }
  }

  /** A comment, or an answer to one. */
  #addClassic(number: number, message: OfficeMessage, thread: { root: PptxComment; last: PptxComment } | null): void {
    const slide = this.#slide(number);
    const { id, index } = this.#classicAuthor(message);
    const name = slide.parts.classic;
    const part = name === undefined ? null : this.#edits.part(name);
    const prefix = part === null ? "p:" : prefixOf(part.xml, rootOf(part));
    const time = message.at === "" ? null : new Date(message.at);
    const bias = time?.getTimezoneOffset() ?? 0;
    const local = time === null ? "" : new Date(time.getTime() - bias * 60_000).toISOString().replace("Z", "");
    const { authorId = "", idx = "" } = thread?.root.element.attributes ?? {};
    const parent =
      thread === null ? "" : `<p15:parentCm authorId="${escapedAttribute(authorId)}" idx="${escapedAttribute(idx)}"/>`;
    const threading = `<${prefix}extLst><${prefix}ext uri="${threadingUri}"><p15:threadingInfo xmlns:p15="${threadingNamespace}" timeZoneBias="${bias}">${parent}</p15:threadingInfo></${prefix}ext></${prefix}extLst>`;
    const head = `authorId="${id}"${local === "" ? "" : ` dt="${local}"`} idx="${index}"`;
    const xml = `<${prefix}cm ${head}><${prefix}pos x="10" y="10"/><${prefix}text>${escapedText(message.text)}</${prefix}text>${threading}</${prefix}cm>`;
    if (part !== null && thread !== null) part.splice(thread.last.element.to, thread.last.element.to, xml);
    else if (part !== null) this.#edits.append(part, xml);
    else
      this.#edits.add({
        from: slide.part,
        name: this.#partName(`comment${number}.xml`),
        relation: `${documentRelations}/comments`,
        type: "application/vnd.openxmlformats-officedocument.presentationml.comments+xml",
        xml: `<p:cmLst xmlns:p="${main}">${xml}</p:cmLst>`,
      });
  }

  /** The id of an author of modern comments, who is added if there is no such author. */
  #modernAuthor({ author, initials }: OfficeMessage): string {
    const known = this.#author("modern", author, initials);
    if (known !== undefined) return escapedAttribute(known.id);
    const name = this.#known.authorParts.modern;
    const part = name === null ? null : this.#edits.part(name);
    const prefix = part === null ? "p188:" : prefixOf(part.xml, rootOf(part));
    const id = newId();
    const written = escapedAttribute(author);
    const xml = `<${prefix}author id="${id}" name="${written}" initials="${escapedAttribute(initials)}" userId="${written}" providerId="None"/>`;
    if (part !== null) this.#edits.append(part, xml);
    else
      this.#edits.add({
        from: this.#known.main,
        name: posix.join(posix.dirname(this.#known.main), "authors.xml"),
        relation: `${modernRelations}/authors`,
        type: "application/vnd.ms-powerpoint.authors+xml",
        xml: `<p188:authorLst xmlns:p188="${modernNamespace}">${xml}</p188:authorLst>`,
      });
    return id;
  }

  /** An author of classic comments, and the number of the next comment of that author. */
  #classicAuthor({ author, initials }: OfficeMessage): { id: string; index: number } {
    const known = this.#author("classic", author, initials);
    const name = this.#known.authorParts.classic;
    const part = name === null ? null : this.#edits.part(name);
    if (known !== undefined && part !== null) {
      const { id = "0", lastIdx = "0" } = known.element.attributes;
      const own = this.#known.comments.map(({ element: { attributes } }) =>
        attributes["authorId"] === id ? Number(attributes["idx"]) || 0 : 0,
      );
      const index = Math.max(Number(lastIdx) || 0, ...own) + 1;
      setAttribute(part, known.element, "lastIdx", String(index));
      return { id: escapedAttribute(id), index };
    }
    const ids = this.#known.authors.map((each) => (each.kind === "classic" ? Number(each.id) || 0 : -1));
    const id = Math.max(-1, ...ids) + 1;
    const prefix = part === null ? "p:" : prefixOf(part.xml, rootOf(part));
    const xml = `<${prefix}cmAuthor id="${id}" name="${escapedAttribute(author)}" initials="${escapedAttribute(initials)}" lastIdx="1" clrIdx="${id % 6}"/>`;
    if (part !== null) this.#edits.append(part, xml);
    else
      this.#edits.add({
        from: this.#known.main,
        name: posix.join(posix.dirname(this.#known.main), "commentAuthors.xml"),
        relation: `${documentRelations}/commentAuthors`,
        type: "application/vnd.openxmlformats-officedocument.presentationml.commentAuthors+xml",
        xml: `<p:cmAuthorLst xmlns:p="${main}">${xml}</p:cmAuthorLst>`,
      });
    return { id: String(id), index: 1 };
  }

  #author(kind: CommentKind, name: string, initials: string) {
    return this.#known.authors.find((each) => each.kind === kind && each.name === name && each.initials === initials);
  }

  #setResolved({ kind, part: name, element }: PptxComment, isResolved: boolean): void {
    const part = this.#part(name);
    if (kind === "modern") {
      setAttribute(part, element, "status", isResolved ? "resolved" : "active");
      return;
    }
    const prefix = prefixOf(part.xml, element);
    const [list] = elementsIn(element, "p:extLst");
    const own = (list === undefined ? [] : elementsIn(list, "p:ext")).find(
      ({ attributes }) => attributes["uri"] === resolvedUri,
    );
    const xml = `<${prefix}ext uri="${resolvedUri}"><galley:comment xmlns:galley="${resolvedNamespace}" done="1"/></${prefix}ext>`;
    if (own !== undefined) part.splice(own.from, own.to, isResolved ? xml : "");
    else if (!isResolved) return;
    else if (list !== undefined && !list.isEmpty) part.splice(list.insideTo, list.insideTo, xml);
    else if (element.isEmpty) throw unusual();
    else
      part.splice(
        list?.from ?? element.insideTo,
        list?.to ?? element.insideTo,
        `<${prefix}extLst>${xml}</${prefix}extLst>`,
      );
  }

  #setText({ kind, part: name, element }: PptxComment, text: string): void {
    const part = this.#part(name);
    const prefix = prefixOf(part.xml, element);
    const [old] = elementsIn(element, kind === "modern" ? "p188:txBody" : "p:text");
    if (old === undefined) throw unusual();
    part.splice(
      old.from,
      old.to,
      kind === "modern" ? textBody(prefix, text) : `<${prefix}text>${escapedText(text)}</${prefix}text>`,
    );
  }

  #remove({ part: name, element }: PptxComment): void {
    this.#part(name).splice(element.from, element.to, "");
  }

  #part(name: string): EditedPart {
    const part = this.#edits.part(name);
    if (part === null) throw new RangeError("a comment without a part");
    return part;
  }

  #slide(number: number): PptxComments["slides"][number] {
    const slide = this.#known.slides[number - 1];
    if (slide === undefined) throw new RangeError("a slide that was read is missing");
    return slide;
  }

  #partName(name: string): string {
    return posix.join(posix.dirname(this.#known.main), "comments", name);
  }

  /** The id of a slide in the list of slides. */
  #slideId(relation: string): string {
    const entries = pptxElements(readPart(this.#zip, this.#known.main) ?? "", "p:sldId");
    const id = entries.find(({ attributes }) => attributes["rel:id"] === relation)?.attributes["id"] ?? "";
    return /^\d+$/.test(id) ? id : "0";
  }

  /** The id by which PowerPoint knows a slide again; 0 if it has none. */
  #creationId(part: string): string {
    const [found] = takeElements(readPart(this.#zip, part) ?? "", {
      prefixes: { "http://schemas.microsoft.com/office/powerpoint/2010/main": "p14" },
      attributes: ["val"],
      take: (name) => name === "p14:creationId",
    });
    const id = found?.attributes["val"] ?? "";
    return /^\d+$/.test(id) ? id : "0";
  }
}

const newId = (): string => `{${randomUUID().toUpperCase()}}`;

const created = ({ at }: OfficeMessage): string =>
  at === "" ? "" : ` created="${escapedAttribute(at.replace(/Z$/, ""))}"`;

/** The text of a modern comment, a paragraph for each line. */
function textBody(prefix: string, text: string): string {
  const lines = text.split("\n").map((line) => {
    const run = `<a:r><a:rPr lang="en-US"/><a:t>${escapedText(line)}</a:t></a:r>`;
    return `<a:p>${line === "" ? "" : run}</a:p>`;
  });
  return `<${prefix}txBody xmlns:a="${drawing}"><a:bodyPr/><a:lstStyle/>${lines.join("")}</${prefix}txBody>`;
}

/** Sets an attribute of an element, whose value needs no escaping. */
function setAttribute(part: EditedPart, element: XmlElement, name: string, value: string): void {
  const tag = part.xml.slice(element.from, element.insideFrom);
  const written = new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`).exec(tag);
  const start = /^<[^\s/>]+/.exec(tag)?.[0] ?? "";
  const at = element.from + (written?.index ?? start.length);
  part.splice(at, at + (written?.[0].length ?? 0), ` ${name}="${value}"`);
}

const gone = (): ToolError => new ToolError("not_found", "this document no longer has that comment");
const unusual = (): ToolError =>
  new ToolError(
    "unsupported",
    "the comments of this presentation are written in an unusual way, and cannot be changed",
    {
      hint: "Open and save it in an office program, then try again.",
    },
  );
