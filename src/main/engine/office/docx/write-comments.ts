import { randomInt } from "node:crypto";
import { posix } from "node:path";
import {
  commentNamespaces,
  commentParagraphs,
  commentParts,
  commentReference,
  commentsPart,
  commentXml,
  entryXml,
  extendedPart,
  paragraphIdAttribute,
  rangeMark,
} from "../../../../core/office/docx/docx-comments";
import { ToolError } from "../../ports/tool-error";
import { type PackageEdits, packageEdits, prefixFor, rootOf } from "../package/package-edit";
import { type EditedPart, elementsIn, prefixOf, takeElements, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import type { CommentChange, OfficeMessage } from "../text/office-comments";
import {
  commentPrefixes,
  type DocxComment,
  type DocxComments,
  docxComments,
  elementsNamed,
  entriesIn,
} from "./comments";
import { insertMark } from "./insert-mark";
import { docxElementsAt } from "./pieces";
import { docxParts } from "./read";

const { word14, word15 } = commentNamespaces;

/** The changed parts of a Word document when its comments change. */
export function changeDocxComments(zip: ZipPackage, change: CommentChange): Map<string, Uint8Array | null> {
  return new CommentWriter(zip).change(change);
}

class CommentWriter {
  readonly #edits: PackageEdits;
  readonly #known: DocxComments;
  readonly #texts: readonly string[];
  /** Ids of paragraphs that were given in this edit, by comment. */
  readonly #given = new Map<DocxComment, string>();
  readonly #used: Set<string>;
  /** Entries for a part that does not exist yet. */
  readonly #entries: string[] = [];

  constructor(zip: ZipPackage) {
    this.#edits = packageEdits(zip);
    this.#known = docxComments(zip);
    const { main, notes } = docxParts(zip);
    this.#texts = [main, ...notes];
    this.#used = new Set(this.#known.comments.flatMap(({ paraIds }) => paraIds.map((id) => id.toUpperCase())));
  }

  change(change: CommentChange): Map<string, Uint8Array | null> {
    if (change.kind === "add") this.#add(change);
    else {
      const thread = this.#known.threads.find(({ key }) => key === change.thread);
      if (thread === undefined) throw new ToolError("not_found", "this document no longer has that comment");
      const { comments } = thread;
      if (change.kind === "reply") this.#reply(comments, change.message, change.resolve);
      else if (change.kind === "edit" || change.kind === "delete") {
        const comment = comments[change.index];
        if (comment === undefined) throw new ToolError("not_found", "this document no longer has that comment");
        if (change.kind === "edit") this.#edit(comment, change.text);
        else for (const each of change.index === 0 ? comments : [comment]) this.#delete(each);
      } else this.#setDone(comments, change.kind === "resolve");
    }
    this.#addEntries();
    return this.#edits.changed();
  }

  #add({ range, message }: Extract<CommentChange, { kind: "add" }>): void {
    const { places } = this.#known;
    const [start, end] = [places.markAt(range.from, "start"), places.markAt(range.to, "end")];
    if (start === null || end === null)
      throw new ToolError("unsupported", "a comment cannot be on this passage of the document", {
        hint: "Name words of one or more paragraphs.",
      });
    const id = this.#append(null, message);
    const split = new Set<number>();
    for (const [mark, side] of [
      [start, "start"],
      [end, "end"],
    ] as const) {
      const { part: name, from } = mark.paragraph;
      const part = this.#edits.part(name);
      const paragraph = part === null ? undefined : docxElementsAt(part.xml, [mark.paragraph]).get(from);
      if (part === null || paragraph === undefined) throw new RangeError("the paragraph has moved since it was read");
      const prefix = prefixIn(part, paragraph);
      const xml =
        side === "start"
          ? rangeMark(prefix, "Start", id)
          : `${rangeMark(prefix, "End", id)}${commentReference(prefix, id)}`;
      insertMark(part, paragraph, { offset: mark.offset, side, mark: xml, split });
    }
  }

  #reply(comments: readonly DocxComment[], message: OfficeMessage, isResolved: boolean): void {
    const [root] = comments;
    const last = comments.at(-1);
    if (root === undefined || last === undefined) return;
    const isDone = isResolved || root.isDone;
    // What it answers needs an entry, too.
    this.#setDone(isResolved ? comments : [root], isDone);
    const id = this.#append(last, message, { paragraph: this.#paragraphOf(root), isDone });
    // An answer is on the same words, as Word writes it.
    for (const name of this.#texts) {
      const part = this.#edits.part(name);
      if (part === null) continue;
      const marks = marksIn(part.xml);
      const of = (kind: string, each: DocxComment) =>
        marks.find((mark) => mark.name === kind && mark.attributes["w:id"] === each.id);
      const [start, end] = [of("w:commentRangeStart", root), of("w:commentRangeEnd", root)];
      const number = of("w:commentReference", last) ?? of("w:commentReference", root);
      if (number === undefined) continue;
      const run = number.parent?.name === "w:r" ? number.parent : number;
      const prefix = prefixIn(part, number);
      if (start !== undefined && end !== undefined) part.splice(start.to, start.to, rangeMark(prefix, "Start", id));
      const close = start !== undefined && end !== undefined ? rangeMark(prefix, "End", id) : "";
      part.splice(run.to, run.to, `${close}${commentReference(prefix, id)}`);
      return;
    }
  }

  /** Writes a comment after another one, or at the end. Returns its id. With a parent it is an answer. */
  #append(
    after: DocxComment | null,
    message: OfficeMessage,
    parent: { paragraph: string; isDone: boolean } | null = null,
  ): string {
    const { part: name, comments, references, main } = this.#known;
    const ids = [...comments.map((each) => each.id), ...references.keys()].map(Number).filter(Number.isSafeInteger);
    const id = String(Math.max(-1, ...ids) + 1);
    const paragraph = this.#newParagraphId();
    const part = name === null ? null : this.#edits.part(name);
    const root = part === null ? null : rootOf(part);
    const prefix = part === null || root === null ? "w:" : prefixIn(part, root);
    const own = part === null || root === null ? "w14:" : prefixFor(part.xml, root, word14);
    const written = commentXml(message, { prefix, id, paragraphId: paragraph, own });
    if (part === null)
      this.#edits.add({
        from: main,
        name: posix.join(posix.dirname(main), "comments.xml"),
        ...commentParts.comments,
        xml: commentsPart(written),
      });
    else if (after === null) this.#edits.append(part, written);
    else part.splice(after.element.to, after.element.to, written);
    // Word lists every comment of a document that has this part.
    if (parent !== null || this.#known.extended !== null)
      this.#entry(paragraph, parent?.paragraph ?? null, parent?.isDone ?? false);
    return id;
  }

  /** Adds an entry to the part that says what is answered and resolved. */
  #entry(paragraph: string, parent: string | null, isDone: boolean): void {
    const { extended } = this.#known;
    const written = (prefix: string) => entryXml(prefix, { paragraphId: paragraph, parent, isDone });
    const part = extended === null ? null : this.#edits.part(extended);
    if (part !== null) {
      const prefix = prefixFor(part.xml, rootOf(part), word15);
      if (prefix === null) throw unusual();
      this.#edits.append(part, written(prefix));
      return;
    }
    this.#entries.push(written("w15:"));
  }

  /** The part of entries, if it is new. */
  #addEntries(): void {
    if (this.#entries.length === 0) return;
    const { main } = this.#known;
    this.#edits.add({
      from: main,
      name: posix.join(posix.dirname(main), "commentsExtended.xml"),
      ...commentParts.commentsExtended,
      xml: extendedPart(this.#entries.join("")),
    });
  }

  #setDone(comments: readonly DocxComment[], isDone: boolean): void {
    const part = this.#known.extended === null ? null : this.#edits.part(this.#known.extended);
    const entries = part === null ? [] : entriesIn(part.xml);
    for (const comment of comments) {
      const paragraph = this.#paragraphOf(comment);
      const entry = entries.find(
        ({ attributes }) => attributes["w15:paraId"]?.toUpperCase() === paragraph.toUpperCase(),
      );
      if (part === null || entry === undefined) this.#entry(paragraph, null, isDone);
      else {
        const tag = part.xml.slice(entry.from, entry.insideFrom);
        const done = /\s([\w.-]+:)done\s*=\s*(?:"[^"]*"|'[^']*')/.exec(tag);
        const prefix = prefixOf(part.xml, entry);
        const at = done === null ? entry.from + 1 + `${prefix}commentEx`.length : entry.from + done.index;
        part.splice(at, at + (done?.[0].length ?? 0), ` ${done?.[1] ?? prefix}done="${isDone ? 1 : 0}"`);
      }
    }
  }

  #edit(comment: DocxComment, text: string): void {
    const part = this.#commentsPart();
    const { element } = comment;
    if (element.isEmpty) throw unusual();
    const own = prefixFor(part.xml, rootOf(part), word14);
    part.splice(
      element.insideFrom,
      element.insideTo,
      commentParagraphs(prefixIn(part, element), text, comment.paraId, own),
    );
  }

  #delete({ id, element, paraIds }: DocxComment): void {
    this.#commentsPart().splice(element.from, element.to, "");
    const named = new Set(paraIds.map((each) => each.toUpperCase()));
    for (const name of [this.#known.extended, this.#known.ids]) {
      const part = name === null ? null : this.#edits.part(name);
      if (part === null) continue;
      for (const { from, to, attributes } of entriesIn(part.xml))
        if (named.has((attributes["w15:paraId"] ?? attributes["w16cid:paraId"] ?? "").toUpperCase()))
          part.splice(from, to, "");
    }
    for (const name of this.#texts) {
      const part = this.#edits.part(name);
      if (part === null) continue;
      for (const mark of marksIn(part.xml)) {
        if (mark.attributes["w:id"] !== id) continue;
        const run = mark.parent?.name === "w:r" ? mark.parent : null;
        const isAlone = run !== null && elementsIn(run).every((each) => each === mark || each.name === "w:rPr");
        const { from, to } = isAlone && run !== null ? run : mark;
        part.splice(from, to, "");
      }
    }
  }

  #commentsPart(): EditedPart {
    const part = this.#known.part === null ? null : this.#edits.part(this.#known.part);
    if (part === null) throw new RangeError("a comment without a part");
    return part;
  }

  /** The id of a comment's last paragraph, which is given one if it has none. */
  #paragraphOf(comment: DocxComment): string {
    const known = comment.paraId ?? this.#given.get(comment);
    if (known !== undefined) return known;
    const part = this.#commentsPart();
    const last = elementsNamed(comment.element, "w:p").at(-1);
    if (last === undefined) throw unusual();
    const id = this.#newParagraphId();
    const name = `${prefixOf(part.xml, last)}p`;
    const at = last.from + 1 + name.length;
    part.splice(at, at, paragraphIdAttribute(id, prefixFor(part.xml, rootOf(part), word14)));
    this.#given.set(comment, id);
    return id;
  }

  #newParagraphId(): string {
    for (;;) {
      const id = randomInt(1, 0x7fffffff).toString(16).toUpperCase().padStart(8, "0");
      if (this.#used.has(id)) continue;
      this.#used.add(id);
      return id;
    }
  }
}

const unusual = (): ToolError =>
  new ToolError("unsupported", "the comments of this document are written in an unusual way, and cannot be changed", {
    hint: "Open and save it in an office program, then try again.",
  });

/** The prefix of Word's elements and attributes in a part. Attributes have no default namespace. */
function prefixIn({ xml }: EditedPart, element: XmlElement): string {
  const prefix = prefixOf(xml, element);
  if (prefix === "") throw unusual();
  return prefix;
}

const markNames = new Set(["w:commentRangeStart", "w:commentRangeEnd", "w:commentReference"]);

/** All marks of comments in a part, in order. */
function marksIn(xml: string): XmlElement[] {
  const [root] = takeElements(xml, { prefixes: commentPrefixes, attributes: ["w:id"], take: () => true });
  return root === undefined ? [] : [...markNames].flatMap((name) => elementsNamed(root, name));
}
