import { randomUUID } from "node:crypto";
import { posix } from "node:path";
import { AGENT_INITIALS } from "../../../../core/comments/initials";
import { type CellRef, cellName } from "../../../../core/office/sheet-address";
import { escapedAttribute, escapedText } from "../../../../core/text/escape-xml";
import { ToolError } from "../../ports/tool-error";
import { type PackageEdits, packageEdits, rootOf } from "../package/package-edit";
import { type EditedPart, elementsIn, prefixOf, type XmlElement } from "../package/splice-xml";
import type { ZipPackage } from "../package/zip";
import { addressIn, takenCell, targetCell } from "../sheet/cell-comments";
import { type CommentChange, type OfficeMessage, signature } from "../text/office-comments";
import {
  AGENT_USER,
  idOfNote,
  messagesOf,
  type Person,
  type SheetComments,
  type ThreadedComment,
  threadedNamespace,
  type XlsxComments,
  type XlsxThread,
  xlsxCellTexts,
  xlsxComments,
} from "./comments";
import { removeNote, unusual, writeNote } from "./write-notes";

const threadRelations = "http://schemas.microsoft.com/office/2017/10/relationships";

/** What Excel puts before a thread in the note for programs that do not know threads. */
const STAND_IN =
  "[Threaded comment]\n\nYour version of Excel allows you to read this threaded comment; however, any edits to it will get removed if the file is opened in a newer version of Excel. Learn more: https://go.microsoft.com/fwlink/?linkid=870924\n\nComment:\n";

/** The changed parts of a workbook when its comments change. */
export function changeXlsxComments(zip: ZipPackage, change: CommentChange): Map<string, Uint8Array | null> {
  return new SheetCommentWriter(zip).change(change);
}

/** A message to write: `element` is where it is already, null if it is new. */
type Message = { id: string; message: OfficeMessage; element: XmlElement | null };
type MessageChange = Exclude<CommentChange, { kind: "add" }>;

class SheetCommentWriter {
  readonly #zip: ZipPackage;
  readonly #edits: PackageEdits;
  readonly #known: XlsxComments;
  /** Threaded comments for parts that do not exist yet, by sheet. */
  readonly #newThreaded = new Map<SheetComments, string[]>();
  readonly #newPersons: Person[] = [];

  constructor(zip: ZipPackage) {
    this.#zip = zip;
    this.#edits = packageEdits(zip);
    this.#known = xlsxComments(zip);
  }

  change(change: CommentChange): Map<string, Uint8Array | null> {
    if (change.kind === "add") this.#add(change);
    else {
      const thread = this.#known.threads.find(({ key }) => key === change.thread);
      if (thread === undefined) throw gone();
      this.#changeThread(thread, change);
    }
    this.#addParts();
    return this.#edits.changed();
  }

  #add(change: Extract<CommentChange, { kind: "add" }>): void {
    const { sheets, threads, book } = this.#known;
    const names = book.sheets.map(({ name }) => name);
    const { sheet: index, ref } = targetCell(xlsxCellTexts(this.#zip, names).texts, change);
    const sheet = sheets.find((each) => each.sheet === index);
    const address = addressIn(names, { sheet: index, ref });
    if (sheet === undefined)
      throw new ToolError("unsupported", `${address} cannot have a comment: its sheet has no cells`);
    if (threads.some((each) => each.sheet === sheet && cellName(each.ref) === cellName(ref))) throw takenCell(address);
    const { message } = change;
    // A workbook that has notes alone comes from a program that knows no threads.
    if (threads.length > 0 && sheets.every(({ threaded }) => threaded.length === 0)) {
      this.#writeNote(sheet, { ref, author: signature(message), text: message.text, note: null });
      return;
    }
    const added: Message = { id: newId(), message, element: null };
    this.#append(sheet, ref, added, { parent: null, isDone: false });
    this.#standIn(sheet, ref, [added], null);
  }

  #changeThread(thread: XlsxThread, change: MessageChange): void {
    const { sheet, ref, comments, note } = thread;
    if (change.kind === "delete" && change.index === 0) this.#deleteThread(thread);
    else if (comments.length > 0) {
      const messages = comments.map(({ id, message, element }) => ({ id, message, element }));
      this.#standIn(sheet, ref, this.#changed(thread, messages, change), note);
    } else if (note !== null) {
      const [message] = messagesOf(thread);
      if (message === undefined) throw gone();
      if (change.kind === "edit" && change.index === 0)
        this.#writeNote(sheet, { ref, author: note.author, text: change.text, note });
      else if (change.kind === "reply" || change.kind === "resolve") {
        // Notes have no answers: it becomes a thread, as Excel offers it.
        const root: Message = { id: idOfNote(note, sheet), message, element: null };
        const isDone = change.kind === "reply" ? change.resolve : true;
        this.#append(sheet, ref, root, { parent: null, isDone });
        this.#standIn(
          sheet,
          ref,
          change.kind === "reply" ? this.#replied(thread, [root], change.message) : [root],
          note,
        );
      } else if (change.kind !== "reopen") throw gone();
    }
  }

  /** The messages of a thread after a change. */
  #changed({ sheet, ...thread }: XlsxThread, messages: Message[], change: MessageChange): Message[] {
    const [root] = thread.comments;
    if (root === undefined) return messages;
    if (change.kind === "resolve" || change.kind === "reopen") this.#setDone(sheet, root, change.kind === "resolve");
    if (change.kind === "reply") {
      if (change.resolve) this.#setDone(sheet, root, true);
      return this.#replied({ sheet, ...thread }, messages, change.message);
    }
    if (change.kind !== "edit" && change.kind !== "delete") return messages;
    const meant = messages[change.index];
    if (meant === undefined || meant.element === null) throw gone();
    const part = this.#threadedPart(sheet);
    if (change.kind === "delete") {
      part.splice(meant.element.from, meant.element.to, "");
      return messages.filter((each) => each !== meant);
    }
    const prefix = prefixOf(part.xml, meant.element);
    // Mentions name characters of the old text.
    const [text, ...more] = elementsIn(meant.element).filter(
      ({ name }) => name === "tc:text" || name === "tc:mentions",
    );
    if (text === undefined) throw unusual();
    part.splice(text.from, text.to, `<${prefix}text>${escapedText(change.text)}</${prefix}text>`);
    for (const each of more) part.splice(each.from, each.to, "");
    return messages.map((each) =>
      each === meant ? { ...each, message: { ...each.message, text: change.text } } : each,
    );
  }

  #replied({ sheet, ref }: XlsxThread, messages: readonly Message[], message: OfficeMessage): Message[] {
    const reply: Message = { id: newId(), message, element: null };
    this.#append(sheet, ref, reply, { parent: messages[0]?.id ?? null, isDone: false });
    return [...messages, reply];
  }

  #deleteThread({ sheet, comments, note }: XlsxThread): void {
    if (comments.length > 0) {
      const part = this.#threadedPart(sheet);
      for (const { element } of comments) part.splice(element.from, element.to, "");
    }
    if (note !== null) removeNote({ zip: this.#zip, edits: this.#edits }, sheet, note);
  }

  /** Writes a message at the end of the threaded comments of its sheet. */
  #append(
    sheet: SheetComments,
    ref: CellRef,
    { id, message }: Message,
    { parent, isDone }: { parent: string | null; isDone: boolean },
  ): void {
    const part = sheet.threadedPart === null ? null : this.#edits.part(sheet.threadedPart);
    const prefix = part === null ? "" : prefixOf(part.xml, rootOf(part));
    // Excel's times have no zone, and hundredths of a second.
    const at = message.at.replace(/(?:(\.\d\d)\d*)?Z$/, "$1");
    const attributes = [
      ...(at === "" ? [] : [`dT="${escapedAttribute(at)}"`]),
      `personId="${escapedAttribute(this.#personOf(message))}"`,
      `id="${escapedAttribute(id)}"`,
      ...(parent === null ? [] : [`parentId="${escapedAttribute(parent)}"`]),
      ...(isDone ? ['done="1"'] : []),
    ].join(" ");
    const text = `<${prefix}text>${escapedText(message.text)}</${prefix}text>`;
    const xml = `<${prefix}threadedComment ref="${cellName(ref)}" ${attributes}>${text}</${prefix}threadedComment>`;
    if (part !== null) this.#edits.append(part, xml);
    else this.#newThreaded.set(sheet, [...(this.#newThreaded.get(sheet) ?? []), xml]);
  }

  /** The id of the author among the persons of the workbook, who is added if there is no such person. */
  #personOf({ author, initials }: OfficeMessage): string {
    const isAgent = initials === AGENT_INITIALS;
    const known = [...this.#known.persons, ...this.#newPersons].find(
      ({ name, user }) => name === author && (user === AGENT_USER) === isAgent,
    );
    if (known !== undefined) return known.id;
    const person = { id: newId(), name: author, user: isAgent ? AGENT_USER : author };
    this.#newPersons.push(person);
    return person.id;
  }

  /** The parts that do not exist yet, and the new persons. */
  #addParts(): void {
    for (const [sheet, xml] of this.#newThreaded)
      this.#edits.add({
        from: sheet.part,
        name: posix.join(
          posix.dirname(posix.dirname(sheet.part)),
          "threadedComments",
          `threadedComment${sheet.sheet + 1}.xml`,
        ),
        relation: `${threadRelations}/threadedComment`,
        type: "application/vnd.ms-excel.threadedcomments+xml",
        xml: `<ThreadedComments xmlns="${threadedNamespace}">${xml.join("")}</ThreadedComments>`,
      });
    if (this.#newPersons.length === 0) return;
    const { personsPart, book } = this.#known;
    const part = personsPart === null ? null : this.#edits.part(personsPart);
    const prefix = part === null ? "" : prefixOf(part.xml, rootOf(part));
    const xml = this.#newPersons.map(
      ({ id, name, user }) =>
        `<${prefix}person displayName="${escapedAttribute(name)}" id="${id}" userId="${escapedAttribute(user)}" providerId="None"/>`,
    );
    if (part !== null) for (const each of xml) this.#edits.append(part, each);
    else
      this.#edits.add({
        from: book.main,
        name: posix.join(posix.dirname(book.main), "persons", "person.xml"),
        relation: `${threadRelations}/person`,
        type: "application/vnd.ms-excel.person+xml",
        xml: `<personList xmlns="${threadedNamespace}">${xml.join("")}</personList>`,
      });
  }

  #setDone(sheet: SheetComments, { element }: ThreadedComment, isDone: boolean): void {
    const part = this.#threadedPart(sheet);
    const tag = part.xml.slice(element.from, element.insideFrom);
    const written = /\sdone\s*=\s*(?:"[^"]*"|'[^']*')/.exec(tag);
    const name = /^<[^\s/>]+/.exec(tag)?.[0] ?? "";
    const at = element.from + (written?.index ?? name.length);
    part.splice(at, at + (written?.[0].length ?? 0), ` done="${isDone ? 1 : 0}"`);
  }

  /** Writes the note by which programs that know no threads show one. */
  #standIn(sheet: SheetComments, ref: CellRef, messages: readonly Message[], note: XlsxThread["note"]): void {
    const indented = (text: string): string => text.replaceAll(/^/gm, "    ");
    const [root, ...replies] = messages;
    if (root === undefined) return;
    const text = [
      `${STAND_IN}${indented(root.message.text)}`,
      ...replies.map(({ message }) => `Reply:\n${indented(message.text)}`),
    ].join("\n");
    if (note?.text !== text) this.#writeNote(sheet, { ref, author: `tc=${root.id}`, text, note });
  }

  #writeNote(sheet: SheetComments, note: Parameters<typeof writeNote>[2]): void {
    writeNote({ zip: this.#zip, edits: this.#edits }, sheet, note);
  }

  #threadedPart({ threadedPart }: SheetComments): EditedPart {
    const part = threadedPart === null ? null : this.#edits.part(threadedPart);
    if (part === null) throw new RangeError("a threaded comment without a part");
    return part;
  }
}

const newId = (): string => `{${randomUUID().toUpperCase()}}`;

const gone = (): ToolError => new ToolError("not_found", "this document no longer has that comment");
