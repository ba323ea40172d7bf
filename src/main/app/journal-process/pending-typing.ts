import { join } from "node:path";
import type { Typing } from "../../../shared/typing";
import { fileNameFor } from "../../engine/storage";
import { type LatestFile, latestFile } from "../core/latest-file";
import { invalidData } from "../core/plain-data";
import { type KnownDocument, rendererToJournalSchema, type Unanswered } from "./typing-schemas";

/**
 * How long main may take to acknowledge edits before they are written here. Usually it has journaled them itself by
 * then.
 */
const ANSWER_MS = 100;
/** A failed write is retried after this time. */
const RETRY_MS = 2000;
/** How many subjects of one renderer may be unacknowledged. */
const MAX_SUBJECTS = 1000;

/** The newest edits of a subject that main has not acknowledged. */
type Entry = { count: number; typing: Typing; file: LatestFile; isWritten: boolean; timer: NodeJS.Timeout | undefined };

type Page = {
  window: string;
  documents: Map<string, KnownDocument>;
  entries: Map<string, Entry>;
  /** By subject. Each file has one writer, so that a removal cannot be overtaken. */
  files: Map<string, LatestFile>;
};

/** Unacknowledged edits of the renderers: one small file per subject, removed once main has them. */
export type PendingTyping = {
  /** Opens the channel of a renderer; `window` is the id of its window. */
  begin(page: string, window: string): void;
  /** Sets the documents that the renderer may name. Pending edits of others are dropped. */
  allow(page: string, documents: readonly KnownDocument[]): void;
  /** Handles a message of a renderer. Ignores one that is malformed or names documents of others. */
  handle(page: string, message: unknown): void;
  /** Discards edits of a document's text up to `seq`; all of them if it is null. Resolves once no file contains them. */
  clear(doc: string, seq: number | null): Promise<void>;
  /** The renderer is gone. Returns its unacknowledged edits, which are kept until `forget`. */
  end(page: string): Typing[];
  /** Drops everything of the renderer. */
  forget(page: string): Promise<void>;
};

/** Stores files in `folder`, which is created when needed. `failed` is called when a write fails. */
export function createPendingTyping(folder: string, failed: (error: unknown) => void): PendingTyping {
  const pages = new Map<string, Page>();

  function fileFor(id: string, { files }: Page, subject: string): LatestFile {
    const file = files.get(subject) ?? latestFile(join(folder, `${fileNameFor(`${id}\0${subject}`)}.json`));
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
    if (!known && page.entries.size >= MAX_SUBJECTS) return;
    const entry = known ?? { count, typing, file: fileFor(id, page, subject), isWritten: false, timer: undefined };
    page.entries.set(subject, entry);
    Object.assign(entry, { count, typing });
    // While main does not respond, later edits are written immediately.
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
      if (!page || invalidData(message) !== null) return;
      const checked = rendererToJournalSchema.safeParse(message);
      if (!checked.success) return;
      const { subject, count } = checked.data;
      if (checked.data.kind === "typed") {
        if (subject === subjectOf(checked.data.typing)) keep(id, page, subject, count, checked.data.typing);
      } else if ((page.entries.get(subject)?.count ?? Number.POSITIVE_INFINITY) <= count) void drop(page, subject);
    },
    async clear(doc, seq) {
      const dropped = [...pages.values()].flatMap((page) =>
        [...page.entries]
          .filter(([, { typing }]) => docOf(typing) === doc && typing.name !== "comments:keep-drafts")
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

/** The document that was edited; null for a book or a conversation. */
const docOf = (typing: Typing): string | null => ("doc" in typing.argument ? typing.argument.doc : null);

/** The subject of edits, named like in the preload. */
function subjectOf({ name, argument }: Typing): string {
  switch (name) {
    case "document:typed":
      return `text ${argument.doc}`;
    case "office:typed":
      return `office ${argument.doc}`;
    case "book:keep-targets":
      return `book ${argument.book}`;
    case "assistant:keep-draft":
      return `${argument.isShared ? "shared draft" : "draft"} ${argument.conversation}`;
    case "comments:keep-drafts":
      return `comments ${argument.doc}`;
  }
}
