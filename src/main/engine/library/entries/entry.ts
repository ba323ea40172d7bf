import { entryKinds } from "../../../../core/links/entry-links";

/** The kinds of entries that Galley knows, in display order. Documents may declare others. */
export { entryKinds };

/** One of `entryKinds`, or a kind that a document declares. */
export type EntryKind = string;

/** What a declared field holds: texts, a number, true or false, or a day as `2026-11-29`. */
export type FieldType = "text" | "number" | "flag" | "date";

/** A field of a declared kind, by which its entries can be filtered. */
export type FieldDeclaration = {
  field: string;
  /** As shown to users, in the language of the document. */
  label: string;
  type: FieldType;
  /** What follows a number, such as `€`; empty if nothing does. */
  unit: string;
  /** Values that a filter offers. */
  offers: readonly string[];
};

/** A kind of entries that a document declares, with its fields in display order. */
export type KindDeclaration = {
  kind: string;
  /** As shown to users: one entry of it, and many. */
  name: string;
  plural: string;
  /** The fields that describe an entry in one line, and the one that stands beside its name; null if none does. */
  line: readonly string[];
  badge: string | null;
  fields: readonly FieldDeclaration[];
};

/** Whether a kind is one that Galley knows. */
export const isKnownKind = (kind: EntryKind): boolean => entryKinds.some((known) => known === kind);

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

/** Where a document came from: shipped with Galley, added as a pack or a Markdown rulebook, or from Markdown files of an open folder. */
export type DocumentSource = "shipped" | "pack" | "markdown" | "folder";

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
  /** The kinds of its entries beside `entryKinds`. */
  declares?: readonly KindDeclaration[];
  entries: readonly EntryContent[];
};

/** A document in the library, without its entries. */
export type LibraryDocument = Omit<DocumentContent, "entries" | "markdown"> & {
  declares: readonly KindDeclaration[];
  entryCount: number;
  /** The kinds of its entries, in the order of `entryKinds`, then of `declares`. */
  kinds: readonly EntryKind[];
  /** SHA-256 of the content: equal content has the same version in every library. */
  version: string;
  /** The library's generation when the document was added. */
  generation: number;
};
