import type { DatabaseSync } from "node:sqlite";
import type { DocumentContent, EntryKind, LibraryDocument, LibraryEntry } from "./entry";
import type { Condition } from "./entry-columns";

/** Which entries a lookup wants: all of it has to hold. */
export type Lookup = {
  kind: EntryKind;
  /** A name, or part of one. */
  name?: string | undefined;
  conditions: readonly Condition[];
  /** Keys of documents; null for all of them. Unknown ones are none, repeated ones are one. */
  documents: readonly string[] | null;
  limit: number;
};

/** The first entries of a lookup in their order, and how many there are in all. */
export type LookedUp = { entries: LibraryEntry[]; total: number };

/** How a document is added. */
export type ReplaceOptions = {
  /** Hears how many entries are in, now and then. */
  progress?: (done: number, total: number) => void;
  /** Once aborted nothing comes in, until it is all in. */
  signal?: AbortSignal;
};

/** A rulebook's text, as it was added. */
export type Rulebook = { document: string; title: string; text: string; version: string };

/**
 * Documents and their entries, kept for every process of this user: what one of them adds, all see at their next question.
 * What Galley ships is there from the first question on. Nothing of it is held in memory between two questions.
 */
export type ContentLibrary = {
  /** False where the file cannot be used and all is gone when the process ends. */
  readonly lasting: boolean;
  /** Another number after each document that came or went, whichever process did it. */
  generation(): number;
  /** Most entries first, then by key. */
  documents(): LibraryDocument[];
  /** The entries with these ids in the order asked; those that are gone are left out. */
  byIds(ids: readonly number[]): LibraryEntry[];
  /** All entries, or those of one document, in the order in which they came; read in pages, so that others may write meanwhile. */
  entries(document?: string): Generator<LibraryEntry, void>;
  lookup(lookup: Lookup): LookedUp;
  /** The text of a Markdown rulebook; null for a key that is none. */
  rulebook(document: string): Rulebook | null;
  /**
   * Adds a document in the place of the one with its key, whole or not at all. Others may ask meanwhile, and see what was
   * there before. Refused (`conflict`) where another process writes for more than a minute.
   */
  replace(content: DocumentContent, options?: ReplaceOptions): Promise<LibraryDocument>;
  /** Takes a document out, shipped ones too; null where there is no such key. */
  remove(document: string): LibraryDocument | null;
  /** Puts a document that ships back as it was shipped; null where none with that key does. */
  restore(document: string): LibraryDocument | null;
  /** The keys of what ships, whether or not it is there now. */
  readonly shipped: readonly string[];
  /**
   * Runs `task` on the database itself, for what keeps an index beside the entries: in tables of its own, which may be gone
   * with a file that was damaged.
   */
  use<Result>(task: (database: DatabaseSync) => Result): Result;
  /** Sentences on what became of a damaged or unusable file; each is told once. */
  takeNotices(): string[];
  close(): void;
};
