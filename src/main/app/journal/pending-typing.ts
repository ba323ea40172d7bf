import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Typing } from "../../../shared/typing";
import { type LatestFile, latestFile } from "../core/latest-file";
import { oddity } from "../core/plain-data";
import { type KnownDocument, pageToJournalSchema, type Unanswered } from "./typing-schemas";

/** Main has so long to answer before typing is written here: as a rule it is in main's own journal by then. */
const ANSWER_MS = 100;
/** A file that could not be written is tried again after this. */
const RETRY_MS = 2000;
/** As many subjects a page may have typed in without an answer. */
const MOST_SUBJECTS = 1000;

/** The newest typing of a subject that main has not answered. */
type Entry = { count: number; typing: Typing; file: LatestFile; isWritten: boolean; timer: NodeJS.Timeout | undefined };

type Page = {
  window: string;
  documents: Map<string, KnownDocument>;
  entries: Map<string, Entry>;
  /** By subject. One file has one writer for as long as the page is there, so that nothing overtakes a removal. */
  files: Map<string, LatestFile>;
};

/** What pages typed and main has not answered yet: one small file for each subject, gone as soon as main has it. */
export type PendingTyping = {
  /** A page has a channel of its own from now on. `window` is the id of its window. */
  begin(page: string, window: string): void;
  /** The documents that the page may name, all of them each time. What is pending of others is no longer kept. */
  allow(page: string, documents: readonly KnownDocument[]): void;
  /** A message of the page's; one that is malformed, or names what is not the page's, changes nothing. */
  handle(page: string, message: unknown): void;
  /** Main has, or gave up, what was typed in a document up to `seq`; all of it where that is null. Resolves once no file has it. */
  clear(doc: string, seq: number | null): Promise<void>;
  /** The page is no more. Answers with what main has not answered; it is no longer kept here once that has been `forget`-ten. */
  end(page: string): Typing[];
  /** Nothing of the page is kept any more. */
  forget(page: string): Promise<void>;
};

/** Pending typing in `folder`, which is made when it is first needed. `failed` is called when something could not be written. */
export function createPendingTyping(folder: string, failed: (error: unknown) => void): PendingTyping {
  const pages = new Map<string, Page>();

  function fileFor(id: string, { files }: Page, subject: string): LatestFile {
    const name = createHash("sha256").update(`${id}\0${subject}`).digest("hex").slice(0, 32);
    const file = files.get(subject) ?? latestFile(join(folder, `${name}.json`));
    files.set(subject, file);
    return file;
  }

  function write(page: Page, entry: Entry): void {
    const { typing } = entry;
    const document = docOf(typing) === null ? null : (page.documents.get(docOf(typing) ?? "") ?? null);
    const unanswered: Unanswered = { typing, window: page.window, document, at: new Date().toISOString() };
    entry.isWritten = true;
    entry.file.set(JSON.stringify(unanswered)).catch((error: unknown) => {
      failed(error);
      writeIn(page, entry, RETRY_MS);
    });
  }

  function writeIn(page: Page, entry: Entry, ms: number): void {
    entry.timer ??= setTimeout(() => {
      entry.timer = undefined;
      if ([...page.entries.values()].includes(entry)) write(page, entry);
    }, ms);
  }

  function drop(page: Page, subject: string): Promise<void> {
    const entry = page.entries.get(subject);
    if (!entry) return Promise.resolve();
    page.entries.delete(subject);
    clearTimeout(entry.timer);
    return entry.isWritten ? entry.file.set(null).catch(failed) : Promise.resolve();
  }

  function keep(id: string, page: Page, subject: string, count: number, typing: Typing): void {
    const doc = docOf(typing);
    if (doc !== null && !page.documents.has(doc)) return;
    const known = page.entries.get(subject);
    if (!known && page.entries.size >= MOST_SUBJECTS) return;
    const entry = known ?? { count, typing, file: fileFor(id, page, subject), isWritten: false, timer: undefined };
    page.entries.set(subject, entry);
    Object.assign(entry, { count, typing });
    // While main answers nothing, each further key is written at once.
    if (entry.isWritten) write(page, entry);
    else writeIn(page, entry, ANSWER_MS);
  }

  return {
    begin: (page, window) =>
      void pages.set(page, { window, documents: new Map(), entries: new Map(), files: new Map() }),
    allow(id, documents) {
      const page = pages.get(id);
      if (!page) return;
      page.documents = new Map(documents.map((document) => [document.doc, document]));
      for (const [subject, { typing }] of [...page.entries]) {
        const doc = docOf(typing);
        if (doc !== null && !page.documents.has(doc)) void drop(page, subject);
      }
    },
    handle(id, message) {
      const page = pages.get(id);
      if (!page || oddity(message) !== null) return;
      const checked = pageToJournalSchema.safeParse(message);
      if (!checked.success) return;
      const { subject, count } = checked.data;
      if (checked.data.kind === "typed") {
        if (subject === subjectOf(checked.data.typing)) keep(id, page, subject, count, checked.data.typing);
      } else if ((page.entries.get(subject)?.count ?? Number.POSITIVE_INFINITY) <= count) void drop(page, subject);
    },
    async clear(doc, seq) {
      const dropped = [...pages.values()].flatMap((page) =>
        [...page.entries]
          .filter(([, { typing }]) => docOf(typing) === doc)
          .filter(([, { typing }]) => seq === null || (typing.name === "document:typed" && typing.argument.seq <= seq))
          .map(([subject]) => drop(page, subject)),
      );
      await Promise.all(dropped);
    },
    end: (page) => [...(pages.get(page)?.entries.values() ?? [])].map(({ typing }) => typing),
    async forget(id) {
      const page = pages.get(id);
      pages.delete(id);
      if (page) await Promise.all([...page.entries.keys()].map((subject) => drop(page, subject)));
    },
  };
}

/** The document in which something was typed; null where that is no document. */
const docOf = (typing: Typing): string | null => ("doc" in typing.argument ? typing.argument.doc : null);

/** As the preload names it. */
function subjectOf({ name, argument }: Typing): string {
  switch (name) {
    case "document:typed":
      return `text ${argument.doc}`;
    case "office:typed":
      return `office ${argument.doc}`;
    case "book:keep-targets":
      return `book ${argument.book}`;
    case "assistant:keep-draft":
      return `draft ${argument.conversation}`;
  }
}
