import type { DatabaseSync } from "node:sqlite";
import type { DeclaredCondition } from "./declared-values";
import type { DocumentContent, EntryKind, LibraryDocument, LibraryEntry } from "./entry";
import type { Condition } from "./entry-columns";

/** The entries that a lookup wants: all conditions must hold. */
export type Lookup = {
  kind: EntryKind;
  /** A name, or part of one. */
  name?: string | undefined;
  conditions: readonly Condition[];
  /** Keys of documents; null for all. Unknown keys are ignored. */
  documents: readonly string[] | null;
  limit: number;
};

/** The entries of declared kinds that are wanted, by their fields. */
export type FieldLookup = {
  /** Null for all kinds. */
  kinds: readonly EntryKind[] | null;
  conditions: readonly DeclaredCondition[];
  /** As for `Lookup`. */
  documents: readonly string[] | null;
  limit: number;
};

/** The first matching entries in order, and how many match in all. */
export type LookupResult = { entries: LibraryEntry[]; total: number };

/** Options for adding a document. */
export type ReplaceOptions = {
  /** Called from time to time with the number of entries added. */
  progress?: (done: number, total: number) => void;
  /** Nobody else uses this library yet, so that one in memory may be filled in slices. */
  isUnused?: true;
  /** Aborting it before the end adds nothing. */
  signal?: AbortSignal;
};

/** A rulebook's text as it was added. */
export type Rulebook = { document: string; title: string; text: string; version: string };

/**
 * Documents and their entries, shared by all processes of this user: what one adds, the others see with their next query. The documents
 * that Galley ships are there from the first query. Nothing is kept in memory between queries.
 */
export type ContentLibrary = {
  /** False if the file cannot be used, so that everything is lost when the process ends. */
  readonly isPersistent: boolean;
  /** Changes with each document that is added or removed, by any process. */
  generation(): number;
  /** Most entries first, then by key. */
  documents(): LibraryDocument[];
  /** The entries with these ids, in the given order, without those that no longer exist. */
  byIds(ids: readonly number[]): LibraryEntry[];
  /** All entries, or those of one document, in the order they were added. Read in pages, so that others can write meanwhile. */
  entries(document?: string): Generator<LibraryEntry, void>;
  /** The names of a document's first entries, in the order they were added. */
  names(document: string, limit: number): { kind: EntryKind; name: string }[];
  lookup(lookup: Lookup): LookupResult;
  /** The entries of declared kinds whose fields meet all conditions, by name, kind, document and key. */
  withFields(lookup: FieldLookup): LookupResult;
  /** The ids of all entries that `withFields` finds. */
  idsWithFields(lookup: Omit<FieldLookup, "limit">): Set<number>;
  /** The text of a Markdown rulebook; null if no rulebook has this key. */
  rulebook(document: string): Rulebook | null;
  /**
   * Adds a document, replacing the one with its key, completely or not at all. Meanwhile other queries see the previous state. Rejects with
   * `conflict` if another process writes for more than a minute.
   */
  replace(content: DocumentContent, options?: ReplaceOptions): Promise<LibraryDocument>;
  /** Removes a document, also a shipped one; null if there is no such key. */
  remove(document: string): LibraryDocument | null;
  /** Restores a shipped document; null if no shipped document has this key. */
  restore(document: string): LibraryDocument | null;
  /** The keys of the shipped documents, whether or not they are present. */
  readonly shipped: readonly string[];
  /** Runs `task` on the database, for indexes kept beside the entries. Their tables may disappear with a damaged file. */
  use<Result>(task: (database: DatabaseSync) => Result): Result;
  /** Messages about a damaged or unusable file; each is returned once. */
  takeNotices(): string[];
  close(): void;
};
