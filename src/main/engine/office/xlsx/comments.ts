import { createHash } from "node:crypto";
import { AGENT_INITIALS, initialsOf } from "../../../../core/comments/initials";
import { type CellRef, cellName, parseCell } from "../../../../core/office/sheet-address";
import { MAX_OFFICE_COMMENTS } from "../../ports/limits";
import { readPart, relationsOf } from "../package/package-parts";
import { elementsIn, takeElements, type XmlElement } from "../package/splice-xml";
import { TextLimit } from "../package/text-limit";
import type { ZipPackage } from "../package/zip";
import { addressIn, type CellTexts, cellRanges } from "../sheet/cell-comments";
import {
  anchored,
  isoTime,
  type OfficeMessage,
  type OfficeThread,
  shortHash,
  signedBy,
  threadsOf,
} from "../text/office-comments";
import { asText, type ParagraphSink } from "../text/office-paragraphs";
import { readXlsx } from "./read";
import { xlsxPrefixes } from "./scan";
import { openWorkbook, unescapedText, type XlsxWorkbook } from "./workbook";

/** A threaded comment: one message of a thread. `id` and those of persons are in upper case. */
export type ThreadedComment = {
  id: string;
  ref: CellRef;
  element: XmlElement;
  message: OfficeMessage;
  parent: ThreadedComment | null;
  isDone: boolean;
};

/** A note, which older programs call a comment. Of each thread there is one, for programs that do not know threads. */
export type SheetNote = { ref: CellRef; author: string; text: string; element: XmlElement };

/** The comments of a sheet, and the parts that they are in; null for a part that does not exist. */
export type SheetComments = {
  sheet: number;
  name: string;
  part: string;
  threadedPart: string | null;
  notesPart: string | null;
  threaded: ThreadedComment[];
  notes: SheetNote[];
};

export type Person = { id: string; name: string; user: string };

/** A thread of a workbook: threaded comments, or a single note. */
export type XlsxThread = {
  key: string;
  sheet: SheetComments;
  ref: CellRef;
  comments: ThreadedComment[];
  /** Of threaded comments the note that stands for them. */
  note: SheetNote | null;
};

export type XlsxComments = {
  book: XlsxWorkbook;
  personsPart: string | null;
  persons: Person[];
  sheets: SheetComments[];
  threads: XlsxThread[];
};

export const threadedNamespace = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments";
const threadedPrefixes = { ...xlsxPrefixes, [threadedNamespace]: "tc" };
const attributes = ["ref", "authorId", "id", "parentId", "personId", "dT", "done", "displayName", "userId"];
/** The name of the author of a note that stands for a thread. */
const STAND_IN = "tc=";
/** The user id of an agent among the persons of a workbook. */
export const AGENT_USER = "AI";

/** The threads of a workbook, by sheet and cell. */
export function xlsxThreads(zip: ZipPackage): OfficeThread[] {
  const { threads, book } = xlsxComments(zip);
  if (threads.length === 0) return [];
  const names = book.sheets.map(({ name }) => name);
  const cells = threads.map(({ sheet: { sheet }, ref }) => ({ sheet, ref }));
  const { texts, text } = xlsxCellTexts(zip, names);
  const rangeOf = cellRanges(texts, cells);
  const whole = { text: text() };
  return threads.map((thread, index) => {
    const cell = cells[index] ?? { sheet: 0, ref: thread.ref };
    const address = addressIn(names, cell);
    return {
      key: thread.key,
      isResolved: thread.comments[0]?.isDone === true,
      address,
      ...anchored(rangeOf(cell), whole),
      messages: messagesOf(thread),
    };
  });
}

/** The messages of a thread; a note is one message. */
export const messagesOf = ({ comments, note }: XlsxThread): OfficeMessage[] =>
  comments.length > 0 ? comments.map(({ message }) => message) : note === null ? [] : [messageOfNote(note)];

function messageOfNote({ author, text }: SheetNote): OfficeMessage {
  // Excel puts the author's name before the text.
  const plain = text.startsWith(`${author}:\n`) ? text.slice(author.length + 2) : text;
  return { ...signedBy(author), at: "", text: plain.trim() };
}

/** Where the texts of the cells of a workbook are; a text that is too long is read up to its limit. */
export function xlsxCellTexts(zip: ZipPackage, names: readonly string[]): { texts: CellTexts; text(): string } {
  let read: ParagraphSink["found"] = [];
  return {
    text: () => asText(read).text,
    texts: {
      names,
      visit(isVisited, visit) {
        const sink: ParagraphSink = { found: [], limit: new TextLimit() };
        try {
          readXlsx(zip, sink, { visit, isVisited });
        } catch (error) {
          if (!sink.limit.isReached) throw error;
        }
        read = sink.found;
        const ends: number[] = [];
        let at = 0;
        for (const { kind, text } of read) {
          const { length } = text.trim();
          if (kind === "heading") ends.push(at + length);
          if (length > 0) at += length + 1;
        }
        return { ends };
      },
    },
  };
}

/** Reads all parts of a workbook that have to do with comments. */
export function xlsxComments(zip: ZipPackage): XlsxComments {
  const book = openWorkbook(zip);
  const personsPart = book.relations.find(({ type }) => type === "person")?.target ?? null;
  const persons = personsPart === null ? [] : personsIn(readPart(zip, personsPart));
  const known = new Map(persons.map((person) => [person.id, person]));
  const sheets: SheetComments[] = [];
  const threads: XlsxThread[] = [];
  let left = MAX_OFFICE_COMMENTS;
  for (const [sheet, { name, part }] of book.sheets.entries()) {
    if (part === null) continue;
    const relations = relationsOf(zip, part);
    const partOf = (kind: string): string | null => {
      const target = relations.find(({ type }) => type === kind)?.target;
      return target !== undefined && zip.entries.has(target) ? target : null;
    };
    const [threadedPart, notesPart] = [partOf("threadedComment"), partOf("comments")];
    const threaded = threadedIn(threadedPart === null ? null : readPart(zip, threadedPart), known).slice(0, left);
    const notes = notesIn(notesPart === null ? null : readPart(zip, notesPart)).slice(0, left);
    const own = { sheet, name, part, threadedPart, notesPart, threaded, notes };
    left -= threaded.length + notes.length;
    sheets.push(own);
    threads.push(...threadsIn(own));
  }
  return { book, personsPart, persons, sheets, threads: withUniqueKeys(threads) };
}

function threadsIn(sheet: SheetComments): XlsxThread[] {
  const stands = new Map(sheet.notes.map((note) => [cellName(note.ref), note]));
  const taken = new Set<SheetNote>();
  const threads: XlsxThread[] = threadsOf(sheet.threaded).flatMap(({ comments }) => {
    const [root] = comments;
    if (root === undefined) return [];
    const note = stands.get(cellName(root.ref)) ?? null;
    // Whoever wrote it: a cell has one comment, and the note beside a thread repeats it.
    if (note !== null) taken.add(note);
    return [{ key: shortHash(root.id), sheet, ref: root.ref, comments, note }];
  });
  for (const each of sheet.notes) {
    if (taken.has(each)) continue;
    const note = withoutStandIn(each);
    threads.push({ key: shortHash(idOfNote(note, sheet)), sheet, ref: note.ref, comments: [], note });
  }
  return threads.sort((a, b) => a.ref.row - b.ref.row || a.ref.column - b.ref.column);
}

/** A damaged file may give one id to several comments. */
function withUniqueKeys(threads: XlsxThread[]): XlsxThread[] {
  const seen = new Map<string, number>();
  return threads.map((thread) => {
    const count = seen.get(thread.key) ?? 0;
    seen.set(thread.key, count + 1);
    return count === 0 ? thread : { ...thread, key: shortHash(`${thread.key} ${count}`) };
  });
}

/** The id that a note has as a threaded comment, so that its thread keeps its name when somebody answers it. Ids are unique in a workbook. */
export function idOfNote(
  { author, ref }: Pick<SheetNote, "author" | "ref">,
  { name }: Pick<SheetComments, "name">,
): string {
  const hex = createHash("sha256")
    .update(`${author}\0${cellName(ref)}\0${name}`)
    .digest("hex")
    .toUpperCase();
  return `{${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}}`;
}

/** Of a note that stands for a thread: what the thread says. */
function withoutStandIn(note: SheetNote): SheetNote {
  if (!note.author.startsWith(STAND_IN)) return note;
  const at = note.text.indexOf("Comment:\n");
  const text = at < 0 ? note.text : note.text.slice(at + "Comment:\n".length).replaceAll(/^ {4}/gm, "");
  return { ...note, author: "", text };
}

/** The texts of a sheet's notes, and so of its threads, by the addresses of their cells. */
export const noteTexts = (xml: string | null): Map<string, string> =>
  new Map(notesIn(xml).map((note) => [cellName(note.ref), withoutStandIn(note).text]));

function personsIn(xml: string | null): Person[] {
  if (xml === null) return [];
  const take = (name: string): boolean => name === "tc:person";
  return takeElements(xml, { prefixes: threadedPrefixes, attributes, take })
    .slice(0, MAX_OFFICE_COMMENTS)
    .map(({ attributes: { id = "", displayName = "", userId = "" } }) => ({
      id: id.toUpperCase(),
      name: displayName,
      user: userId,
    }));
}

function threadedIn(xml: string | null, persons: ReadonlyMap<string, Person>): ThreadedComment[] {
  if (xml === null) return [];
  const take = (name: string): boolean => name === "tc:threadedComment";
  const parents: string[] = [];
  const found = takeElements(xml, { prefixes: threadedPrefixes, attributes, take })
    .slice(0, MAX_OFFICE_COMMENTS)
    .flatMap((element): ThreadedComment[] => {
      const { id = "", ref = "", parentId = "", personId = "", dT = "", done } = element.attributes;
      const cell = parseCell(ref);
      if (cell === null) return [];
      parents.push(parentId.toUpperCase());
      const person = persons.get(personId.toUpperCase());
      const name = person?.name ?? "";
      const initials = person?.user === AGENT_USER ? AGENT_INITIALS : initialsOf({ name, kind: "user" });
      const text = elementsIn(element, "tc:text").map(textIn).join("");
      const message = { author: name, initials, at: isoTime(dT, "UTC"), text: text.replaceAll(/\r\n?/g, "\n") };
      return [
        { id: id.toUpperCase(), ref: cell, element, message, parent: null, isDone: done === "1" || done === "true" },
      ];
    });
  const byId = new Map(found.map((each) => [each.id, each]));
  for (const [index, comment] of found.entries()) {
    const parent = byId.get(parents[index] ?? "");
    // An answer is in the cell of what it answers.
    if (parent !== undefined && parent !== comment && cellName(parent.ref) === cellName(comment.ref))
      comment.parent = parent;
  }
  return found;
}

function notesIn(xml: string | null): SheetNote[] {
  if (xml === null) return [];
  const take = (name: string): boolean => name === "s:author" || name === "s:comment";
  const elements = takeElements(xml, { prefixes: xlsxPrefixes, attributes, take });
  const authors = elements.filter(({ name }) => name === "s:author").map(textIn);
  return elements
    .filter(({ name }) => name === "s:comment")
    .slice(0, MAX_OFFICE_COMMENTS)
    .flatMap((element): SheetNote[] => {
      const ref = parseCell(element.attributes["ref"] ?? "");
      if (ref === null) return [];
      const author = (authors[Number(element.attributes["authorId"] ?? -1)] ?? "").trim();
      const text = unescapedText(elementsIn(element, "s:text").map(noteText).join("")).replaceAll(/\r\n?/g, "\n");
      return [{ ref, author, text, element }];
    });
}

/** The text of a note: without phonetic readings. */
const noteText = (element: XmlElement): string =>
  elementsIn(element)
    .map((child) => (child.name === "s:t" ? textIn(child) : child.name === "s:rPh" ? "" : noteText(child)))
    .join("");

export const textIn = (element: XmlElement): string =>
  element.nodes.map((node) => (node.kind === "text" ? node.text : "")).join("");
