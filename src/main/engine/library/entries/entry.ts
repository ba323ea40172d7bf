/** What an entry can be, in the order in which kinds are listed. */
export const entryKinds = ["spell", "creature", "equipment", "character_option", "rule"] as const;

export type EntryKind = (typeof entryKinds)[number];

/** Whatever JSON can say. */
export type FieldValue = string | number | boolean | null | readonly FieldValue[] | EntryFields;

/** The fields of an entry by their names, as its document gives them. */
export type EntryFields = { readonly [name: string]: FieldValue };

/** An entry as its document has it. */
export type EntryContent = {
  kind: EntryKind;
  /** Unique among the entries of its kind in its document. */
  key: string;
  name: string;
  /** Markdown; empty where there is none. */
  text: string;
  /** Everything else; never `document`, `kind`, `key`, `name` or `text`. */
  fields: EntryFields;
};

/** An entry in the library. */
export type LibraryEntry = EntryContent & {
  /** Never given to another entry while this library's file lives. */
  id: number;
  /** The key of its document. */
  document: string;
};

/** Where a document came from: with Galley, or as a pack or a Markdown rulebook that somebody added. */
export type DocumentSource = "shipped" | "pack" | "markdown";

/** A whole document, on its way into the library. */
export type DocumentContent = {
  /** Its key, as it is shown; matched without regard to letter case. */
  document: string;
  title: string;
  license: string | null;
  publisher: string | null;
  /** The sentence that its licence asks for, or whatever else is to be told of where it comes from. */
  credit: string | null;
  source: DocumentSource;
  /** The text that a rulebook was read from, with `\n` line breaks; null for the others. */
  markdown: string | null;
  entries: readonly EntryContent[];
};

/** A document in the library, without its entries. */
export type LibraryDocument = Omit<DocumentContent, "entries" | "markdown"> & {
  entryCount: number;
  /** Those that it has entries of, in the order of `entryKinds`. */
  kinds: readonly EntryKind[];
  /** SHA-256 of its content: the same content has the same version in every library. */
  version: string;
  /** The library's generation in which it came. */
  generation: number;
};
