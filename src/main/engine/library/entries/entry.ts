/** The kinds of entries, in display order. */
export const entryKinds = ["spell", "creature", "equipment", "character_option", "rule"] as const;

export type EntryKind = (typeof entryKinds)[number];

/** Any JSON value. */
export type FieldValue = string | number | boolean | null | readonly FieldValue[] | EntryFields;

/** The fields of an entry by name, as its document has them. */
export type EntryFields = { readonly [name: string]: FieldValue };

/** An entry as its document has it. */
export type EntryContent = {
  kind: EntryKind;
  /** Unique among the entries of its kind in its document. */
  key: string;
  name: string;
  /** Markdown; empty if there is none. */
  text: string;
  /** All other fields; never `document`, `kind`, `key`, `name` or `text`. */
  fields: EntryFields;
};

/** An entry in the library. */
export type LibraryEntry = EntryContent & {
  /** Never reused while this library's file exists. */
  id: number;
  /** The key of its document. */
  document: string;
};

/** Where a document came from: shipped with Galley, or added as a pack or a Markdown rulebook. */
export type DocumentSource = "shipped" | "pack" | "markdown";

/** A complete document, to be added to the library. */
export type DocumentContent = {
  /** Its key for display; compared without letter case. */
  document: string;
  title: string;
  license: string | null;
  publisher: string | null;
  /** The attribution that its licence asks for, or another note on its origin. */
  credit: string | null;
  source: DocumentSource;
  /** The source text of a rulebook, with `\n` line breaks; null for other documents. */
  markdown: string | null;
  entries: readonly EntryContent[];
};

/** A document in the library, without its entries. */
export type LibraryDocument = Omit<DocumentContent, "entries" | "markdown"> & {
  entryCount: number;
  /** The kinds of its entries, in the order of `entryKinds`. */
  kinds: readonly EntryKind[];
  /** SHA-256 of the content: equal content has the same version in every library. */
  version: string;
  /** The library's generation when the document was added. */
  generation: number;
};
