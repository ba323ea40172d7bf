/** What crosses the border about the content library: types only. */
import type { OpenDocument, Outcome } from "./contract";

/** What an entry can be. */
export type LibraryKind = "spell" | "creature" | "equipment" | "character_option" | "rule";

/** A document of the library. */
export type ShelfDocument = {
  /** Its key, by which tools name it. */
  document: string;
  title: string;
  entryCount: number;
  kinds: readonly LibraryKind[];
  license: string | null;
  publisher: string | null;
  /** The sentence that its licence asks for. */
  credit: string | null;
  source: "shipped" | "pack" | "markdown";
  /** Whether it is looked through in this folder, by the person and by the assistant. */
  isOn: boolean;
};

/** All documents, those with the most entries first. */
export type Shelf = {
  documents: readonly ShelfDocument[];
  /** Keys of what came with Galley and was removed. */
  missing: readonly string[];
  /** The library's file cannot be used: all is gone when the app ends. */
  isLasting: boolean;
  /** What became of a damaged file, in sentences; each is told once. */
  notices: readonly string[];
};

/** Names an entry; the same key may stand in several documents, and the same name under several keys. */
export type EntryName = { document: string; kind: LibraryKind; key: string; name: string };

/** Whatever JSON can say. */
export type EntryValue =
  | string
  | number
  | boolean
  | null
  | readonly EntryValue[]
  | { readonly [name: string]: EntryValue };

/** An entry as its document gives it; `text` is Markdown. */
export type ShownEntry = EntryName & { text: string; fields: { readonly [name: string]: EntryValue } };

/** What to look for, in the documents that are switched on. */
export type LibraryQuery = {
  query: string;
  /** None: all of them. */
  kinds: readonly LibraryKind[];
  /** Arguments of the one kind's lookup, by their names. With any of them `query` is part of a name. */
  filters: { readonly [argument: string]: string | number | boolean };
  limit: number;
};

/** What became of one file that was to be added. */
export type AddedDocument = {
  name: string;
  added: { document: string; title: string; entryCount: number } | null;
  /** Why nothing of it came in. */
  why: { message: string; hint?: string } | null;
};

export type LibraryRequests = {
  /** What is there, with the switches of the open folder. */
  "library:shelf": () => Outcome<{ shelf: Shelf }>;
  /** Switches documents on or off in the open folder; answers with all as it is then. */
  "library:switch": (change: { documents: string[]; isOn: boolean }) => Outcome<{ shelf: Shelf }>;
  /** The entries found, the best first; `total` of them in all, `message` in words for what was left out or is under way. */
  "library:search": (query: LibraryQuery) => Outcome<{
    entries: ShownEntry[];
    total: number;
    message: string | null;
  }>;
  /** The entry as Markdown, to be put into a page. */
  "library:markdown": (entry: EntryName) => Outcome<{ markdown: string }>;
  /** Opens an entry, or with a null `entry` a whole rulebook or the list of what a pack has, as a document that cannot be written in. */
  "library:open": (asked: { document: string; entry: EntryName | null }) => Outcome<{ document: OpenDocument }>;
  /** Packs and Markdown rulebooks; asks with a dialog where `paths` is null. Told by `library:progress`. */
  "library:add": (paths: string[] | null) => Outcome<{ files: AddedDocument[]; shelf: Shelf }>;
  /** Ends the adding: what is not all in by then is not in. */
  "library:stop": () => void;
  "library:remove": (document: string) => Outcome<{ shelf: Shelf }>;
  /** Puts back what came with Galley. */
  "library:restore": (document: string) => Outcome<{ shelf: Shelf }>;
};

export type LibraryEvents = {
  /** How far the adding is: which file, and how many of its entries are in. */
  "library:progress": { name: string; done: number; of: number };
  /** Documents came or went, in whichever process or window. */
  "library:changed": null;
};
