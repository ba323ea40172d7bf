/** IPC types for the content library. */
import { entryKinds } from "../core/links/entry-links";
import type { DocumentSnapshot, Outcome } from "./contract";

/** The kinds that Galley knows, in display order. */
export const knownKinds = entryKinds;

export type KnownKind = (typeof knownKinds)[number];

/** The kind of an entry: one of `knownKinds`, or one that its document declares. */
export type LibraryKind = string;

export const isKnownKind = (kind: LibraryKind): kind is KnownKind => knownKinds.some((known) => known === kind);

/** A field that a document declares for entries of one kind. */
export type DeclaredField = {
  field: string;
  /** In the language of the document, as all names here. */
  label: string;
  type: "text" | "number" | "flag" | "date";
  /** Follows a number; empty if nothing does. */
  unit: string;
  /** Values that a filter offers. */
  offers: readonly string[];
};

/** A kind that a document declares. */
export type DeclaredKind = {
  kind: LibraryKind;
  name: string;
  plural: string;
  /** The fields of the line below an entry's name, and the field beside the name. */
  line: readonly string[];
  badge: string | null;
  fields: readonly DeclaredField[];
};

/** A document of the library. */
export type ShelfDocument = {
  /** The key that tools use. */
  document: string;
  title: string;
  entryCount: number;
  kinds: readonly LibraryKind[];
  declares: readonly DeclaredKind[];
  license: string | null;
  publisher: string | null;
  /** The attribution that its licence requires. */
  credit: string | null;
  source: "shipped" | "pack" | "markdown" | "folder";
  /** Whether searches in this folder include it, by the user and by the assistant. */
  isOn: boolean;
};

/** All documents, those with the most entries first. */
export type Shelf = {
  documents: readonly ShelfDocument[];
  /** Keys of bundled documents that were removed. */
  missing: readonly string[];
  /** False if the library's file is unusable, so that everything is lost when the app ends. */
  isLasting: boolean;
  /** Messages about a damaged file; each is sent once. */
  notices: readonly string[];
  /** The key of the document that has the folder's own entries; null if it has none. */
  ownKey: string | null;
  /** Values of own entries that lookups cannot use, and files that cannot be read as entries; paths are relative to the folder, and empty for the folder itself. */
  problems: readonly { file: string; message: string }[];
  /** The user's favourite entries; some may no longer exist. */
  favourites: readonly EntryName[];
};

/** Whether both mean the same entry: a new edition of a document may have another key for the name. */
export const isSameEntry = (a: EntryName, b: EntryName): boolean =>
  a.kind === b.kind &&
  a.document.toLowerCase() === b.document.toLowerCase() &&
  (a.key === b.key || a.name.toLowerCase() === b.name.toLowerCase());

/** Identifies an entry. The same key may exist in several documents, and the same name under several keys. */
export type EntryName = { document: string; kind: LibraryKind; key: string; name: string };

/** Any JSON value. */
export type EntryValue =
  | string
  | number
  | boolean
  | null
  | readonly EntryValue[]
  | { readonly [name: string]: EntryValue };

/** An entry as in its document; `text` is Markdown. */
export type LibraryEntryView = EntryName & {
  text: string;
  fields: { readonly [name: string]: EntryValue };
  /** Whether a search found it only weakly; weak results come last. */
  isWeak: boolean;
  /** The Markdown file that it is kept in, relative to the open folder; null for entries of the library. */
  file: string | null;
};

/** A search in the documents that are switched on. */
export type LibraryQuery = {
  query: string;
  /** Empty: all kinds. */
  kinds: readonly LibraryKind[];
  /**
   * Arguments of the lookup tool of a single known kind, by name; if there are any, `query` is part of a name. For a declared kind, values
   * of its fields: `price`, or `price:from` and `price:to`.
   */
  filters: { readonly [argument: string]: string | number | boolean };
  /** Only the user's favourites; `query` are then words of their names and texts. */
  favourites?: boolean;
  limit: number;
};

/** The result of adding one file. */
export type AddedDocument = {
  name: string;
  added: { document: string; title: string; entryCount: number } | null;
  /** The document with its key that it would replace, if the user has to agree first; nothing was added then. */
  replaces: { document: string; title: string; entryCount: number; isNowEmpty: boolean } | null;
  /** Why nothing was added. */
  why: { message: string; hint?: string } | null;
};

export type LibraryRequests = {
  /** All documents, with the switches of the open folder. */
  "library:shelf": () => Outcome<{ shelf: Shelf }>;
  /** Switches documents on or off in the open folder; returns the new state. */
  "library:switch": (change: { documents: string[]; isOn: boolean }) => Outcome<{ shelf: Shelf }>;
  /** The entries found, best first; `total` counts all. `message` says what was omitted or is still being prepared. */
  "library:search": (query: LibraryQuery) => Outcome<{
    entries: LibraryEntryView[];
    total: number;
    message: string | null;
  }>;
  /** An entry as Markdown, to be inserted into a document. */
  "library:markdown": (entry: EntryName) => Outcome<{ markdown: string }>;
  /** The names of entries of a kind that have `name` in theirs, for links while they are typed; `isAll` is false if there are more. */
  "library:names": (asked: { kind: LibraryKind; name: string }) => Outcome<{
    names: { name: string; document: string }[];
    isAll: boolean;
  }>;
  /** Marks an entry as a favourite of the user, or no longer. */
  "library:favourite": (change: { entry: EntryName; isFavourite: boolean }) => Outcome<{ shelf: Shelf }>;
  /** Creates the file of an entry of one's own, with the fields of its kind; returns its path. */
  "library:new-entry": (entry: { kind: LibraryKind; name: string }) => Outcome<{ path: string }>;
  /** Copies an entry into a file of one's own, with its attribution and licence; returns its path. */
  "library:copy-entry": (entry: EntryName) => Outcome<{ path: string }>;
  /** Opens an entry as a read-only document, or has the path of an own one; with a null `entry`, a whole rulebook or the contents of a pack. */
  "library:open": (asked: {
    document: string;
    entry: EntryName | null;
  }) => Outcome<{ document: DocumentSnapshot } | { path: string }>;
  /**
   * Adds packs and Markdown rulebooks; asks with a dialog if `paths` is null. Progress is reported by
   * `library:progress`.
   */
  "library:add": (paths: string[] | null) => Outcome<{ files: AddedDocument[]; shelf: Shelf }>;
  /** Adds the files that `library:add` has not added because they replace a document, by name. */
  "library:replace": (names: string[]) => Outcome<{ files: AddedDocument[]; shelf: Shelf }>;
  /** Stops adding; a file that is not complete is not added. */
  "library:stop": () => void;
  "library:remove": (document: string) => Outcome<{ shelf: Shelf }>;
  /** Restores a bundled document. */
  "library:restore": (document: string) => Outcome<{ shelf: Shelf }>;
};

export type LibraryEvents = {
  /** Progress of adding: the file, and the number of its entries that are added. */
  "library:progress": { name: string; done: number; of: number };
  /** Documents were added or removed, by any process or window. */
  "library:changed": null;
};
